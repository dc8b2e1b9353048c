/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * What papers describe and nearfield has outgrown, kept as a baseline to measure against: the pairs of the
 * articles "Fixed-radius neighbour search using Thrust".  nf_pairs() finds the same pairs in a fraction of
 * the time and of the memory.  (The strategies of another paper for nf_interact() have names:
 * nf_strategy_name() in tuning.h.)  What this header declares may change between versions.
 */
#ifndef NEARFIELD_EXPERIMENTAL_PAPERS_H
#define NEARFIELD_EXPERIMENTAL_PAPERS_H

#include <nearfield/cloud.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_paper_pairs.  All zeros are the defaults. */
typedef struct nf_paper_pairs_options {
    uint32_t size;             /* sizeof(nf_paper_pairs_options), or 0 for the layout of this version */
    uint64_t arrays;           /* as in nf_pairs_options, and so are the next four */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: there are no chunks (NF_ERROR_UNSUPPORTED) */
    int sorted;                /* nonzero: pairs in lexicographic order */
    /* The width of cells.  1, 2, 3: cutoff / cells_per_cutoff in every direction, as in the articles.  0: the
       cells of nf_pairs(). */
    int cells_per_cutoff;
    /* For a cost: the assumed number of potential pairs, about 6.5 x cost->assumed if cells_per_cutoff
       is 1. */
    uint64_t assumed_potential;
    /* Receives the number of potential pairs that were stored and tested; 0 after an error, and on the host,
       which stores none.  A cost does not change it.  NULL: it is not wanted. */
    uint64_t *potential;
} nf_paper_pairs_options;

/**
 * Finds every pair of points closer than `cutoff` by the pipeline of the articles: it counts the candidates
 * of each point in its own cell and half of the cells around, adds the counts up to offsets, stores every
 * candidate as a potential pair with a flag that says whether it is a pair, and compacts them.
 *
 * Shapes, Units, Rule, Result  as for nf_pairs().
 * Order   `sorted` is that of nf_pairs().  The default order is that of nf_pairs() with these cells and tiles
 *         of one point: all partners of a point, then those of the next one.
 * Sync    as for nf_pairs(), but the call also waits for the number of potential pairs, with outputs too.
 * Memory  17 bytes for each potential pair, beside the result.
 * Errors  as nf_pairs(); NF_ERROR_ARGUMENT also for cells_per_cutoff outside 0 .. 3; NF_ERROR_UNSUPPORTED in
 *         a periodic box and for a batch.
 */
NF_API nf_status nf_paper_pairs(nf_cloud *cloud, double cutoff, const nf_paper_pairs_options *options,
                                const nf_sync *sync, nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
