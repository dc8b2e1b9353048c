/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Tile states: device memory for tickets and look-back words that need not be cleared before each job.  A tile state is zero when
 * it is first taken.  Kernels leave it zero, or as later jobs expect it: with the number (epoch) of their job, by which these recognise old
 * words, or with the word of a barrier (cl/machine/grid_barrier.cl).
 *
 *     NF_TRY(nf_tile_state_take(work, NF_TILE_STATE_SORT, bytes, &words));
 *     ... enqueue all launches that use it ...
 *     nf_tile_state_give(work, NF_TILE_STATE_SORT);
 *
 * If a job fails before nf_tile_state_give, or any OpenCL call of the context fails later, the tile state is cleared before it is
 * used again, so that no job reads what an interrupted launch left behind.
 */
#ifndef NF_OPENCL_TILE_STATE_H
#define NF_OPENCL_TILE_STATE_H

#include "opencl/launch.h"

/* Takes a tile state of at least `bytes`: zeros, or words of earlier jobs. */
nf_status nf_tile_state_take(nf_work *work, nf_tile_state_user user, uint64_t bytes, cl_mem *out);
void nf_tile_state_give(nf_work *work, nf_tile_state_user user);

/* The tile state is cleared before it is used again. */
void nf_tile_state_spoil(nf_context *context, nf_tile_state_user user);

/* A new epoch: a number that no word in the tile state has, for words that are never cleared.  1 to 2^30 - 1; for
   NF_TILE_STATE_SEARCH to 2^14 - 1.  After the last one the tile state is cleared and the numbers start again. */
uint32_t nf_tile_state_epoch(const nf_work *work, nf_tile_state_user user);

/* The size in bytes of a ticket followed by `words` 64-bit words, as in cl/primitives/preceding.cl. */
uint64_t nf_tile_state_words(uint64_t words);

/* The device memory of a tile state for `bytes`. */
uint64_t nf_tile_state_bytes(uint64_t bytes);

#endif
