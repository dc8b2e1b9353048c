// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Finds the output position of each digit of a tile, from the words (look_back.cl) of the tiles before it.
//   GROUP, NEAR, C  as in sort_pass.cl; rank.cl, group.cl and look_back.cl must come before
//   words[tile * DIGITS + digit]; with NEAR, the same number of words follows for sums of NEAR tiles: a tile and the
//   NEAR - 1 before it
// A work-item handles the digits from item * OWNED on.
#pragma once
#define OWNED           ((DIGITS + GROUP - 1) / GROUP)
#define FOR_OWNED(j, d) for (uint j = 0, d = (uint)get_local_id(0) * OWNED; j < OWNED && d < DIGITS; j++, d++)

#if LOOK_BACK

// Clears the words of a tile.
static inline void digit_words_clear(__global uint *words, uint tile, uint tiles) {
    FOR_OWNED(j, d) {
        words[tile * DIGITS + d] = 0;
        if (NEAR) words[(tiles + tile) * DIGITS + d] = 0;
    }
}

// The first tile starts the chain with `before`, the positions where the digits begin: the prefix sums of counts[], which
// are reset to 0.
TOGETHER void digit_words_first(volatile __global uint *words, uint tiles, __global uint *counts,
                                const uint *own, C *before, __local uint *room) {
    uint sum = 0;
    FOR_OWNED(j, d) sum += counts[d];
    sum = group_before(sum, room);
    FOR_OWNED(j, d) {
        before[j] = sum;
        sum += counts[d];
        counts[d] = 0;
        look_back_store(words + d, LOOK_BACK_WORD(LOOK_BACK_ALL, before[j] + own[j]));
        if (NEAR)
            look_back_store(words + tiles * DIGITS + d, LOOK_BACK_WORD(LOOK_BACK_ALL, before[j] + own[j]));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Adds the words of one digit at `at`, at - step, ... to `sum`, as far as they are published, at most `most` of them; loads
// AHEAD of them at once.  `at` moves to the first word that is not added; `all` is set if the last word added was the sum
// of all tiles up to it.  No address lies before the first word, even for loads that are masked out: Intel's CPU runtime
// executes them.
#define ADD_WORDS(AHEAD, words, at, step, most, sum, all)                                                    \
    {                                                                                                        \
        uint word_[AHEAD], go_ = 1;                                                                          \
        const int at_ = (at);                                                                                \
        _Pragma("unroll") for (int k_ = 0; k_ < (AHEAD); k_++) word_[k_] =                                   \
            k_ < (most) && at_ - k_ * (step) >= 0                                                            \
                ? look_back_load((words) + (uint)max(at_ - k_ * (step), 0) * DIGITS)                         \
                : 0;                                                                                         \
        _Pragma("unroll") for (int k_ = 0; k_ < (AHEAD); k_++) {                                             \
            const uint state_ = LOOK_BACK_STATE(word_[k_]);                                                  \
            if (state_ == 0) go_ = 0;                                                                        \
            if (go_) {                                                                                       \
                (sum) += LOOK_BACK_VALUE(word_[k_]);                                                         \
                (at) -= (step);                                                                              \
                if (state_ == LOOK_BACK_ALL) (all) = 1, go_ = 0;                                             \
            }                                                                                                \
        }                                                                                                    \
    }

// The number of elements with this digit in the tiles before this one; `own` is the number in this tile.
static inline uint digit_words_before(volatile __global uint *words, uint tile, uint tiles, uint own) {
    uint sum = 0, all = 0;
    int at = (int)tile - 1;
#if NEAR
    volatile __global uint *far = words + tiles * DIGITS;
    const int near_end = max((int)tile - NEAR, -1);
    while (!all && at > near_end) ADD_WORDS(NEAR - 1, words, at, 1, at - near_end, sum, all)
    if (!all) look_back_store(far + tile * DIGITS, LOOK_BACK_WORD(LOOK_BACK_OWN, sum + own));
    while (!all) ADD_WORDS(4, far, at, NEAR, 4, sum, all)
    look_back_store(far + tile * DIGITS, LOOK_BACK_WORD(LOOK_BACK_ALL, sum + own));
#else
    while (!all) ADD_WORDS(2, words, at, 1, 2, sum, all)
#endif
    look_back_store(words + tile * DIGITS, LOOK_BACK_WORD(LOOK_BACK_ALL, sum + own));
    return sum;
}

#endif
