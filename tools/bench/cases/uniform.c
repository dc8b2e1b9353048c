/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points uniform in a cube: the input of the cases of points, how many pairs they are likely to have, and the pair rule. */
#include "bench/bench.h"
#include "formats/generated/generated.h"

#include <math.h>
#include <stdlib.h>

/* ---- input -------------------------------------------------------------------------------------------- */

uint64_t bench_system_of(const bench_job *job) {
    const bench_lists *lists = job->what->lists;
    return lists && lists->system ? lists->system : job->n;
}

double bench_width(const bench_job *job) {
    return job->what->lists ? cbrt((double)bench_system_of(job) / job->what->lists->density) : 1;
}

const nf_box *bench_box(const bench_job *job, nf_box *box) {
    const double width = bench_width(job);
    if (!job->what->lists || job->what->lists->open) return NULL;
    *box = (nf_box){.cell = {{width, 0, 0}, {0, width, 0}, {0, 0, width}}, .periodic = {1, 1, 1}};
    return box;
}

void bench_make_points(bench_job *job) {
    const uint64_t count = 3 * job->n;
    const double width = bench_width(job);
    io_mt19937_64 generator;
    io_mt19937_64_seed(&generator, 42);
    for (uint64_t k = 0; k < count; k++) {
        const double x = width * io_mt19937_64_uniform(&generator);
        if (job->precision == NF_FLOAT32) ((float *)job->input)[k] = (float)x;
        else ((double *)job->input)[k] = x;
    }
}

/* Where the systems of a batch begin. */
static int make_systems(bench_job *job) {
    const uint64_t each = bench_system_of(job);
    if (each == 0 || !job->what->lists || !job->what->lists->system) return EXIT_DONE;
    job->systems = (job->n + each - 1) / each;
    job->offsets = malloc((size_t)(job->systems + 1) * sizeof *job->offsets);
    if (!job->offsets) return complain(EXIT_MEMORY, "there is no memory for the systems");
    for (uint64_t s = 0; s < job->systems; s++) job->offsets[s] = s * each;
    job->offsets[job->systems] = job->n;
    return EXIT_DONE;
}

int bench_setup_points(bench_job *job) {
    int code = bench_make_input(job);
    if (code == EXIT_DONE) code = make_systems(job);
    if (code != EXIT_DONE) return code;
    if (job->what->place) return EXIT_DONE;
    job->in = bench_buffer(job->on, bench_input_bytes(job), job->input);
    return job->in ? EXIT_DONE : EXIT_MEMORY;
}

/* New positions discard the order: every run starts from input order.  A cloud belongs to one context. */
nf_status bench_fresh_cloud(bench_job *job, nf_context *context) {
    const nf_batch systems = {.count = job->systems, .offsets = job->offsets};
    const nf_points points = {.n = job->n,
                              .dims = 3,
                              .type = job->precision,
                              .rows = job->what->place ? nf_from_host(bench_host_points(job, context))
                                                       : nf_at(job->in, 0),
                              .batch = job->offsets ? &systems : NULL};
    nf_box box;
    if (job->what->place && !points.rows.host) return NF_ERROR_MEMORY;
    const nf_box *in = bench_box(job, &box);
    return job->cloud ? nf_cloud_move(job->cloud, &points, in, NULL)
                      : nf_cloud_create(context, &points, in, NULL, &job->cloud);
}

nf_status bench_host_cloud(const bench_job *job, nf_cloud **cloud) {
    const nf_batch systems = {.count = job->systems, .offsets = job->offsets};
    const nf_points points = {.n = job->n,
                              .dims = 3,
                              .type = job->precision,
                              .rows.host = job->input,
                              .batch = job->offsets ? &systems : NULL};
    nf_box box;
    return nf_cloud_create(job->on->host, &points, bench_box(job, &box), NULL, cloud);
}

nf_cloud *bench_shape(const bench_job *job) {
    const uint64_t each = bench_system_of(job);
    const nf_batch systems = {.count = (job->n + each - 1) / each};
    const nf_points points = {.n = job->n,
                              .dims = 3,
                              .type = job->precision,
                              .batch = job->what->lists && job->what->lists->system ? &systems : NULL};
    nf_cloud *cloud = NULL;
    return nf_cloud_create_shape(job->on->plain, &points, &cloud) == NF_OK ? cloud : NULL;
}

/* ---- what is likely ----------------------------------------------------------------------------------- */

/* The share of the pairs of points that are closer than r, in multiples of the cube's width. */
static double share_of(double r, int open) {
    const double pi = acos(-1.0), ball = 4 * pi / 3 * r * r * r;
    if (!open) return ball;
    /* The distribution of distances in the unit cube. */
    return r < 1 ? ball + r * r * r * (-1.5 * pi * r + 1.6 * r * r - r * r * r / 6) : 1;
}

double bench_expected_pairs(const bench_job *job) {
    nf_box box;
    const double each = (double)bench_system_of(job), n = (double)job->n;
    const double whole = each > 0 ? floor(n / each) : 0, rest = n - whole * each;
    return (whole * each * (each - 1) + rest * (rest - 1)) / 2 *
           share_of(job->cutoff / bench_width(job), !bench_box(job, &box));
}

double bench_unlikely(double expected) { return 0.01 * expected + 6 * sqrt(expected) + 16; }

/* ---- the pair rule ------------------------------------------------------------------------------------ */

double bench_square(const bench_job *job, uint64_t i, uint64_t j, const int shift[3]) {
    if (job->precision == NF_FLOAT32) {
        const float *a = (const float *)job->input + 3 * i, *b = (const float *)job->input + 3 * j;
        const float width = (float)bench_width(job);
        float d[3];
        for (int k = 0; k < 3; k++) d[k] = (b[k] - a[k]) + (float)shift[k] * width;
        return (double)((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
    }
    const double *a = (const double *)job->input + 3 * i, *b = (const double *)job->input + 3 * j;
    const double width = bench_width(job);
    double d[3];
    for (int k = 0; k < 3; k++) d[k] = (b[k] - a[k]) + shift[k] * width;
    return (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
}

int bench_is_near(const bench_job *job, double square) {
    const float r = (float)job->cutoff;
    return job->precision == NF_FLOAT32 ? (float)square < r * r : square < job->cutoff * job->cutoff;
}
