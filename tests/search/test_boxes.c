/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_pairs and nf_lists in periodic boxes: brute force, the bytes of the host, and the caller's buffers. */
#include "support/answers/box_checks.h"
#include "support/device.h"

TEST(boxes_have_the_images_of_brute_force_and_the_bytes_of_the_host) {
    enum { STEP = 97 };
    own_context context = support_context(NULL);
    for (int k = 0; k < SUPPORT_BOXES; k += STEP) {
        const nf_type type = k / STEP % 2 ? support_double() : NF_FLOAT32;
        own_boxed boxed = support_boxed_make(k, type);
        if (k / STEP == 2) support_boxed_move(&boxed, 0x1p15); /* far from zero */
        for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++) {
            box_check(context, &boxed, question, 1);
            box_check_same(context, &boxed, question, 0);
        }
    }
}

TEST(moving_points_by_cell_vectors_changes_only_the_shifts) {
    own_context context = support_context(NULL);
    own_boxed boxed = support_boxed_exact(5, 20, NF_FLOAT32);
    box_check_moved(context, &boxed);
}
