/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/tile_state.h"

enum { TILE_STATE_ROUND = 65536 };

/* The largest epoch that fits into a word of each tile state. */
static const uint32_t epoch_most[NF_TILE_STATES] = {
    [NF_TILE_STATE_SCAN] = (1 << 30) - 1,
    [NF_TILE_STATE_SORT] = (1 << 30) - 1,
    [NF_TILE_STATE_SEARCH] = (1 << 14) - 1,
    [NF_TILE_STATE_ORDER] = (1 << 30) - 1,
};

enum { WORDS_AT = 16 }; /* PRECEDING_AT in cl/primitives/preceding.cl */

uint64_t nf_tile_state_words(uint64_t words) { return nf_multiply(WORDS_AT + words, 8); }

uint64_t nf_tile_state_bytes(uint64_t bytes) {
    return (bytes + TILE_STATE_ROUND - 1) / TILE_STATE_ROUND * TILE_STATE_ROUND;
}

nf_status nf_tile_state_take(nf_work *work, nf_tile_state_user user, uint64_t bytes, cl_mem *out) {
    static const uint32_t zero = 0;
    nf_tile_state *state = &work->context->tile_states[user];
    nf_status status = NF_OK;
    *out = NULL;
    if (state->kept.bytes < bytes || state->epoch >= epoch_most[user]) state->clean = 0;
    const int clean = state->clean;
    state->clean = 0;
    state->taken = 1;
    NF_TRY(nf_keep(work->context, &state->kept, nf_tile_state_bytes(bytes), "look-back words"));
    if (!clean) {
        NF_TRY(nf_fill(work, state->kept.buffer, &zero, sizeof zero, 0, state->kept.bytes));
        state->epoch = 0;
    }
    state->epoch++;
    *out = state->kept.buffer;
done:
    return status;
}

void nf_tile_state_give(nf_work *work, nf_tile_state_user user) {
    work->context->tile_states[user].clean = 1;
    work->context->tile_states[user].taken = 0;
}

void nf_tile_state_spoil(nf_context *context, nf_tile_state_user user) {
    context->tile_states[user].clean = 0;
}

uint32_t nf_tile_state_epoch(const nf_work *work, nf_tile_state_user user) {
    return work->context->tile_states[user].epoch;
}
