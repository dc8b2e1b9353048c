/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums in fixed point, to which both points of a pair are added (cl/interact/symmetric/side_both.cl). */
#ifndef NF_INTERACT_SYMMETRIC_H
#define NF_INTERACT_SYMMETRIC_H

#include "interact/interaction.h"

/* Takes the numbers in fixed point, all 0, if the call has such; otherwise these functions do nothing. */
nf_status nf_symmetric_begin(nf_work *work, nf_interaction *c);

/* Writes the sums; `cloud` has the order that they were summed in. */
nf_status nf_symmetric_end(nf_work *work, const nf_interaction *c, const nf_view *points);

#endif
