/*
 * Capabilities: what a path needs of device and driver beyond the floor, proved by the self-check and never taken on
 * the driver's word.  Every path behind one has a path without it, with the same result.  Before the check they are
 * taken for missing, but for NF_CAN_GROUPS, which only some drivers lack (opencl/quirks.c); on those it stays missing.
 *
 * NEARFIELD_PATHS switches off what was proved: "look_back=0".  Only with the word "unproved" does it also switch on
 * what was not, for tests on devices known to bear it: "look_back=1 unproved".
 */
#ifndef NF_TUNE_CAPABILITY_H
#define NF_TUNE_CAPABILITY_H

#include "opencl/context.h"

/* X(name in code, word, 1 where a CPU may have it, what it means).  CPUs take kernels of one work-item: they must not
   wait, and sub-groups of Intel's CPU runtime fail in groups of thousands. */
#define NF_CAPABILITY_TABLE(X)                                                                               \
    X(NF_CAN_LOOK_BACK, "look_back", 0,                                                                      \
      "a work-group may wait for work-groups that took their ticket earlier")                                \
    X(NF_CAN_PTX, "ptx", 1, "inline PTX: ballots and shuffles of 32 work-items, loads past the caches")      \
    X(NF_CAN_REDUX, "redux", 1,                                                                              \
      "inline PTX of compute capability 8.0: sums, minima and maxima of 32 work-items")                      \
    X(NF_CAN_SUBGROUPS, "subgroups", 0,                                                                      \
      "sub-groups of 32 consecutive work-items, with ballots and shuffles")                                  \
    X(NF_CAN_WAVE64, "wave64", 0,                                                                            \
      "AMD's instructions in waves of 64: ballots and shuffles of 32 work-items")                            \
    X(NF_CAN_WAVE32, "wave32", 0, "the same in waves of 32")                                                 \
    X(NF_CAN_INT64_ATOMICS, "int64_atomics", 1, "64-bit words are read, written and added to as a whole")    \
    X(NF_CAN_GROUPS, "groups", 1, "kernels with barriers are right in work-groups of several work-items")

typedef enum nf_capability {
#define X(name, word, on_cpus, meaning) name,
    NF_CAPABILITY_TABLE(X)
#undef X
        NF_CAPABILITIES
} nf_capability;

int nf_can(const nf_context *context, nf_capability capability);

/* The capability of that word, or -1. */
int nf_capability_of(const char *word);

/* Whether a device of a profile's type ("gpu", "cpu") may have it at all. */
int nf_capability_is_for(nf_capability capability, const char *type);

/* 1 where kernels have one work-item a group by default, with much to do: on CPUs, and where larger groups go wrong.
   Never where the driver ends loops, which those are too long for. */
int nf_is_serial(const nf_context *context);

/* Reads NEARFIELD_PATHS, once a context. */
void nf_capability_force(nf_context *context);

/* 1 where the word is one that NEARFIELD_PATHS can have; nf_context_note() names others. */
int nf_capability_takes(const nf_context *context, const char *word);

/* "look_back"; and where the answer of nf_can comes from, as nf_capability_info says it. */
const char *nf_capability_word(nf_capability capability);
const char *nf_capability_source(const nf_context *context, nf_capability capability);

/* Whether a work-group may wait for others by 64-bit words, written and read as a whole. */
int nf_may_look_back64(const nf_context *context);

/* How 32 work-items of a kernel act together, the value of LANES_BY in cl/machine/lanes.cl. */
typedef enum nf_lanes {
    NF_LANES_LOCAL,
    NF_LANES_SUBGROUPS,
    NF_LANES_PTX,
    NF_LANES_REDUX,
    NF_LANES_WAVE64,
    NF_LANES_WAVE32
} nf_lanes;
nf_lanes nf_lanes_of(const nf_context *context);

/* Tells a kernel how its lanes meet. */
void nf_lanes_define(nf_spec *spec, nf_lanes lanes);

/* How many work-items run in step where lanes meet so, 1 where each is alone: a group has at least so many. */
uint32_t nf_lanes_wave(nf_lanes lanes);

#endif
