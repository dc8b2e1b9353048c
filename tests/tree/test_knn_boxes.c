/* The k nearest neighbours in periodic boxes. */
#include "support/box_more.h"
#include "support/boxes.h"
#include "support/device.h"
#include "support/knn_device.h"
#include "support/run.h"

#include <stdlib.h>

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
            knn_check(context, &boxed.points, &boxed.box, ks[(b + type) % (support_small() ? 2 : 5)],
                      &options, boxed.name);
            if (with_queries) box_more_free(&boxed, &more);
            support_boxed_free(&boxed);
        }
    for (int b = 0; b < 10; b++) {
        support_boxed boxed =
            support_boxed_large(b, support_small() ? 150 : 3000, b % 2 ? NF_FLOAT32 : support_double());
        knn_check(context, &boxed.points, &boxed.box, 7, NULL, boxed.name);
        support_boxed_free(&boxed);
        boxed = support_boxed_exact(b, 120, b % 2 ? NF_FLOAT32 : support_double()); /* with ties */
        knn_check(context, &boxed.points, &boxed.box, 8, NULL, boxed.name);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("knn_boxes");
    TCase *neighbours = tcase_create("neighbours");
    tcase_set_timeout(neighbours, 600);
    tcase_add_test(neighbours, boxes_have_the_images_of_the_host);
    suite_add_tcase(suite, neighbours);
    return support_run_kernels(suite);
}
