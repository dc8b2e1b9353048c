/* The table of what can be measured. */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define ELEMENTS(name, help, usual, type)                                                                      \
    {#name, help, "elements", usual, type, 0, BENCH_RANDOM, bench_##name##_cost, bench_elements_need,          \
     bench_##name##_setup, NULL, bench_##name##_run, NULL, bench_##name##_verify}
#define SORT(name, help, usual, type, bits, keys)                                                              \
    {name, help, "keys", usual, type, bits, keys, bench_sort_cost, bench_elements_need,                        \
     bench_sort_setup, bench_sort_restore, bench_sort_run, NULL, bench_sort_verify}
#define POINTS(name, help, usual, what, restore, run, apart, verify)                                           \
    {name, help, "points", usual, NF_TYPE_NONE, 0, BENCH_RANDOM, bench_##what##_cost, bench_##verify##_need,   \
     bench_points_setup, restore, run, apart, bench_##verify##_verify}
/* clang-format on */

static const bench_case cases[] = {
    ELEMENTS(reduce, "sum of uint32", 1, NF_UINT32),
    ELEMENTS(scan, "exclusive prefix sums of uint32", 1, NF_UINT32),
    ELEMENTS(compact, "uint32 kept by flag, half of them", 1, NF_UINT32),
    ELEMENTS(gather, "uint32 by random indices", 1, NF_UINT32),
    SORT("sort", "uint32 keys with uint32 values, 32 random bits", 1, NF_UINT32, 32, BENCH_RANDOM),
    SORT("sort-24", "the same with keys of 24 bits", 0, NF_UINT32, 24, BENCH_RANDOM),
    SORT("sort-19", "the same with keys of 19 bits", 0, NF_UINT32, 19, BENCH_RANDOM),
    SORT("sort-sorted", "the same, 32 bits, keys that are in order", 0, NF_UINT32, 32, BENCH_SORTED),
    SORT("sort-equal", "the same, 32 bits, keys that are all equal", 0, NF_UINT32, 32, BENCH_EQUAL),
    SORT("sort-64", "uint64 keys with uint32 values, 64 random bits", 0, NF_UINT64, 64, BENCH_RANDOM),
    POINTS("order", "points on the device put in the order of their cells", 1, order, NULL, bench_count_run,
           "search", count),
    POINTS("count", "points on the device in input order to the number of pairs", 0, count, NULL,
           bench_count_run, NULL, count),
    POINTS("pairs", "points on the device in input order to pairs on the device, total on the host", 1, pairs,
           NULL, bench_pairs_run, NULL, pairs),
    POINTS("pairs-fresh", "the same with a new result buffer every time", 0, pairs, bench_pairs_drop,
           bench_pairs_run, NULL, pairs),
};

const bench_case *bench_cases(size_t *count) {
    *count = sizeof cases / sizeof *cases;
    return cases;
}

const bench_case *bench_case_named(const char *name) {
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (strcmp(cases[k].name, name) == 0) return &cases[k];
    return NULL;
}

uint64_t bench_input_bytes(const bench_job *job) {
    return job->what->type ? job->n * nf_type_bytes(job->what->type)
                           : 3 * job->n * nf_type_bytes(job->precision);
}

int bench_make_input(bench_job *job) {
    const uint64_t bytes = bench_input_bytes(job);
    job->input = malloc(bytes ? bytes : 1);
    if (!job->input)
        return complain(NF_EXIT_MEMORY, "there is no memory for %.1f MB of input", (double)bytes * 1e-6);
    (job->what->type ? bench_make_elements : bench_make_points)(job);
    return NF_EXIT_DONE;
}

void bench_clear(bench_job *job) {
    cl_mem *const buffers[] = {&job->in, &job->pristine, &job->more, &job->out, &job->total};
    nf_result_free(job->result);
    nf_cloud_free(job->cloud);
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++) {
        if (*buffers[k]) clReleaseMemObject(*buffers[k]);
        *buffers[k] = NULL;
    }
    free(job->input);
    job->input = NULL;
    job->result = NULL;
    job->cloud = NULL;
}
