/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parameters of a fixed-radius search, for devices and for the host. */
#ifndef NF_ARGUMENTS_PARAMS_H
#define NF_ARGUMENTS_PARAMS_H

#include "core/fail.h"
#include "space/bins.h"
#include "space/cells.h"
#include "space/space.h"

#include <nearfield/histogram.h>
#include <nearfield/lists.h>
#include <nearfield/pairs.h>

/* The arrays of what is measured of each pair or index. */
#define NF_MEASURED (NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS))

typedef struct nf_params {
    nf_cells cells; /* the cells by which points are ordered */
    nf_rule rule;   /* the pair rule */
    int sorted;
    int half;       /* lists: each pair once */
    int cell_order; /* lists: the rows follow each other in the order of the points in cells */
    /* Lists: 0, or the skin; `wide` is then the cutoff of the list that is kept, cutoff + skin and a share for rounding. */
    double skin, wide;
} nf_params;

/* A search of n points of this type in this space: the cells and the rule.  Checks the arguments; filters may be NULL. */
nf_status nf_params_search(nf_params *params, const nf_space *space, uint64_t n, nf_type type, double cutoff,
                           const nf_filters *filters, nf_sentence *error);

/* Parameters of the search for all pairs; checks the options. */
nf_status nf_params_pairs(nf_params *params, const nf_space *space, uint64_t n, nf_type type, double cutoff,
                          const nf_pairs_options *o, nf_sentence *error);

/* Parameters of the search for the neighbours of every point; checks the options. */
nf_status nf_params_lists(nf_params *params, const nf_space *space, uint64_t n, nf_type type, double cutoff,
                          const nf_lists_options *o, nf_sentence *error);

/* Parameters of the search for the histogram of distances; checks the options. */
nf_status nf_params_histogram(nf_params *params, const nf_space *space, uint64_t n, nf_type type,
                              const nf_bins *bins, const nf_filters *filters, nf_sentence *error);

/* Checks bins, and that the cutoff of the search is their last edge, or 0 where they have edges.  bins->cutoff is not used. */
nf_status nf_check_bins(const nf_bins *bins, double cutoff, nf_sentence *error);

#endif
