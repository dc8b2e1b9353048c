/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The probes of the self-check.  Each fills the arrays of a trial and runs kernels that must turn `data` into `wanted`. */
#ifndef NF_TUNE_PROBE_H
#define NF_TUNE_PROBE_H

#include "opencl/launch.h"
#include "tune/capability.h"

#include <nearfield/experimental/check.h>

enum { NF_TRIAL_IN = 1 << 16, NF_TRIAL_DATA = (1 << 18) + 2 };

typedef struct nf_trial {
    nf_work *work;
    int quick;      /* few shapes, in the program that all quick probes share */
    nf_lanes lanes; /* of the probe's row */
    nf_finding *finding;
    uint32_t launches;
    uint32_t in_words, words; /* used of the arrays */
    uint32_t room;            /* zeros that follow `data` on the device; not read back */
    uint32_t in[NF_TRIAL_IN]; /* random */
    uint32_t data[NF_TRIAL_DATA], wanted[NF_TRIAL_DATA];
} nf_trial;

/* If it returns an error, the finding is "undecided". */
typedef nf_status nf_probe(nf_trial *trial);
nf_probe nf_probe_contraction, nf_probe_rounding, nf_probe_atomics32, nf_probe_atomics64, nf_probe_local,
    nf_probe_loops, nf_probe_progress, nf_probe_grid_barrier, nf_probe_groups, nf_probe_lanes;

/* Sets the numbers of words, and `data` to ones. */
void nf_trial_blank(nf_trial *trial, uint32_t in_words, uint32_t words);

/* Launches kernel(data, n), or kernel(data, n, in) if there is input, and compares.  Does nothing after a failure, and for
   groups that are too large for the device. */
nf_status nf_trial_run(nf_trial *trial, const nf_spec *spec, const char *kernel, nf_shape shape, uint32_t n);

/* The program cl/tune/self_check.cl with the bits of PARTS, or that of the quick probes. */
enum { NF_PART_PROGRESS = 1, NF_PART_LANES = 2, NF_PART_WORDS = 4 };
nf_spec nf_trial_spec(const nf_trial *trial, uint32_t parts, uint32_t group);

/* The k-th number of a sequence whose high bits are spread evenly. */
#define NF_PROBE_RANDOM(k) ((uint64_t)((k) + 1) * UINT64_C(0x9e3779b97f4a7c15))

/* Runs a probe on `queue` (NULL: the context's).  Returns an error only for a lack of host memory. */
nf_status nf_probe_with(nf_context *context, nf_probe *probe, nf_lanes lanes, int quick,
                        cl_command_queue queue, nf_finding *finding);

/* 1 if the quick part decides about a capability about which the context knows nothing: no check was stored, or one by a version that did not
   have the capability. */
int nf_is_unchecked(const nf_context *context);

/* 1 if the error is a lack of host memory. */
int nf_is_out_of_host_memory(const nf_context *context, nf_status status);

/* The results that each of 32 work-items of probe_lanes must write for the 32 values at `in`, of which the first has the
   number `first`. */
enum { NF_LANES = 32, NF_LANES_RESULTS = 8 };
void nf_lanes_wanted(const uint32_t *in, uint32_t first, uint32_t wanted[NF_LANES][NF_LANES_RESULTS]);

/* Sets the finding; returns NF_OK. */
NF_PRINTF(3, 4)
nf_status nf_find(nf_finding *finding, nf_outcome outcome, const char *words, ...);

#endif
