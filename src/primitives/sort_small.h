/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A sort of few keys in one launch of one work-group. */
#ifndef NF_PRIMITIVES_SORT_SMALL_H
#define NF_PRIMITIVES_SORT_SMALL_H

#include "primitives/sort_parts.h"

/* 1 if one group sorts so many keys. */
int nf_sort_is_small(const nf_context *context, const nf_sort_options *options, uint64_t n);

/* Sorts n such keys, at least one.  `from` and `to` may be the same.  If from.values.buffer is NULL, the values are 0, 1, 2... */
nf_status nf_sort_small_run(nf_work *work, const nf_sort_options *options, nf_sort_places from,
                            nf_sort_places to, uint64_t n);

#endif
