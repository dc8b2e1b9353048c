/* Reduce, scan, compact, gather and sort: their input, what is timed, and a plain loop that verifies it. */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

/* ---- cost and need ------------------------------------------------------------------------------------ */

static const uint64_t value_bytes = sizeof(uint32_t);

static double bytes_of(const bench_job *job) {
    return (double)job->n * (double)nf_type_bytes(job->what->type);
}

bench_cost bench_reduce_cost(const bench_job *job) { return (bench_cost){bytes_of(job), (double)job->n}; }

bench_cost bench_scan_cost(const bench_job *job) { return (bench_cost){2 * bytes_of(job), (double)job->n}; }

bench_cost bench_compact_cost(const bench_job *job) { /* flags, values, what is kept */
    return (bench_cost){(double)job->n + bytes_of(job) + 4.0 * (double)job->found, (double)job->n};
}

bench_cost bench_gather_cost(const bench_job *job) { /* indices, elements, result */
    return (bench_cost){3 * bytes_of(job), 0};
}

bench_cost bench_sort_cost(const bench_job *job) { /* keys and values once in and once out */
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

/* Four buffers of n elements at most, and the scratch of a sort in both contexts: the largest of them all. */
bench_need bench_elements_need(const bench_job *job) {
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

/* Random without a state, so that element k is the same for every n: the finalizer of SplitMix64. */
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

/* What compact keeps and where gather reads follow from the elements, so that the input is one file. */
static cl_mem make_flags(bench_job *job) {
    uint8_t *flags = malloc(job->n ? job->n : 1);
    if (!flags) return NULL;
    for (uint64_t k = 0; k < job->n; k++) flags[k] = (uint8_t)(((uint32_t *)job->input)[k] & 1);
    cl_mem buffer = bench_buffer(job->on, job->n, flags);
    free(flags);
    return buffer;
}

static cl_mem make_indices(bench_job *job) {
    uint32_t *indices = malloc((job->n ? job->n : 1) * sizeof *indices);
    if (!indices) return NULL;
    for (uint64_t k = 0; k < job->n; k++) indices[k] = ((uint32_t *)job->input)[k] % (uint32_t)job->n;
    cl_mem buffer = bench_buffer(job->on, job->n * sizeof *indices, indices);
    free(indices);
    return buffer;
}

/* What all of them need, and what each of them needs more. */
static int setup(bench_job *job, cl_mem (*more)(bench_job *)) {
    const int code = bench_make_input(job);
    if (code != NF_EXIT_DONE) return code;
    job->in = bench_buffer(job->on, bench_input_bytes(job), job->input);
    job->out = job->in ? bench_buffer(job->on, bench_input_bytes(job), NULL) : NULL;
    job->total = job->out ? bench_buffer(job->on, sizeof(uint64_t), NULL) : NULL;
    if (job->total && more) job->more = more(job);
    return job->total && (job->more || !more)
               ? NF_EXIT_DONE
               : complain(NF_EXIT_MEMORY, "there is no memory for %s of %llu elements", job->what->name,
                          (unsigned long long)job->n);
}

int bench_reduce_setup(bench_job *job) { return setup(job, NULL); }
int bench_scan_setup(bench_job *job) { return setup(job, NULL); }
int bench_compact_setup(bench_job *job) { return setup(job, make_flags); }
int bench_gather_setup(bench_job *job) { return setup(job, make_indices); }

static cl_mem make_places(bench_job *job) {
    uint32_t *values = malloc((job->n ? job->n : 1) * sizeof *values);
    if (!values) return NULL;
    for (uint64_t k = 0; k < job->n; k++) values[k] = (uint32_t)k;
    cl_mem buffer = bench_buffer(job->on, job->n * sizeof *values, values);
    free(values);
    return buffer;
}

int bench_sort_setup(bench_job *job) {
    const int code = setup(job, make_places);
    if (code != NF_EXIT_DONE) return code;
    job->pristine = bench_buffer(job->on, bench_input_bytes(job), job->input);
    return job->pristine ? NF_EXIT_DONE : NF_EXIT_MEMORY;
}

/* ---- what is timed ------------------------------------------------------------------------------------ */

nf_status bench_sort_restore(bench_job *job) {
    cl_command_queue queue = nf_context_queue(job->on->plain);
    cl_int code = clEnqueueCopyBuffer(queue, job->pristine, job->in, 0, 0,
                                      (size_t)job->n * nf_type_bytes(job->what->type), 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = clEnqueueCopyBuffer(queue, job->more, job->out, 0, 0, (size_t)job->n * value_bytes, 0, NULL,
                                   NULL);
    return code == CL_SUCCESS ? nf_context_finish(job->on->plain) : NF_ERROR_DEVICE;
}

nf_status bench_reduce_run(bench_job *job, nf_context *context) {
    return nf_reduce(context, job->what->type, NF_SUM, nf_at(job->in, 0), nf_at(job->out, 0), job->n, NULL);
}

nf_status bench_scan_run(bench_job *job, nf_context *context) {
    return nf_scan(context, job->what->type, NF_SUM, NF_EXCLUSIVE, nf_at(job->in, 0), nf_at(job->out, 0),
                   job->n, NULL);
}

nf_status bench_compact_run(bench_job *job, nf_context *context) {
    return nf_compact(context, job->what->type, nf_at(job->more, 0), nf_at(job->in, 0), nf_at(job->out, 0),
                      nf_at(job->total, 0), job->n, NULL);
}

nf_status bench_gather_run(bench_job *job, nf_context *context) {
    return nf_gather(context, 1, nf_at(job->in, 0), job->n, nf_at(job->more, 0), nf_at(job->out, 0), job->n,
                     NULL);
}

nf_status bench_sort_run(bench_job *job, nf_context *context) {
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

int bench_reduce_verify(bench_job *job) {
    uint32_t sum = 0, out = 0;
    for (uint64_t k = 0; k < job->n; k++) sum += ((uint32_t *)job->input)[k];
    const int code = bench_read(job->on, job->out, sizeof out, &out);
    if (code != NF_EXIT_DONE) return code;
    job->found = out;
    return out == sum ? NF_EXIT_DONE : wrong(job, 0);
}

int bench_scan_verify(bench_job *job) {
    uint32_t sum = 0, *out = read_out(job, job->n);
    uint64_t k = 0;
    if (!out) return NF_EXIT_OTHER;
    for (; k < job->n && out[k] == sum; k++) sum += ((uint32_t *)job->input)[k];
    job->found = job->n ? out[job->n - 1] : 0;
    free(out);
    return k == job->n ? NF_EXIT_DONE : wrong(job, k);
}

int bench_compact_verify(bench_job *job) {
    uint64_t kept = 0, k = 0, count = 0;
    const uint32_t *in = job->input;
    const int code = bench_read(job->on, job->total, sizeof count, &count);
    if (code != NF_EXIT_DONE) return code;
    if (count > job->n) return wrong(job, count);
    uint32_t *out = read_out(job, count);
    if (!out) return NF_EXIT_OTHER;
    for (; k < job->n; k++) {
        if (!(in[k] & 1)) continue;
        if (kept == count || out[kept] != in[k]) break;
        kept++;
    }
    job->found = count;
    free(out);
    return k == job->n && kept == count ? NF_EXIT_DONE : wrong(job, kept);
}

int bench_gather_verify(bench_job *job) {
    uint32_t sum = 0, *out = read_out(job, job->n);
    const uint32_t *in = job->input;
    uint64_t k = 0;
    if (!out) return NF_EXIT_OTHER;
    for (; k < job->n && out[k] == in[in[k] % (uint32_t)job->n]; k++) sum += out[k];
    job->found = sum;
    free(out);
    return k == job->n ? NF_EXIT_DONE : wrong(job, k);
}

uint64_t bench_order_sum(const void *keys, nf_type type, const uint32_t *values, uint64_t n) {
    uint32_t sum = 0;
    for (uint64_t k = 0; k < n; k++) {
        const uint64_t key = type == NF_UINT64 ? ((const uint64_t *)keys)[k] : ((const uint32_t *)keys)[k];
        sum += (uint32_t)(k + 1) * ((uint32_t)key ^ (uint32_t)(key >> 32) ^ (values[k] * 2654435769U));
    }
    return sum;
}

/* Values are the places before: ascending (key, value) with keys[k] = input[values[k]] is the one right answer. */
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

int bench_sort_verify(bench_job *job) {
    const uint64_t bytes = job->n * nf_type_bytes(job->what->type);
    void *keys = malloc(bytes ? bytes : 1);
    uint32_t *values = keys ? read_out(job, job->n) : NULL;
    int code = values ? bench_read(job->on, job->in, bytes, keys) : NF_EXIT_MEMORY;
    if (code == NF_EXIT_DONE) {
        const uint64_t k = first_unsorted(job, keys, values);
        code = k == job->n ? NF_EXIT_DONE : wrong(job, k);
        job->found = bench_order_sum(keys, job->what->type, values, job->n);
    }
    free(keys);
    free(values);
    return code;
}
