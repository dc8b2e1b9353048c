/* The cases reduce, scan, compact, gather and sort, verified by plain loops. */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

/* ---- cost and need ------------------------------------------------------------------------------------ */

static const uint64_t value_bytes = sizeof(uint32_t);

static double bytes_of(const bench_job *job) {
    return (double)job->n * (double)nf_type_bytes(job->what->type);
}

static bench_cost reduce_cost(const bench_job *job) { return (bench_cost){bytes_of(job), (double)job->n}; }

static bench_cost scan_cost(const bench_job *job) { return (bench_cost){2 * bytes_of(job), (double)job->n}; }

static bench_cost compact_cost(const bench_job *job) { /* flags, values, what is kept */
    return (bench_cost){(double)job->n + bytes_of(job) + 4.0 * (double)job->found, (double)job->n};
}

static bench_cost gather_cost(const bench_job *job) { /* indices, elements, result */
    return (bench_cost){3 * bytes_of(job), 0};
}

static bench_cost sort_cost(const bench_job *job) { /* keys and values once in and once out */
    return (bench_cost){2 * (bytes_of(job) + (double)(value_bytes * job->n)), (double)job->n};
}

static int is_sort(const bench_job *job) { return job->what->bits > 0; }

static nf_sort_options sort_options(const bench_job *job) {
    nf_sort_options options;
    memset(&options, 0, sizeof options);
    options.key = job->what->type;
    options.value = NF_UINT32;
    options.last_bit = job->what->bits;
    return options;
}

/* At most four buffers of n elements, and the scratch of a sort. */
static bench_need elements_need(const bench_job *job) {
    const uint64_t size = nf_type_bytes(job->what->type);
    bench_need need = {job->n * size * 3, job->n * size, job->n * size * 2};
    if (is_sort(job)) {
        const nf_sort_options options = sort_options(job);
        uint64_t scratch = 0;
        if (nf_sort_scratch(job->on->plain, &options, job->n, &scratch) != NF_OK) scratch = need.device;
        need.device = job->n * (2 * size + 2 * value_bytes) + scratch;
        need.host = job->n * (2 * size + value_bytes);
    }
    return need;
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
static uint32_t place_of(const bench_job *job, uint64_t k) {
    (void)job;
    return (uint32_t)k;
}

/* Input, output and total; and in job->more a value of `size` bytes for each element, unless `more` is NULL. */
static int setup(bench_job *job, uint32_t (*more)(const bench_job *job, uint64_t k), size_t size) {
    const int code = bench_make_input(job);
    if (code != NF_EXIT_DONE) return code;
    job->in = bench_buffer(job->on, bench_input_bytes(job), job->input);
    job->out = job->in ? bench_buffer(job->on, bench_input_bytes(job), NULL) : NULL;
    job->total = job->out ? bench_buffer(job->on, sizeof(uint64_t), NULL) : NULL;
    unsigned char *values = job->total && more ? malloc((job->n ? job->n : 1) * size) : NULL;
    for (uint64_t k = 0; values && k < job->n; k++) {
        const uint32_t value = more(job, k);
        if (size == 1) values[k] = (unsigned char)value;
        else memcpy(values + k * size, &value, sizeof value);
    }
    if (values) job->more = bench_buffer(job->on, job->n * size, values);
    free(values);
    return job->total && (job->more || !more)
               ? NF_EXIT_DONE
               : complain(NF_EXIT_MEMORY, "there is no memory for %s of %llu elements", job->what->name,
                          (unsigned long long)job->n);
}

static int plain_setup(bench_job *job) { return setup(job, NULL, 0); }
static int compact_setup(bench_job *job) { return setup(job, flag_of, 1); }
static int gather_setup(bench_job *job) { return setup(job, index_of, sizeof(uint32_t)); }

static int sort_setup(bench_job *job) {
    const int code = setup(job, place_of, sizeof(uint32_t));
    if (code != NF_EXIT_DONE) return code;
    job->pristine = bench_buffer(job->on, bench_input_bytes(job), job->input);
    return job->pristine ? NF_EXIT_DONE : NF_EXIT_MEMORY;
}

/* ---- what is timed ------------------------------------------------------------------------------------ */

static nf_status sort_restore(bench_job *job) {
    cl_command_queue queue = nf_context_queue(job->on->plain);
    cl_int code = clEnqueueCopyBuffer(queue, job->pristine, job->in, 0, 0,
                                      (size_t)job->n * nf_type_bytes(job->what->type), 0, NULL, NULL);
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

static int wrong(const bench_job *job, uint64_t k) {
    return complain(
        NF_EXIT_OTHER,
        "%s of %llu on %s gives a wrong result (element %llu): nothing is measured; nearfield check "
        "may say why",
        job->what->name, (unsigned long long)job->n, job->on->info->name, (unsigned long long)k);
}

/* The first `count` elements of job->out; NULL when there is no memory or they cannot be read. */
static uint32_t *read_out(bench_job *job, uint64_t count) {
    uint32_t *out = malloc((count ? count : 1) * sizeof *out);
    if (!out) complain(NF_EXIT_MEMORY, "there is no memory to verify %s", job->what->name);
    else if (bench_read(job->on, job->out, count * sizeof *out, out) == NF_EXIT_DONE) return out;
    free(out);
    return NULL;
}

/* Computes the result by a plain loop into `out`, and the number of its elements; returns it as one number. */
typedef uint64_t plain_loop(const bench_job *job, uint32_t *out, uint64_t *count);

static uint64_t reduce_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    *count = 1;
    for (uint64_t k = 0; k < job->n; k++) out[0] += ((const uint32_t *)job->input)[k];
    return out[0];
}

static uint64_t scan_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    *count = job->n;
    for (uint64_t k = 1; k < job->n; k++) out[k] = out[k - 1] + ((const uint32_t *)job->input)[k - 1];
    return job->n ? out[job->n - 1] : 0;
}

