// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Writes the pairs of a tile, turn by turn, from a list of partners for each point; for CPU kernels.
//   LIST_STRIDE  the distance between lists; 16 entries beyond the last may be read
#pragma once
#include "search/emit/pair.cl"
#if !defined(LIST_STRIDE)
#error "turns.cl needs LIST_STRIDE"
#endif

// Perfect shuffles: interleaves the lower halves of a and b, and the upper halves.
static inline int16 nf_zip_low(int16 a, int16 b) {
    return (int16)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3, a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7,
                   b.s7);
}
static inline int16 nf_zip_high(int16 a, int16 b) {
    return (int16)(a.s8, b.s8, a.s9, b.s9, a.sa, b.sa, a.sb, b.sb, a.sc, b.sc, a.sd, b.sd, a.se, b.se, a.sf,
                   b.sf);
}

static inline void nf_shuffle(const int16 *from, int16 *to) {
    UNROLL
    for (int l = 0; l < 8; l++) {
        to[2 * l] = nf_zip_low(from[l], from[l + 8]);
        to[2 * l + 1] = nf_zip_high(from[l], from[l + 8]);
    }
}

// Transposes: rows[t] = the entries of the 16 lists at turn + t, by four shuffles of 256 numbers.
static inline void nf_turns(__global const int *lists, uint turn, int16 *rows) {
    int16 other[16];
    UNROLL
    for (int l = 0; l < 16; l++) rows[l] = LOAD_INT16(lists + l * LIST_STRIDE + turn);
    nf_shuffle(rows, other);
    nf_shuffle(other, rows);
    nf_shuffle(rows, other);
    nf_shuffle(other, rows);
}

// Moves the remaining ones of 16 lanes together, in four steps by 1, 2, 4 and 8 lanes.
typedef struct nf_squeeze {
    uint have;
    int16 own; // the lanes' own points, moved together
#ifndef WIDE_SQUEEZE
    int16 gaps;    // the number of lanes below that are done; 0 for lanes that are done
    int16 move[4]; // -1 if a lane takes the value 1, 2, 4, 8 lanes above
#endif
} nf_squeeze;

#ifndef WIDE_SQUEEZE
static inline int16 nf_down_1(int16 v) {
    return (int16)(v.s1, v.s2, v.s3, v.s4, v.s5, v.s6, v.s7, v.s8, v.s9, v.sa, v.sb, v.sc, v.sd, v.se, v.sf,
                   0);
}
static inline int16 nf_down_2(int16 v) {
    return (int16)(v.s2, v.s3, v.s4, v.s5, v.s6, v.s7, v.s8, v.s9, v.sa, v.sb, v.sc, v.sd, v.se, v.sf, 0, 0);
}
static inline int16 nf_down_4(int16 v) {
    return (int16)(v.s4, v.s5, v.s6, v.s7, v.s8, v.s9, v.sa, v.sb, v.sc, v.sd, v.se, v.sf, 0, 0, 0, 0);
}
static inline int16 nf_down_8(int16 v) { return (int16)(v.hi, (int8)0); }

static inline int16 nf_squeezed(int16 v, const nf_squeeze *by) {
    v = (v & ~by->move[0]) | (nf_down_1(v) & by->move[0]);
    v = (v & ~by->move[1]) | (nf_down_2(v) & by->move[1]);
    v = (v & ~by->move[2]) | (nf_down_4(v) & by->move[2]);
    return (v & ~by->move[3]) | (nf_down_8(v) & by->move[3]);
}

// A value that moves leaves its lane; the value that comes there need not move in this step.
#define SQUEEZE_PLAN(step, down)                                                                             \
    {                                                                                                        \
        const int16 moves = (gaps & (1 << step)) != 0;                                                       \
        by->move[step] = down(moves);                                                                        \
        gaps = (gaps & ~moves & ~by->move[step]) | (down(gaps) & by->move[step]);                            \
    }
#define HAS_GAPS(by) ((by)->have != 0xffff) // most turns have none and skip the moves
#else
#define nf_squeezed(v, by) WIDE_SQUEEZE(v, (by)->have)
#define HAS_GAPS(by)       1
#endif

// Marks the lanes of `gone` as done.
static inline void nf_squeeze_leave(nf_squeeze *by, uint gone, int16 own) {
    by->have &= ~gone;
#ifndef WIDE_SQUEEZE
    const int16 lane = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (; gone; gone &= gone - 1) {
        const int left = 31 - (int)clz(gone & (0 - gone));
        by->gaps -= lane > left; // true is -1
    }
    int16 gaps = by->gaps & -((int16)by->have >> lane & 1);
    SQUEEZE_PLAN(0, nf_down_1)
    SQUEEZE_PLAN(1, nf_down_2)
    SQUEEZE_PLAN(2, nf_down_4)
    SQUEEZE_PLAN(3, nf_down_8)
#else
    (void)gone;
#endif
    by->own = nf_squeezed(own, by);
}

static inline nf_squeeze nf_squeeze_none(int16 own) {
    nf_squeeze all;
    all.have = 0xffff;
#ifndef WIDE_SQUEEZE
    all.gaps = 0;
#endif
    nf_squeeze_leave(&all, 0, own);
    return all;
}

// Writes the pairs of the remaining lanes and returns their number.  It always writes 16 pairs.
static inline uint nf_put_turn(__global int *out, int16 partner, const nf_squeeze *by) {
    const int16 partners = HAS_GAPS(by) ? nf_squeezed(partner, by) : partner;
    const int16 first = PAIR_FIRST(by->own, partners), second = PAIR_SECOND(by->own, partners);
    STORE_INT16(out, nf_zip_low(first, second));
    STORE_INT16(out + 16, nf_zip_high(first, second));
    return popcount(by->have);
}

// All turns of a tile.  leave[t]: the lanes whose lists have t entries; must be zeros before, and is afterwards.
WIDE_APART void nf_put_tile(__global const int *lists, const int *counts, const int *own,
                            __global uint *leave, nf_window *w) {
    int16 rows[16], more[16];
    const int16 own_low = vload16(0, own), own_high = vload16(1, own);
    nf_squeeze low = nf_squeeze_none(own_low), high = nf_squeeze_none(own_high);
    int turns = 0;
    for (uint l = 0; l < TILE_POINTS; l++) {
        turns = max(turns, counts[l]);
        leave[counts[l]] |= 1u << l;
    }
    for (int turn = 0; turn < turns; turn += 16) {
        const int end = min(turns - turn, 16);
        __global int *out = nf_window_place(w, 16 * TILE_POINTS);
        uint put = 0;
        nf_turns(lists, (uint)turn, rows);
        nf_turns(lists + 16 * LIST_STRIDE, (uint)turn, more);
        for (int t = 0; t < end; t++) {
            const uint gone = leave[turn + t];
            if (gone & 0xffff) nf_squeeze_leave(&low, gone & 0xffff, own_low);
            if (gone >> 16) nf_squeeze_leave(&high, gone >> 16, own_high);
            leave[turn + t] = 0;
            put += nf_put_turn(out + 2 * put, rows[t], &low);
            put += nf_put_turn(out + 2 * put, more[t], &high);
        }
        w->filled += put;
    }
    leave[turns] = 0;
}
