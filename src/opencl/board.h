/*
 * Boards: device memory that is all zeros when a job takes it and that the job's kernels leave all zeros, or
 * full of words that later jobs know to be old.  So a job with tickets and look-back words needs no launch
 * that clears them first.
 *
 *     NF_TRY(nf_board_take(work, NF_BOARD_SORT, bytes, &board));
 *     ... enqueue all launches that use it ...
 *     nf_board_give(work, NF_BOARD_SORT);
 *
 * A job that ends before nf_board_give, and any OpenCL error of the context after it, make the next taker
 * clear the board first: nothing that a launch cut short left behind is ever read.
 */
#ifndef NF_OPENCL_BOARD_H
#define NF_OPENCL_BOARD_H

#include "opencl/launch.h"

/* At least `bytes`, zeros or what earlier takers left. */
nf_status nf_board_take(nf_work *work, nf_board_user user, uint64_t bytes, cl_mem *out);
void nf_board_give(nf_work *work, nf_board_user user);

/* A number that no word on the board bears yet, for words that are never cleared: from 1 to 2^30 - 1, and for
   NF_BOARD_SEARCH to 2^14 - 1.  When they are used up the whole board is cleared. */
uint32_t nf_board_epoch(const nf_work *work, nf_board_user user);

/* The bytes of a ticket and `words` words of 64 bits behind it, as cl/primitives/preceding.cl has them. */
uint64_t nf_board_words(uint64_t words);

/* What a board for `bytes` takes of the device's memory. */
uint64_t nf_board_bytes(uint64_t bytes);

#endif
