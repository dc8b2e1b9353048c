/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The systems of a cloud as the host keeps them. */
#ifndef NF_ORDER_CLOUD_BATCH_H
#define NF_ORDER_CLOUD_BATCH_H

#include "order/order.h"

/* Takes a copy of the systems of points, which may be none, and their spaces; checks boxes and cutoffs.  *space becomes that of the
   cloud. */
nf_status nf_cloud_batch_take(nf_context *context, nf_cloud_batch *batch, const nf_points *points,
                              const nf_box *box, nf_space *space);
void nf_cloud_batch_free(nf_context *context, nf_cloud_batch *batch);

const nf_space *nf_cloud_batch_space(const nf_cloud_batch *batch, uint64_t system);
/* 1 if each system has a rule of its own. */
int nf_cloud_batch_own_rules(const nf_cloud_batch *batch);

double nf_cloud_batch_cutoff(const nf_cloud_batch *batch, uint64_t system, double cutoff);

/* Checks the cutoff of a search, for each system.  *cutoff becomes the largest of all.  Nothing if there is one system. */
nf_status nf_cloud_batch_check_cutoff(const nf_cloud *cloud, double *cutoff);

#endif
