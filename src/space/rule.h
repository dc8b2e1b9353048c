/* The numbers of the pair rule: what the host computes once for cl/space/pair_rule.cl. */
#ifndef NF_SPACE_RULE_H
#define NF_SPACE_RULE_H

#include <nearfield/types.h>

typedef struct nf_rule {
    int scaled;     /* differences are multiplied by `scale` first */
    double scale;   /* a power of two */
    double r2;      /* the squared cutoff (scaled), exact in the points' type */
    int margin;     /* cl/space/margin.cl may tell near from far */
    double inverse; /* of the cutoff, where it may */
} nf_rule;

nf_rule nf_rule_for(double cutoff, nf_type type);

#endif
