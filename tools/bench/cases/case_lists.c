/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The cases of neighbour lists, of points uniform in a periodic cube or in open space, and of a batch of such cubes. */
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>

enum {
    EVERY_LIST = 20000, /* up to this n, plain C counts the neighbours; beyond, their number must be likely */
    WATCHED = 8
};

/* An index of a row, with what comes with it. */
typedef struct neighbour {
    int32_t j, shift[3];
    double distance;
} neighbour;

typedef struct neighbours {
    neighbour *list;
    size_t count, room;
} neighbours;

static int has(const bench_job *job, nf_array array) {
    return (job->what->lists->options.arrays & NF_WANT(array)) != 0;
}

/* ---- memory ------------------------------------------------------------------------------------------- */

/* Room for all indices: in a narrow cube points have images of their own, which the ball of the cutoff counts. */
static uint64_t room_of(const bench_job *job) {
    const bench_lists *lists = job->what->lists;
    const double n = (double)job->n, r = lists->cutoff, pairs = bench_expected_pairs(job);
    const double found = lists->options.half ? pairs : 2 * pairs, r_width = r / bench_width(job);
    const double own = lists->open || r_width < 1 ? 0 : n * 4 / 3 * acos(-1.0) * pow(r_width + 1, 3);
    return (uint64_t)(found + 2 * bench_unlikely(pairs) + own);
}

static bench_need lists_need(const bench_job *job) {
    const bench_lists *lists = job->what->lists;
    const uint64_t points = bench_input_bytes(job), room = room_of(job), indices = 4 * room;
    const uint64_t widest = has(job, NF_ARRAY_SHIFTS)      ? 12
                            : has(job, NF_ARRAY_DISTANCES) ? nf_type_bytes(job->precision)
                                                           : 4;
    nf_cost cost = {.assumed = room};
    nf_lists_options options = lists->options;
    nf_cloud *shape = bench_shape(job);
    options.cost = &cost;
    if (nf_lists(shape, lists->cutoff, &options, NULL, NULL) != NF_OK) cost.bytes = 4 * points + indices * 5;
    nf_cloud_free(shape);
    return (bench_need){cost.bytes + points + (lists->into ? indices + 8 * job->n : 0),
                        widest * room > points ? widest * room : points, 3 * points + 16 * job->n};
}

/* ---- what is timed ------------------------------------------------------------------------------------ */

static int lists_setup(bench_job *job) {
    const int code = bench_setup_points(job);
    if (code != EXIT_DONE || !job->what->lists->into) return code;
    job->out = bench_buffer(job->on, 8 * (job->n + 1), NULL);
    job->more = job->out ? bench_buffer(job->on, 4 * room_of(job), NULL) : NULL;
    return job->more ? EXIT_DONE : EXIT_MEMORY;
}

static nf_status lists_run(bench_job *job, nf_context *context) {
    nf_status status = bench_fresh_cloud(job, context);
    if (status != NF_OK) return status;
    status = nf_lists(job->cloud, job->cutoff, &job->what->lists->options, NULL, &job->result);
    job->found = status == NF_OK ? nf_result_total(job->result) : 0;
    return status;
}

/* Waits for no number: job->found is that of the verification. */
static nf_status into_run(bench_job *job, nf_context *context) {
    const nf_output arrays[] = {{.array = NF_ARRAY_OFFSETS, .buffer = job->out, .capacity = job->n + 1},
                                {.array = NF_ARRAY_INDICES, .buffer = job->more, .capacity = room_of(job)}};
    const nf_outputs outputs = {.count = sizeof arrays / sizeof *arrays, .arrays = arrays};
    nf_lists_options options = job->what->lists->options;
    const nf_status status = bench_fresh_cloud(job, context);
    options.outputs = &outputs;
    return status == NF_OK ? nf_lists(job->cloud, job->cutoff, &options, NULL, NULL) : status;
}

/* ---- verified: the number of all ---------------------------------------------------------------------- */

/* Copies elements of an array of the result, or of the buffers that it was written into. */
static int read_array(const bench_job *job, nf_array array, uint64_t first, uint64_t count, void *to) {
    const bench_device *on = job->on;
    if (!job->what->lists->into) {
        const nf_status status = nf_result_read(job->result, array, first, count, NULL, to);
        return status == NF_OK ? EXIT_DONE : bench_failed(on->plain, status, "reading the lists");
    }
    const size_t size = array == NF_ARRAY_OFFSETS ? 8 : 4;
    const cl_int code =
        count == 0 ? CL_SUCCESS
                   : clEnqueueReadBuffer(nf_context_queue(on->plain), size == 8 ? job->out : job->more,
                                         CL_TRUE, first * size, count * size, to, 0, NULL, NULL);
    return code == CL_SUCCESS
               ? EXIT_DONE
               : complain(EXIT_OTHER, "%s cannot be read (OpenCL error %d)", on->info->name, (int)code);
}

