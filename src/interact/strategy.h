/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The ways to sum a pair function over neighbours. */
#ifndef NF_INTERACT_STRATEGY_H
#define NF_INTERACT_STRATEGY_H

#include "interact/interaction.h"

#include <nearfield/experimental/tuning.h>

/* Which calls take a strategy: all that it suits, those that name it or for which it is stored, or those that name it. */
typedef enum nf_taken { NF_TAKEN_BY_RULE, NF_TAKEN_IF_STORED, NF_TAKEN_BY_NAME } nf_taken;

typedef struct nf_strategy {
    const char *name;
    nf_method method; /* its `find` writes the sums; the question is that of an interaction */
    nf_taken taken;
    int fixed; /* 1: it sums in fixed point (interact/symmetric.h) */
    /* 1 if it is likely to be faster than the rows after it; NULL: always. */
    int (*suits)(const nf_interaction *interaction);
    /* Says in `why` why this strategy cannot serve a call, and returns an error; NULL: it serves all. */
    nf_status (*check)(const struct nf_strategy *strategy, const nf_interaction *interaction,
                       nf_sentence *why);
    /* With a skin: sums by what is kept of a call before, without an order; *done: the sums are valid, or may be NaN if the call must not wait.
       NULL: it keeps nothing. */
    nf_status (*again)(nf_work *work, nf_interaction *interaction, nf_wait wait, int *done);
    /* Returns an error that the device has found.  Waits.  NULL: there is none. */
    nf_status (*read_error)(nf_work *work, const nf_interaction *interaction);
    void (*prepare)(
        nf_interaction *interaction); /* changes the question before the points are ordered; NULL: nothing */
    const void *what;                 /* more about the row, for its own functions */
} nf_strategy;

/* What a context keeps of strategies. */
typedef struct nf_strategies {
    nf_keepsake keepsake;
    const nf_strategy *const *rows; /* all, terminated by NULL */
    nf_strategy_use used;           /* by the last interaction */
} nf_strategies;
nf_strategies *nf_strategies_of(const nf_context *context);

/* Gives them to a context. */
nf_status nf_strategies_keep(nf_context *context, const nf_strategy *const *rows);

/* Sets the strategy of a call and its method: the one that the options name, or the one stored for such calls or the nearest class of
   them, if it serves this one, or the first row that does and suits the call.  The context keeps which it was (nf_strategy_used). */
nf_status nf_strategy_choose(nf_interaction *interaction);

/* After `find` of a strategy that could not serve the call: 1 if the call did not name it, and now has the one by rule, with the question as it was
   asked. */
int nf_strategy_instead(nf_interaction *interaction);

/* Writes the name under which the choice for such calls is stored: nf_strategy_use.key. */
void nf_strategy_key(const nf_interaction *interaction, char key[sizeof((nf_strategy_use *)NULL)->key]);

/* The choice that is stored under a key, or else that of the nearest class, as nf_strategy_use.key says; or NULL.  Valid until the context stores a
   profile. */
const nf_profile_choice *nf_strategy_stored(const nf_context *context, const char *key);

/* The rows of this room. */
extern const nf_strategy nf_strategy_direct; /* one launch over all pairs of few points */
extern const nf_strategy
    nf_strategy_cluster_lists; /* two launches: lists of candidates, then sums; in orthorhombic boxes */
extern const nf_strategy nf_strategy_symmetric; /* the same lists, with each pair once, in fixed point */
extern const nf_strategy
    nf_strategy_point_lists; /* lists of the neighbours of each point, made from those of clusters */
extern const nf_strategy
    nf_strategy_clusters; /* clusters of few points in registers: points of a cloud, by lanes */
extern const nf_strategy nf_strategy_walk; /* the walk of the neighbour search: all questions, all devices */

#endif
