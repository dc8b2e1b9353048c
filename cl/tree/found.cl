// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What a look at points finds (look.cl), and whether it is what a tree was enqueued for.
#pragma once

// The words of `state`, as in src/tree/look.h; zeros before the first launch.
#define Z_LEVEL 0 // the span (nf_z_span) of all points; the highest level in which those of a long tie differ
#define Z_SIGNS 1
#define Z_BAD   2 // ~ the first point that is not finite; 0: none
#define Z_LONG  3 // the points in long ties
#define Z_TIES  4 // the number of long ties
#define Z_TOP   5 // the level of the highest bit of the largest magnitude
#define Z_WRAPS 6 // the largest wraps of a point in a periodic box (folded.cl)
#define Z_FAR   7 // ~ the first point that is too far from it; 0: none
#define Z_WORDS 8

// 1 if all points may be in a tree that was enqueued for points whose largest magnitude has this level, some of them outside of the box if
// `outside` is 1.  Z_SEEN: the host has seen what they are.
#define Z_SEEN 0xffffffffu
static inline int z_is_expected(__global const uint *state, uint top, uint outside) {
    if (top == Z_SEEN) return 1;
    return !state[Z_BAD] && !state[Z_FAR] && state[Z_TOP] == top && (state[Z_WRAPS] > 0) == outside;
}
