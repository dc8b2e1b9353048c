/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The vectors and shifts of neighbours. */
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/numbers.h"

#include <math.h>
#include <string.h>

enum { N = 300, K = 12, OWN_SHAPE = 0, GPU_SHAPE, ON_HOST, SHAPES };
static const char gpu_shape[] =
    "search.GROUP=32 bounds.GROUP=32 order.GROUP=32 order.SMALL=1 sort.GROUP=64 scan.GROUP=64 tree.GROUP=32 "
    "tree.WIDTH=32 knn.GROUP=32 knn.PACKET=1 fof.GROUP=32";
static const uint64_t measured = NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS);

static nf_context *context_of(int shape) {
    return shape == ON_HOST ? support_host() : support_context(shape == GPU_SHAPE ? gpu_shape : NULL);
}
static void end_context(int shape, nf_context *context) {
    if (shape != ON_HOST) nf_context_free(context);
}

/* Moves points by whole cell vectors, some of them far, so that they are outside of the box. */
static void scatter(support_cloud *cloud, const nf_box *box) {
    uint64_t state = 9;
    for (int p = 0; p < N; p++)
        for (int v = 0; v < 3; v++) {
            const int cells = box->periodic[v] ? (int)(support_random(&state) % 7) - 3 : 0;
            for (int a = 0; a < 3; a++) {
                const uint64_t at = 3 * (uint64_t)p + (uint64_t)a;
                const double moved =
                    support_number(cloud->data, cloud->points.type, at) + cells * box->cell[v][a];
                support_set_number(cloud->data, cloud->points.type, at, moved);
            }
        }
}

/* Fails unless each entry's vector is that of its shift, about as long as its distance, and no image is in a row twice. */
static void check_entries(nf_result *result, const support_cloud *cloud, const nf_box *box) {
    const nf_type type = cloud->points.type;
    own_memory int32_t *indices = support_array(result, NF_ARRAY_INDICES),
                       *shifts = support_array(result, NF_ARRAY_SHIFTS);
    own_memory void *distances = support_array(result, NF_ARRAY_DISTANCES),
                    *vectors = support_array(result, NF_ARRAY_VECTORS);
    const void *points = cloud->points.rows.host;
    const double unit = type == NF_FLOAT32 ? 1e-6 : 1e-14;
    int far = 0;
    ck_assert_int_eq(nf_result_array(result, NF_ARRAY_VECTORS)->columns, 3 * K);
    ck_assert_int_eq(nf_result_array(result, NF_ARRAY_SHIFTS)->columns, 3 * K);
    for (uint64_t i = 0; i < N; i++)
        for (uint64_t c = 0; c < K; c++) {
            const uint64_t p = i * K + c, j = (uint64_t)indices[p];
            const int32_t *S = shifts + 3 * p;
            double square = 0;
            for (uint64_t a = 0; a < 3; a++) {
                double D = support_number(points, type, 3 * j + a) - support_number(points, type, 3 * i + a);
                for (int v = 0; v < 3; v++) D += box && box->periodic[v] ? S[v] * box->cell[v][a] : 0;
                const double is = support_number(vectors, type, 3 * p + a);
                ck_assert_msg(fabs(is - D) < 40 * unit, "entry %llu of %llu: %.9g and not %.9g",
                              (unsigned long long)c, (unsigned long long)i, is, D);
                square += is * is;
            }
            ck_assert_double_lt(fabs(sqrt(square) - support_number(distances, type, p)), 4 * unit);
            ck_assert(j != i || S[0] || S[1] || S[2]);
            for (uint64_t e = i * K; e < p; e++)
                ck_assert(indices[e] != indices[p] || memcmp(shifts + 3 * e, S, 3 * sizeof *S) != 0);
            far += S[0] > 1 || S[0] < -1;
        }
    if (box) ck_assert_int_gt(far, 0);
    else ck_assert_int_eq(far, 0);
}

