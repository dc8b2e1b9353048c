/*
 * What the primitives' public functions call after their checks, and what other rooms call with their own
 * work. Places are checked already; scratch is taken from the work and given back before these return.
 */
#ifndef NF_PRIMITIVES_RUN_H
#define NF_PRIMITIVES_RUN_H

#include "opencl/launch.h"
#include "tune/tunable.h"

#include <nearfield/primitives.h>

nf_status nf_reduce_run(nf_work *work, nf_type type, nf_operation operation, nf_slice in, nf_slice out,
                        uint64_t n);
nf_status nf_scan_run(nf_work *work, nf_type type, nf_operation operation, nf_scan_kind kind, nf_slice in,
                      nf_slice out, uint64_t n);
nf_status nf_compact_run(nf_work *work, nf_type type, nf_slice flags, nf_slice values, nf_slice out,
                         nf_slice count, uint64_t n);
nf_status nf_gather_run(nf_work *work, int words, nf_slice in, uint64_t m, nf_slice indices, nf_slice out,
                        uint64_t n);
nf_status nf_sort_run(nf_work *work, const nf_sort_options *options, nf_slice keys, nf_slice values,
                      uint64_t n);

/*
 * A sort of keys that another kernel makes, with the numbers 0, 1, 2... as values.  That kernel counts the
 * digits of the keys in passing, so that they are not read once more, nobody writes or reads the first values,
 * and the result comes where it is wanted without a copy.
 *
 *     nf_sort_job job = {.options = {NF_UINT32, NF_UINT32, 0, bits}, .n = n, .keys = keys, .values = index};
 *     NF_TRY(nf_sort_begin(work, &job));
 *     nf_sort_define(work->context, &job, &spec);
 *     NF_TRY(nf_program_get(context, &spec, &program));
 *     NF_TRY(nf_launch(work, program, "keys", ..., nf_out(job.made.buffer), nf_u64(job.made.offset),
 *                      nf_out(job.values.buffer), nf_u64(job.values.offset),
 *                      nf_inout(job.counts), nf_out(job.words), nf_u64(job.word_count)));
 *     NF_TRY(nf_sort_finish(work, &job));
 *
 * nf_sort_define defines COUNTED, NUMBERED, and what primitives/digits.cl wants.  With COUNTED 1 the kernel calls
 * its functions (digits_clear, digits_clear_words; digits_count for every key, first bit DIGITS_FIRST;
 * digits_add); with COUNTED 0 it leaves counts and words alone, and room of DIGITS_ROOM is not needed.  With
 * NUMBERED 1 it also writes the numbers to `values`.  n is at least 1 and below 2^32.
 * Scratch is given back by nf_sort_finish, or by the work's end.
 */
typedef struct nf_sort_places { /* of keys and values */
    nf_slice keys, values;
} nf_sort_places;
typedef struct nf_sort_room { /* counts of digits and look-back words of two passes, or a table of counts */
    cl_mem counts, words[2], table;
} nf_sort_room;
typedef struct nf_sort_job {
    nf_sort_options options; /* value: NF_UINT32 */
    uint64_t n;
    nf_slice keys, values; /* where the sorted ones go */
    /* From nf_sort_begin, for the kernel that makes the keys. */
    nf_slice made; /* where it puts them */
    cl_mem counts, words;
    uint64_t word_count;
    /* And for nf_sort_finish. */
    nf_sort_room room;
    nf_sort_places scratch;
    size_t mark;
} nf_sort_job;
nf_status nf_sort_begin(nf_work *work, nf_sort_job *job);
void nf_sort_define(const nf_context *context, const nf_sort_job *job, nf_spec *spec);
nf_status nf_sort_finish(nf_work *work, nf_sort_job *job);
uint64_t nf_sort_job_bytes(nf_context *context, const nf_sort_options *options, uint64_t n);

/* Scratch bytes that the above take. */
uint64_t nf_reduce_bytes(nf_context *context, nf_type type, uint64_t n);
uint64_t nf_scan_bytes(nf_context *context, nf_type type, uint64_t n);
uint64_t nf_compact_bytes(nf_context *context, nf_type type, uint64_t n);
uint64_t nf_sort_bytes(nf_context *context, const nf_sort_options *options, uint64_t n);

/* What the kernels may vary (tune/tunable.h). */
extern const nf_family nf_reduce_family, nf_scan_family, nf_compact_family, nf_gather_family, nf_sort_family,
    nf_sort_cpu_family;

#endif
