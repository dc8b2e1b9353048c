/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours by kernels of other shapes, and by lanes that work together. */
#include "support/device.h"
#include "support/answers/knn.h"
#include "support/run.h"
#include "support/reference/zorder.h"
#include "knn/query.h"

#include <math.h>
#include <stdlib.h>

/* Trees of the width that others have. */
TEST(widths_do_not_change_an_answer) {
    static const char *const tunings[] = {"knn.GROUP=32 order.GROUP=64 tree.GROUP=64 tree.WIDTH=16",
                                          "knn.GROUP=1 order.GROUP=1 tree.GROUP=1 tree.WIDTH=32"};
    for (int t = 0; t < 2; t++) {
        own_context context = support_context(tunings[t]);
        own_memory void *data = NULL;
        const nf_points points = zorder_points(1, 700, 3, NF_FLOAT32, &data);
        knn_check(context, &points, NULL, 8, NULL, zorder_name(1));
    }
}

/* Packets and wide packets of 32 queries, and singles of 32 lanes for one: lists of all lengths, points far from each other, ties everywhere. */
TEST(lanes_find_the_neighbours_of_the_host) {
    enum {
        EDGE = 14,
        POINTS = EDGE * EDGE * EDGE
    }; /* more than 2,048: a node has several nodes that it may pass */
    static const char *const words[] = {"knn.GROUP=32 knn.PACKET=1 tree.WIDTH=32",
                                        "knn.GROUP=32 knn.PACKET=1000000 tree.WIDTH=32"};
    static const int ks[] = {8, 64, 168};
    static float lattice[3 * POINTS];
    for (int i = 0; i < POINTS; i++)
        for (int a = 0, j = i * 389 % POINTS; a < 3; a++, j /= EDGE)
            lattice[3 * i + a] = (float)(j % EDGE) / EDGE;
    const nf_points regular = {.n = POINTS, .dims = 3, .type = NF_FLOAT32, .rows.host = lattice};
    for (int w = 0; w < 2; w++) {
        own_context context = support_context(words[w]);
        int answered = 0;
        for (int kind = w; kind < zorder_kinds; kind += 2) {
            own_memory void *data = NULL;
            const nf_points points = zorder_points(kind, 700, 3, NF_FLOAT32, &data);
            for (int self = 0; self < 2; self++)
                answered += knn_check_long(context, &points, NULL, 8, &(nf_knn_options){.include_self = self},
                                           zorder_name(kind));
        }
        ck_assert_int_gt(answered, 0);
        for (int i = 0; i < 3; i++) knn_check(context, &regular, NULL, ks[i], NULL, "a lattice");
    }
}

/* What packets leave is found anew by singles, so that only the time tells how much it is. */
TEST(packets_leave_few_queries) {
    enum { N = 12000, K = 8 }; /* more leaves than a packet reaches */
    for (int apart = 0; apart < 2; apart++) {
        own_memory void *data = NULL, *query_data = NULL;
        const nf_points points = zorder_points(1, N, 3, NF_FLOAT32, &data),
                        queries = zorder_points(1, N, 3, NF_FLOAT32, &query_data);
        const nf_knn_options options = {.queries = apart ? &queries : NULL, .include_self = 1, .z_order = 1};
        own_context context = support_context("knn.GROUP=32 knn.PACKET=1 tree.WIDTH=32");
        own_cloud cloud = support_cloud_on(context, &points, NULL);
        support_buffer indices = support_buffer_of(context, NULL, N * K, 4),
                       order = support_buffer_of(context, NULL, N, 4);
        nf_elements outputs[NF_KNN_ARRAYS] = {{indices.at.buffer, indices.at.offset / 4}};
        nf_knn_query query;
        nf_work work;
        uint32_t refused[2] = {0, N};
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_knn_take(&work, cloud, K, &options, &query));
        support_ok(context, nf_knn_build(&work, &query, 0));
        support_ok(context, nf_knn_write(&work, &query, 0, N, outputs,
                                         nf_elements_at(order.at.buffer, order.at.offset / 4)));
        support_ok(context, nf_read(&work, query.refused, 0, refused, sizeof refused));
        support_ok(context, nf_work_end(&work, NF_OK));
        ck_assert_msg(refused[1] < N / 100, "%u of %d queries are left, apart %d", refused[1], N, apart);
        support_release(&indices), support_release(&order);
    }
}

/* A packet accepts points in a view, up to an edge at 0.7441 / 0.74 of the squared distance of what it begins with (cl/knn/packet/frame.cl).  Here a packet of
   queries at two outputs begins with a leaf of two points, and the next neighbours of those at the first place are at that edge, so close to each other
   that the numbers of the view do not tell which is the nearest: in quanta of the view, from `from` on.  octant: in which directions from the
   queries the points are. */
static void check_edge(nf_context *context, int octant, double from) {
    enum { SHELL = 32, ALL = SHELL + 2, QUERIES = 32 };
    static const double quantum = 1 / (0.74 * (1 << 20)), ratio = (0.7441 * (1 << 20) - 4) * quantum;
    const double q[3] = {0.625, 0.5625, 0.6875}, apart = 0.015625, span = 0.09;
    uint64_t state = 3;
    float at[3 * ALL], q_xyz[3 * QUERIES];
    for (int k = 0; k < QUERIES; k++)
        for (int a = 0; a < 3; a++)
            q_xyz[3 * k + a] = (float)(q[a] + (k < QUERIES / 2 ? 0 : octant >> a & 1 ? 2 : -2) * apart);
    for (int k = 0; k < ALL; k++) {
        const int is_near = k >= SHELL;
        const double edge = span * ratio + 3 * apart * apart,
                     square = k == ALL - 1 ? span / 4
                              : is_near    ? span
                                           : edge + span * quantum * (from + (double)k / SHELL);
        double d[3], length = 0;
        for (int a = 0; a < 3; a++) {
            d[a] = is_near ? 1 : 0.2 + (double)(support_random(&state) >> 11) * 0x1p-53;
            length += d[a] * d[a];
        }
        for (int a = 0; a < 3; a++) {
            const int up = (octant >> a & 1) == is_near;
            at[3 * k + a] = (float)(q[a] + (up ? 1 : -1) * d[a] * sqrt(square / length));
        }
    }
    const nf_points points = {.n = ALL, .dims = 3, .type = NF_FLOAT32, .rows.host = at},
                    queries = {.n = QUERIES, .dims = 3, .type = NF_FLOAT32, .rows.host = q_xyz};
    const nf_knn_options options = {.queries = &queries, .z_order = 1};
    knn_check(context, &points, NULL, 3, &options, "the edge of a view");
}

TEST(packets_are_exact_at_the_edge_of_their_view) {
    own_context context = support_context("knn.GROUP=32 knn.PACKET=1 tree.WIDTH=32");
    for (int octant = 0; octant < 8; octant++)
        for (int from = -8; from <= 8; from++) check_edge(context, octant, 0.5 * from);
}
