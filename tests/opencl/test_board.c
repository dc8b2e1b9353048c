/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Boards: words that need not be cleared between jobs. */
#include "opencl/board.h"
#include "support/answers.h"

#include <stdlib.h>

/* Words of a large job that a small one leaves must not count as new when the epochs start again. */
START_TEST(a_board_is_cleared_whole_when_its_numbers_are_used_up) {
    enum { WORDS = 100000 };
    nf_context *context = support_context(NULL);
    const uint64_t one = 1;
    uint64_t *words = support_allocate(WORDS * 8);
    for (int user = 0; user < NF_BOARDS; user++) {
        nf_work work;
        cl_mem board = NULL;
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_board_take(&work, (nf_board_user)user, 8, &board));
        nf_board_give(&work, (nf_board_user)user);
        /* a larger board is new memory, so its epochs start again */
        support_ok(context, nf_board_take(&work, (nf_board_user)user, WORDS * 8, &board));
        ck_assert_uint_eq(nf_board_epoch(&work, (nf_board_user)user), 1);
        support_ok(context, nf_fill(&work, board, &one, sizeof one, 0, WORDS * 8));
        nf_board_give(&work, (nf_board_user)user);
        const uint32_t most = user == NF_BOARD_SEARCH ? (1u << 14) - 1 : (1u << 30) - 1;
        context->boards[user].epoch = most - 1;
        support_ok(context, nf_board_take(&work, (nf_board_user)user, 8, &board));
        ck_assert_uint_eq(nf_board_epoch(&work, (nf_board_user)user), most);
        nf_board_give(&work, (nf_board_user)user);
        support_ok(context, nf_board_take(&work, (nf_board_user)user, 8, &board));
        ck_assert_uint_eq(nf_board_epoch(&work, (nf_board_user)user), 1);
        support_ok(context, nf_read(&work, board, 0, words, WORDS * 8));
        for (int k = 0; k < WORDS; k++) ck_assert_uint_eq(words[k], 0);
        support_ok(context, nf_work_end(&work, NF_OK));
    }
    free(words);
    nf_context_free(context);
}
END_TEST

/* A board that must be cleared before it is used again need not be kept for that. */
START_TEST(boards_that_no_job_has_taken_are_released) {
    nf_context *context = support_context(NULL);
    for (int spoiled = 0; spoiled < 2; spoiled++) {
        nf_work work;
        cl_mem board = NULL;
        uint64_t before = 0, now = 0;
        nf_context_trim(context);
        nf_context_memory(context, &before, NULL);
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_board_take(&work, NF_BOARD_ORDER, 8, &board));
        nf_context_trim(context);
        nf_context_memory(context, &now, NULL);
        ck_assert_uint_eq(now, before + nf_board_bytes(8));
        nf_board_give(&work, NF_BOARD_ORDER);
        support_ok(context, nf_work_end(&work, NF_OK));
        if (spoiled) nf_board_spoil(context, NF_BOARD_ORDER);
        nf_context_trim(context);
        nf_context_memory(context, &now, NULL);
        ck_assert_uint_eq(now, before);
    }
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_board_is_cleared_whole_when_its_numbers_are_used_up,
                                  boards_that_no_job_has_taken_are_released};
    return support_main("board", tests, sizeof tests / sizeof *tests);
}
