/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Radii that differ much, without a cutoff: the device gives the bytes of the host, which test_conditions of the host compares with brute
   force. */
#include "support/answers.h"
#include "support/box_checks.h"
#include "support/box_more.h"
#include "support/clouds.h"
#include "support/device.h"
#include "support/histograms.h"
#include "support/radii_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(points_in_boxes_have_the_bytes_of_the_host) {
    radii_check_boxes(NULL, support_small() ? 150 : 13);
}
END_TEST

START_TEST(a_dense_centre_has_the_bytes_of_the_host) {
    radii_check_centre(NULL, support_small() ? 2000 : 20000, support_small() ? 2 : 1, 0);
}
END_TEST

/* Lists of 64 partners, and memory for the decisions of few tiles. */
START_TEST(a_dense_centre_has_the_bytes_of_the_host_with_little_memory) {
    radii_check_centre("search.GROUP=1 search_cpu.LIST=16 search_cpu.KEPT=1", 2000, 2, 0);
}
END_TEST

/* Points inside of a small box, of which some reach their own images. */
START_TEST(own_images_of_large_radii_count_once) {
    enum { N = 60 };
    static float xyzr[4 * N];
    nf_context *context = support_context(NULL);
    uint64_t state = 3;
    for (int p = 0; p < 3 * N; p++) xyzr[p] = (float)support_uniform(&state);
    for (int p = 0; p < N; p++) xyzr[3 * N + p] = p % 20 ? 0.01f : 0.6f;
    const nf_points radii = {.n = N, .dims = 1, .type = NF_FLOAT32, .host = xyzr + 3 * N};
    const nf_conditions conditions = {.radii = &radii, .radii_rule = NF_RADII_SUM};
    const support_boxed boxed = {.name = "own images",
                                 .points = {.n = N, .dims = 3, .type = NF_FLOAT32, .host = xyzr},
                                 .box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}},
                                 .cutoff = 1.25,
                                 .conditions = &conditions,
                                 .by_radii = 1};
    box_check(box_ask_device, context, &boxed, BOX_PAIRS, 1);
    radii_check_same(context, &boxed, NF_RADII_SUM, 0,
                     support_small() ? RADII_PAIRS | RADII_FULL : RADII_EVERY);
    nf_context_free(context);
}
END_TEST

START_TEST(pairs_of_unequal_radii_are_those_of_brute_force) {
    radii_check_limits(NULL, support_small() ? 1 : 6);
}
END_TEST

/* The indices of the lists that a question without other arrays gets, and how many there are. */
static int32_t *ask_indices(nf_context *context, nf_cloud *cloud, double cutoff,
                            const nf_lists_options *options, uint64_t *total) {
    nf_result *result = NULL;
    support_ok(context, nf_lists(cloud, cutoff, options, NULL, &result));
    *total = nf_result_total(result);
    int32_t *indices = box_read_array(context, result, NF_ARRAY_INDICES, NF_INT32, 1, *total);
    nf_result_free(result);
    return indices;
}

/* Which radii there are changes between questions about one cloud, but not the largest one; the cloud's own order stays. */
START_TEST(questions_with_other_radii_and_without_radii_follow_each_other) {
    nf_context *context = support_context(NULL);
    nf_points radii;
    nf_conditions conditions = {.radii_rule = NF_RADII_SUM};
    support_boxed boxed = radii_dense_centre(2500, NF_FLOAT32, &radii, &conditions);
    float *r = (float *)boxed.data + 3 * boxed.points.n;
    nf_cloud *cloud = support_cloud_on(context, &boxed.points);
    for (int k = 0; k < 4; k++) {
        const nf_lists_options options = {.conditions = k == 2 ? NULL : &conditions, .half = k % 2};
        const double cutoff = k == 2 ? 0.05 : 0;
        uint64_t *offsets = NULL, got_total = 0;
        int32_t *indices = NULL;
        if (k == 1)
            for (uint64_t p = 0; p < radii.n; p++) r[p] = p % 50 ? 0.01f : 0.15f;
        int32_t *got = ask_indices(context, cloud, cutoff, &options, &got_total);
        ck_assert_int_eq(nf_host_lists(&boxed.points, NULL, cutoff, &options, NULL, &offsets, &indices, NULL,
                                       NULL, NULL, 0),
                         NF_OK);
        const uint64_t total = offsets[boxed.points.n];
        ck_assert_uint_gt(total, 1000);
        ck_assert_uint_eq(got_total, total);
        ck_assert_int_eq(memcmp(got, indices, total * 4), 0);
        free(got);
        free(offsets);
        free(indices);
    }
    nf_cloud_free(cloud);
    support_boxed_free(&boxed);
    nf_context_free(context);
}
END_TEST

