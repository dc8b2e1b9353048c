/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Checks of radii that differ much, without a cutoff, for any tuning. */
#ifndef SUPPORT_RADII_CHECKS_H
#define SUPPORT_RADII_CHECKS_H

#include "support/box_checks.h"

/* Pairs and lists of the device are those of the host, for questions of which the bit 1 << question is in `asked`. */
enum {
    RADII_PAIRS = 1 << BOX_PAIRS,
    RADII_HALF = 1 << BOX_HALF_LISTS,
    RADII_FULL = 1 << BOX_FULL_LISTS,
    RADII_EVERY = RADII_PAIRS | RADII_HALF | RADII_FULL
};
void radii_check_same(nf_context *context, const support_boxed *boxed, nf_radii_rule rule, int sorted,
                      int asked);

/* The same for every `step`-th box.  With a profile, whose programs take long to build, the boxes take turns with the questions: in six of them
   every rule and every type meets every question. */
void radii_check_boxes(const char *profile, int step);

/* And for every `step`-th rule of a cloud of n points that is the denser the closer to its centre; `few`: for two questions a rule. */
void radii_check_centre(const char *profile, uint64_t n, int step, int few);
support_boxed radii_dense_centre(uint64_t n, nf_type type, nf_points *radii, nf_conditions *conditions);

/* Answers about `boxes` boxes, where radii are the largest one divided by powers of two, are those of brute force; with a profile, those of the host, which are the
   same if they are without. */
void radii_check_limits(const char *profile, int boxes);

#endif
