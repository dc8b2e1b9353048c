/* The probes of the self-check.  Each runs within a work of its own and says what it found; an error that it
   answers is a finding too (nothing is decided), but for a lack of host memory. */
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

/* `shared` is NULL where a probe runs by itself, in all its shapes; otherwise it takes its kernels from there, and
   tries less. */
typedef nf_status nf_probe(nf_work *work, const nf_shared *shared, nf_finding *finding);

nf_probe nf_probe_contraction, nf_probe_atomics32, nf_probe_atomics64, nf_probe_local, nf_probe_loops,
    nf_probe_progress, nf_probe_progress_ptx, nf_probe_groups, nf_probe_subgroups, nf_probe_ptx,
    nf_probe_redux, nf_probe_wave64, nf_probe_wave32, nf_probe_large, nf_probe_times;

/* Runs one probe on `queue` (NULL: the context's); an error is a finding, but for a lack of host memory. */
nf_status nf_probe_try(nf_context *context, size_t number, const nf_shared *shared, cl_command_queue queue,
                       nf_finding *finding);

/* The parts of cl/tune/self_check.cl, as PARTS has them. */
enum { NF_PART_PROGRESS = 1, NF_PART_LANES = 2, NF_PART_WORDS = 4 };
nf_spec nf_probe_spec(nf_context *context, uint32_t parts, nf_lanes lanes, uint32_t group, int wide);

/* `shared` where its program has these lanes, or NULL. */
const nf_shared *nf_shared_with(const nf_shared *shared, nf_lanes lanes);

/* 1 for an error that no probe can judge: the host has no memory. */
int nf_is_host_memory(const nf_context *context, nf_status status);

/* What lanes.cl promises for the 32 values at `in`, the first of them number `first`: the numbers that each of the 32
   work-items of probe_lanes.cl answers. */
enum { NF_LANES = 32, NF_LANES_RESULTS = 12 };
void nf_lanes_wanted(const uint32_t *in, uint32_t first, uint32_t wanted[NF_LANES][NF_LANES_RESULTS]);

/* Why the device does not offer these lanes to be tried, or NULL where it does. */
const char *nf_lanes_missing(const nf_context *context, nf_lanes lanes);

/* Sets the finding; answers NF_OK. */
NF_PRINTF(3, 4)
nf_status nf_find(nf_finding *finding, nf_outcome outcome, const char *words, ...);

/* Scratch filled with `byte`, or with `data` where that is not NULL. */
nf_status nf_probe_buffer(nf_work *work, const void *data, int byte, uint64_t bytes, cl_mem *out);

/* A number that looks random, the same for the same `k`. */
uint64_t nf_probe_random(uint64_t k);

#endif
