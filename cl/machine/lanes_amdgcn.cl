// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Exchange between 32 work-items by AMD's instructions: a part of lanes.cl.
//   LANES_BY  4: waves of 64; each half has its own 32 lanes
//             5: waves of 32
// The halves of a wave need not call a function together: no lane reads from the other half, and the other half's bits of
// a ballot are discarded.
#pragma once
#if !defined(__AMDGCN__)
#error "lanes_amdgcn.cl needs AMD's compiler"
#endif

#define LANES_ROOM      1
#define LANES_ROW_SHIFT 0x110 // for update_dpp: plus the number of lanes to shift upwards

// The index of this work-item in its wave.
static inline uint nf_lanes_self(void) {
#if LANES_BY == 4
    return (uint)__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
#else
    return (uint)__builtin_amdgcn_mbcnt_lo(~0u, 0u);
#endif
}

// The hardware executes the lanes of a wave together and their accesses to local memory in order; this keeps the compiler
// from reordering them.
TOGETHER void nf_lanes_sync(void) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

TOGETHER uint nf_lanes_ballot(int p, __local uint *room) {
    (void)room;
#if LANES_BY == 4
    return (uint)(__builtin_amdgcn_ballot_w64(p != 0) >> (nf_lanes_self() & 32));
#else
    return (uint)__builtin_amdgcn_ballot_w32(p != 0);
#endif
}

// v of lane l, where l may differ between lanes.
TOGETHER uint nf_lanes_from(uint v, uint l, __local uint *room) {
    (void)room;
    return (uint)__builtin_amdgcn_ds_bpermute((int)(4 * (l | (nf_lanes_self() & 32))), (int)v);
}

// Broadcasts the value of one lane through a scalar register.  In the other half of a wave, l may differ or be undefined.
TOGETHER uint nf_lanes_get(uint v, uint l, __local uint *room) {
    (void)room;
#if LANES_BY == 4
    const int low = __builtin_amdgcn_readlane((int)l, 0) & 31,
              high = __builtin_amdgcn_readlane((int)l, 32) | 32;
    const int of_low = __builtin_amdgcn_readlane((int)v, low),
              of_high = __builtin_amdgcn_readlane((int)v, high & 63);
    return (uint)(nf_lanes_self() & 32 ? of_high : of_low);
#else
    return (uint)__builtin_amdgcn_readlane((int)v, (int)l);
#endif
}

#define LANES_FOLD(name, type, join)                                                                         \
    TOGETHER type name(type v, __local uint *room) {                                                         \
        const uint lane = nf_lanes_self() % 32;                                                              \
        _Pragma("unroll") for (uint by = 16; by > 0; by /= 2) {                                              \
            const type other = (type)nf_lanes_from((uint)v, lane ^ by, room);                                \
            v = (join);                                                                                      \
        }                                                                                                    \
        return v;                                                                                            \
    }
LANES_FOLD(nf_lanes_sum, uint, v + other)
LANES_FOLD(nf_lanes_min, int, min(v, other))
LANES_FOLD(nf_lanes_max, int, max(v, other))

// In each 16 lanes, adds the values 1, 2, 4 and 8 lanes below (0 outside); then the upper 16 lanes add the sum of the
// lower 16.
TOGETHER uint nf_lanes_before(uint v, __local uint *room) {
    const uint own = v;
#define LANES_STEP(by)                                                                                       \
    v += (uint)__builtin_amdgcn_update_dpp(0, (int)v, LANES_ROW_SHIFT + by, 0xf, 0xf, true);
    LANES_STEP(1) LANES_STEP(2) LANES_STEP(4) LANES_STEP(8) const uint lower = nf_lanes_from(v, 15, room);
    return v - own + (nf_lanes_self() & 16 ? lower : 0);
}
