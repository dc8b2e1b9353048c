/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pairs and lists of the host in periodic boxes, compared with brute force. */
#include "support/answers/box_checks.h"
#include "support/device.h"

TEST(every_box_has_the_images_of_brute_force) {
    for (int k = 0; k < SUPPORT_BOXES; k++)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
            own_boxed boxed = support_boxed_make(k, (nf_type)type);
            for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
                box_check(support_host(), &boxed, question, (k + (int)question) % 2);
        }
}

TEST(boxes_of_many_cells_have_the_images_of_brute_force) {
    for (int k = 0; k < 4; k++) {
        own_boxed boxed = support_boxed_large(k, 1200, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        box_check(support_host(), &boxed, BOX_PAIRS, 0);
        box_check(support_host(), &boxed, BOX_FULL_LISTS, 0);
    }
}

/* Points are rounded to steps that are no longer small against the box. */
TEST(boxes_far_from_zero_have_the_images_of_brute_force) {
    for (int k = 0; k < SUPPORT_BOXES; k++)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
            own_boxed boxed = support_boxed_make(k, (nf_type)type);
            support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p15 : 0x1p44);
            box_check(support_host(), &boxed, BOX_PAIRS, 1);
        }
}

/* A point outside of the box is rounded to a step of 1 / 16 when it is folded, which is more than the cutoff of one of these. */
TEST(folds_far_from_zero_lose_no_pair) {
    const struct {
        float x[2];
        double cutoff;
    } rows[] = {{{1000001.5f, 1000011.125f}, 0.49},
                {{1000000.5f, 1000011.125f}, 0.51},
                {{1000001.0625f, 1000011.125f}, 0.05}};
    for (int k = 0; k < 3; k++) {
        const support_boxed boxed = {
            .name = "far from zero",
            .points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = rows[k].x},
            .box = {.origin = {1e6}, .cell = {{10.1}}, .periodic = {1}},
            .cutoff = rows[k].cutoff};
        box_check(support_host(), &boxed, BOX_PAIRS, 0);
    }
}

TEST(permuting_the_points_permutes_the_images) {
    for (int k = 0; k < SUPPORT_BOXES; k++) {
        own_boxed boxed = support_boxed_make(k, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        box_check_permuted(support_host(), &boxed);
    }
}

TEST(half_answers_and_their_mirror_are_full_lists) {
    for (int k = 0; k < SUPPORT_BOXES; k++) {
        own_boxed boxed = support_boxed_make(k, k % 2 ? NF_FLOAT64 : NF_FLOAT32);
        box_check_mirrored(support_host(), &boxed);
    }
}

TEST(moving_points_by_cell_vectors_changes_no_pair) {
    for (int k = 0; k < 70; k++) {
        own_boxed boxed = support_boxed_exact(k, 20, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
            box_check(support_host(), &boxed, question, 0);
        box_check_moved(support_host(), &boxed);
    }
}
