/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lanes: 32 work-items that exchange values without local memory and barriers.  A kind of lanes is a capability (tune/capability.h). */
#ifndef NF_TUNE_LANES_H
#define NF_TUNE_LANES_H

#include "opencl/context.h"

/* All kinds, in the order of preference: a device takes the last that is proved on it.  The number of a row is the value of LANES_BY in
   cl/machine/lanes.cl: LOCAL is 0, and these are 1, 2...
   X(kind, word, 1 where a CPU may have it, work-items that run in step, the kind whose instructions it has, too, the function of lanes.c that says
   why a device cannot have it, what the capability means, what its probe proves) */
#define NF_LANES_TABLE(X)                                                                                    \
    X(SUBGROUPS, "subgroups", 0, 32, LOCAL, without_subgroups,                                               \
      "sub-groups of 32 consecutive work-items, with ballots and shuffles",                                  \
      "sub-groups are 32 consecutive work-items, and their operations are correct")                          \
    X(PTX, "ptx", 1, 32, LOCAL, without_ptx,                                                                 \
      "inline PTX: ballots and shuffles of 32 work-items, loads past the caches",                            \
      "operations in inline PTX are correct")                                                                \
    X(REDUX, "redux", 1, 32, PTX, without_redux,                                                             \
      "inline PTX of compute capability 8.0: sums, minima and maxima of 32 work-items",                      \
      "operations in inline PTX of compute capability 8.0 are correct")                                      \
    X(WAVE64, "wave64", 0, 64, LOCAL, without_waves,                                                         \
      "AMD's instructions in waves of 64: ballots and shuffles of 32 work-items",                            \
      "AMD's instructions are correct in waves of 64")                                                       \
    X(WAVE32, "wave32", 0, 32, LOCAL, without_waves, "the same in waves of 32",                              \
      "AMD's instructions are correct in waves of 32")

typedef enum nf_lanes {
    NF_LANES_LOCAL, /* none: local memory, in groups of 32 */
#define X(kind, ...) NF_LANES_##kind,
    NF_LANES_TABLE(X)
#undef X
        NF_LANES_KINDS
} nf_lanes;

/* The best lanes whose capability the device has. */
nf_lanes nf_lanes_of(const nf_context *context);

/* Why these lanes cannot be tried on the device, or NULL if they can. */
const char *nf_lanes_missing(const nf_context *context, nf_lanes lanes);

/* The best that can be tried on the device. */
nf_lanes nf_lanes_to_try(const nf_context *context);

/* Defines LANES_BY for a kernel. */
void nf_lanes_define(nf_spec *spec, nf_lanes lanes);

/* The number of work-items that run in step with these lanes, and the least size of a group; 1 for NF_LANES_LOCAL. */
uint32_t nf_lanes_wave(nf_lanes lanes);

#endif
