/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Groups of friends. */
#ifndef NF_GROUPS_FOF_H
#define NF_GROUPS_FOF_H

#include "groups/labels.h"
#include "tune/tunable.h"

/* The forest of the links between core points, whose roots have the labels of these; all points of nf_fof() are core points. */
nf_status nf_fof_links(nf_work *work, const nf_groups *groups, const nf_labels *labels);

/* The tunables of the kernels of groups. */
extern const nf_family nf_fof_family;

#endif