/* The largest radius is read from the device. */
START_TEST(radii_on_the_device_give_the_bytes_of_radii_on_the_host) {
    nf_context *context = support_context(NULL);
    nf_points radii;
    nf_conditions conditions = {.radii_rule = NF_RADII_SUM};
    support_boxed boxed = radii_dense_centre(3000, NF_FLOAT32, &radii, &conditions);
    support_buffer buffer = support_buffer_of(context, radii.host, radii.n, 4);
    nf_cloud *cloud = support_cloud_on(context, &boxed.points);
    int32_t *indices[2];
    uint64_t totals[2];
    for (int k = 0; k < 2; k++) {
        const nf_lists_options options = {.conditions = &conditions};
        indices[k] = ask_indices(context, cloud, 0, &options, totals + k);
        radii = (nf_points){.n = radii.n,
                            .dims = 1,
                            .type = radii.type,
                            .buffer = buffer.at.buffer,
                            .offset = buffer.at.offset};
    }
    ck_assert_uint_eq(totals[0], totals[1]);
    ck_assert_int_eq(memcmp(indices[0], indices[1], totals[0] * 4), 0);
    for (int k = 0; k < 2; k++) free(indices[k]);
    support_release(&buffer);
    nf_cloud_free(cloud);
    support_boxed_free(&boxed);
    nf_context_free(context);
}
END_TEST

START_TEST(histograms_and_rows_in_cell_order_have_the_bytes_of_the_host) {
    enum { BINS = 40 };
    nf_context *context = support_context(NULL);
    nf_points radii;
    nf_conditions conditions = {.radii_rule = NF_RADII_LARGER};
    support_boxed boxed = radii_dense_centre(2500, support_double(), &radii, &conditions);
    const uint64_t n = boxed.points.n;
    const nf_histogram_options bins = {.conditions = &conditions};
    const nf_lists_options rows = {.conditions = &conditions, .cell_order = 1};
    nf_cloud *cloud = support_cloud_on(context, &boxed.points);
    nf_result *result = NULL;
    uint64_t counts[BINS], total = 0, *offsets = NULL;
    int32_t *indices = NULL;
    nf_host_arrays more;
    support_ok(context, nf_histogram(cloud, 0, BINS, &bins, NULL, &result));
    ck_assert_int_eq(
        nf_host_histogram(&boxed.points, NULL, 0, BINS, &bins, NULL, counts, &total, NULL, NULL, 0), NF_OK);
    uint64_t *got = box_read_array(context, result, NF_ARRAY_COUNTS, NF_UINT64, 1, BINS);
    ck_assert_uint_gt(total, 500);
    ck_assert_int_eq(memcmp(got, counts, sizeof counts), 0);
    free(got);
    nf_result_free(result);
    result = NULL;
    support_ok(context, nf_lists(cloud, 0, &rows, NULL, &result));
    ck_assert_int_eq(
        nf_host_lists(&boxed.points, NULL, 0, &rows, NULL, &offsets, &indices, &more, NULL, NULL, 0), NF_OK);
    got = box_read_array(context, result, NF_ARRAY_OFFSETS, NF_UINT64, 1, n + 1);
    ck_assert_int_eq(memcmp(got, offsets, (n + 1) * 8), 0);
    free(got);
    got = box_read_array(context, result, NF_ARRAY_COUNTS, NF_UINT64, 1, n);
    ck_assert_int_eq(memcmp(got, more.counts, n * 8), 0);
    free(got);
    int32_t *entries =
        box_read_array(context, result, NF_ARRAY_INDICES, NF_INT32, 1, nf_result_total(result));
    ck_assert_int_eq(memcmp(entries, indices, nf_result_total(result) * 4), 0);
    free(entries);
    free(offsets);
    free(indices);
    free(more.counts);
    nf_result_free(result);
    nf_cloud_free(cloud);
    support_boxed_free(&boxed);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {points_in_boxes_have_the_bytes_of_the_host,
                                  a_dense_centre_has_the_bytes_of_the_host,
                                  a_dense_centre_has_the_bytes_of_the_host_with_little_memory,
                                  own_images_of_large_radii_count_once,
                                  pairs_of_unequal_radii_are_those_of_brute_force,
                                  questions_with_other_radii_and_without_radii_follow_each_other,
                                  radii_on_the_device_give_the_bytes_of_radii_on_the_host,
                                  histograms_and_rows_in_cell_order_have_the_bytes_of_the_host};
    return support_main("radii", tests, sizeof tests / sizeof *tests);
}
