/* The k nearest neighbours by kernels of other shapes, and by lanes that work together. */
#include "support/boxes.h"
#include "support/device.h"
#include "support/knn_device.h"
#include "support/run.h"
#include "support/zorder.h"

#include <stdlib.h>

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
            knn_check(context, &points, NULL, 8, &options, zorder_name(kind));
            free(data);
            free(asked);
        }
        for (int b = 0; b < 10; b += 2) {
            support_boxed boxed = support_boxed_large(b, 150, NF_FLOAT32);
            knn_check(context, &boxed.points, &boxed.box, 7, NULL, boxed.name);
            support_boxed_free(&boxed);
        }
        nf_context_free(context);
    }
}
END_TEST

/* Parties and crowds of 32 queries, and seekers of 32 lanes for one: lists of all lengths, all arrays, points far from each other, ties everywhere, a largest distance, images. */
START_TEST(lanes_find_the_neighbours_of_the_host) {
    static const char *const words[] = {"knn.GROUP=32 knn.PARTY=1 tree.WIDTH=32",
                                        "knn.GROUP=32 knn.PARTY=1000000 tree.WIDTH=32"};
    static const int ks[] = {1, 8, 168, 30, 64, 70};
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
                knn_check(context, &points, NULL, ks[(kind + type) % 6], &options, zorder_name(kind));
                options =
                    (nf_knn_options){.queries = &queries, .z_order = 1, .max_distance = kind == 1 ? 0.2 : 0};
                knn_check(context, &points, NULL, ks[kind % 5], &options, zorder_name(kind));
                free(data);
                free(asked);
            }
        for (int b = 0; b < 10; b += 1 + 4 * support_small()) {
            support_boxed boxed = support_boxed_large(b, support_small() ? 150 : 2000, NF_FLOAT32);
            knn_check(context, &boxed.points, &boxed.box, ks[b % 4], NULL, boxed.name);
            support_boxed_free(&boxed);
            boxed = support_boxed_exact(b, 120, b % 2 ? NF_FLOAT32 : support_double());
            knn_check(context, &boxed.points, &boxed.box, 8, NULL, boxed.name);
            support_boxed_free(&boxed);
        }
        enum {
            EDGE = 14,
            POINTS = EDGE * EDGE * EDGE
        }; /* more than 2,048: a node has several nodes that it may pass */
        static float lattice[3 * POINTS];
        for (int i = 0; i < POINTS; i++)
            for (int a = 0, j = i * 389 % POINTS; a < 3; a++, j /= EDGE)
                lattice[3 * i + a] = (float)(j % EDGE) / EDGE;
        const nf_points regular = {.n = POINTS, .dims = 3, .type = NF_FLOAT32, .host = lattice};
        for (int i = 1; i < 5; i += 1 + 2 * support_small())
            knn_check(context, &regular, NULL, ks[i], NULL, "a lattice");
        nf_context_free(context);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("knn_lanes");
    TCase *neighbours = tcase_create("neighbours");
    tcase_set_timeout(neighbours, 600);
    tcase_add_test(neighbours, shapes_do_not_change_an_answer);
    tcase_add_test(neighbours, lanes_find_the_neighbours_of_the_host);
    suite_add_tcase(suite, neighbours);
    return support_run_kernels(suite);
}
