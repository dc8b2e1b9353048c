/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Molecular dynamics at constant energy, as in nve.c, with all atoms on the device: the steps are enqueued one after the other, and the host
 * waits once for each block of 20 steps.  Kernels of this program move the atoms, and nf_interact() writes the forces into a buffer
 * of it.  It needs an OpenCL device and libOpenCL.  It ends with 1 where the energy drifts.
 *
 *     nve_on_device [SIDE [BLOCKS]]     SIDE^3 atoms (12), and the number of blocks (10)
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <nearfield/nearfield.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DENSITY     0.8442
#define TEMPERATURE 1.44 /* of the lattice; about half of it when it has melted */
#define CUTOFF      2.5
#define STEP        0.004f
#define BLOCK       20   /* steps between two looks at the energy */
#define MELTING     5    /* blocks before those that are looked at */
#define MOST_CHANGE 2e-3 /* of the energy of an atom, by rounding and by the length of a step */

static const char *const source =
    "kernel void kick_and_drift(global float *x, global float *v, global const float *f, float step) {\n"
    "    const size_t k = get_global_id(0);\n"
    "    v[k] += step / 2 * f[k];\n"
    "    x[k] += step * v[k]; /* out of the box, too: its images are the same */\n"
    "}\n"
    "kernel void kick(global float *v, global const float *f, float step) {\n"
    "    v[get_global_id(0)] += step / 2 * f[get_global_id(0)];\n"
    "}\n";

typedef struct simulation {
    nf_context *context;
    nf_function *function;
    nf_cloud *cloud;
    cl_command_queue queue;
    cl_kernel kick_and_drift, kick;
    cl_mem positions, velocities, forces, totals;
    cl_mem kept_positions, kept_velocities; /* of the beginning of a block */
    size_t count, bytes;                    /* of the coordinates of all atoms */
    nf_points points;
    nf_box box;
    float *host; /* the coordinates */
    int wide;    /* 1: totals are double */
} simulation;

static void fail(const char *what) {
    fprintf(stderr, "nve_on_device: %s\n", what);
    exit(1);
}

static void check(const simulation *s, nf_status status) {
    if (status != NF_OK) fail(nf_context_error(s->context));
}

static void check_cl(cl_int code) {
    if (code != CL_SUCCESS) fail("a call of OpenCL failed");
}

/* A number between -0.5 and 0.5. */
static double next_number(void) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0 - 0.5;
}

static cl_mem make_buffer(const simulation *s, size_t bytes, void *data) {
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(nf_context_cl(s->context),
                                   CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), bytes, data, &code);
    check_cl(code);
    return buffer;
}

static void make_kernels(simulation *s) {
    cl_device_id device = nf_context_device(s->context)->device;
    const char *text = source;
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(nf_context_cl(s->context), 1, &text, NULL, &code);
    check_cl(code);
    check_cl(clBuildProgram(program, 1, &device, "", NULL, NULL));
    s->kick_and_drift = clCreateKernel(program, "kick_and_drift", &code);
    check_cl(code);
    s->kick = clCreateKernel(program, "kick", &code);
    check_cl(code);
    check_cl(clReleaseProgram(program));
}

/* A cubic lattice with random velocities of no momentum. */
static void make_atoms(simulation *s, uint64_t side) {
    const uint64_t n = s->points.n;
    const double length = cbrt((double)n / DENSITY), width = sqrt(12 * TEMPERATURE);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t at[3] = {i % side, i / side % side, i / side / side};
        for (int a = 0; a < 3; a++)
            s->host[3 * i + (uint64_t)a] = (float)(length * ((double)at[a] + 0.5) / (double)side);
    }
    s->positions = make_buffer(s, s->bytes, s->host);
    for (uint64_t a = 0; a < 3; a++) {
        double mean = 0;
        s->box.cell[a][a] = length;
        s->box.periodic[a] = 1;
        for (uint64_t i = 0; i < n; i++) {
            s->host[3 * i + a] = (float)(width * next_number());
            mean += (double)s->host[3 * i + a];
        }
        for (uint64_t i = 0; i < n; i++) s->host[3 * i + a] -= (float)(mean / (double)n);
    }
    s->velocities = make_buffer(s, s->bytes, s->host);
    s->kept_positions = make_buffer(s, s->bytes, NULL);
    s->kept_velocities = make_buffer(s, s->bytes, NULL);
    s->forces = make_buffer(s, s->bytes, NULL);
    s->totals = make_buffer(s, 5 * (s->wide ? sizeof(double) : sizeof(float)), NULL);
}

/* Enqueues the forces at the positions, and their totals.  waits: the call also makes sure that the sums are right. */
static void enqueue_forces(simulation *s, int waits) {
    const nf_parameter shifted = {"shifted", 1};
    const nf_output arrays[] = {{.array = NF_ARRAY_SUM(0), .buffer = s->forces, .capacity = s->points.n},
                                {.array = NF_ARRAY_TOTALS, .buffer = s->totals, .capacity = 5}};
    uint64_t found = 0;
    const nf_outputs outputs = {.count = 2, .arrays = arrays, .found = waits ? &found : NULL};
    const nf_interact_options options = {.parameters = &shifted, .parameter_count = 1, .outputs = &outputs};
    check(s, s->cloud ? nf_cloud_move(s->cloud, &s->points, &s->box, NULL)
                      : nf_cloud_create(s->context, &s->points, &s->box, NULL, &s->cloud));
    check(s, nf_interact(s->cloud, CUTOFF, s->function, &options, NULL, NULL));
}