static int total_verify(const bench_job *job) {
    const bench_lists *lists = job->what->lists;
    const nf_lists_options options = {.half = lists->options.half, .arrays = NF_WANT(NF_ARRAY_OFFSETS)};
    const double expected = bench_expected_pairs(job);
    const double pairs = (double)job->found / (lists->options.half ? 1 : 2);
    nf_cloud *cloud = NULL;
    nf_result *wanted = NULL;
    if (job->n > EVERY_LIST)
        return fabs(pairs - expected) <= bench_unlikely(expected)
                   ? EXIT_DONE
                   : bench_wrong(job, "an unlikely number of neighbours");
    nf_status status = bench_host_cloud(job, &cloud);
    if (status == NF_OK) status = nf_lists(cloud, job->cutoff, &options, NULL, &wanted);
    const uint64_t total = nf_result_total(wanted);
    nf_result_free(wanted);
    nf_cloud_free(cloud);
    if (status != NF_OK) return bench_failed(job->on->host, status, job->what->name);
    return total == job->found ? EXIT_DONE : bench_wrong(job, "plain C finds another number of neighbours");
}

/* ---- verified: all neighbours of some points ---------------------------------------------------------- */

static int ascending(const void *a, const void *b) {
    const neighbour *x = a, *y = b;
    int order = (x->j > y->j) - (x->j < y->j);
    for (int k = 0; k < 3 && !order; k++) order = (x->shift[k] > y->shift[k]) - (x->shift[k] < y->shift[k]);
    return order ? order : (x->distance > y->distance) - (x->distance < y->distance);
}

static neighbour *append(neighbours *row) {
    if (row->count == row->room) {
        const size_t room = 2 * row->room + 64;
        neighbour *more = realloc(row->list, room * sizeof *more);
        if (!more) return NULL;
        row->list = more;
        row->room = room;
    }
    row->list[row->count] = (neighbour){.j = 0};
    return &row->list[row->count++];
}

/* 1 if the image of j is in the row of i: not i itself, and in half lists each pair once. */
static int belongs(const bench_job *job, uint64_t i, uint64_t j, const int s[3]) {
    const int sign = s[0] ? s[0] : s[1] ? s[1] : s[2];
    if (job->what->lists->options.half) return j > i || (j == i && sign > 0);
    return j != i || sign != 0;
}

/* Appends the images of j that are near i. */
static int add_images(const bench_job *job, uint64_t i, uint64_t j, neighbours *row) {
    const double reach = job->what->lists->open ? 0 : job->cutoff / bench_width(job) + 1e-3;
    int first[3] = {0, 0, 0}, last[3] = {0, 0, 0}, s[3];
    for (uint64_t k = 0; k < 3 && reach > 0; k++) {
        const double d = job->precision == NF_FLOAT32 ? (double)((const float *)job->input)[3 * j + k] -
                                                            (double)((const float *)job->input)[3 * i + k]
                                                      : ((const double *)job->input)[3 * j + k] -
                                                            ((const double *)job->input)[3 * i + k];
        first[k] = (int)ceil(-d / bench_width(job) - reach);
        last[k] = (int)floor(-d / bench_width(job) + reach);
    }
    for (s[0] = first[0]; s[0] <= last[0]; s[0]++)
        for (s[1] = first[1]; s[1] <= last[1]; s[1]++)
            for (s[2] = first[2]; s[2] <= last[2]; s[2]++) {
                const double square = bench_square(job, i, j, s);
                if (!bench_is_near(job, square) || !belongs(job, i, j, s)) continue;
                neighbour *one = append(row);
                if (!one) return EXIT_MEMORY;
                one->j = (int32_t)j;
                for (int k = 0; k < 3 && has(job, NF_ARRAY_SHIFTS); k++) one->shift[k] = s[k];
                if (has(job, NF_ARRAY_DISTANCES))
                    one->distance =
                        job->precision == NF_FLOAT32 ? (double)sqrtf((float)square) : sqrt(square);
            }
    return EXIT_DONE;
}

/* All neighbours of point i, among the points of its system. */
static int find_row(const bench_job *job, uint64_t i, neighbours *row) {
    const uint64_t each = bench_system_of(job), first = i / each * each;
    const uint64_t end = job->n - first < each ? job->n : first + each;
    int code = EXIT_DONE;
    for (uint64_t j = first; j < end && code == EXIT_DONE; j++) code = add_images(job, i, j, row);
    return code;
}

static int read_row(const bench_job *job, uint64_t i, neighbours *row) {
    uint64_t at[2] = {0, 0}, count = 0;
    int code = read_array(job, NF_ARRAY_OFFSETS, i, 2, at);
    if (code == EXIT_DONE && job->what->lists->options.cell_order)
        code = read_array(job, NF_ARRAY_COUNTS, i, 1, &count);
    else count = at[1] - at[0];
    if (code != EXIT_DONE) return code;
    if (at[0] > job->found || count > job->found - at[0]) return bench_wrong(job, "an offset");
    for (uint64_t k = at[0]; k < at[0] + count && code == EXIT_DONE; k++) {
        neighbour *one = append(row);
        if (!one) return EXIT_MEMORY;
        code = read_array(job, NF_ARRAY_INDICES, k, 1, &one->j);
        if (code == EXIT_DONE && has(job, NF_ARRAY_SHIFTS))
            code = read_array(job, NF_ARRAY_SHIFTS, k, 1, one->shift);
        if (code != EXIT_DONE || !has(job, NF_ARRAY_DISTANCES)) continue;
        float single = 0;
        const int narrow = job->precision == NF_FLOAT32;
        code = read_array(job, NF_ARRAY_DISTANCES, k, 1, narrow ? (void *)&single : (void *)&one->distance);
        if (narrow) one->distance = (double)single;
    }
    return code;
}

