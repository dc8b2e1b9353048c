/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Every difficult cloud on the device: the bytes of nf_host_pairs, the set of brute force. */
#include "support/answers.h"

#include <stdio.h>
#include <stdlib.h>

/* Small sizes: the number of cells that each method asks about, or -1, by dims and type; of floats in 3 dims every third cloud
   has a second one. */
enum { ROWS = 7 };
static const struct {
    int dims, cells[2]; /* by method */
    nf_type type;
    int every; /* 0: all clouds */
} few[ROWS] = {
    {3, {0, 1}, NF_FLOAT32, 0},  {3, {2, 3}, NF_FLOAT32, 3},  {3, {1, -1}, NF_FLOAT64, 0},
    {2, {3, -1}, NF_FLOAT32, 0}, {2, {-1, 2}, NF_FLOAT64, 0}, {1, {-1, 0}, NF_FLOAT32, 0},
    {1, {2, -1}, NF_FLOAT64, 0},
};

/* The searches.  Every row builds its own programs, so double runs half of them, with every method and every number of cells,
   and 1 and 2 dims run fewer; NEARFIELD_TEST_ALL=1 runs all. */
static int is_asked(int cloud, int dims, nf_type type, int method, int cells) {
    static const char *all = NULL;
    if (!all) all = getenv("NEARFIELD_TEST_ALL");
    if (!all) all = "0";
    if (all[0] != '1' && support_small()) {
        for (int k = 0; k < ROWS; k++)
            if (few[k].dims == dims && few[k].type == type && few[k].cells[method] == cells &&
                (!few[k].every || cloud % few[k].every == 0))
                return 1;
        return 0;
    }
    if ((dims == 3 && type == NF_FLOAT32) || all[0] == '1') return 1;
    if (dims == 3) return (method == NF_PAIRS_SEARCH) == (cells % 2 == 0);
    if (type == NF_FLOAT32) return method == NF_PAIRS_SEARCH ? cells == 0 : cells == 3;
    return method == NF_PAIRS_SEARCH ? cells == 1 + dims : cells == 0;
}

typedef struct asked {
    nf_context *context;
    nf_cloud *cloud;
    nf_result *result;
} asked;

static void check_options(const asked *on, const support_cloud *cloud, const reference *wanted, int method,
                          int cells) {
    for (int sorted = 0; sorted < 2; sorted++) {
        const nf_pairs_options options = {
            .method = (nf_pairs_method)method, .cells_per_cutoff = cells, .sorted = sorted};
        char what[200];
        snprintf(what, sizeof what, "%s, %dD, type %d, method %d, cells %d, sorted %d", cloud->name,
                 cloud->points.dims, (int)cloud->points.type, method, cells, sorted);
        support_pairs got = support_ask(on->context, on->result, on->cloud, cloud->cutoff, &options);
        if (sorted) {
            const support_pairs ascending = {wanted->pairs, wanted->count};
            support_same_bytes(&ascending, &got, what);
        } else {
            support_pairs host = support_host(&cloud->points, cloud->cutoff, &options);
            support_same_bytes(&host, &got, what);
            reference_same_set(wanted, got.pairs, got.count, what);
            support_pairs_free(&host);
        }
        uint64_t count = 0;
        support_ok(on->context, nf_pairs_count(on->cloud, cloud->cutoff, &options, NULL, &count));
        ck_assert_uint_eq(count, wanted->count);
        support_pairs_free(&got);
    }
}

static void check_clouds(int dims, nf_type type) {
    asked on = {.context = support_context(NULL)};
    const nf_points none = {.dims = dims, .type = type};
    on.cloud = support_cloud_on(on.context, &none);
    support_ok(on.context, nf_pairs(on.cloud, 1, NULL, NULL, &on.result));
    for (int k = 0; k < support_cloud_count; k++) {
        if (!support_cloud_is_run(k, dims, type)) continue;
        support_cloud cloud = support_cloud_make(k, dims, type);
        reference wanted = reference_pairs(&cloud.points, cloud.cutoff);
        support_ok(on.context, nf_cloud_move(on.cloud, &cloud.points, NULL, NULL));
        for (int cells = 0; cells <= 3; cells++)
            for (int method = NF_PAIRS_SEARCH; method <= NF_PAIRS_POTENTIAL; method++)
                if (is_asked(k, dims, type, method, cells))
                    check_options(&on, &cloud, &wanted, method, cells);
        reference_free(&wanted);
        support_cloud_free(&cloud);
    }
    nf_result_free(on.result);
    nf_cloud_free(on.cloud);
    uint64_t now = 0, peak = 0;
    nf_context_trim(on.context);
    nf_context_memory(on.context, &now, &peak);
    ck_assert_uint_eq(now, 0);
    nf_context_free(on.context);
}

START_TEST(every_cloud_of_floats_in_3_dims) { check_clouds(3, NF_FLOAT32); }
END_TEST
START_TEST(every_cloud_of_doubles_in_3_dims) { check_clouds(3, support_double()); }
END_TEST
START_TEST(every_cloud_of_floats_in_2_dims) { check_clouds(2, NF_FLOAT32); }
END_TEST
START_TEST(every_cloud_of_doubles_in_2_dims) { check_clouds(2, support_double()); }
END_TEST
START_TEST(every_cloud_of_floats_in_1_dim) { check_clouds(1, NF_FLOAT32); }
END_TEST
START_TEST(every_cloud_of_doubles_in_1_dim) { check_clouds(1, support_double()); }
END_TEST

int main(void) {
    const TTest *const tests[] = {every_cloud_of_floats_in_3_dims, every_cloud_of_doubles_in_3_dims,
                                  every_cloud_of_floats_in_2_dims, every_cloud_of_doubles_in_2_dims,
                                  every_cloud_of_floats_in_1_dim,  every_cloud_of_doubles_in_1_dim};
    return support_main("clouds", tests, sizeof tests / sizeof *tests);
}