TEST(vectors_and_shifts_lead_to_the_neighbours) {
    static const nf_box tilted = {.origin = {0.25, 0, -0.5},
                                  .cell = {{1, 0.125, 0}, {-0.5, 1, 0.25}, {0.25, 0, 1}},
                                  .periodic = {1, 1, 1}},
                        film = {.cell = {{1, 0, 0}, {0.5, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};
    const nf_box *boxes[] = {NULL, &tilted, &film};
    const nf_type types[] = {NF_FLOAT32, support_double()};
    for (int b = 0; b < 3; b++)
        for (int t = 0; t < 2; t++) {
            support_cloud points = support_cloud_uniform(N, 3, types[t], 1, 11);
            if (boxes[b]) scatter(&points, boxes[b]);
            void *vectors = NULL, *shifts = NULL;
            for (int shape = SHAPES; shape-- > 0;) { /* the host first */
                if (shape == GPU_SHAPE && !support_is_run(b + t, 3)) continue;
                nf_context *context = context_of(shape);
                own_cloud cloud = support_cloud_on(context, &points.points, boxes[b]);
                own_result result = NULL;
                support_ok(context, nf_knn(cloud, K, &(nf_knn_options){.arrays = measured}, NULL, &result));
                check_entries(result, &points, boxes[b]);
                void *own_vectors = support_array(result, NF_ARRAY_VECTORS),
                     *own_shifts = support_array(result, NF_ARRAY_SHIFTS);
                if (shape == ON_HOST) vectors = own_vectors, shifts = own_shifts;
                else {
                    ck_assert_int_eq(memcmp(vectors, own_vectors, 3 * K * N * nf_type_bytes(types[t])), 0);
                    ck_assert_int_eq(memcmp(shifts, own_shifts, 3 * K * N * sizeof(int32_t)), 0);
                    free(own_vectors);
                    free(own_shifts);
                }
                nf_cloud_free(cloud);
                cloud = NULL;
                nf_result_free(result);
                result = NULL;
                end_context(shape, context);
            }
            free(vectors);
            free(shifts);
            support_cloud_free(&points);
        }
}

/* A lattice of one point: 6 images at 1, 12 at the root of 2, 8 at that of 3; all are of one point, and at one distance S ascends. */
TEST(images_at_one_distance_come_by_ascending_shifts) {
    static const float point[3] = {0.3F, 0.7F, 0.1F};
    static const nf_box cube = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    const nf_points points = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = point};
    for (int shape = 0; shape < SHAPES; shape++) {
        nf_context *context = context_of(shape);
        nf_cloud *cloud = support_cloud_on(context, &points, &cube);
        nf_result *result = NULL;
        int at = 0;
        support_ok(context, nf_knn(cloud, 27, &(nf_knn_options){.arrays = measured, .include_self = 1}, NULL,
                                   &result));
        int32_t *shifts = support_array(result, NF_ARRAY_SHIFTS);
        for (int square = 0; square <= 3; square++)
            for (int x = -1; x <= 1; x++)
                for (int y = -1; y <= 1; y++)
                    for (int z = -1; z <= 1; z++) {
                        if (x * x + y * y + z * z != square) continue;
                        ck_assert_int_eq(shifts[3 * at], x);
                        ck_assert_int_eq(shifts[3 * at + 1], y);
                        ck_assert_int_eq(shifts[3 * at + 2], z);
                        at++;
                    }
        ck_assert_int_eq(at, 27);
        free(shifts);
        nf_result_free(result);
        nf_cloud_free(cloud);
        end_context(shape, context);
    }
}

/* Outputs have the vectors alone; rows without neighbours have zeros. */
TEST(vectors_alone_need_no_indices_of_the_caller) {
    own_context context = support_context(NULL);
    const float two[6] = {0, 0, 0, 3, 4, 0};
    float vectors[2 * 2 * 3];
    int32_t shifts[2 * 2 * 3];
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = two};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    const nf_output to[] = {{.array = NF_ARRAY_VECTORS, .host = vectors, .capacity = 2},
                            {.array = NF_ARRAY_SHIFTS, .host = shifts, .capacity = 2}};
    static const float wanted[12] = {3, 4, 0, 0, 0, 0, -3, -4, 0, 0, 0, 0};
    memset(shifts, 1, sizeof shifts);
    support_ok(
        context,
        nf_knn(cloud, 2, &(nf_knn_options){.outputs = &(nf_outputs){.count = 2, .arrays = to}}, NULL, NULL));
    for (int k = 0; k < 12; k++) {
        ck_assert(!(vectors[k] < wanted[k]) && !(vectors[k] > wanted[k]));
        ck_assert_int_eq(shifts[k], 0);
    }
}
