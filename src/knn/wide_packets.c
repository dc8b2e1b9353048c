/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "knn/wide_packets.h"

#include "core/whole.h"

/* The points that the row of a wide packet may have at first: about k and a sixteenth of it are expected. */
static uint32_t row_most(int k) { return ((uint32_t)k + (uint32_t)k / 4 + 32 + 127) / 128 * 128; }

/* The leaves that a wide packet may meet: on uniform clouds it meets an eighth of them. */
static uint32_t leaves_most(int k) { return row_most(k) + 256; }

int nf_wide_fits(const nf_context *context, nf_type type, int k, uint32_t group) {
    enum { WALK = 6000 }; /* bytes of the walk, which takes place in the second row */
    const uint64_t most = row_most(k), entry = nf_type_bytes(type) + 4,
                   bytes =
                       most * entry + nf_max(most * (entry + 4), WALK) + (leaves_most(k) + 64) * (uint64_t)4;
    return bytes * group / 32 <= context->device.local_memory;
}

void nf_wide_define(nf_spec *spec, int k) {
    nf_define(spec, "MOST", row_most(k));
    nf_define(spec, "LEAVES", leaves_most(k));
}
