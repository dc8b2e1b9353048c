// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Appends numbers to columns in local memory without a branch.
//   LANES_BY  as in lanes.cl
//   A place is a number: where in local memory the next number of a column goes.
//   local_place(column, bytes)   the place so many bytes from the beginning of column, a multiple of 4
//   local_at(column, place)      a pointer to it
//   local_append(column, &place, by, value, s, most)   writes value to the place, which moves by `by` bytes if s <= most
//   local_settle()               must stand between appends and other reads and writes of columns
#pragma once
#if !defined(LANES_BY)
#error "append.cl needs LANES_BY"
#endif
#include "machine/ptx.cl"
#include "machine/together.cl"

#if LANES_ARE_PTX

// Three instructions, where the compiler makes six.
static inline uint local_place(__local void *column, uint bytes) { return (uint)(size_t)column + bytes; }
static inline __local uint *local_at(__local void *column, uint place) {
    (void)column;
    return (__local uint *)(size_t)place;
}
TOGETHER void local_append(__local void *column, uint *place, uint by, uint value, float s, float most) {
    uint to = *place;
    (void)column;
    __asm volatile("{.reg .pred q; setp.le.f32 q, %2, %3; st.shared.u32 [%0], %1; @q add.u32 %0, %0, %4;}"
                   : "+r"(to)
                   : "r"(value), "f"(s), "f"(most), "r"(by));
    *place = to;
}
static inline void local_settle(void) { __asm volatile("" ::: "memory"); }

#else

static inline uint local_place(__local void *column, uint bytes) {
    (void)column;
    return bytes;
}
static inline __local uint *local_at(__local void *column, uint place) {
    return (__local uint *)((__local uchar *)column + place);
}
TOGETHER void local_append(__local void *column, uint *place, uint by, uint value, float s, float most) {
    *local_at(column, *place) = value;
    *place += s <= most ? by : 0;
}
static inline void local_settle(void) {}

#endif
