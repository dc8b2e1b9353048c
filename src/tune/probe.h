/* The probes of the self-check.  Each runs in its own work and sets a finding.  If it returns an error, the finding is
   "undecided"; only a lack of host memory is returned as an error. */
#ifndef NF_TUNE_PROBE_H
#define NF_TUNE_PROBE_H

#include "opencl/launch.h"
#include "tune/capability.h"

#include <nearfield/check.h>

/* The program that the quick probes share (cl/tune/self_check.cl). */
typedef struct nf_shared {
    nf_spec spec;
    nf_lanes lanes;
    uint32_t group; /* of the kernels for lanes */
} nf_shared;

/* `shared` is NULL if a probe runs alone, in all its shapes; otherwise it uses the kernels of that program, in fewer
   shapes. */
typedef nf_status nf_probe(nf_work *work, const nf_shared *shared, nf_finding *finding);

nf_probe nf_probe_contraction, nf_probe_atomics32, nf_probe_atomics64, nf_probe_local, nf_probe_loops,
    nf_probe_progress, nf_probe_progress_ptx, nf_probe_groups, nf_probe_subgroups, nf_probe_ptx,
    nf_probe_redux, nf_probe_wave64, nf_probe_wave32, nf_probe_large, nf_probe_times;

/* Runs one probe on `queue` (NULL: the context's).  Returns an error only for a lack of host memory. */
nf_status nf_probe_try(nf_context *context, size_t number, const nf_shared *shared, cl_command_queue queue,
                       nf_finding *finding);

/* Bits of PARTS in cl/tune/self_check.cl. */
enum { NF_PART_PROGRESS = 1, NF_PART_LANES = 2, NF_PART_WORDS = 4 };
nf_spec nf_probe_spec(nf_context *context, uint32_t parts, nf_lanes lanes, uint32_t group, int wide);

/* `shared` if its program has these lanes, or NULL. */
const nf_shared *nf_shared_with(const nf_shared *shared, nf_lanes lanes);

/* 1 if the error is a lack of host memory. */
int nf_is_host_memory(const nf_context *context, nf_status status);

/* The results that each of 32 work-items of probe_lanes.cl must write for the 32 values at `in`, of which the first has
   the number `first`. */
enum { NF_LANES = 32, NF_LANES_RESULTS = 12 };
void nf_lanes_wanted(const uint32_t *in, uint32_t first, uint32_t wanted[NF_LANES][NF_LANES_RESULTS]);

/* Why these lanes cannot be tried on the device, or NULL if they can. */
const char *nf_lanes_missing(const nf_context *context, nf_lanes lanes);

/* Sets the finding; returns NF_OK. */
NF_PRINTF(3, 4)
nf_status nf_find(nf_finding *finding, nf_outcome outcome, const char *words, ...);

/* Allocates scratch and fills it with `data`, or with `byte` if that is NULL. */
nf_status nf_probe_buffer(nf_work *work, const void *data, int byte, uint64_t bytes, cl_mem *out);

/* The k-th number of a fixed pseudo-random sequence. */
uint64_t nf_probe_random(uint64_t k);

#endif
