/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The cases reduce, scan, compact, gather and sort, verified by plain loops. */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t value_bytes = sizeof(uint32_t);

static nf_sort_options sort_options(const bench_job *job) {
    return (nf_sort_options){.key = job->what->type, .value = NF_UINT32, .last_bit = job->what->bits};
}

/* At most four buffers of n elements, and the scratch of a sort. */
static bench_need elements_need(const bench_job *job) {
    const uint64_t bytes = bench_input_bytes(job), values = job->n * value_bytes;
    const nf_sort_options options = sort_options(job);
    uint64_t scratch = bytes;
    if (!job->what->bits) return (bench_need){3 * bytes, bytes, 2 * bytes};
    if (nf_sort_scratch(job->on->plain, &options, job->n, &scratch) != NF_OK) scratch = 3 * bytes;
    return (bench_need){2 * (bytes + values) + scratch, bytes, 2 * bytes + values};
}

/* ---- input -------------------------------------------------------------------------------------------- */

/* The finalizer of SplitMix64: without a state, so that element k is the same for every n. */
static uint64_t mixed(uint64_t k) {
    k = (k + 1) * 0x9E3779B97F4A7C15U;
    k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9U;
    k = (k ^ (k >> 27)) * 0x94D049BB133111EBU;
    return k ^ (k >> 31);
}

static uint64_t element(const bench_job *job, uint64_t k) {
    const bench_case *what = job->what;
    const uint64_t mask = what->bits > 0 && what->bits < 64 ? ((uint64_t)1 << what->bits) - 1 : UINT64_MAX;
    if (what->keys == BENCH_SORTED) return k & mask;
    if (what->keys == BENCH_EQUAL) return mixed(1) & mask;
    return mixed(k) & mask;
}

void bench_make_elements(bench_job *job) {
    for (uint64_t k = 0; k < job->n; k++) {
        if (job->what->type == NF_UINT64) ((uint64_t *)job->input)[k] = element(job, k);
        else ((uint32_t *)job->input)[k] = (uint32_t)element(job, k);
    }
}

/* The flags of compact and the indices of gather follow from the elements, so that a peer reads one file. */
static uint32_t flag_of(const bench_job *job, uint64_t k) { return ((const uint32_t *)job->input)[k] & 1; }
static uint32_t index_of(const bench_job *job, uint64_t k) {
    return ((const uint32_t *)job->input)[k] % (uint32_t)job->n;
}

static int elements_setup(bench_job *job) {
    const bench_case *what = job->what;
    const uint64_t bytes = job->n * what->more_bytes;
    const int code = bench_make_input(job);
    if (code != EXIT_DONE) return code;
    unsigned char *more = malloc(bytes + 1);
    for (uint64_t k = 0; more && bytes && k < job->n; k++) {
        const uint32_t value = what->more ? what->more(job, k) : (uint32_t)k;
        if (what->more_bytes == 1) more[k] = (unsigned char)value;
        else memcpy(more + k * value_bytes, &value, sizeof value);
    }
    job->in = more ? bench_buffer(job->on, bench_input_bytes(job), job->input) : NULL;
    job->out = job->in ? bench_buffer(job->on, bench_input_bytes(job), NULL) : NULL;
    job->total = job->out ? bench_buffer(job->on, sizeof(uint64_t), NULL) : NULL;
    job->more = job->total ? bench_buffer(job->on, bytes, more) : NULL;
    if (job->more && what->restore) job->pristine = bench_buffer(job->on, bench_input_bytes(job), job->input);
    free(more);
    return job->more && (job->pristine || !what->restore) ? EXIT_DONE : EXIT_MEMORY;
}

/* ---- what is timed ------------------------------------------------------------------------------------ */

static nf_status sort_restore(bench_job *job) {
    cl_command_queue queue = nf_context_queue(job->on->plain);
    cl_int code = clEnqueueCopyBuffer(queue, job->pristine, job->in, 0, 0, (size_t)bench_input_bytes(job), 0,
                                      NULL, NULL);
    if (code == CL_SUCCESS)
        code = clEnqueueCopyBuffer(queue, job->more, job->out, 0, 0, (size_t)job->n * value_bytes, 0, NULL,
                                   NULL);
    return code == CL_SUCCESS ? nf_context_finish(job->on->plain) : NF_ERROR_DEVICE;
}

static nf_status reduce_run(bench_job *job, nf_context *context) {
    return nf_reduce(context, job->what->type, NF_SUM, nf_at(job->in, 0), nf_at(job->out, 0), job->n, NULL);
}

static nf_status scan_run(bench_job *job, nf_context *context) {
    return nf_scan(context, job->what->type, NF_SUM, NF_EXCLUSIVE, nf_at(job->in, 0), nf_at(job->out, 0),
                   job->n, NULL);
}

static nf_status compact_run(bench_job *job, nf_context *context) {
    return nf_compact(context, job->what->type, nf_at(job->more, 0), nf_at(job->in, 0), nf_at(job->out, 0),
                      nf_at(job->total, 0), job->n, NULL);
}

static nf_status gather_run(bench_job *job, nf_context *context) {
    return nf_gather(context, 1, nf_at(job->in, 0), job->n, nf_at(job->more, 0), nf_at(job->out, 0), job->n,
                     NULL);
}

static nf_status sort_run(bench_job *job, nf_context *context) {
    const nf_sort_options options = sort_options(job);
    return nf_sort(context, &options, nf_at(job->in, 0), nf_at(job->out, 0), job->n, NULL);
}

/* ---- verified ----------------------------------------------------------------------------------------- */

