/*
 * What the primitives' public functions call after their checks, and what other rooms call with their own
 * work. Places are checked already; scratch is taken from the work and given back before these return.
 */
#ifndef NF_PRIMITIVES_RUN_H
#define NF_PRIMITIVES_RUN_H

#include "opencl/launch.h"

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

/* Scratch bytes that the above take. */
uint64_t nf_reduce_bytes(nf_context *context, nf_type type, uint64_t n);
uint64_t nf_scan_bytes(nf_context *context, nf_type type, uint64_t n);
uint64_t nf_compact_bytes(nf_context *context, nf_type type, uint64_t n);
uint64_t nf_sort_bytes(nf_context *context, const nf_sort_options *options, uint64_t n);

#endif
