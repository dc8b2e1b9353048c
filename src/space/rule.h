/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parameters of the pair rule, which the host computes for cl/space/pair_rule.cl. */
#ifndef NF_SPACE_RULE_H
#define NF_SPACE_RULE_H

#include <nearfield/types.h>

typedef struct nf_rule {
    int scaled;     /* 1: differences are multiplied by `scale` first */
    double scale;   /* a power of two */
    double r2;      /* the squared cutoff (scaled), exact in the points' type */
    int margin;     /* 1: cl/space/margin.cl may be used */
    double inverse; /* 1 / cutoff, if margin is 1 */
} nf_rule;

nf_rule nf_rule_for(double cutoff, nf_type type);

/* The rule for a cutoff, with a scale that also has cutoffs down to `least` in range; `least` is at most the cutoff. */
nf_rule nf_rule_down_to(double cutoff, double least, nf_type type);

/* The squared distance, scaled as in this rule, exact in the points' type: what d2 is compared with. */
double nf_rule_square(const nf_rule *rule, double distance, nf_type type);

#endif
