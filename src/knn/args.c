/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "knn/args.h"

#include "arguments/tree.h"

#include <math.h>

/* The largest d2 that counts: below that of the largest distance, and within that of the images.  *bounded: the latter is less. */
static nf_status start_of(const nf_knn_query *query, double *start, int *bounded) {
    const nf_cloud *cloud = query->cloud;
    const nf_scaling *scaling = &query->tree->scaling;
    const double within = nf_images_square(&cloud->space, scaling);
    double r2 = HUGE_VAL;
    nf_status status = NF_OK;
    if (query->max_distance > 0)
        NF_TRY(nf_scaling_square(scaling, query->max_distance, "max_distance", &r2, &cloud->context->error));
    *bounded = within < r2;
    if (*bounded) *start = within;
    else *start = cloud->type == NF_FLOAT32 ? (double)nextafterf((float)r2, 0) : nextafter(r2, 0);
done:
    return status;
}

static nf_status numbers_of(const nf_knn_query *query, uint64_t first, nf_knn_numbers *numbers) {
    const nf_type type = query->cloud->type;
    const nf_scaling *scaling = &query->tree->scaling;
    const double per_k = nf_inverse(query->k, type), ball = nf_ball(query->cloud->dims, type);
    const uint32_t k = (uint32_t)query->k, from = (uint32_t)first, excludes = !query->include_self,
                   z_order = query->z_order != 0;
    double start;
    int bounded;
    nf_status status = NF_OK;
    NF_TRY(start_of(query, &start, &bounded));
    if (type == NF_FLOAT32)
        numbers->f32 = (nf_knn_numbers32){(float)scaling->scale,
                                          (float)scaling->unscale,
                                          (float)ldexp(1, scaling->exponent),
                                          (float)start,
                                          (float)per_k,
                                          (float)ball,
                                          k,
                                          from,
                                          excludes,
                                          z_order,
                                          (uint32_t)bounded};
    else
        numbers->f64 = (nf_knn_numbers64){
            scaling->scale, scaling->unscale, ldexp(1, scaling->exponent), start, per_k, ball, k, from,
            excludes,       z_order,          (uint32_t)bounded,           0};
done:
    return status;
}

nf_status nf_knn_args_begin(const nf_knn_query *query, const nf_knn_queries *queries, uint64_t rows,
                            const nf_elements outputs[NF_KNN_ARRAYS], nf_knn_args *walk) {
    const nf_cloud *cloud = query->cloud;
    cl_mem any = query->tree->index.buffer;
    nf_arg *args = walk->args;
    size_t count = NF_TREE_ARGS;
    nf_status status = NF_OK;
    NF_TRY(numbers_of(query, queries->first, &walk->numbers));
    nf_tree_args(query->tree, args);
    args[count++] = nf_in(query->queries.points);
    args[count++] = nf_u64(query->queries.base + queries->first * (uint64_t)cloud->dims);
    args[count++] = nf_in(queries->order ? queries->order : any);
    args[count++] = nf_u64(queries->order_offset);
    args[count++] = nf_u32((uint32_t)rows);
    args[count++] = cloud->type == NF_FLOAT32 ? nf_struct(&walk->numbers.f32, sizeof walk->numbers.f32)
                                              : nf_struct(&walk->numbers.f64, sizeof walk->numbers.f64);
    for (int a = 0; a < NF_KNN_ARRAYS; a++) {
        args[count++] = nf_out(outputs[a].buffer ? outputs[a].buffer : any);
        args[count++] = nf_u64(outputs[a].buffer ? outputs[a].offset : 0);
    }
    walk->count = count;
done:
    return status;
}

void nf_knn_args_folds(const nf_knn_query *query, nf_knn_args *walk) {
    const nf_cloud *cloud = query->cloud;
    if (cloud->space.kind != NF_SPACE_BOX) return;
    walk->folds = nf_folds_of(&cloud->space, &query->tree->scaling);
    walk->args[walk->count++] = nf_folds_arg(&cloud->space, &walk->folds);
}

nf_status nf_knn_check_images(nf_work *work, const nf_knn_query *query, uint64_t first) {
    const nf_cloud *cloud = query->cloud;
    const nf_scaling *scaling = &query->tree->scaling;
    const double farthest = nf_folds_farthest(&cloud->space, scaling, cloud->n, (uint64_t)query->k);
    double start;
    uint32_t refused = 0;
    int bounded;
    nf_status status = NF_OK;
    NF_TRY(start_of(query, &start, &bounded));
    if (!bounded || farthest * farthest <= start) return NF_OK;
    NF_TRY(nf_read(work, query->refused, 0, &refused, sizeof refused));
    if (refused)
        status = nf_refuse_far_point(query->has_queries ? "query point" : "point", first + (uint32_t)~refused,
                                     nf_images_reach(&cloud->space), &cloud->context->error);
done:
    return status;
}