static void launch(const simulation *s, cl_kernel kernel, int buffers, const cl_mem *first) {
    const float step = STEP;
    for (int k = 0; k < buffers; k++) check_cl(clSetKernelArg(kernel, (cl_uint)k, sizeof *first, first + k));
    check_cl(clSetKernelArg(kernel, (cl_uint)buffers, sizeof step, &step));
    check_cl(clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &s->count, NULL, 0, NULL, NULL));
}

/* Enqueues a block of steps. */
static void enqueue_block(simulation *s, int waits) {
    const cl_mem buffers[] = {s->positions, s->velocities, s->forces};
    for (int k = 0; k < BLOCK; k++) {
        launch(s, s->kick_and_drift, 3, buffers);
        enqueue_forces(s, waits);
        launch(s, s->kick, 2, buffers + 1);
    }
}

static void copy(const simulation *s, cl_mem from, cl_mem to) {
    check_cl(clEnqueueCopyBuffer(s->queue, from, to, 0, 0, s->bytes, 0, NULL, NULL));
}

/* Waits for the block, and returns the energy of an atom, which is NaN if sums of it were. */
static double read_energy(const simulation *s) {
    double totals[5], twice_kinetic = 0; /* totals of the forces, the energies and the virials */
    float single[5];
    check_cl(clEnqueueReadBuffer(s->queue, s->totals, CL_TRUE, 0, s->wide ? sizeof totals : sizeof single,
                                 s->wide ? (void *)totals : (void *)single, 0, NULL, NULL));
    check_cl(clEnqueueReadBuffer(s->queue, s->velocities, CL_TRUE, 0, s->bytes, s->host, 0, NULL, NULL));
    for (size_t k = 0; k < s->count; k++) twice_kinetic += (double)s->host[k] * (double)s->host[k];
    return ((s->wide ? totals[3] : (double)single[3]) + twice_kinetic / 2) / (double)s->points.n;
}

/* Advances the atoms by a block.  If an atom has moved too far for what the calls assumed, sums are NaN: the block is repeated with calls that
   wait. */
static double advance(simulation *s, int *repeated) {
    copy(s, s->positions, s->kept_positions);
    copy(s, s->velocities, s->kept_velocities);
    enqueue_block(s, 0);
    double energy = read_energy(s);
    if (!isnan(energy)) return energy;
    copy(s, s->kept_positions, s->positions);
    copy(s, s->kept_velocities, s->velocities);
    enqueue_forces(s, 1); /* those at the beginning of the block */
    enqueue_block(s, 1);
    ++*repeated;
    return read_energy(s);
}

int main(int argc, char **argv) {
    const uint64_t side = argc > 1 ? strtoull(argv[1], NULL, 10) : 12;
    const int blocks = argc > 2 ? atoi(argv[2]) : 10;
    char message[512];
    simulation s = {.points = {.n = side * side * side, .dims = 3, .type = NF_FLOAT32}};
    double first = 0, last = 0, most = 0;
    int repeated = 0;
    if (side < 2 || side > 200 || blocks < 1) {
        fprintf(stderr, "usage: nve_on_device [SIDE [BLOCKS]]\n");
        return 2;
    }
    if (nf_context_create(NULL, &s.context, message, sizeof message) != NF_OK) fail(message);
    if (!nf_context_device(s.context)->device) fail("this program needs an OpenCL device");
    s.queue = nf_context_queue(s.context);
    s.wide = nf_context_device(s.context)->fp64;
    s.count = 3 * (size_t)s.points.n;
    s.bytes = s.count * sizeof *s.host;
    s.host = malloc(s.bytes);
    if (!s.host) fail("out of memory");
    make_kernels(&s);
    make_atoms(&s, side);
    s.points.rows.buffer = s.positions;
    check(&s, nf_function_create(s.context, "lennard-jones", NULL, NULL, &s.function));
    enqueue_forces(&s, 1);
    for (int k = 0; k < MELTING; k++) first = advance(&s, &repeated);
    for (int k = 0; k < blocks; k++) {
        last = advance(&s, &repeated);
        most = fmax(most, fabs(last - first));
    }
    const int holds = most <= MOST_CHANGE;
    printf("%llu atoms, %d steps of %g: energy of an atom %.5f, then %.5f; it changes by %.1e, which is %s "
           "%.0e\n"
           "%d of %d blocks were repeated; lists were built %llu times\n",
           (unsigned long long)s.points.n, blocks * BLOCK, (double)STEP, first, last, most,
           holds ? "within" : "MORE THAN", MOST_CHANGE, repeated, MELTING + blocks,
           (unsigned long long)nf_cloud_lists_built(s.cloud));
    nf_cloud_free(s.cloud), nf_function_free(s.function);
    const cl_mem buffers[] = {s.positions, s.velocities,     s.forces,
                              s.totals,    s.kept_positions, s.kept_velocities};
    for (int k = 0; k < 6; k++) clReleaseMemObject(buffers[k]);
    clReleaseKernel(s.kick_and_drift), clReleaseKernel(s.kick);
    nf_context_free(s.context);
    free(s.host);
    return !holds;
}
