/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The steps of a sort: its plan, the counts of digits (sort_digits.c), one pass. */
#ifndef NF_PRIMITIVES_SORT_PASS_H
#define NF_PRIMITIVES_SORT_PASS_H

#include "primitives/sort_parts.h"
#include "primitives/tile.h"
#include "tune/capability.h"

enum { NF_SORT_COUNTS_AT = 32 }; /* offset in the tile state, after the ticket and its cache line */

/* The plan of a sort. */
typedef struct nf_sort_plan {
    nf_tile tile;
    nf_sort_split split;
    int look_back, near;
    nf_lanes lanes;
    uint64_t key, value, entry; /* bytes of a key, of a value (0: none), of an entry of the table */
    uint64_t digits, tiles;
    uint64_t words; /* with look-back: the words of a pass */
} nf_sort_plan;

nf_sort_plan nf_sort_plan_of(const nf_context *context, const nf_sort_options *options, uint64_t n);

/* Takes the memory that passes share; with look-back it is the tile state, to be given back after the last pass. */
nf_status nf_sort_take_room(nf_work *work, const nf_sort_plan *plan, nf_sort_room *room);

/* Defines the macros of primitives/digits.cl for `passes` digits, of which `narrow` have one bit less than the widest. */
void nf_sort_define_digits(const nf_context *context, const nf_sort_plan *plan, int passes, int narrow,
                           nf_spec *spec);
int nf_sort_narrow(const nf_sort_plan *plan);

/* The program of sort_digits.cl, for groups of `group` work-items. */
nf_status nf_sort_count_program(nf_work *work, const nf_sort_plan *plan, int passes, int narrow, size_t group,
                                nf_program **program);

/* With look-back: counts the digits of all passes and clears the words of the first pass. */
nf_status nf_sort_count_all(nf_work *work, const nf_sort_plan *plan, const nf_sort_room *room,
                            nf_elements keys, uint64_t n);

/* One pass.  If from.values.buffer is NULL, the values are 0, 1, 2... */
nf_status nf_sort_pass(nf_work *work, const nf_sort_plan *plan, const nf_sort_room *room, uint64_t n,
                       nf_sort_arrays from, nf_sort_arrays to, int pass, int shift);

#endif
