/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Data that the CPU search stores: frames of candidates in float, and the results of the count for the fill. */
#include "support/answers/pairs.h"

#include <stdlib.h>
#include <string.h>

static void check_bytes(nf_context *context, const support_cloud *cloud, uint64_t least) {
    own_pairs host = support_ask_once(support_host(), &cloud->points, cloud->cutoff, NULL),
              got = support_ask_once(context, &cloud->points, cloud->cutoff, NULL);
    own_reference wanted = reference_pairs(&cloud->points, cloud->cutoff);
    ck_assert_uint_ge(host.count, least);
    reference_same_set(&wanted, host.pairs, host.count, cloud->name);
    support_same_bytes(&host, &got, cloud->name);
}

/* A row of points, and a cluster in each of the four rows beside it, whose points are candidates but not partners.  A frame
   has room for 4,096. */
static support_cloud row_among_clusters(void) {
    enum { OWN = 24, CLUSTER = 1100, N = 1 + OWN + 4 * CLUSTER };
    static const double rows[4][2] = {
        {2.9, 0.5}, {0.1, 1.9}, {1.5, 1.9}, {2.9, 1.9}}; /* y, z; the size of a cell is about 1 */
    static double xyz[3 * N];                            /* the first point is the corner of the grid */
    uint64_t state = 5;
    for (int p = 1; p <= OWN; p++) {
        xyz[3 * p] = 2 + 0.97 * support_uniform(&state);
        xyz[3 * p + 1] = 1.5 + 0.1 * support_uniform(&state);
        xyz[3 * p + 2] = 0.5;
    }
    for (int p = 1 + OWN; p < N; p++) {
        xyz[3 * p] = 2 + support_uniform(&state);
        xyz[3 * p + 1] = rows[(p - 1 - OWN) / CLUSTER][0];
        xyz[3 * p + 2] = rows[(p - 1 - OWN) / CLUSTER][1];
    }
    return support_cloud_of("a row among clusters", xyz, N, 3, NF_FLOAT64, 1);
}

TEST(candidates_that_fit_a_frame_one_by_one_but_not_together_are_decided_rightly) {
    if (support_double() != NF_FLOAT64) return;
    own_context context = support_context("search.GROUP=1");
    own_points cloud = row_among_clusters();
    check_bytes(context, &cloud, 200);
}

/* The memory of a chunk of tiles is full after some of its tiles, for up to 16 compute units. */
TEST(chunks_that_are_full_leave_those_of_their_neighbours_alone) {
    own_context context = support_context("search.GROUP=1 search_cpu.KEPT=8");
    own_points cloud = support_cloud_uniform(8400, 3, NF_FLOAT32, 0.2, 9);
    check_bytes(context, &cloud, 500000);
}

/* Many tiles have more pairs than fit into a list of 256 entries for four points. */
TEST(tiles_with_more_pairs_than_a_list_holds_are_written_pair_by_pair) {
    own_context context = support_context("search.GROUP=1 search_cpu.LIST=256");
    own_points cloud = support_cloud_make(support_cloud_named("dense cell"), 3, NF_FLOAT32);
    check_bytes(context, &cloud, 400000);
}

/* The memory for decisions is full before the first point of the second row comes.  When its four points are decided again,
   the first 256 points of the third row fill the room for 16 entries with one pair each, and 32 more are not decided yet, of
   which none is a partner.  The points after them are without pairs, and so many that there is one entry for each tile. */
static support_cloud last_candidates_without_pairs(void) {
    enum { FIRST = 384, SECOND = 32, ENTRIES = 16, THIRD = 16 * ENTRIES + 32, N = 300000, WIDTH = 560 };
    own_memory double *xyz = support_allocate(3 * N * sizeof *xyz);
    memset(xyz, 0, 3 * N * sizeof *xyz);
    for (int p = 0; p < N; p++) {
        const int second = p - FIRST, third = second - SECOND, alone = third - THIRD;
        const int near = third % 16 == 0 && third < 16 * ENTRIES;
        if (second < 0) xyz[3 * p] = 100 + 0.9 * p, xyz[3 * p + 1] = 0;
        else if (third < 0) xyz[3 * p] = second ? 5 + 15.0 * second : 0, xyz[3 * p + 1] = 1.9;
        else if (alone < 0) xyz[3 * p] = 0, xyz[3 * p + 1] = near ? 2.5 : 3;
        else xyz[3 * p] = 1.05 * (alone % WIDTH), xyz[3 * p + 1] = 6 + 1.05 * (alone / WIDTH);
    }
    support_cloud cloud = support_cloud_of("last candidates without pairs", xyz, N, 2, NF_FLOAT32, 1);
    return cloud;
}

TEST(pairs_stay_listed_when_the_last_candidates_of_their_group_have_none) {
    own_context context = support_context("search.GROUP=1 search_cpu.LIST=16 search_cpu.KEPT=1");
    own_points cloud = last_candidates_without_pairs();
    own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL),
              got = support_ask_once(context, &cloud.points, cloud.cutoff, NULL);
    support_same_bytes(&host, &got, cloud.name);
}
