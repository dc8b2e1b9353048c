// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The body of a kernel that computes the keys of a sort (nf_sort_begin in src/primitives/run.h), for groups that take keys in turns.
//   MAKE_KEYS(type, n, key)   made[p] of this type is `key`, an expression of p, for p below n; and what the sort asks for.  It uses
//                             the parameters made, made_offset, values, values_offset, counts, words and word_count
//   COUNTED   1: the digits are counted (digits.cl)        NUMBERED  1: values[p] is p
//   GROUP, ITEMS  as in each.cl
#pragma once
#if !defined(COUNTED) || !defined(NUMBERED)
#error "make_keys.cl needs COUNTED and NUMBERED"
#endif
#if COUNTED
#include "primitives/digits.cl"
#define KEYS_BEGIN                                                                                           \
    __local uint room[DIGITS_ROOM];                                                                          \
    digits_clear_words(words, word_count);                                                                   \
    digits_clear(room);                                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);
#define KEYS_COUNT(key) digits_count(room, key, 0, 1);
#define KEYS_END                                                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
    digits_add(room, counts);
#else
#define KEYS_BEGIN (void)counts, (void)words, (void)word_count;
#define KEYS_COUNT(key)
#define KEYS_END
#endif
#if NUMBERED
#define KEYS_VALUES    values += values_offset;
#define KEYS_NUMBER(p) values[p] = (uint)p;
#else
#define KEYS_VALUES (void)values, (void)values_offset;
#define KEYS_NUMBER(p)
#endif
#define KEYS_TURN ((ulong)GROUP * ITEMS) // keys that a group processes at a time

#define MAKE_KEYS(type, n, key)                                                                              \
    made += made_offset;                                                                                     \
    KEYS_VALUES                                                                                              \
    KEYS_BEGIN                                                                                               \
    for (ulong start = (ulong)get_group_id(0) * KEYS_TURN; start < (n);                                      \
         start += get_num_groups(0) * KEYS_TURN)                                                             \
        for (ulong p = start + get_local_id(0); p < min(start + KEYS_TURN, (ulong)(n)); p += GROUP) {        \
            const type made_key = (type)(key);                                                               \
            made[p] = made_key;                                                                              \
            KEYS_COUNT(made_key)                                                                             \
            KEYS_NUMBER(p)                                                                                   \
        }                                                                                                    \
    KEYS_END
