/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A call of nf_interact: the question, and what the function takes. */
#ifndef NF_INTERACT_INTERACTION_H
#define NF_INTERACT_INTERACTION_H

#include "function/function.h"
#include "search/query/query.h"

#include <nearfield/interact.h>

struct nf_strategy;

/* Sums in fixed point (cl/interact/symmetric/fixed.cl): in order, each component after the other, and then two words of state. */
typedef struct nf_fixed {
    cl_mem sums;       /* NULL: the call has none */
    uint64_t state_at; /* in uint32 */
    union {
        float f32[3 * NF_SUMS_MOST];
        double f64[3 * NF_SUMS_MOST];
    } ranges; /* nf_ranges */
    size_t ranges_bytes;
} nf_fixed;

typedef struct nf_interaction {
    nf_query query; /* the first member: a method of the search gets the interaction by its question */
    const nf_function *function;
    const nf_interact_options *options;
    const struct nf_strategy *strategy;
    const struct nf_strategy *rule; /* the strategy by rule, if `strategy` was stored; or NULL */
    nf_params as_asked;             /* the question before the strategy prepared it */
    nf_type type;                   /* of the sums */
    uint32_t wanted;                /* bit k for the k-th sum */
    nf_elements sums[NF_SUMS_MOST];
    double
        values[1 + NF_PARAMETERS_MOST]; /* the cutoff, or 0 if systems have their own, and the parameters */
    cl_mem fields, query_fields, tables[NF_TABLES_MOST]; /* NULL: the function has none */
    uint64_t table_counts[NF_TABLES_MOST];
    const char *
        side; /* a part of programs: cl/interact/side_own.cl or side_both.cl, where clusters are summed; or NULL */
    nf_fixed fixed;
    cl_mem far; /* of the strategy "direct": ~i of the first point i that is not accepted, or 0 */
    int built;  /* 1: the call has built lists that are kept */
} nf_interaction;

/* Adds the parts of the function to a program of a search; `what` is the interaction (`add` in nf_search). */
void nf_interaction_add(const void *what, nf_spec *spec);

int nf_interaction_wants(const nf_interaction *interaction, int sum_);

/* The arguments FUNCTION_PARAMETERS of cl/interact/apply.cl; and with those of the side after them, as kernels that sum take them. */
enum {
    NF_SIDE_ARGS = 4,
    NF_INTERACTION_ARGS_MOST = 3 + NF_PARAMETERS_MOST + 2 * NF_TABLES_MOST + 2 * NF_SUMS_MOST + NF_SIDE_ARGS
};
size_t nf_interaction_function_args(const nf_interaction *interaction, nf_arg args[NF_INTERACTION_ARGS_MOST]);
size_t nf_interaction_args(const nf_interaction *interaction, nf_arg args[NF_INTERACTION_ARGS_MOST]);

#endif
