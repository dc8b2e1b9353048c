/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_histogram() on the host: the counts of brute force, and the pairs at every edge. */
#include "space/bins.h"
#include "support/clouds/boxes.h"
#include "support/calls.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/reference/histograms.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

/* The counts in host memory, which may be NULL, and their sum. */
static nf_status ask_about(nf_cloud *cloud, double cutoff, uint32_t bins, uint64_t *counts, uint64_t *total) {
    const nf_output output = {.array = NF_ARRAY_COUNTS, .host = counts, .capacity = bins};
    const nf_outputs outputs = {.count = 1, .arrays = &output, .found = total};
    const nf_histogram_options options = {.outputs = &outputs};
    return nf_histogram(cloud, cutoff, bins, &options, NULL, NULL);
}

static uint64_t ask(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins,
                    uint64_t *counts) {
    own_cloud cloud = support_cloud_on(support_host(), points, box);
    uint64_t total = 0;
    support_ok(support_host(), ask_about(cloud, cutoff, bins, counts, &total));
    return total;
}

static uint64_t pairs_of(const nf_points *points, const nf_box *box, double cutoff) {
    own_cloud cloud = support_cloud_on(support_host(), points, box);
    uint64_t total = 0;
    support_ok(support_host(), pairs_count(cloud, cutoff, NULL, NULL, &total));
    return total;
}

/* The counts of the first k bins sum to the number of pairs at edge k; few of the edges if there are many. */
static void check_edges(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins,
                        const uint64_t *counts, const char *name) {
    const double least = points->type == NF_FLOAT32 ? 0x1p-100 : 0x1p-960;
    const uint32_t step = bins / 10 + 1;
    uint64_t sum = 0;
    for (uint32_t k = 1; k <= bins; k++) {
        const double edge = histogram_edge(cutoff, bins, k);
        sum += counts[k - 1];
        if ((k % step && k != bins) || edge < least) continue;
        const uint64_t wanted = pairs_of(points, box, edge);
        ck_assert_msg(sum == wanted, "%s: %llu pairs below edge %u of %u, and not %llu", name,
                      (unsigned long long)sum, k, bins, (unsigned long long)wanted);
    }
}

static void check(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins,
                  const char *name) {
    uint64_t *got = support_allocate(bins * sizeof *got), sum = 0;
    own_memory uint64_t *wanted = histogram_counts(points, box, cutoff, bins);
    const uint64_t total = ask(points, box, cutoff, bins, got);
    for (uint32_t k = 0; k < bins; k++) sum += got[k];
    ck_assert_uint_eq(sum, total);
    histogram_same(wanted, got, bins, name);
    check_edges(points, box, cutoff, bins, got, name);
    free(got);
}

static const uint32_t bins_of_tests[] = {1, 7, 1000};
enum { BINS = sizeof bins_of_tests / sizeof *bins_of_tests };

TEST(every_cloud_has_the_counts_of_brute_force) {
    for (int dims = 1; dims <= 3; dims++)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
            for (int k = 0; k < support_cloud_count; k++) {
                own_points cloud = support_cloud_make(k, dims, (nf_type)type);
                for (int b = 0; b < BINS; b++)
                    if (cloud.data && support_cloud_is_run(k, dims, (nf_type)type))
                        check(&cloud.points, NULL, cloud.cutoff, bins_of_tests[b], cloud.name);
            }
}

TEST(every_box_has_the_counts_of_brute_force) {
    for (int k = 0; k < SUPPORT_BOXES; k += support_small() ? 5 : 1) {
        own_boxed boxed = support_boxed_make(k, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        check(&boxed.points, &boxed.box, boxed.cutoff, bins_of_tests[k / 5 % BINS], boxed.name);
    }
}

TEST(the_most_bins_have_the_counts_of_brute_force) {
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
        own_points cloud = support_cloud_uniform(400, 3, (nf_type)type, 0.4, 3);
        own_boxed boxed = support_boxed_make(7, (nf_type)type);
        check(&cloud.points, NULL, cloud.cutoff, NF_HISTOGRAM_BINS_MOST, "uniform");
        check(&boxed.points, &boxed.box, boxed.cutoff, NF_HISTOGRAM_BINS_MOST, boxed.name);
    }
}

TEST(edges_are_those_of_the_header) {
    static const double cutoffs[] = {0.1, 0.3, 1, 1.9, 1.0 / 3, 12.5, 1e-30, 7e100};
    for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++)
        for (uint32_t bins = 1; bins < 200; bins++)
            for (uint32_t k = 0; k <= bins; k++)
                ck_assert(!(fabs(nf_bins_edge(&(nf_bins){cutoffs[c], bins, NULL}, k) -
                                 histogram_edge(cutoffs[c], bins, k)) > 0));
}

/* A device that flushes subnormal numbers would lose bits of the squares of small edges, although the cutoff needs no scale. */
TEST(small_edges_of_a_cutoff_in_range_are_scaled) {
    const nf_bins one = {0x1p-36, 1, NULL}, two = {0x1p-36, 2, NULL};
    const nf_rule plain = nf_bins_rule(&one, NF_FLOAT32), scaled = nf_bins_rule(&two, NF_FLOAT32);
    ck_assert_int_eq(plain.scaled, 0);
    ck_assert_int_eq(scaled.scaled, 1);
    ck_assert_int_eq(scaled.margin, 1);
    ck_assert_double_eq(scaled.r2, 1);
    float squares[3];
    nf_bins_squares(&scaled, &two, NF_FLOAT32, squares);
    ck_assert(squares[0] == 0 && squares[1] == 0.25f && squares[2] == 1);
}

/* The shells of a lattice are on edges: a pair at an edge is in the bin above it. */
TEST(a_pair_at_an_edge_is_in_the_bin_above_it) {
    const nf_points one = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = (const float[3]){0, 0, 0}};
    const nf_box cubic = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    /* Distances 1 (3), sqrt 2 (6), sqrt 3 (4), 2 (3), sqrt 5 (12), sqrt 6 (12), sqrt 8 (6); 3 is the cutoff. */
    const uint64_t shells[12] = {0, 0, 0, 0, 3, 6, 4, 0, 15, 12, 0, 6};
    uint64_t counts[12];
    ck_assert_uint_eq(ask(&one, &cubic, 3, 12, counts), 46);
    histogram_same(shells, counts, 12, "cubic lattice");
}

TEST(no_points_have_empty_bins_and_no_place_for_counts_is_refused) {
    const nf_points none = {.n = 0, .dims = 3, .type = NF_FLOAT32};
    uint64_t counts[3] = {1, 2, 3}, total = 5;
    own_cloud cloud = support_cloud_on(support_host(), &none, NULL);
    support_ok(support_host(), ask_about(cloud, 1, 3, counts, &total));
    ck_assert_uint_eq(counts[0] + counts[1] + counts[2] + total, 0);
    support_fails(support_host(), NF_ERROR_ARGUMENT, "counts has neither a buffer nor host memory",
                  ask_about(cloud, 1, 3, NULL, &total));
}
