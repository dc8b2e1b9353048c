/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What nf_result_array() says of results without rows: the types and columns that arrays would have with rows. */
#include "support/device.h"

#include <nearfield/nearfield.h>

/* No points, also as a batch, query points of which there are none, and points without neighbours. */
typedef enum no_rows { NO_POINTS, NO_POINTS_IN_A_BATCH, NO_QUERIES, NO_NEIGHBOURS, KINDS } no_rows;

static void is_like(const nf_result *result, nf_array array, nf_type type, int columns, const char *what) {
    const nf_array_info *info = nf_result_array(result, array);
    ck_assert_msg(info->type == type && info->columns == columns, "%s: %s has type %d and %d columns", what,
                  info->name, (int)info->type, info->columns);
}

static void are_like(const nf_result *result, nf_type type, int dims, const char *what) {
    is_like(result, NF_ARRAY_DISTANCES, type, 1, what);
    is_like(result, NF_ARRAY_VECTORS, type, dims, what);
    is_like(result, NF_ARRAY_SHIFTS, NF_INT32, 3, what);
}

/* Results of one type after another take the place of each other. */
typedef struct results {
    nf_result *pairs, *lists, *knn, *groups, *catalogue, *sums;
} results;

static void ask_groups(nf_context *context, nf_cloud *cloud, nf_type type, int dims, results *r) {
    support_ok(context, nf_fof(cloud, 1, NULL, NULL, &r->groups));
    support_ok(context, nf_catalogue(cloud, nf_at(nf_result_array(r->groups, NF_ARRAY_LABELS)->buffer, 0),
                                     NULL, NULL, &r->catalogue));
    is_like(r->catalogue, NF_ARRAY_MASSES, type, 1, "catalogue");
    is_like(r->catalogue, NF_ARRAY_CENTRES, type, dims, "catalogue");
    is_like(r->catalogue, NF_ARRAY_PERCOLATES, NF_UINT32, 1, "catalogue");
}

static void ask_sums(nf_context *context, nf_cloud *cloud, const nf_points *queries, nf_type type, int dims,
                     results *r) {
    own_function function = NULL;
    support_ok(context, nf_function_create(context, "lennard-jones", NULL, NULL, &function));
    const nf_function_info *info = nf_function_declares(function);
    const nf_parameter parameters[] = {{"epsilon", 1}, {"sigma", 1}};
    for (int wide = 0; wide < 2; wide++) {
        const nf_interact_options options = {
            .parameters = parameters, .parameter_count = 2, .queries = queries, .sum64 = wide};
        if (wide && support_double() != NF_FLOAT64) continue;
        support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &r->sums));
        for (int k = 0; k < info->sums; k++)
            ck_assert_msg(
                nf_result_array(r->sums, (nf_array)(NF_ARRAY_SUMS + k))->type == (wide ? NF_FLOAT64 : type),
                "sum %d has type %d", k, (int)nf_result_array(r->sums, (nf_array)(NF_ARRAY_SUMS + k))->type);
    }
    /* Totals alone, of sums that have no rows or are 0. */
    const nf_interact_options options = {.parameters = parameters,
                                         .parameter_count = 2,
                                         .queries = queries,
                                         .arrays = NF_WANT(NF_ARRAY_TOTALS)};
    double totals[5] = {1, 1, 1, 1, 1}; /* or half as many bytes */
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &r->sums));
    const nf_array_info *of_totals = nf_result_array(r->sums, NF_ARRAY_TOTALS);
    ck_assert_uint_eq(of_totals->rows, (uint64_t)dims + 2);
    ck_assert_uint_eq(nf_result_array(r->sums, NF_ARRAY_SUM(0))->rows, 0);
    support_ok(context, nf_result_read(r->sums, NF_ARRAY_TOTALS, 0, of_totals->rows, NULL, totals));
    for (uint64_t k = 0; k < of_totals->rows; k++)
        ck_assert_double_eq(of_totals->type == NF_FLOAT64 ? totals[k] : (double)((float *)totals)[k], 0);
}

static void check(nf_context *context, no_rows kind, nf_type type, int dims, results *r) {
    static const float narrow[6] = {0, 0, 0, 5, 5, 5};
    static const double wide[6] = {0, 0, 0, 5, 5, 5};
    static const uint64_t offsets[] = {0, 0, 0};
    const nf_batch systems = {.count = 2, .offsets = offsets};
    const nf_points points = {.n = kind >= NO_QUERIES ? 2 : 0,
                              .dims = dims,
                              .type = type,
                              .rows.host = type == NF_FLOAT32 ? (const void *)narrow : wide,
                              .batch = kind == NO_POINTS_IN_A_BATCH ? &systems : NULL},
                    none = {.dims = dims, .type = type};
    const nf_points *queries = kind == NO_QUERIES ? &none : NULL;
    const uint32_t arrays =
        NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS);
    const nf_pairs_options of_pairs = {.arrays = arrays, .queries = queries};
    const nf_lists_options of_lists = {.arrays = arrays, .queries = queries};
    const nf_knn_options of_knn = {.queries = queries};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_pairs(cloud, 1, &of_pairs, NULL, &r->pairs));
    support_ok(context, nf_lists(cloud, 1, &of_lists, NULL, &r->lists));
    are_like(r->pairs, type, dims, "pairs");
    are_like(r->lists, type, dims, "lists");
    ck_assert_uint_eq(nf_result_array(r->pairs, NF_ARRAY_DISTANCES)->rows, 0);
    ask_sums(context, cloud, queries, type, dims, r);
    if (kind != NO_POINTS_IN_A_BATCH) {
        support_ok(context, nf_knn(cloud, 3, &of_knn, NULL, &r->knn));
        is_like(r->knn, NF_ARRAY_INDICES, NF_INT32, 3, "knn");
        is_like(r->knn, NF_ARRAY_DISTANCES, type, 3, "knn");
        ask_groups(context, cloud, type, dims, r);
    }
}

TEST(arrays_without_rows_have_the_type_of_the_points) {
    own_context context = support_context(NULL);
    results r = {0};
    check(context, NO_POINTS, NF_FLOAT32, 3, &r);
    for (int kind = NO_POINTS; kind < KINDS; kind++) check(context, (no_rows)kind, support_double(), 2, &r);
    nf_result *const all[] = {r.pairs, r.lists, r.knn, r.groups, r.catalogue, r.sums};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_result_free(all[k]);
}
