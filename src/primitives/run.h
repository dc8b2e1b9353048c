/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The primitives as parts of a work: called by the public functions after their checks, and by other rooms.  Slices must
 * have been checked.  Scratch is taken from the work and given back before these functions return.
 */
#ifndef NF_PRIMITIVES_RUN_H
#define NF_PRIMITIVES_RUN_H

#include "opencl/launch.h"
#include "tune/tunable.h"

#include <nearfield/primitives.h>

nf_status nf_reduce_run(nf_work *work, nf_type type, nf_operation operation, nf_elements in, nf_elements out,
                        uint64_t n);
nf_status nf_scan_run(nf_work *work, nf_type type, nf_operation operation, nf_scan_kind kind, nf_elements in,
                      nf_elements out, uint64_t n);
nf_status nf_compact_run(nf_work *work, nf_type type, nf_elements flags, nf_elements values, nf_elements out,
                         nf_elements count, uint64_t n);
nf_status nf_gather_run(nf_work *work, int words, nf_elements in, uint64_t m, nf_elements indices,
                        nf_elements out, uint64_t n);
nf_status nf_sort_run(nf_work *work, const nf_sort_options *options, nf_elements keys, nf_elements values,
                      uint64_t n);

/*
 * A sort of keys that another kernel computes, with the numbers 0, 1, 2... as values.  That kernel also counts the digits
 * of its keys.  This saves reading the keys again, writing the initial values, and copying the result.
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
 * nf_sort_define defines COUNTED, NUMBERED, and if COUNTED is 1 the macros of primitives/digits.cl.  If COUNTED is 1, the kernel must
 * call the functions of that file (digits_clear, digits_clear_words; digits_count for every key, with first bit
 * DIGITS_FIRST; digits_add).  If COUNTED is 0, it must not access counts and words, and needs no local memory of
 * DIGITS_ROOM.  If NUMBERED is 1, it must write the numbers to `values`.  n is at least 1 and below 2^32.
 * MAKE_KEYS of primitives/make_keys.cl is the body of such a kernel.
 * nf_sort_finish, or the end of the work, gives the scratch back.
 */
typedef struct nf_sort_arrays { /* buffers of keys and values */
    nf_elements keys, values;
} nf_sort_arrays;
typedef struct nf_sort_room { /* digit counts and the look-back words of two passes, or a table of counts */
    cl_mem counts, words[2], table;
} nf_sort_room;
typedef struct nf_sort_job {
    nf_sort_options options; /* value: NF_UINT32 */
    uint64_t n;
    nf_elements keys, values; /* the sorted result */
    /* Set by nf_sort_begin, for the kernel that computes the keys. */
    nf_elements made; /* where it must write them */
    cl_mem counts, words;
    uint64_t word_count;
    /* Set by nf_sort_begin, for nf_sort_finish. */
    nf_sort_room room;
    nf_sort_arrays scratch;
    size_t mark;
} nf_sort_job;
nf_status nf_sort_begin(nf_work *work, nf_sort_job *job);
void nf_sort_define(const nf_context *context, const nf_sort_job *job, nf_spec *spec);
nf_status nf_sort_finish(nf_work *work, nf_sort_job *job);

/* What a sort takes, and the sort of a job (opencl/memory/cost.h). */
nf_status nf_sort_cost(nf_context *context, const nf_sort_options *options, uint64_t n, uint64_t *bytes);
nf_status nf_sort_job_cost(nf_context *context, const nf_sort_options *options, uint64_t n, uint64_t *bytes);

/* The tunables of the kernels (tune/tunable.h). */
extern const nf_family nf_reduce_family, nf_scan_family, nf_compact_family, nf_gather_family, nf_sort_family;

#endif
