/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Molecular dynamics at constant energy: Lennard-Jones atoms in a periodic box by velocity Verlet, in reduced units.  Forces are computed
 * on the device from the positions of each step; the host moves the atoms.  On GPUs lists of neighbours are kept until an atom has moved by
 * half of the skin, in boxes that are wide enough: of 13^3 atoms or more.  Otherwise, and on CPUs, each step finds the neighbours anew.
 * It ends with 1 where the energy drifts.
 *
 *     nve [SIDE [STEPS [STEP]]]     SIDE^3 atoms (13), the number of steps (200) and their length (0.004)
 */
#include <nearfield/nearfield.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DENSITY     0.8442
#define TEMPERATURE 1.44 /* of the lattice; about half of it when it has melted */
#define CUTOFF      2.5
#define SKIN        0.3  /* how much further the lists reach that are kept */
#define MOST_DRIFT  2e-6 /* of the energy of an atom in a step */
#define MELTING     100  /* steps before those that are looked at */

typedef struct simulation {
    nf_context *context;
    nf_function *function;
    nf_cloud *cloud;
    nf_result *sums;
    uint64_t n;
    nf_box box;
    double *positions, *velocities, *forces; /* 3 n */
    float *single;                           /* of devices without double precision */
} simulation;

static void check(const simulation *s, nf_status status) {
    if (status == NF_OK) return;
    fprintf(stderr, "nve: %s\n", nf_context_error(s->context));
    exit(1);
}

static void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) exit(1);
    return memory;
}

/* A number between -0.5 and 0.5. */
static double next_number(void) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0 - 0.5;
}

/* A cubic lattice with random velocities of no momentum. */
static void begin(simulation *s, uint64_t side) {
    const double length = cbrt((double)s->n / DENSITY), width = sqrt(12 * TEMPERATURE);
    for (uint64_t a = 0; a < 3; a++) {
        double mean = 0;
        s->box.cell[a][a] = length;
        s->box.periodic[a] = 1;
        for (uint64_t i = 0; i < s->n; i++) mean += s->velocities[3 * i + a] = width * next_number();
        for (uint64_t i = 0; i < s->n; i++) {
            const uint64_t at[3] = {i % side, i / side % side, i / side / side};
            s->velocities[3 * i + a] -= mean / (double)s->n;
            s->positions[3 * i + a] = length * ((double)at[a] + 0.5) / (double)side;
        }
    }
}

/* Computes the forces, and returns the potential energy. */
static double compute_forces(simulation *s) {
    const nf_parameter shifted = {"shifted", 1};
    const nf_interact_options options = {.parameters = &shifted,
                                         .parameter_count = 1,
                                         .arrays = NF_WANT(NF_ARRAY_SUM(0)) | NF_WANT(NF_ARRAY_TOTALS),
                                         .skin = SKIN};
    nf_points points = {.n = s->n, .dims = 3, .type = NF_FLOAT64, .rows.host = s->positions};
    double totals[5]; /* of the forces, the energies and the virials */
    float single[5];
    if (s->single) {
        for (uint64_t k = 0; k < 3 * s->n; k++) s->single[k] = (float)s->positions[k];
        points.type = NF_FLOAT32;
        points.rows.host = s->single;
    }
    check(s, s->cloud ? nf_cloud_move(s->cloud, &points, &s->box, NULL)
                      : nf_cloud_create(s->context, &points, &s->box, NULL, &s->cloud));
    check(s, nf_interact(s->cloud, CUTOFF, s->function, &options, NULL, &s->sums));
    check(s,
          nf_result_read(s->sums, NF_ARRAY_SUM(0), 0, s->n, NULL, s->single ? (void *)s->single : s->forces));
    check(s, nf_result_read(s->sums, NF_ARRAY_TOTALS, 0, 5, NULL, s->single ? (void *)single : totals));
    for (uint64_t k = 0; s->single && k < 3 * s->n; k++) s->forces[k] = (double)s->single[k];
    return s->single ? (double)single[3] : totals[3];
}

/* Moves the atoms by a step; returns the energy behind it. */
static double advance(simulation *s, double step) {
    double twice_kinetic = 0;
    for (uint64_t k = 0; k < 3 * s->n; k++) {
        s->velocities[k] += step / 2 * s->forces[k];
        s->positions[k] += step * s->velocities[k]; /* out of the box, too: its images are the same */
    }
    const double potential = compute_forces(s);
    for (uint64_t k = 0; k < 3 * s->n; k++) {
        s->velocities[k] += step / 2 * s->forces[k];
        twice_kinetic += s->velocities[k] * s->velocities[k];
    }
    return potential + twice_kinetic / 2;
}

int main(int argc, char **argv) {
    const uint64_t side = argc > 1 ? strtoull(argv[1], NULL, 10) : 13;
    const int steps = argc > 2 ? atoi(argv[2]) : 200;
    const double step = argc > 3 ? strtod(argv[3], NULL) : 0.004;
    char message[512];
    simulation s = {.n = side * side * side};
    if (side < 2 || side > 200 || steps < 2 || !(step > 0)) {
        fprintf(stderr, "usage: nve [SIDE [STEPS [STEP]]]\n");
        return 2;
    }
    if (nf_context_create(NULL, &s.context, message, sizeof message) != NF_OK) {
        fprintf(stderr, "nve: %s\n", message);
        return 1;
    }
    s.positions = allocate(3 * s.n * sizeof(double));
    s.velocities = allocate(3 * s.n * sizeof(double));
    s.forces = allocate(3 * s.n * sizeof(double));
    if (!nf_context_device(s.context)->fp64) s.single = allocate(3 * s.n * sizeof(float));
    check(&s, nf_function_create(s.context, "lennard-jones", NULL, NULL, &s.function));
    begin(&s, side);
    compute_forces(&s);
    for (int k = 0; k < MELTING; k++) advance(&s, step);
    /* The slope of a line through the energies of all steps. */
    double first = 0, last = 0, sum = 0, moment = 0;
    for (int k = 0; k < steps; k++) {
        last = advance(&s, step) / (double)s.n;
        if (k == 0) first = last;
        sum += last - first;
        moment += k * (last - first);
    }
    const double n = steps, middle = (n - 1) / 2, drift = (moment - middle * sum) / (n * (n * n - 1) / 12);
    const unsigned long long builds = nf_cloud_lists_built(s.cloud);
    const int holds = fabs(drift) <= MOST_DRIFT;
    printf("%llu atoms, %d steps of %g: energy of an atom %.6f, then %.6f; drift %.2e a step, which is %s "
           "%.0e\nlists were built %llu times for %d steps%s\n",
           (unsigned long long)s.n, steps, step, first, last, drift, holds ? "within" : "MORE THAN",
           MOST_DRIFT, builds, MELTING + steps, builds ? "" : ": this device or box keeps none");
    nf_result_free(s.sums), nf_cloud_free(s.cloud), nf_function_free(s.function), nf_context_free(s.context);
    free(s.positions), free(s.velocities), free(s.forces), free(s.single);
    return !holds;
}
