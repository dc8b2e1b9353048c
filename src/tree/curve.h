/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of points along the z-order curve, and along the Hilbert curve for the tree. */
#ifndef NF_TREE_CURVE_H
#define NF_TREE_CURVE_H

#include "order/cloud/view.h"
#include "primitives/run.h"

/* The points are those of views, whose order does not matter.  The program of the kernels; `job` is NULL for the keys of ties, and for a look alone. */
nf_status nf_zsort_program(nf_context *context, const nf_view *points, int hilbert, const nf_sort_job *job,
                           nf_program **out);

/* nf_zsort() of points that are finite.  `found`: of a look at these points, which it overwrites; NULL: it looks itself. */
nf_status nf_zsort_run(nf_work *work, const nf_view *points, nf_elements permutation, cl_mem found);

/* Sorts points that are finite along Hilbert's curve, in 2 and 3 dimensions (nf_hilbert_sorts), and otherwise along the z-order curve: an order in which consecutive
   points are near each other, for trees.  Equal points keep their order; that of others may change in any version.  *in_long, unless it is NULL: how many points were in
   long ties after the first sort. */
nf_status nf_hilbert_run(nf_work *work, const nf_view *points, nf_elements permutation, cl_mem found,
                         uint32_t *in_long);

/* Sorts as nf_hilbert_run() does, without waiting: points in long ties may be in any order among themselves; in_long of `found` (look.h) is their number. */
nf_status nf_hilbert_enqueue(nf_work *work, const nf_view *points, nf_elements permutation, cl_mem found);
int nf_hilbert_sorts(int dims);

#endif
