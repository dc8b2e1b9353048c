/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Capabilities: what a fast path requires of a device and its driver beyond OpenCL 1.2.  The self-check proves them; what
 * a driver reports is not enough.  For every fast path there is another path that gives the same result without the
 * capability.  Before the self-check all of them count as missing, except NF_CAN_GROUPS, which counts as missing only on
 * the drivers that opencl/quirks.c lists, and stays missing there.
 *
 * NEARFIELD_PATHS switches capabilities off: "look_back=0".  It switches unproved ones on only together with the word
 * "unproved", for tests: "look_back=1 unproved".
 */
#ifndef NF_TUNE_CAPABILITY_H
#define NF_TUNE_CAPABILITY_H

#include "opencl/context.h"

/* X(name in code, word, 1 where a CPU may have it, what it means).  CPUs run kernels with one work-item a group: these
   must not wait for others, and sub-groups of Intel's CPU runtime fail in groups of thousands. */
#define NF_CAPABILITY_TABLE(X)                                                                               \
    X(NF_CAN_LOOK_BACK, "look_back", 0,                                                                      \
      "a work-group may wait for work-groups that took their ticket earlier")                                \
    X(NF_CAN_GRID_BARRIER, "grid_barrier", 0,                                                                \
      "all work-groups of a launch may wait for each other, if there are at most as many as compute units")  \
    X(NF_CAN_PTX, "ptx", 1, "inline PTX: ballots and shuffles of 32 work-items, loads past the caches")      \
    X(NF_CAN_REDUX, "redux", 1,                                                                              \
      "inline PTX of compute capability 8.0: sums, minima and maxima of 32 work-items")                      \
    X(NF_CAN_SUBGROUPS, "subgroups", 0,                                                                      \
      "sub-groups of 32 consecutive work-items, with ballots and shuffles")                                  \
    X(NF_CAN_WAVE64, "wave64", 0,                                                                            \
      "AMD's instructions in waves of 64: ballots and shuffles of 32 work-items")                            \
    X(NF_CAN_WAVE32, "wave32", 0, "the same in waves of 32")                                                 \
    X(NF_CAN_INT64_ATOMICS, "int64_atomics", 1, "64-bit words are read, written and added to atomically")    \
    X(NF_CAN_GROUPS, "groups", 1, "kernels with barriers are correct in work-groups of several work-items")

typedef enum nf_capability {
#define X(name, word, on_cpus, meaning) name,
    NF_CAPABILITY_TABLE(X)
#undef X
        NF_CAPABILITIES
} nf_capability;

int nf_can(const nf_context *context, nf_capability capability);

/* The capability with this word, or -1. */
int nf_capability_of(const char *word);

/* 1 if devices of this type ("gpu", "cpu") can have the capability. */
int nf_capability_is_for(nf_capability capability, const char *type);

/* 1 if kernels have one work-item a group by default, with long loops: on CPUs, and where larger groups give wrong
   results.  Never on a driver that ends long loops. */
int nf_is_serial(const nf_context *context);

/* Reads NEARFIELD_PATHS into the context. */
void nf_capability_force(nf_context *context);

/* 1 if the word is valid in NEARFIELD_PATHS; nf_context_note() names the others. */
int nf_capability_takes(const nf_context *context, const char *word);

/* The word of a capability, "look_back"; and the source of the answer of nf_can: nf_capability_info.source. */
const char *nf_capability_word(nf_capability capability);
const char *nf_capability_source(const nf_context *context, nf_capability capability);

/* 1 if a work-group may wait for others by 64-bit words, each written and read in one access. */
int nf_may_look_back64(const nf_context *context);

/* How 32 work-items exchange values: the value of LANES_BY in cl/machine/lanes.cl. */
typedef enum nf_lanes {
    NF_LANES_LOCAL,
    NF_LANES_SUBGROUPS,
    NF_LANES_PTX,
    NF_LANES_REDUX,
    NF_LANES_WAVE64,
    NF_LANES_WAVE32
} nf_lanes;
nf_lanes nf_lanes_of(const nf_context *context);

/* Defines LANES_BY for a kernel. */
void nf_lanes_define(nf_spec *spec, nf_lanes lanes);

/* The number of work-items that run in step with these lanes, and the least size of a group; 1 for NF_LANES_LOCAL. */
uint32_t nf_lanes_wave(nf_lanes lanes);

#endif
