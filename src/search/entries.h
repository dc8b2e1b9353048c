/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sorting results: pairs, or the entries of rows, as 64-bit numbers, with their images in a periodic box. */
#ifndef NF_SEARCH_ENTRIES_H
#define NF_SEARCH_ENTRIES_H

#include "search/measure.h"

/* How entries are sorted. */
typedef struct nf_entries_order {
    uint64_t n;      /* indices are below n */
    uint64_t rows;   /* the number of rows, for entries of rows */
    int lower_first; /* 1: the lower half of an entry is the more significant one; 0: the upper half */
    int repeats;     /* 1: entries may be equal but for their images */
} nf_entries_order;

/* The order for a search of this cloud for the partners of so many points. */
nf_entries_order nf_entries_order_for(const nf_cloud *cloud, uint64_t queries, double cutoff,
                                      int lower_first);

/* Sorts `total` entries (uint64), and with them the images (int32); images may be NULL. */
nf_status nf_entries_sort(nf_work *work, const nf_entries_order *order, nf_elements entries, cl_mem images,
                          uint64_t total);

#endif
