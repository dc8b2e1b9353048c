// 32 work-items that act together by AMD's instructions: a part of lanes.cl.
//   LANES_BY  4: waves of 64, each half of which is 32 lanes of its own
//             5: waves of 32
// The halves of a wave need not call a function at once: no lane asks for what the other half has, and what a ballot
// says of it is left out.
#pragma once
#if !defined(__AMDGCN__)
#error "lanes_amdgcn.cl needs AMD's compiler"
#endif

#define LANES_ROOM      1
#define LANES_ROW_SHIFT 0x110 // of update_dpp: by so many lanes upwards

// The number of this work-item in its wave.
static inline uint lanes_self(void) {
#if LANES_BY == 4
    return (uint)__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
#else
    return (uint)__builtin_amdgcn_mbcnt_lo(~0u, 0u);
#endif
}

// Lanes of a wave are in step and their accesses to local memory in order: it is the compiler that must keep it.
TOGETHER void lanes_sync(void) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

TOGETHER uint lanes_ballot(int p, __local uint *room) {
    (void)room;
#if LANES_BY == 4
    return (uint)(__builtin_amdgcn_ballot_w64(p != 0) >> (lanes_self() & 32));
#else
    return (uint)__builtin_amdgcn_ballot_w32(p != 0);
#endif
}

// v of lane l, which may be another in each lane.
TOGETHER uint lanes_from(uint v, uint l, __local uint *room) {
    (void)room;
    return (uint)__builtin_amdgcn_ds_bpermute((int)(4 * (l | (lanes_self() & 32))), (int)v);
}

// What one lane has goes through a scalar register.  In the other half of a wave, l may be another, or nothing.
TOGETHER uint lanes_get(uint v, uint l, __local uint *room) {
    (void)room;
#if LANES_BY == 4
    const int low = __builtin_amdgcn_readlane((int)l, 0) & 31,
              high = __builtin_amdgcn_readlane((int)l, 32) | 32;
    const int of_low = __builtin_amdgcn_readlane((int)v, low),
              of_high = __builtin_amdgcn_readlane((int)v, high & 63);
    return (uint)(lanes_self() & 32 ? of_high : of_low);
#else
    return (uint)__builtin_amdgcn_readlane((int)v, (int)l);
#endif
}

#define LANES_FOLD(name, type, join)                                                                         \
    TOGETHER type name(type v, __local uint *room) {                                                         \
        const uint lane = lanes_self() % 32;                                                                 \
        _Pragma("unroll") for (uint by = 16; by > 0; by /= 2) {                                              \
            const type other = (type)lanes_from((uint)v, lane ^ by, room);                                   \
            v = (join);                                                                                      \
        }                                                                                                    \
        return v;                                                                                            \
    }
LANES_FOLD(lanes_sum, uint, v + other)
LANES_FOLD(lanes_min, int, min(v, other))
LANES_FOLD(lanes_max, int, max(v, other))

// Within 16 lanes each adds what stands 1, 2, 4 and 8 below, or 0; then the upper 16 the sum of the lower.
TOGETHER uint lanes_before(uint v, __local uint *room) {
    const uint own = v;
#define LANES_STEP(by)                                                                                       \
    v += (uint)__builtin_amdgcn_update_dpp(0, (int)v, LANES_ROW_SHIFT + by, 0xf, 0xf, true);
    LANES_STEP(1) LANES_STEP(2) LANES_STEP(4) LANES_STEP(8) const uint lower = lanes_from(v, 15, room);
    return v - own + (lanes_self() & 16 ? lower : 0);
}
