/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Tile states: words that need not be cleared between jobs. */
#include "opencl/memory/tile_state.h"
#include "support/answers/pairs.h"

#include <stdlib.h>

/* Words of a large job that a small one leaves must not count as new when the epochs start again. */
TEST(a_tile_state_is_cleared_whole_when_its_numbers_are_used_up) {
    enum { WORDS = 100000 };
    own_context context = support_context(NULL);
    const uint64_t one = 1;
    own_memory uint64_t *words = support_allocate(WORDS * 8);
    for (int user = 0; user < NF_TILE_STATES; user++) {
        nf_work work;
        cl_mem state = NULL;
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_tile_state_take(&work, (nf_tile_state_user)user, 8, &state));
        nf_tile_state_give(&work, (nf_tile_state_user)user);
        /* a larger tile state is new memory, so its epochs start again */
        support_ok(context, nf_tile_state_take(&work, (nf_tile_state_user)user, WORDS * 8, &state));
        ck_assert_uint_eq(nf_tile_state_epoch(&work, (nf_tile_state_user)user), 1);
        support_ok(context, nf_fill(&work, state, &one, sizeof one, 0, WORDS * 8));
        nf_tile_state_give(&work, (nf_tile_state_user)user);
        const uint32_t most = user == NF_TILE_STATE_SEARCH ? (1u << 14) - 1 : (1u << 30) - 1;
        context->tile_states[user].epoch = most - 1;
        support_ok(context, nf_tile_state_take(&work, (nf_tile_state_user)user, 8, &state));
        ck_assert_uint_eq(nf_tile_state_epoch(&work, (nf_tile_state_user)user), most);
        nf_tile_state_give(&work, (nf_tile_state_user)user);
        support_ok(context, nf_tile_state_take(&work, (nf_tile_state_user)user, 8, &state));
        ck_assert_uint_eq(nf_tile_state_epoch(&work, (nf_tile_state_user)user), 1);
        support_ok(context, nf_read(&work, state, 0, words, WORDS * 8));
        for (int k = 0; k < WORDS; k++) ck_assert_uint_eq(words[k], 0);
        support_ok(context, nf_work_end(&work, NF_OK));
    }
}

/* A tile state that must be cleared before it is used again need not be kept for that. */
TEST(tile_states_that_no_job_has_taken_are_released) {
    own_context context = support_context(NULL);
    for (int spoiled = 0; spoiled < 2; spoiled++) {
        nf_work work;
        cl_mem state = NULL;
        uint64_t before = 0, now = 0;
        nf_context_trim(context);
        nf_context_memory(context, &before, NULL);
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_tile_state_take(&work, NF_TILE_STATE_ORDER, 8, &state));
        nf_context_trim(context);
        nf_context_memory(context, &now, NULL);
        ck_assert_uint_eq(now, before + nf_tile_state_bytes(8));
        nf_tile_state_give(&work, NF_TILE_STATE_ORDER);
        support_ok(context, nf_work_end(&work, NF_OK));
        if (spoiled) nf_tile_state_spoil(context, NF_TILE_STATE_ORDER);
        nf_context_trim(context);
        nf_context_memory(context, &now, NULL);
        ck_assert_uint_eq(now, before);
    }
}
