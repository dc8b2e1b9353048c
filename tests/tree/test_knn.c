/* The k nearest neighbours on the device, compared with the host, which is compared with brute force (tests/host/test_knn.c). */
#include "support/box_more.h"
#include "support/clouds.h"
#include "support/device.h"
#include "support/knn.h"
#include "support/run.h"
#include "support/zorder.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t all_arrays = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES) |
                                   NF_WANT(NF_ARRAY_KTH_DISTANCES) | NF_WANT(NF_ARRAY_MEAN_DISTANCES) |
                                   NF_WANT(NF_ARRAY_DENSITIES);

static void read_array(nf_context *context, nf_result *result, nf_array array, uint64_t rows, void *to) {
    ck_assert_uint_eq(nf_result_array(result, array).rows, rows);
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

static knn_answer ask_cloud(nf_context *context, nf_cloud *cloud, const nf_points *points, int k,
                            const nf_knn_options *options) {
    nf_knn_options all = options ? *options : (nf_knn_options){.z_order = 0};
    nf_result *result = NULL;
    all.arrays = all_arrays;
    support_ok(context, nf_knn(cloud, k, &all, NULL, &result));
    knn_answer got = read_answer(context, result, points, k, options);
    nf_result_free(result);
    return got;
}

static nf_cloud *cloud_of(nf_context *context, const nf_points *points, const nf_box *box) {
    nf_cloud *cloud = NULL;
    support_ok(context, nf_cloud_create(context, points, box, NULL, &cloud));
    return cloud;
}

static void check_on(nf_context *context, const nf_points *points, const nf_box *box, int k,
                     const nf_knn_options *options, const char *name) {
    char what[300];
    nf_cloud *cloud = cloud_of(context, points, box);
    knn_answer wanted = knn_host(points, box, k, options),
               got = ask_cloud(context, cloud, points, k, options);
    (void)snprintf(what, sizeof what, "%s: %llu points in %dD, type %d, k %d", name,
                   (unsigned long long)points->n, points->dims, (int)points->type, k);
    knn_same(&wanted, &got, what);
    knn_free(&wanted);
    knn_free(&got);
    nf_cloud_free(cloud);
}

START_TEST(difficult_points_have_the_neighbours_of_the_host) {
    static const uint64_t sizes[] = {0, 1, 2, 17, 300, 5000};
    static const int ks[] = {8, 1, 30, 100, 1024};
    nf_context *context = support_context(NULL);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (int dims = 1; dims <= NF_KNN_DIMS_MOST; dims += support_small() ? (dims == 1 ? 2 : 5) : 1)
            for (int kind = 0; kind < zorder_kinds; kind++) {
                const int k = ks[support_small() && dims != 3 ? 0 : (kind + dims) % 5];
                const uint64_t n = sizes[(kind + dims + type) % (support_small() ? 5 : 6)];
                void *data = NULL;
                const nf_points points = zorder_points(kind, n, dims, (nf_type)type, &data);
                const nf_knn_options options = {.include_self = kind % 2, .z_order = (kind + dims) % 3 == 0};
                check_on(context, &points, NULL, k, &options, zorder_name(kind));
                free(data);
            }
    nf_context_free(context);
}
END_TEST

START_TEST(query_points_have_the_neighbours_of_the_host) {
    nf_context *context = support_context(NULL);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (int dims = 1; dims <= NF_KNN_DIMS_MOST; dims += support_small() ? 4 : 1)
            for (int kind = 0; kind < zorder_kinds; kind++) {
                void *data = NULL, *asked = NULL;
                const uint64_t n = kind % 4 ? 700 : 3, m = kind == 1 && !support_small() ? 9000 : 70;
                const nf_points points = zorder_points(kind, n, dims, (nf_type)type, &data),
                                queries = zorder_points((kind + dims) % zorder_kinds, m, dims, (nf_type)type,
                                                        &asked);
                const nf_knn_options options = {
                    .queries = &queries, .z_order = kind % 2, .include_self = kind % 3 == 0};
                check_on(context, &points, NULL, kind % 2 ? 8 : 5, &options, zorder_name(kind));
                free(data);
                free(asked);
            }
    nf_context_free(context);
}
END_TEST

START_TEST(boxes_have_the_images_of_the_host) {
    static const int ks[] = {1, 6, 20, 3, 90};
    nf_context *context = support_context(NULL);
    const int step = support_small() ? 5 : 1;
    for (int b = 0; b < SUPPORT_BOXES; b += step)
        for (int type = NF_FLOAT32; type <= (int)support_double(); type++) {
            support_boxed boxed = support_boxed_make(b, (nf_type)type);
            box_more more;
            if (b % 4 == 1) support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p10 : 0x1p40);
            const int with_queries = b % 3 == 0;
            if (with_queries) box_add_queries(&boxed, &more, 15, b % 2 ? 20 : 1);
            const nf_knn_options options = {.include_self = b % 2,
                                            .max_distance = b % 5 == 0 ? boxed.cutoff : 0,
                                            .z_order = b % 7 == 0,
                                            .queries = boxed.queries};
            check_on(context, &boxed.points, &boxed.box, ks[(b + type) % (support_small() ? 2 : 5)], &options,
                     boxed.name);
            if (with_queries) box_more_free(&boxed, &more);
            support_boxed_free(&boxed);
        }
    for (int b = 0; b < 10; b++) {
        support_boxed boxed =
            support_boxed_large(b, support_small() ? 150 : 3000, b % 2 ? NF_FLOAT32 : support_double());
        check_on(context, &boxed.points, &boxed.box, 7, NULL, boxed.name);
        support_boxed_free(&boxed);
        boxed = support_boxed_exact(b, 120, b % 2 ? NF_FLOAT32 : support_double()); /* with ties */
        check_on(context, &boxed.points, &boxed.box, 8, NULL, boxed.name);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}
END_TEST

/* Moving a cloud, query points of other sizes and searches with a cutoff in between: each answer is that of a new cloud. */
START_TEST(a_cloud_answers_again_after_other_questions) {
    nf_context *context = support_context(NULL);
    void *data[3] = {NULL};
    const nf_points a = zorder_points(1, 900, 3, NF_FLOAT32, &data[0]),
                    b = zorder_points(2, 400, 2, NF_FLOAT32, &data[1]);
    const float large[] = {1e9f, 2, 3, 4, 5, 6};
    const nf_points far = {.n = 2, .dims = 3, .type = NF_FLOAT32, .host = large};
    const nf_knn_options from_far = {.queries = &far};
    nf_cloud *cloud = cloud_of(context, &a, NULL);
    for (int turn = 0; turn < 3; turn++) {
        knn_answer wanted = knn_host(&a, NULL, 7, NULL), got = ask_cloud(context, cloud, &a, 7, NULL);
        knn_same(&wanted, &got, "points");
        knn_free(&got);
        knn_free(&wanted);
        wanted = knn_host(&a, NULL, 3, &from_far);
        got = ask_cloud(context, cloud, &a, 3, &from_far);
        knn_same(&wanted, &got, "query points far away");
        knn_free(&got);
        knn_free(&wanted);
        uint64_t pairs = 0;
        support_ok(context, nf_pairs_count(cloud, 0.1, NULL, NULL, &pairs));
        support_ok(context, nf_cloud_move(cloud, &b, NULL, NULL));
        wanted = knn_host(&b, NULL, 7, NULL);
        got = ask_cloud(context, cloud, &b, 7, NULL);
        knn_same(&wanted, &got, "moved");
        knn_free(&got);
        knn_free(&wanted);
        support_ok(context, nf_cloud_move(cloud, &a, NULL, NULL));
    }
    nf_cloud_free(cloud);
    for (int k = 0; k < 3; k++) free(data[k]);
    nf_context_free(context);
}
END_TEST

/* Images are looked at as far as each height needs, and points for which they would be too many are refused. */
START_TEST(cells_may_be_thin_beside_the_distances) {
    nf_context *context = support_context(NULL);
    const float x[] = {0.1f, 0.2f, 0.3f, 0.4f, 0.15f, 0.35f, 0.9f, 0.8f, 0.7f, 0.95f, 0.05f, 0.5f};
    const nf_points points = {.n = 4, .dims = 3, .type = NF_FLOAT32, .host = x};
    for (int k = 0; k < 3; k++) {
        nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
        box.cell[k][k] = 1.0 / 512;
        check_on(context, &points, &box, 200, NULL, "a thin cell");
        box.periodic[(k + 1) % 3] = 0;
        check_on(context, &points, &box, 300, NULL, "a thin cell, not periodic along another axis");
    }
    const float far[] = {0, 0, 0, 0, 0, 0, 3000, 0, 0};
    const nf_points apart = {.n = 3, .dims = 3, .type = NF_FLOAT32, .host = far};
    const nf_box thin = {.cell = {{0}, {0, 0.25, 0}, {0, 0, 0.25}}, .periodic = {0, 1, 1}};
    const nf_knn_options close = {.max_distance = 2};
    nf_cloud *cloud = cloud_of(context, &apart, &thin);
    nf_result *result = NULL;
    check_on(context, &apart, &thin, 8, &close, "points apart along an axis that is not periodic");
    const nf_knn_options from_far = {
        .queries = &(nf_points){.n = 1, .dims = 3, .type = NF_FLOAT32, .host = far + 6}};
    support_ok(context, nf_cloud_move(cloud, &(nf_points){.n = 2, .dims = 3, .type = NF_FLOAT32, .host = far},
                                      &thin, NULL));
    support_fails(context, NF_ERROR_POINTS, "query point 0 is so far from the others",
                  nf_knn(cloud, 1, &from_far, NULL, &result));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

/* The shapes of GPUs and of CPUs, and trees of both widths, on every device. */
START_TEST(shapes_do_not_change_an_answer) {
    static const char *const tunings[] = {
        "knn.GROUP=32 knn.ITEMS=2 order.GROUP=64 order.ITEMS=2 tree.GROUP=64 tree.ITEMS=2 tree.WIDTH=16",
        "knn.GROUP=1 knn.ITEMS=1 order.GROUP=1 order.ITEMS=16 tree.GROUP=1 tree.ITEMS=4 tree.WIDTH=32",
        "knn.GROUP=32 knn.ITEMS=1 tree.GROUP=32 tree.ITEMS=1 tree.WIDTH=32",
        "knn.GROUP=64 knn.PARTY=1 tree.GROUP=256 tree.ITEMS=2 tree.WIDTH=32"};
    for (int t = 0; t < 4; t++) {
        nf_context *context = support_context(tunings[t]);
        for (int kind = 0; kind < zorder_kinds; kind += 1 + support_small()) {
            void *data = NULL, *asked = NULL;
            const nf_points points = zorder_points(kind, 400, 3, NF_FLOAT32, &data),
                            queries = zorder_points(kind, 50, 3, NF_FLOAT32, &asked);
            const nf_knn_options options = {.queries = kind % 2 ? &queries : NULL};
            check_on(context, &points, NULL, 8, &options, zorder_name(kind));
            free(data);
            free(asked);
        }
        for (int b = 0; b < 10; b += 2) {
            support_boxed boxed = support_boxed_large(b, 150, NF_FLOAT32);
            check_on(context, &boxed.points, &boxed.box, 7, NULL, boxed.name);
            support_boxed_free(&boxed);
        }
        nf_context_free(context);
    }
}
END_TEST

/* Parties of 32 queries, and seekers of 32 lanes for one: lists of all lengths, all arrays, points far from each other, ties everywhere, a largest distance, images. */
START_TEST(lanes_find_the_neighbours_of_the_host) {
    static const char *const words[] = {"knn.GROUP=32 knn.PARTY=1 tree.WIDTH=32",
                                        "knn.GROUP=32 knn.PARTY=1000000 tree.WIDTH=32"};
    static const int ks[] = {1, 8, 13, 30, 64, 70};
    for (int w = 0; w < 2; w++) {
        nf_context *context = support_context(words[w]);
        for (int kind = w; kind < zorder_kinds; kind += 1 + 2 * support_small())
            for (int type = NF_FLOAT32; type <= (int)support_double(); type++) {
                void *data = NULL, *asked = NULL;
                if (support_small() && type != (kind % 2 ? NF_FLOAT32 : (int)support_double())) continue;
                const int dims = kind % 3 == 2 ? 2 : 3;
                const nf_points points = zorder_points(kind, support_small() ? 700 : 3000, dims,
                                                       (nf_type)type, &data),
                                queries = zorder_points((kind + 1) % zorder_kinds, 333, dims, (nf_type)type,
                                                        &asked);
                nf_knn_options options = {.include_self = kind % 2, .z_order = 1};
                check_on(context, &points, NULL, ks[(kind + type) % 6], &options, zorder_name(kind));
                options =
                    (nf_knn_options){.queries = &queries, .z_order = 1, .max_distance = kind == 1 ? 0.2 : 0};
                check_on(context, &points, NULL, ks[kind % 5], &options, zorder_name(kind));
                free(data);
                free(asked);
            }
        for (int b = 0; b < 10; b += 1 + 4 * support_small()) {
            support_boxed boxed = support_boxed_large(b, support_small() ? 150 : 2000, NF_FLOAT32);
            check_on(context, &boxed.points, &boxed.box, ks[b % 4], NULL, boxed.name);
            support_boxed_free(&boxed);
            boxed = support_boxed_exact(b, 120, b % 2 ? NF_FLOAT32 : support_double());
            check_on(context, &boxed.points, &boxed.box, 8, NULL, boxed.name);
            support_boxed_free(&boxed);
        }
        float lattice[3 * 1728];
        for (int i = 0; i < 1728; i++)
            for (int a = 0, j = i * 791 % 1728; a < 3; a++, j /= 12)
                lattice[3 * i + a] = (float)(j % 12) / 12;
        const nf_points regular = {.n = 1728, .dims = 3, .type = NF_FLOAT32, .host = lattice};
        for (int i = 1; i < 5; i += 1 + 2 * support_small())
            check_on(context, &regular, NULL, ks[i], NULL, "a lattice");
        nf_context_free(context);
    }
}
END_TEST

/* ---- into buffers ----------------------------------------------------------------------------------------- */

START_TEST(buffers_are_written_where_they_are_asked_for) {
    nf_context *context = support_context(NULL);
    void *data = NULL;
    const int k = 5;
    const nf_points points = zorder_points(1, 300, 3, NF_FLOAT32, &data);
    nf_cloud *cloud = cloud_of(context, &points, NULL);
    for (int z_order = 0; z_order < 2; z_order++) {
        const nf_knn_options options = {.z_order = z_order};
        knn_answer wanted = knn_host(&points, NULL, k, &options);
        support_buffer indices = support_buffer_of(context, NULL, 300 * 5, 4),
                       distances = support_buffer_of(context, NULL, 300 * 5, 4),
                       order = support_buffer_of(context, NULL, 300, 4);
        const nf_knn_places places = {
            .indices = indices.at, .distances = distances.at, .order = z_order ? order.at : nf_at(NULL, 0)};
        int32_t got[1500];
        cl_event event = NULL;
        const nf_sync sync = {.event = &event};
        support_ok(context, nf_knn_into(cloud, k, &options, &places, &sync));
        ck_assert_ptr_nonnull(event);
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        support_read(&indices, got);
        ck_assert_int_eq(memcmp(got, wanted.indices, sizeof got), 0);
        support_read(&distances, got);
        ck_assert_int_eq(memcmp(got, wanted.distances, sizeof got), 0);
        support_read(&order, got);
        if (z_order) ck_assert_int_eq(memcmp(got, wanted.order, 1200), 0);
        support_release(&indices);
        support_release(&distances);
        support_release(&order);
        knn_free(&wanted);
    }
    nf_cloud_free(cloud);
    free(data);
    nf_context_free(context);
}
END_TEST

START_TEST(bad_calls_are_refused) {
    nf_context *context = support_context(NULL);
    void *data = NULL;
    const nf_points points = zorder_points(1, 100, 3, NF_FLOAT32, &data);
    nf_cloud *cloud = cloud_of(context, &points, NULL);
    nf_result *result = NULL;
    uint64_t bytes = 0;
    support_buffer own = support_buffer_of(context, NULL, 100 * 8, 4);
    const nf_knn_places apart = {.indices = own.at},
                        over = {.indices = own.at, .distances = nf_at(own.at.buffer, own.at.offset + 1)},
                        small = {.indices = nf_at(own.at.buffer, own.at.offset + 1000000)};
    const nf_knn_options ordered = {.z_order = 1}, labels = {.arrays = NF_WANT(NF_ARRAY_LABELS)};
    support_fails(context, NF_ERROR_ARGUMENT, "k is 0", nf_knn(cloud, 0, NULL, NULL, &result));
    ck_assert_ptr_null(result);
    support_fails(context, NF_ERROR_ARGUMENT, "k is 1025", nf_knn(cloud, 1025, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "more than", nf_knn(cloud, 1, &labels, NULL, &result));
    ck_assert_int_eq(nf_knn(NULL, 1, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "result is NULL", nf_knn(cloud, 1, NULL, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "places is NULL", nf_knn_into(cloud, 8, NULL, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "places->order", nf_knn_into(cloud, 8, &ordered, &apart, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap", nf_knn_into(cloud, 4, NULL, &over, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "indices", nf_knn_into(cloud, 8, NULL, &small, NULL));
    support_ok(context, nf_knn_into(cloud, 8, NULL, &apart, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bytes is NULL",
                  nf_knn_memory(context, &points, 1, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "k is 0", nf_knn_memory(context, &points, 0, NULL, &bytes));
    support_release(&own);
    free(data);
    float bad[] = {1, 2, INFINITY, 4}, four[16] = {0};
    const nf_points infinite = {.n = 2, .dims = 2, .type = NF_FLOAT32, .host = bad},
                    in_four = {.n = 4, .dims = 4, .type = NF_FLOAT32, .host = four},
                    far = {.n = 1, .dims = 1, .type = NF_FLOAT32, .host = (const float[]){0x1p22f}};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    support_ok(context, nf_cloud_move(cloud, &infinite, NULL, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 1 ", nf_knn(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "only in open space",
                  nf_cloud_move(cloud, &in_four, &box, NULL));
    support_ok(context, nf_cloud_move(cloud, &in_four, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "at most 3", nf_pairs(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "at most 3", nf_cloud_prepare(cloud, 1, 0, NULL));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    support_ok(context, nf_cloud_move(cloud, &far, &box, NULL));
    support_fails(context, NF_ERROR_POINTS, "point 0 is too far", nf_knn(cloud, 1, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    const nf_points near = {.n = 1, .dims = 1, .type = NF_FLOAT32, .host = four};
    const nf_knn_options from_far = {.queries = &far};
    support_ok(context, nf_cloud_move(cloud, &near, &box, NULL));
    support_fails(context, NF_ERROR_POINTS, "query point 0 is too far",
                  nf_knn(cloud, 1, &from_far, NULL, &result));
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

/* ---- chunks and memory ------------------------------------------------------------------------------------- */

typedef struct taken {
    nf_context *context;
    int32_t *indices;
    uint32_t *order;
    uint64_t rows, chunks;
    int k, stop;
} taken;

static nf_status take(void *user, const nf_chunk *chunk) {
    taken *to = user;
    ck_assert_uint_eq(chunk->first_row, to->rows);
    ck_assert_uint_eq(chunk->first, to->rows * (uint64_t)to->k);
    ck_assert_uint_eq(chunk->count, chunk->rows * (uint64_t)to->k);
    support_ok(to->context, nf_result_read(chunk->result, NF_ARRAY_INDICES, 0, chunk->rows, NULL,
                                           to->indices + chunk->first));
    if (to->order)
        support_ok(to->context, nf_result_read(chunk->result, NF_ARRAY_ORDER, 0, chunk->rows, NULL,
                                               to->order + chunk->first_row));
    to->rows += chunk->rows;
    to->chunks++;
    return to->stop ? NF_ERROR_CAPACITY : NF_OK;
}

START_TEST(chunks_are_the_rows_of_one_answer) {
    nf_context *context = support_context(NULL);
    void *data = NULL, *asked = NULL;
    const int k = 12;
    const nf_points points = zorder_points(1, 2000, 3, NF_FLOAT32, &data),
                    queries = zorder_points(2, 1500, 3, NF_FLOAT32, &asked);
    nf_cloud *cloud = cloud_of(context, &points, NULL);
    for (int kind = 0; kind < 4; kind++) {
        const nf_knn_options options = {.z_order = kind % 2, .queries = kind > 1 ? &queries : NULL};
        knn_answer wanted = knn_host(&points, NULL, k, &options);
        uint64_t least = 0;
        nf_stream stream = {.memory_budget = 1, .take = take};
        unsigned long long needed = 0;
        support_fails(context, NF_ERROR_MEMORY, "need", nf_knn_stream(cloud, k, &options, &stream, NULL));
        ck_assert_int_eq(sscanf(strstr(nf_context_error(context), "which need "), "which need %llu", &needed),
                         1);
        support_ok(context, nf_knn_memory(context, &points, k, &options, &least));
        for (int budget = 0; budget < 2; budget++) {
            taken to = {.context = context, .k = k, .indices = malloc(4 * 12 * wanted.n)};
            to.order = kind % 2 ? malloc(4 * wanted.n) : NULL;
            stream.user = &to;
            stream.memory_budget = budget ? least : needed;
            nf_context_trim(context);
            support_ok(context, nf_knn_stream(cloud, k, &options, &stream, NULL));
            ck_assert_uint_eq(to.rows, wanted.n);
            ck_assert(budget ? to.chunks == 1 : to.chunks > 1);
            ck_assert_int_eq(memcmp(to.indices, wanted.indices, 4 * 12 * wanted.n), 0);
            if (to.order) ck_assert_int_eq(memcmp(to.order, wanted.order, 4 * wanted.n), 0);
            to.rows = to.chunks = 0;
            to.stop = 1;
            ck_assert_int_eq(nf_knn_stream(cloud, k, &options, &stream, NULL), NF_ERROR_CAPACITY);
            ck_assert_uint_eq(to.chunks, 1);
            free(to.indices);
            free(to.order);
        }
        knn_free(&wanted);
    }
    support_fails(context, NF_ERROR_ARGUMENT, "stream is NULL", nf_knn_stream(cloud, k, NULL, NULL, NULL));
    nf_cloud_free(cloud);
    free(data);
    free(asked);
    nf_context_free(context);
}
END_TEST

START_TEST(the_memory_is_at_most_what_is_said) {
    nf_context *context = support_context(NULL);
    for (int dims = 3; dims <= 8; dims += 5)
        for (int kind = 0; kind < zorder_kinds; kind += 1 + support_small()) {
            void *data = NULL;
            uint64_t bytes = 0, now = 0, peak = 0;
            const nf_points points = zorder_points(kind, 4000, dims, NF_FLOAT32, &data);
            const nf_knn_options options = {.z_order = kind % 2};
            nf_context *fresh = support_context(NULL);
            nf_cloud *cloud = cloud_of(fresh, &points, NULL);
            nf_result *result = NULL;
            support_ok(fresh, nf_knn_memory(fresh, &points, 8, &options, &bytes));
            support_ok(fresh, nf_knn(cloud, 8, &options, NULL, &result));
            nf_context_memory(fresh, &now, &peak);
            ck_assert_msg(peak <= bytes, "%s: %llu bytes, and %llu were said", zorder_name(kind),
                          (unsigned long long)peak, (unsigned long long)bytes);
            nf_result_free(result);
            nf_cloud_free(cloud);
            nf_context_free(fresh);
            free(data);
        }
    nf_context_free(context);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("knn");
    TCase *neighbours = tcase_create("neighbours");
    tcase_set_timeout(neighbours, 600);
    tcase_add_test(neighbours, difficult_points_have_the_neighbours_of_the_host);
    tcase_add_test(neighbours, query_points_have_the_neighbours_of_the_host);
    tcase_add_test(neighbours, boxes_have_the_images_of_the_host);
    tcase_add_test(neighbours, a_cloud_answers_again_after_other_questions);
    tcase_add_test(neighbours, cells_may_be_thin_beside_the_distances);
    tcase_add_test(neighbours, shapes_do_not_change_an_answer);
    tcase_add_test(neighbours, lanes_find_the_neighbours_of_the_host);
    tcase_add_test(neighbours, buffers_are_written_where_they_are_asked_for);
    tcase_add_test(neighbours, bad_calls_are_refused);
    tcase_add_test(neighbours, chunks_are_the_rows_of_one_answer);
    tcase_add_test(neighbours, the_memory_is_at_most_what_is_said);
    suite_add_tcase(suite, neighbours);
    return support_run_kernels(suite);
}
