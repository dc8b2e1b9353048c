/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* DBSCAN: which points are core points, and what they link beside each other. */
#ifndef NF_GROUPS_DBSCAN_H
#define NF_GROUPS_DBSCAN_H

#include "groups/groups.h"

/* Takes memory for `cores` and `heads` and finds them. */
nf_status nf_dbscan_cores(nf_work *work, nf_groups *groups);

/* The labels of the points that are no core points; those of the others are known by root. */
nf_status nf_dbscan_border(nf_work *work, const nf_groups *groups);

#endif
