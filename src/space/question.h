/* What a fixed-radius question asks, in numbers: the same for devices and for the host. */
#ifndef NF_SPACE_QUESTION_H
#define NF_SPACE_QUESTION_H

#include "core/fail.h"
#include "space/cells.h"
#include "space/rule.h"

#include <nearfield/pairs.h>

typedef struct nf_question {
    nf_cells cells; /* what the points are ordered by */
    nf_rule rule;   /* which of them are close */
    nf_pairs_method method;
    int sorted;
    uint32_t arrays; /* the wanted ones: NF_WANT(array) */
} nf_question;

/* All pairs of points of this type; checks the arguments, of which options may be NULL. */
nf_status nf_question_pairs(nf_question *question, nf_type type, double cutoff,
                            const nf_pairs_options *options, nf_sentence *error);

#endif
