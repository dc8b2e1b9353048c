/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/list_sizes.h"

#include "core/memory.h"
#include "core/whole.h"

double nf_lists_reach(const nf_interaction *c, int keeps) {
    return c->query.params.cells.cutoff + (keeps ? c->query.params.skin : 0);
}

uint64_t nf_lists_bytes(uint64_t n, uint64_t points, uint64_t room) {
    return nf_multiply(nf_ceiling(n, points) * sizeof(uint32_t), room);
}

uint64_t nf_lists_most(const nf_context *context, uint64_t share) {
    const uint64_t entries = UINT64_C(1) << 32; /* kernels have numbers of 32 bits for them */
    return nf_min(nf_min(context->device.global_memory / share, context->device.largest_buffer),
                  entries * sizeof(uint32_t));
}

uint64_t nf_lists_room_most(const nf_context *context, uint64_t share, uint64_t n, uint64_t points) {
    return nf_lists_most(context, share) / (nf_ceiling(n, points) * sizeof(uint32_t));
}
