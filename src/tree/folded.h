/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points in a periodic box, before they are sorted for the tree: cl/tree/folded.cl. */
#ifndef NF_TREE_FOLDED_H
#define NF_TREE_FOLDED_H

#include "order/order.h"
#include "tree/look.h"

/* Looks at the points: writes a state as nf_zfind_begin() does, and how far they are from the box.  Enqueues. */
nf_status nf_folded_find(nf_work *work, const nf_view *points, cl_mem found);

/* Writes the points folded into the box, rows of `dims`, to `to`.  Enqueues. */
nf_status nf_folded_points(nf_work *work, const nf_view *points, cl_mem to);

/* NF_ERROR_POINTS for the point that a look found too far from the box (found->far); name: "query point".  Waits for the device. */
nf_status nf_folded_refuse(nf_work *work, const nf_view *points, const char *name, const nf_zfound *found);

/* NF_ERROR_POINTS names the first of some points that is too far from their periodic box.  Waits for the device. */
nf_status nf_folded_check_far(nf_work *work, const nf_view *points, const char *name);

#endif
