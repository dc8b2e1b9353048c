/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The host's sizes of structs of the tree must be those of the kernels. */
#include "support/layout.h"
#include "support/run.h"
#include "tree/folds.h"
#include "knn/args.h"
#include "tune/capability.h"

#include <stdio.h>

TEST(structs_are_as_large_as_the_host_counts) {
    own_context context = support_context(NULL);
    for (int real64 = 0; real64 <= nf_context_device(context)->fp64; real64++) {
        const uint64_t real = real64 ? 8 : 4;
        char options[300];
        snprintf(
            options, sizeof options,
            "-D REAL64=%d -D TREE_WIDTH=16 -D DIMS=3 -D BOX=1 -D FOLDED=1 -D K_MOST=8 -D SELF=1 -D "
            "HAS_ORDER=0 -D "
            "GROUP=64 -D ITEMS=1 -D ROOT64=1 -D INDICES=1 -D DISTANCES=1 -D KTH=1 -D MEAN=1 -D DENSITY=1",
            real64);
        const char *parts = "space/space_box.cl knn/walk_one.cl knn/knn.cl";
        ck_assert_uint_eq(support_sizeof(context, parts, options, "nf_folds"), NF_FOLDS * real);
        ck_assert_uint_eq(support_sizeof(context, parts, options, "nf_levels"), sizeof(nf_levels));
        ck_assert_uint_eq(support_sizeof(context, parts, options, "nf_knn_numbers"),
                          real64 ? sizeof(nf_knn_numbers64) : sizeof(nf_knn_numbers32));
    }
}

/* Whatever the tuning says: the kernels of narrow trees need more registers than a GPU has. */
TEST(trees_of_gpus_are_wide) {
    own_context context = support_context("tree.WIDTH=16");
    if (nf_is_cpu(nf_context_device(context))) ck_assert_uint_eq(nf_tree_width(context), 16);
    context->device.type = CL_DEVICE_TYPE_GPU;
    if (nf_can(context, NF_CAN_GROUPS)) ck_assert_uint_eq(nf_tree_width(context), 32);
    else support_skip_test(__func__, "this driver computes groups of several work-items wrongly");
}
