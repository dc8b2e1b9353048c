/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Boards: device memory for tickets and look-back words that need not be cleared before each job.  A board is zero when
 * it is first taken.  Kernels leave it zero, or as later jobs expect it: with the number (epoch) of their job, by which these recognise old
 * words, or with the word of a barrier (cl/machine/grid_barrier.cl).
 *
 *     NF_TRY(nf_board_take(work, NF_BOARD_SORT, bytes, &board));
 *     ... enqueue all launches that use it ...
 *     nf_board_give(work, NF_BOARD_SORT);
 *
 * If a job fails before nf_board_give, or any OpenCL call of the context fails later, the board is cleared before it is
 * used again, so that no job reads what an interrupted launch left behind.
 */
#ifndef NF_OPENCL_BOARD_H
#define NF_OPENCL_BOARD_H

#include "opencl/launch.h"

/* Takes a board of at least `bytes`: zeros, or words of earlier jobs. */
nf_status nf_board_take(nf_work *work, nf_board_user user, uint64_t bytes, cl_mem *out);
void nf_board_give(nf_work *work, nf_board_user user);

/* The board is cleared before it is used again. */
void nf_board_spoil(nf_context *context, nf_board_user user);

/* A new epoch: a number that no word on the board has, for words that are never cleared.  1 to 2^30 - 1; for
   NF_BOARD_SEARCH to 2^14 - 1.  After the last one the board is cleared and the numbers start again. */
uint32_t nf_board_epoch(const nf_work *work, nf_board_user user);

/* The size in bytes of a ticket followed by `words` 64-bit words, as in cl/primitives/preceding.cl. */
uint64_t nf_board_words(uint64_t words);

/* The device memory of a board for `bytes`. */
uint64_t nf_board_bytes(uint64_t bytes);

#endif
