/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pairs from nf_pairs, and comparisons.  On any error these functions fail the calling test. */
#ifndef SUPPORT_ANSWERS_PAIRS_H
#define SUPPORT_ANSWERS_PAIRS_H

#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/reference/pairs.h"

#include <nearfield/experimental/papers.h>
#include <nearfield/nearfield.h>

/* Pairs in host memory, allocated by malloc. */
typedef struct support_pairs {
    int32_t *pairs;
    uint64_t count;
} support_pairs;
void support_pairs_free(support_pairs *pairs);
#define own_pairs OWNED_BY(support_pairs_free) support_pairs

/* Calls nf_pairs on `result` and reads the pairs from it. */
support_pairs support_ask(nf_context *context, nf_result *result, nf_cloud *cloud, double cutoff,
                          const nf_pairs_options *options);

/* nf_pairs on a new cloud of these points. */
support_pairs support_ask_once(nf_context *context, const nf_points *points, double cutoff,
                               const nf_pairs_options *options);

/* nf_paper_pairs on a new cloud of these points. */
support_pairs support_ask_paper(nf_context *context, const nf_points *points, double cutoff,
                                const nf_paper_pairs_options *options);

/* Fails unless both have the same pairs in the same order. */
void support_same_bytes(const support_pairs *wanted, const support_pairs *got, const char *what);

/* How often the stage ran since the stages were reset; NULL: all that run on the device. */
uint64_t support_launches(nf_context *context, const char *stage);

#endif
