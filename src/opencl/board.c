/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/board.h"

enum { BOARD_ROUND = 65536 };

/* The largest epoch that fits into a word of each board. */
static const uint32_t epoch_most[NF_BOARDS] = {
    [NF_BOARD_SCAN] = (1 << 30) - 1,
    [NF_BOARD_SORT] = (1 << 30) - 1,
    [NF_BOARD_SEARCH] = (1 << 14) - 1,
    [NF_BOARD_ORDER] = (1 << 30) - 1,
};

enum { WORDS_AT = 16 }; /* PRECEDING_AT in cl/primitives/preceding.cl */

uint64_t nf_board_words(uint64_t words) { return nf_multiply(WORDS_AT + words, 8); }

uint64_t nf_board_bytes(uint64_t bytes) { return (bytes + BOARD_ROUND - 1) / BOARD_ROUND * BOARD_ROUND; }

nf_status nf_board_take(nf_work *work, nf_board_user user, uint64_t bytes, cl_mem *out) {
    static const uint32_t zero = 0;
    nf_board *board = &work->context->boards[user];
    nf_status status = NF_OK;
    *out = NULL;
    if (board->kept.bytes < bytes || board->epoch >= epoch_most[user]) board->clean = 0;
    const int clean = board->clean;
    board->clean = 0;
    board->taken = 1;
    NF_TRY(nf_keep(work->context, &board->kept, nf_board_bytes(bytes), "look-back words"));
    if (!clean) {
        NF_TRY(nf_fill(work, board->kept.buffer, &zero, sizeof zero, 0, board->kept.bytes));
        board->epoch = 0;
    }
    board->epoch++;
    *out = board->kept.buffer;
done:
    return status;
}

void nf_board_give(nf_work *work, nf_board_user user) {
    work->context->boards[user].clean = 1;
    work->context->boards[user].taken = 0;
}

void nf_board_spoil(nf_context *context, nf_board_user user) { context->boards[user].clean = 0; }

uint32_t nf_board_epoch(const nf_work *work, nf_board_user user) { return work->context->boards[user].epoch; }
