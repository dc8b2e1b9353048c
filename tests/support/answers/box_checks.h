/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What every answer in a box must be, for the host and for devices alike.  Each function fails the calling test. */
#ifndef SUPPORT_ANSWERS_BOX_CHECKS_H
#define SUPPORT_ANSWERS_BOX_CHECKS_H

#include "support/answers/boxes.h"

/* Compares an answer with brute force: the set of (i, j, S), and the order if `sorted`. */
void box_check(nf_context *context, const support_boxed *boxed, box_question question, int sorted);

/* Fails unless the device answers as the host does: the same bytes in the same order. */
void box_check_same(nf_context *context, const support_boxed *boxed, box_question question, int sorted);

/* Properties of full lists, of which each is the same for all answers that are right. */
void box_check_permuted(nf_context *context, const support_boxed *boxed); /* other order, same images */
void box_check_mirrored(nf_context *context, const support_boxed *boxed); /* full = half + its mirror */

/* Points of support_boxed_exact, moved by cell vectors: only S changes, as it must. */
void box_check_moved(nf_context *context, const support_boxed *boxed);

#endif
