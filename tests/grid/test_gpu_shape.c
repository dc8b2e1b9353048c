/* The search as GPUs have it, also where the device is a CPU: points at the cutoff, small capacities, outliers. */
#include "support/answers.h"

#include <stdlib.h>
#include <string.h>

#define SHAPE "search.GROUP=64 search.KEPT=512"

static support_cloud named(const char *name, nf_type type) {
    return support_cloud_make(support_cloud_named(name), 3, type);
}

/* ---- the rule decides where the margin does not -------------------------------------------------------- */

START_TEST(points_at_the_cutoff_have_the_bytes_of_the_host) {
    static const char *const names[] = {"lattice at the cutoff", "exact lattice at half the cutoff",
                                        "couples at the cutoff in a row"};
    nf_context *context = support_context(SHAPE);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            support_cloud cloud = named(names[k], (nf_type)type);
            support_pairs host = support_host(&cloud.points, cloud.cutoff, NULL),
                          got = support_ask_once(context, &cloud.points, cloud.cutoff, NULL);
            ck_assert_uint_gt(host.count, 100);
            support_same_bytes(&host, &got, names[k]);
            support_pairs_free(&host);
            support_pairs_free(&got);
            support_cloud_free(&cloud);
        }
    nf_context_free(context);
}
END_TEST

/* ---- small capacities ---------------------------------------------------------------------------------- */

START_TEST(nothing_is_written_beyond_a_capacity_within_a_tile) {
    nf_context *context = support_context(SHAPE);
    support_cloud cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4);
    support_pairs host = support_host(&cloud.points, cloud.cutoff, NULL);
    nf_cloud *on = support_cloud_on(context, &cloud.points);
    for (uint64_t left = 1; left <= host.count; left = left * 3 + 1) {
        const uint64_t room = host.count - left;
        const nf_slice nowhere = {NULL, 0};
        support_buffer pairs = support_buffer_of(context, NULL, host.count, 8);
        support_pairs got = {support_allocate(room * 8), room}, first = {host.pairs, room};
        uint64_t needed = 0;
        support_fails(context, NF_ERROR_CAPACITY, "",
                      nf_pairs_into(on, cloud.cutoff, NULL, pairs.at, room, nowhere, &needed, NULL));
        ck_assert_uint_eq(needed, host.count);
        support_read_first(&pairs, got.pairs, room);
        support_same_bytes(&first, &got, "the first pairs");
        support_pairs_free(&got);
        support_release(&pairs);
    }
    nf_cloud_free(on);
    support_pairs_free(&host);
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

/* ---- grids that were not expected ---------------------------------------------------------------------- */

START_TEST(outliers_have_the_bytes_of_the_host_though_nobody_looks_at_the_grid_first) {
    static const char *const names[] = {"outlier at 1e9", "outlier at -1e30"};
    nf_context *context = support_context(SHAPE);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        support_cloud cloud = named(names[k], NF_FLOAT32);
        support_pairs host = support_host(&cloud.points, cloud.cutoff, NULL), got = {NULL, host.count};
        nf_cloud *on = support_cloud_on(context, &cloud.points);
        support_buffer pairs = support_buffer_of(context, NULL, host.count, 8);
        const nf_slice nowhere = {NULL, 0};
        uint64_t needed = 0;
        got.pairs = support_allocate(host.count * 8);
        support_ok(context,
                   nf_pairs_into(on, cloud.cutoff, NULL, pairs.at, host.count, nowhere, &needed, NULL));
        ck_assert_uint_eq(needed, host.count);
        support_read(&pairs, got.pairs);
        support_same_bytes(&host, &got, names[k]);
        support_release(&pairs);
        nf_cloud_free(on);
        support_pairs_free(&got);
        support_pairs_free(&host);
        support_cloud_free(&cloud);
    }
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {points_at_the_cutoff_have_the_bytes_of_the_host,
                                  nothing_is_written_beyond_a_capacity_within_a_tile,
                                  outliers_have_the_bytes_of_the_host_though_nobody_looks_at_the_grid_first};
    return support_main("gpu_shape", tests, sizeof tests / sizeof *tests);
}
