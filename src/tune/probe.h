/* The probes of the self-check.  Each runs within a work of its own and says what it found; an error that it
   answers is a finding too (it fails), but for a lack of host memory. */
#ifndef NF_TUNE_PROBE_H
#define NF_TUNE_PROBE_H

#include "opencl/launch.h"

#include <nearfield/check.h>

typedef nf_status nf_probe(nf_work *work, nf_finding *finding);

nf_probe nf_probe_contraction, nf_probe_atomics32, nf_probe_atomics64, nf_probe_local, nf_probe_loops,
    nf_probe_progress, nf_probe_progress_ptx, nf_probe_subgroups, nf_probe_ptx, nf_probe_redux,
    nf_probe_large, nf_probe_times;

/* Sets the finding; answers NF_OK. */
NF_PRINTF(3, 4)
nf_status nf_find(nf_finding *finding, nf_outcome outcome, const char *words, ...);

/* 1 where inline PTX has a meaning. */
int nf_probe_is_nvidia(const nf_context *context);

/* Scratch filled with `byte`, or with `data` where that is not NULL. */
nf_status nf_probe_buffer(nf_work *work, const void *data, int byte, uint64_t bytes, cl_mem *out);

/* A number that looks random, the same for the same `k`. */
uint64_t nf_probe_random(uint64_t k);

#endif