static uint64_t compact_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    for (uint64_t k = 0; k < job->n; k++)
        if (flag_of(job, k)) out[(*count)++] = ((const uint32_t *)job->input)[k];
    return *count;
}

static uint64_t gather_plainly(const bench_job *job, uint32_t *out, uint64_t *count) {
    uint32_t sum = 0;
    *count = job->n;
    for (uint64_t k = 0; k < job->n; k++) sum += out[k] = ((const uint32_t *)job->input)[index_of(job, k)];
    return sum;
}

static int verify(bench_job *job, plain_loop *loop) {
    uint64_t count = 0, k = 0;
    uint32_t *wanted = calloc(job->n + 1, sizeof *wanted), *out = NULL;
    if (wanted) job->found = loop(job, wanted, &count);
    out = wanted ? read_out(job, count) : NULL;
    while (out && k < count && out[k] == wanted[k]) k++;
    const int code = !out ? NF_EXIT_OTHER : k == count ? NF_EXIT_DONE : wrong(job, k);
    free(wanted);
    free(out);
    return code;
}

static int reduce_verify(bench_job *job) { return verify(job, reduce_plainly); }
static int scan_verify(bench_job *job) { return verify(job, scan_plainly); }
static int gather_verify(bench_job *job) { return verify(job, gather_plainly); }
static int compact_verify(bench_job *job) {
    uint64_t count = 0;
    int code = verify(job, compact_plainly);
    if (code == NF_EXIT_DONE) code = bench_read(job->on, job->total, sizeof count, &count);
    return code != NF_EXIT_DONE || count == job->found ? code : wrong(job, count);
}

/* One number for a sorted order of keys and values, below 2^32. */
static uint64_t order_sum(const void *keys, nf_type type, const uint32_t *values, uint64_t n) {
    uint32_t sum = 0;
    for (uint64_t k = 0; k < n; k++) {
        const uint64_t key = type == NF_UINT64 ? ((const uint64_t *)keys)[k] : ((const uint32_t *)keys)[k];
        sum += (uint32_t)(k + 1) * ((uint32_t)key ^ (uint32_t)(key >> 32) ^ (values[k] * 2654435769U));
    }
    return sum;
}

/* The values are the indices of the keys in the input: ascending (key, value) with keys[k] = input[values[k]] is the only
   correct result.  Returns the first wrong index. */
static uint64_t first_unsorted(const bench_job *job, const void *keys, const uint32_t *values) {
    const int wide = job->what->type == NF_UINT64;
    uint64_t before = 0;
    for (uint64_t k = 0; k < job->n; k++) {
        if (values[k] >= job->n) return k;
        const uint64_t key = wide ? ((const uint64_t *)keys)[k] : ((const uint32_t *)keys)[k];
        const uint64_t was =
            wide ? ((const uint64_t *)job->input)[values[k]] : ((const uint32_t *)job->input)[values[k]];
        if (key != was || (k && (key < before || (key == before && values[k] <= values[k - 1])))) return k;
        before = key;
    }
    return job->n;
}

static int sort_verify(bench_job *job) {
    const uint64_t bytes = job->n * nf_type_bytes(job->what->type);
    void *keys = malloc(bytes ? bytes : 1);
    uint32_t *values = keys ? read_out(job, job->n) : NULL;
    int code = values ? bench_read(job->on, job->in, bytes, keys) : NF_EXIT_MEMORY;
    if (code == NF_EXIT_DONE) {
        const uint64_t k = first_unsorted(job, keys, values);
        code = k == job->n ? NF_EXIT_DONE : wrong(job, k);
        job->found = order_sum(keys, job->what->type, values, job->n);
    }
    free(keys);
    free(values);
    return code;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

#define ELEMENTS(name, help, setup)                                                                          \
    {                                                                                                        \
#name, help, "elements", 1, NF_UINT32, 0, BENCH_RANDOM, name##_cost, elements_need, setup, NULL,     \
            name##_run, NULL, name##_verify                                                                  \
    }
#define SORT(name, help, usual, type, bits, keys)                                                            \
    {                                                                                                        \
        name, help, "keys", usual, type, bits, keys, sort_cost, elements_need, sort_setup, sort_restore,     \
            sort_run, NULL, sort_verify                                                                      \
    }
const bench_case bench_primitives[] = {
    ELEMENTS(reduce, "sum of uint32", plain_setup),
    ELEMENTS(scan, "exclusive prefix sums of uint32", plain_setup),
    ELEMENTS(compact, "uint32 kept by flag, half of them", compact_setup),
    ELEMENTS(gather, "uint32 by random indices", gather_setup),
    SORT("sort", "uint32 keys with uint32 values, 32 random bits", 1, NF_UINT32, 32, BENCH_RANDOM),
    SORT("sort-24", "the same with keys of 24 bits", 0, NF_UINT32, 24, BENCH_RANDOM),
    SORT("sort-19", "the same with keys of 19 bits", 0, NF_UINT32, 19, BENCH_RANDOM),
    SORT("sort-sorted", "the same, 32 bits, keys that are in order", 0, NF_UINT32, 32, BENCH_SORTED),
    SORT("sort-equal", "the same, 32 bits, keys that are all equal", 0, NF_UINT32, 32, BENCH_EQUAL),
    SORT("sort-64", "uint64 keys with uint32 values, 64 random bits", 0, NF_UINT64, 64, BENCH_RANDOM),
    {.name = NULL},
};
