/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The vectors and shifts of neighbours, after their rows are written. */
#ifndef NF_KNN_ENTRIES_H
#define NF_KNN_ENTRIES_H

#include "knn/query.h"

/* What was written of rows, and where vectors and shifts go; those without a buffer are not computed. */
typedef struct nf_knn_entries {
    nf_elements indices, distances, order; /* the order only with z_order */
    nf_elements vectors, shifts;           /* the offsets count neighbours */
} nf_knn_entries;

/* Measures the rows [first, first + rows). */
nf_status nf_knn_entries_measure(nf_work *work, const nf_knn_query *query, uint64_t first, uint64_t rows,
                                 const nf_knn_entries *entries);

#endif
