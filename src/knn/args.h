/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The arguments of the kernels for k nearest neighbours. */
#ifndef NF_KNN_ARGS_H
#define NF_KNN_ARGS_H

#include "tree/folds.h"
#include "knn/walks.h"

/* nf_knn_numbers of cl/knn/numbers.cl. */
typedef struct nf_knn_numbers32 {
    float scale, unscale, limit, start, per_k, ball;
    uint32_t k, first, excludes, z_order, bounded;
} nf_knn_numbers32;
typedef struct nf_knn_numbers64 {
    double scale, unscale, limit, start, per_k, ball;
    uint32_t k, first, excludes, z_order, bounded;
    uint32_t unused; /* without it, the bytes at the end, which go to the device too, have no value */
} nf_knn_numbers64;
typedef union nf_knn_numbers {
    nf_knn_numbers32 f32;
    nf_knn_numbers64 f64;
} nf_knn_numbers;

enum { NF_KNN_ARGS_MOST = NF_TREE_ARGS + 6 + 2 * NF_KNN_ARRAYS + 5 };
typedef struct nf_knn_args {
    nf_knn_numbers numbers;
    nf_folds folds;
    nf_arg args[NF_KNN_ARGS_MOST];
    size_t count;
} nf_knn_args;

/* The arguments that all kernels begin with. */
nf_status nf_knn_args_begin(const nf_knn_query *query, const nf_knn_queries *queries, uint64_t rows,
                            const nf_elements outputs[NF_KNN_ARRAYS], nf_knn_args *walk);

/* Adds the images of a periodic box. */
void nf_knn_args_folds(const nf_knn_query *query, nf_knn_args *walk);

/* Reads whether a query of rows from `first` on was refused, unless none can be. */
nf_status nf_knn_check_images(nf_work *work, const nf_knn_query *query, uint64_t first);

#endif