/* The first `count` elements of job->out; NULL when there is no memory or they cannot be read. */
static uint32_t *read_out(bench_job *job, uint64_t count) {
    uint32_t *out = malloc((count ? count : 1) * sizeof *out);
    if (!out) complain(EXIT_MEMORY, "there is no memory to verify %s", job->what->name);
    else if (bench_read(job->on, job->out, count * sizeof *out, out) == EXIT_DONE) return out;
    free(out);
    return NULL;
}

/* Plain loops: write the result into `out`, count its elements, and return it as one number. */
static uint64_t reduce_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    for (uint64_t k = 0; k < job->n; k++) out[0] += ((const uint32_t *)job->input)[k];
    *count = 1;
    return out[0];
}

static uint64_t scan_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    for (uint64_t k = 1; k < job->n; k++) out[k] = out[k - 1] + ((const uint32_t *)job->input)[k - 1];
    *count = job->n;
    return job->n ? out[job->n - 1] : 0;
}

static uint64_t compact_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    for (uint64_t k = 0; k < job->n; k++)
        if (flag_of(job, k)) out[(*count)++] = ((const uint32_t *)job->input)[k];
    return *count;
}

static uint64_t gather_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    uint32_t sum = 0;
    for (uint64_t k = 0; k < job->n; k++) sum += out[k] = ((const uint32_t *)job->input)[index_of(job, k)];
    *count = job->n;
    return sum;
}

static int elements_verify(bench_job *job) {
    uint64_t count = 0, kept = 0, k = 0;
    uint32_t *wanted = calloc(job->n + 1, sizeof *wanted), *out = NULL;
    if (wanted) job->found = job->what->plain(job, wanted, &count);
    out = wanted ? read_out(job, count) : NULL;
    while (out && k < count && out[k] == wanted[k]) k++;
    int code = !out ? EXIT_OTHER : k == count ? EXIT_DONE : bench_wrong(job, "an element");
    if (code == EXIT_DONE && job->what->run == compact_run) {
        code = bench_read(job->on, job->total, sizeof kept, &kept);
        if (code == EXIT_DONE && kept != count) code = bench_wrong(job, "the number of elements");
    }
    free(wanted);
    free(out);
    return code;
}

/* The values are the indices of the keys in the input: ascending (key, value) with keys[k] = input[values[k]] is the only
   correct result. */
static int sort_verify(bench_job *job) {
    void *keys = malloc(bench_input_bytes(job) + 1);
    uint32_t *values = keys ? read_out(job, job->n) : NULL, sum = 0;
    int code = values ? bench_read(job->on, job->in, bench_input_bytes(job), keys) : EXIT_MEMORY;
    uint64_t before = 0;
    for (uint64_t k = 0; k < job->n && code == EXIT_DONE; k++) {
        const uint64_t key =
            job->what->type == NF_UINT64 ? ((const uint64_t *)keys)[k] : ((const uint32_t *)keys)[k];
        const int follows = k == 0 || key > before || (key == before && values[k] > values[k - 1]);
        if (!follows || values[k] >= job->n || key != element(job, values[k]))
            code = bench_wrong(job, "an element");
        sum += (uint32_t)(k + 1) * ((uint32_t)key ^ (uint32_t)(key >> 32) ^ (values[k] * 2654435769U));
        before = key;
    }
    job->found = sum;
    free(keys);
    free(values);
    return code;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

/* Least work: elements once in and once out; flags, and what is kept; indices; values. */
#define ELEMENTS(name, help, more, bytes, ...)                                                               \
    {                                                                                                        \
#name, help, "elements", 1, NF_UINT32, __VA_ARGS__, elements_need, elements_setup, NULL, name##_run, \
            NULL, elements_verify, 0, BENCH_RANDOM, more, bytes, name##_plainly, NULL, 0, BENCH_ON_DEVICE    \
    }
#define SORT(name, help, usual, type, bits, keys)                                                            \
    {                                                                                                        \
        name, help, "keys", usual, type, {2, 8, 0, 1, 0, 0}, elements_need, elements_setup, sort_restore,    \
            sort_run, NULL, sort_verify, bits, keys, NULL, sizeof(uint32_t), NULL, NULL, 0, BENCH_ON_DEVICE  \
    }
const bench_case bench_primitives[] = {
    ELEMENTS(reduce, "sum of uint32", NULL, 0, {1, 0, 0, 1, 0, 0}),
    ELEMENTS(scan, "exclusive prefix sums of uint32", NULL, 0, {2, 0, 0, 1, 0, 0}),
    ELEMENTS(compact, "uint32 kept by flag, half of them", flag_of, 1, {1, 1, 4, 1, 0, 0}),
    ELEMENTS(gather, "uint32 by random indices", index_of, sizeof(uint32_t), {3, 0, 0, 0, 0, 0}),
    SORT("sort", "uint32 keys with uint32 values, 32 random bits", 1, NF_UINT32, 32, BENCH_RANDOM),
    SORT("sort-24", "uint32 keys with uint32 values, 24 random bits", 0, NF_UINT32, 24, BENCH_RANDOM),
    SORT("sort-19", "uint32 keys with uint32 values, 19 random bits", 0, NF_UINT32, 19, BENCH_RANDOM),
    SORT("sort-sorted", "uint32 keys that are in order, with uint32 values", 0, NF_UINT32, 32, BENCH_SORTED),
    SORT("sort-equal", "uint32 keys that are all equal, with uint32 values", 0, NF_UINT32, 32, BENCH_EQUAL),
    SORT("sort-64", "uint64 keys with uint32 values, 64 random bits", 0, NF_UINT64, 64, BENCH_RANDOM),
    {.name = NULL},
};
