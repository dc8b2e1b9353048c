/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Shared by the sorts for GPUs and for CPUs: the digits of keys, and scratch for keys and values. */
#ifndef NF_PRIMITIVES_SORT_PARTS_H
#define NF_PRIMITIVES_SORT_PARTS_H

#include "primitives/run.h"

/* Divides the bits into the fewest digits, one for each pass, lowest first; widths differ by at most one bit. */
typedef struct nf_sort_split {
    int first, bits, passes, widest;
} nf_sort_split;

nf_sort_split nf_sort_split_of(const nf_sort_options *options, int widest);
int nf_sort_width(const nf_sort_split *split, int pass);

/* 1 if alternating passes need two scratch buffers to end in the caller's: for an odd number of three or more. */
int nf_sort_needs_second(const nf_sort_split *split);

/* Takes scratch for keys and values; without values, the keys' buffer is the placeholder. */
nf_status nf_sort_take_arrays(nf_work *work, const nf_sort_options *options, uint64_t n, nf_sort_arrays *out);

nf_status nf_sort_copy(nf_work *work, const nf_sort_options *options, nf_sort_arrays from, nf_sort_arrays to,
                       uint64_t n);

/* "uint" or "ulong". */
const char *nf_sort_word(uint64_t bytes);

#endif
