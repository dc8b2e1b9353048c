/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/answers/knn.h"

#include "support/device.h"

#include <stdio.h>

static const uint64_t all_arrays = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES) |
                                   NF_WANT(NF_ARRAY_KTH_DISTANCES) | NF_WANT(NF_ARRAY_MEAN_DISTANCES) |
                                   NF_WANT(NF_ARRAY_DENSITIES);

static void read_array(nf_context *context, nf_result *result, nf_array array, uint64_t rows, void *to) {
    ck_assert_uint_eq(nf_result_array(result, array)->rows, rows);
    support_ok(context, nf_result_read(result, array, 0, rows, NULL, to));
}

/* All arrays of a result. */
static knn_answer read_answer(nf_context *context, nf_result *result, const nf_points *points, int k,
                              const nf_knn_options *options) {
    knn_answer got = knn_room(points, k, options);
    ck_assert_uint_eq(nf_result_total(result), got.n * (uint64_t)k);
    read_array(context, result, NF_ARRAY_INDICES, got.n, got.indices);
    read_array(context, result, NF_ARRAY_DISTANCES, got.n, got.distances);
    read_array(context, result, NF_ARRAY_KTH_DISTANCES, got.n, got.kth_distances);
    read_array(context, result, NF_ARRAY_MEAN_DISTANCES, got.n, got.mean_distances);
    read_array(context, result, NF_ARRAY_DENSITIES, got.n, got.densities);
    if (got.order) read_array(context, result, NF_ARRAY_ORDER, got.n, got.order);
    return got;
}

static nf_status ask(nf_cloud *cloud, int k, const nf_knn_options *options, nf_result **result) {
    nf_knn_options all = options ? *options : (nf_knn_options){.z_order = 0};
    all.arrays = all_arrays;
    return nf_knn(cloud, (uint32_t)k, &all, NULL, result);
}

knn_answer knn_ask(nf_context *context, nf_cloud *cloud, const nf_points *points, int k,
                   const nf_knn_options *options) {
    own_result result = NULL;
    support_ok(context, ask(cloud, k, options, &result));
    knn_answer got = read_answer(context, result, points, k, options);
    return got;
}

knn_answer knn_host(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options) {
    own_cloud cloud = support_cloud_on(support_host(), points, box);
    knn_answer answer = knn_ask(support_host(), cloud, points, k, options);
    return answer;
}

static void check(nf_context *context, nf_result *result, const nf_points *points, const nf_box *box, int k,
                  const nf_knn_options *options, const char *name) {
    char what[300];
    own_neighbours wanted = knn_host(points, box, k, options),
                   got = read_answer(context, result, points, k, options);
    (void)snprintf(what, sizeof what, "%s: %llu points in %dD, type %d, k %d", name,
                   (unsigned long long)points->n, points->dims, (int)points->type, k);
    knn_same(&wanted, &got, what);
}

int knn_check_long(nf_context *context, const nf_points *points, const nf_box *box, int k,
                   const nf_knn_options *options, const char *name) {
    own_cloud cloud = support_cloud_on(context, points, box);
    own_result result = NULL;
    const nf_status status = ask(cloud, k, options, &result);
    const int is_ended = support_is_ended(context, status);
    if (is_ended) ck_assert_ptr_null(result);
    else {
        support_ok(context, status);
        check(context, result, points, box, k, options, name);
    }
    return !is_ended;
}

void knn_check(nf_context *context, const nf_points *points, const nf_box *box, int k,
               const nf_knn_options *options, const char *name) {
    ck_assert_msg(knn_check_long(context, points, box, k, options, name), "%s: %s", name,
                  nf_context_error(context));
}
