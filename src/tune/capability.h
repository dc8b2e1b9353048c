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
#include "tune/lanes.h"

/* X(name, word, 1 where a CPU may have it, what it means).  CPUs run kernels with one work-item a group: these
   must not wait for others, and sub-groups of Intel's CPU runtime fail in groups of thousands. */
#define NF_CAPABILITY_TABLE(X)                                                                               \
    X(LOOK_BACK, "look_back", 0, "a work-group may wait for work-groups that took their ticket earlier")     \
    X(GRID_BARRIER, "grid_barrier", 0,                                                                       \
      "all work-groups of a launch may wait for each other, if there are at most as many as compute units")  \
    NF_LANES_TABLE(NF_LANES_CAPABILITY)                                                                      \
    X(INT64_ATOMICS, "int64_atomics", 1, "64-bit words are read, written and added to atomically")           \
    X(GROUPS, "groups", 1, "kernels with barriers are correct in work-groups of several work-items")
#define NF_LANES_CAPABILITY(kind, word, on_cpus, wave, base, missing, meaning, proves)                       \
    X(kind, word, on_cpus, meaning)

typedef enum nf_capability {
#define X(name, word, on_cpus, meaning) NF_CAN_##name,
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

#endif
