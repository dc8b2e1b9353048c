// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Status words for look-back: a work-group publishes a value to later groups of the same launch.  Value and state are in
// one word, so that no memory order between words is needed.  Groups must take their number by ticket (atomic_inc), and
// the self-check must have proved that waiting groups make progress.
//   LANES_BY  as in lanes.cl: selects how a word is read and written as a whole and past the caches
//   LOOK_BACK_ATOMIC  defined: words are read and written by atomics, for race checkers
//   look_back_load / _store          uint words: 30 bits of value
//   look_back_load64 / _store64      ulong words: 62 bits of value; need atomic 64-bit accesses
#pragma once
#include "machine/ptx.cl"

#define LOOK_BACK_OWN                  1u // the group's own sum
#define LOOK_BACK_ALL                  2u // the sum of all groups up to and including it; 0: nothing yet
#define LOOK_BACK_WORD(state, value)   ((uint)(state) << 30 | (value))
#define LOOK_BACK_STATE(word)          ((word) >> 30)
#define LOOK_BACK_VALUE(word)          ((word)&0x3fffffffu)
#define LOOK_BACK_WORD64(state, value) ((ulong)(state) << 62 | (value))
#define LOOK_BACK_STATE64(word)        ((uint)((word) >> 62))
#define LOOK_BACK_VALUE64(word)        ((word)&0x3fffffffffffffffUL)

// The low bits of a word with an epoch.  The epoch distinguishes words of this launch from those of earlier ones, so that
// they need not be cleared.
#define LOOK_BACK_MARK(epoch, state) ((epoch) << 2 | (state))

// Takes the ticket of this work-group: 0, 1, 2... in the order in which groups start.  One work-item calls it.  The last of
// `groups` groups resets the counter to 0.
static inline uint look_back_ticket(volatile __global uint *counter, uint groups) {
    const uint ticket = atomic_inc(counter);
    if (ticket == groups - 1) atomic_xchg(counter, 0);
    return ticket;
}

// In plain OpenCL C.
#if defined(LOOK_BACK_ATOMIC)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
static inline uint look_back_load_plain(volatile __global uint *word) { return atomic_add(word, 0u); }
static inline void look_back_store_plain(volatile __global uint *word, uint value) {
    atomic_xchg(word, value);
}
static inline ulong look_back_load64_plain(volatile __global ulong *word) { return atom_add(word, 0UL); }
static inline void look_back_store64_plain(volatile __global ulong *word, ulong value) {
    atom_xchg(word, value);
}
#else
static inline uint look_back_load_plain(volatile __global uint *word) { return *word; }
static inline void look_back_store_plain(volatile __global uint *word, uint value) { *word = value; }
static inline ulong look_back_load64_plain(volatile __global ulong *word) { return *word; }
static inline void look_back_store64_plain(volatile __global ulong *word, ulong value) { *word = value; }
#endif

#if LANES_ARE_PTX
static inline uint look_back_load(volatile __global uint *word) {
    uint r;
    __asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(r) : "l"(word) : "memory");
    return r;
}
static inline void look_back_store(volatile __global uint *word, uint value) {
    __asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}
static inline ulong look_back_load64(volatile __global ulong *word) {
    ulong r;
    __asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(r) : "l"(word) : "memory");
    return r;
}
static inline void look_back_store64(volatile __global ulong *word, ulong value) {
    __asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}
#else
#define look_back_load    look_back_load_plain
#define look_back_store   look_back_store_plain
#define look_back_load64  look_back_load64_plain
#define look_back_store64 look_back_store64_plain
#endif
