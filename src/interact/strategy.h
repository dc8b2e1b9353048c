/* The ways to sum a pair function over neighbours. */
#ifndef NF_INTERACT_STRATEGY_H
#define NF_INTERACT_STRATEGY_H

#include "interact/interaction.h"

typedef struct nf_strategy {
    const char *name;
    nf_method method; /* its `find` writes the sums; the question is that of an interaction */
    /* Says in `why` why it cannot serve a call, and returns an error; NULL: it serves all. */
    nf_status (*check)(const nf_interaction *interaction, nf_sentence *why);
    /* With a skin: sums by what is kept of a call before, without an order; *done: the sums are valid, or may be NaN if the call must not wait.
       NULL: it keeps nothing. */
    nf_status (*again)(nf_work *work, nf_interaction *interaction, nf_knowing knowing, int *done);
    /* The most memory that it takes for points of a cloud beside their order, in bytes; NULL: none. */
    uint64_t (*bytes)(const nf_context *context, const nf_points *points, const nf_function *function,
                      const nf_interact_options *options);
    void (*prepare)(
        nf_interaction *interaction); /* changes the question before the points are ordered; NULL: nothing */
} nf_strategy;

/* Sets the strategy of a call and its method: the one that the options name, or the one that serves the call best. */
nf_status nf_strategy_choose(nf_interaction *interaction);

/* The most memory of any strategy that serves a call with these options, in bytes. */
uint64_t nf_strategy_bytes(const nf_context *context, const nf_points *points, const nf_function *function,
                           const nf_interact_options *options);

/* The rows. */
extern const nf_strategy
    nf_strategy_cluster_lists; /* two launches: lists of candidates, then sums; in orthorhombic boxes */
extern const nf_strategy nf_strategy_symmetric; /* the same lists, with each pair once, in fixed point */
extern const nf_strategy
    nf_strategy_point_lists; /* lists of the neighbours of each point, made from those of clusters */
extern const nf_strategy
    nf_strategy_clusters; /* clusters of few points in registers: points of a cloud, by lanes */
extern const nf_strategy nf_strategy_walk; /* the walk of the neighbour search: all questions, all devices */

#endif
