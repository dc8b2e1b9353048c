/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* How far lists of neighbours reach, and how much memory they may take. */
#ifndef NF_INTERACT_LIST_SIZES_H
#define NF_INTERACT_LIST_SIZES_H

#include "interact/interaction.h"

/* How far the lists of a call reach, but for their slack; keeps: 1 for lists that are kept, which reach further by the skin. */
double nf_lists_reach(const nf_interaction *c, int keeps);

/* Lists of n points by clusters of so many, with room for so many entries, in bytes. */
uint64_t nf_lists_bytes(uint64_t n, uint64_t points, uint64_t room);

/* The most bytes that lists may take: one part of `share` of the device's memory. */
uint64_t nf_lists_most(const nf_context *context, uint64_t share);

/* The most entries of a list for which there is memory. */
uint64_t nf_lists_room_most(const nf_context *context, uint64_t share, uint64_t n, uint64_t points);

#endif