static int row_verify(const bench_job *job, uint64_t i) {
    neighbours wanted = {.list = NULL}, got = {.list = NULL};
    int code = find_row(job, i, &wanted);
    if (code == EXIT_DONE) code = read_row(job, i, &got);
    if (code == EXIT_MEMORY) complain(code, "there is no memory for rows of neighbours");
    if (code == EXIT_DONE && got.count != wanted.count) code = bench_wrong(job, "neighbours missing");
    if (wanted.count && code == EXIT_DONE) {
        qsort(wanted.list, wanted.count, sizeof *wanted.list, ascending);
        qsort(got.list, got.count, sizeof *got.list, ascending);
    }
    for (size_t k = 0; k < wanted.count && code == EXIT_DONE; k++)
        if (ascending(&wanted.list[k], &got.list[k]) != 0) code = bench_wrong(job, "other neighbours");
    free(wanted.list);
    free(got.list);
    return code;
}

static int lists_verify(bench_job *job) {
    int code = EXIT_DONE;
    if (job->what->lists->into) {
        /* The first run waited for the order of the points; later ones do not. */
        double ms;
        const nf_status status = bench_run_once(job, job->on->plain, &ms);
        if (status != NF_OK) return bench_failed(job->on->plain, status, job->what->name);
        code = read_array(job, NF_ARRAY_OFFSETS, job->n, 1, &job->found);
        if (code == EXIT_DONE && job->found > room_of(job)) code = bench_wrong(job, "the last offset");
    }
    if (code == EXIT_DONE) code = total_verify(job);
    for (uint64_t w = 0; w < WATCHED && code == EXIT_DONE; w++)
        code = row_verify(job, (job->n - 1) / (WATCHED - 1) * w);
    return code;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

/* Least work: points once; 8 bytes an offset, and in the order of cells a count; 4 an index, 12 a shift, a distance; nine operations a
   pair, which full lists have twice. */
#define LISTS(name, help, usual, place, run, work, ...)                                                      \
    {                                                                                                        \
        name, help, "points", usual, NF_TYPE_NONE, work, lists_need, lists_setup, NULL, run, NULL,           \
            lists_verify, 0, BENCH_RANDOM, NULL, 0, NULL,                                                    \
            &(const bench_lists){.density = 0.1, .cutoff = 5, __VA_ARGS__}, 0, place                         \
    }
#define WORK(offset, index, operations, values)                                                              \
    { 1, offset, index, 0, operations, values }
#define ARRAYS (NF_WANT(NF_ARRAY_OFFSETS) | NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES))
const bench_case bench_lists_cases[] = {
    LISTS("lists",
          "points on the device in input order to full lists there: periodic, 0.1 a unit volume, cutoff 5", 1,
          BENCH_ON_DEVICE, lists_run, WORK(8, 4, 4.5, 0), .open = 0),
    LISTS("lists-into", "as lists, into buffers of a given capacity, with nothing read back", 0,
          BENCH_ON_DEVICE, into_run, WORK(8, 4, 4.5, 0), .into = 1),
    LISTS("lists-cells", "as lists, with the rows in the order of the cells", 0, BENCH_ON_DEVICE, lists_run,
          WORK(16, 4, 4.5, 0), .options = {.cell_order = 1}),
    LISTS("lists-distances", "as lists, with distances", 0, BENCH_ON_DEVICE, lists_run, WORK(8, 4, 4.5, 1),
          .options = {.arrays = ARRAYS}),
    LISTS("lists-all", "as lists, with distances and shifts", 0, BENCH_ON_DEVICE, lists_run,
          WORK(8, 16, 4.5, 1), .options = {.arrays = ARRAYS | NF_WANT(NF_ARRAY_SHIFTS)}),
    LISTS("lists-open", "as lists, in open space", 0, BENCH_ON_DEVICE, lists_run, WORK(8, 4, 4.5, 0),
          .open = 1),
    LISTS("lists-half", "as lists, with each pair once", 0, BENCH_ON_DEVICE, lists_run, WORK(8, 4, 9, 0),
          .options = {.half = 1}),
    LISTS("batch", "as lists, of systems of 1,000 points, all with one box and one cutoff", 0,
          BENCH_ON_DEVICE, lists_run, WORK(8, 4, 4.5, 0), .system = 1000),
    LISTS("lists-host", "as lists, from host memory to host memory", 0, BENCH_IN_HOST_MEMORY, lists_run,
          WORK(8, 4, 4.5, 0), .open = 0),
    LISTS("lists-pinned", "as lists-host, in memory of the library", 0, BENCH_IN_LIBRARY_MEMORY, lists_run,
          WORK(8, 4, 4.5, 0), .open = 0),
    {.name = NULL},
};
