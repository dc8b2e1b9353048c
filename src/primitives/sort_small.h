/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A sort of few keys, each of which is compared with all others. */
#ifndef NF_PRIMITIVES_SORT_SMALL_H
#define NF_PRIMITIVES_SORT_SMALL_H

#include "primitives/sort_parts.h"

/* 1 if so few keys are sorted in this way. */
int nf_sort_is_small(const nf_context *context, uint64_t n);

/* Sorts n such keys, at least one, into other places.  If from.values.buffer is NULL, the values are 0, 1, 2... */
nf_status nf_sort_small_run(nf_work *work, const nf_sort_options *options, nf_sort_arrays from,
                            nf_sort_arrays to, uint64_t n);

/* Sorts them where they are, by scratch. */
nf_status nf_sort_small_in_place(nf_work *work, const nf_sort_options *options, nf_sort_arrays own,
                                 uint64_t n);

#endif
