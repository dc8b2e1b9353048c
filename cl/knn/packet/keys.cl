// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The nearest points of the queries of 32 lanes, a lane a query, as keys: the squared distance in quanta, then the slot of the point.
// Points that may be among the nearest are appended to the lane's column in local memory; a column that is nearly full is sorted, in batches,
// into the list of the lane, which is in registers.
//   KEYS  the keys of a list: 8, 16, 32 or 64.  A query for fewer neighbours has keys 0 in front, which no point has.
// Distances are off by a few quanta (packet/frame.cl), so what is dropped from a list, but is within `window` quanta of its last key, goes back to the
// column; in the end the rule decides.
#pragma once
#if !defined(KEYS) || (KEYS != 8 && KEYS != 16 && KEYS != 32 && KEYS != 64)
#error "packet/keys.cl needs KEYS: 8, 16, 32 or 64"
#endif
#include "machine/append.cl"
#define NF_BATCH         (KEYS == 8 ? 4 : KEYS == 16 ? 8 : 16)
#define NF_PACKET_LEAVES (KEYS > 32 ? 256 : 128) // whose points have slots
#define NF_SLOTS         (32 * NF_PACKET_LEAVES)
#define NF_QUANTA        (KEYS > 32 ? 1 << 19 : 1 << 20) // so many, times NF_SLOTS, are 2^32
#define NF_NO_KEY        0xffffffffu
#define NF_CHECK         8                      // candidates that are tested before columns are looked at
#define NF_COLUMN        (KEYS <= 16 ? 20 : 32) // rows
#define NF_PADS                                                                                              \
    (KEYS <= 16 ? NF_BATCH - 1 : 0) // rows behind a column, so that a batch is read without branches
#define NF_ROW 128                  // bytes

#define NF_EXCHANGE(a, i, j)                                                                                 \
    {                                                                                                        \
        const uint less_ = min((a)[i], (a)[j]);                                                              \
        (a)[j] = max((a)[i], (a)[j]);                                                                        \
        (a)[i] = less_;                                                                                      \
    }
// Steps of Batcher's odd-even merge sort and of a bitonic merge.
#define NF_SORT_STEP(a, n, p, k)                                                                             \
    _Pragma("unroll") for (uint x_ = 0; x_ + (k) < (n);                                                      \
                           x_++) if (x_ >= (k) % (p) && (x_ - (k) % (p)) / (k) % 2 == 0 &&                   \
                                     x_ / (2 * (p)) == (x_ + (k)) / (2 * (p))) NF_EXCHANGE(a, x_, x_ + (k))
#define NF_MERGE_STEP(a, n, k)                                                                               \
    _Pragma("unroll") for (uint x_ = 0; x_ < (n); x_++) if (!(x_ & (k))) NF_EXCHANGE(a, x_, x_ + (k))

static inline void nf_sort_batch(uint *a) {
    NF_SORT_STEP(a, NF_BATCH, 1, 1)
    NF_SORT_STEP(a, NF_BATCH, 2, 2)
    NF_SORT_STEP(a, NF_BATCH, 2, 1)
#if NF_BATCH > 4
    NF_SORT_STEP(a, NF_BATCH, 4, 4)
    NF_SORT_STEP(a, NF_BATCH, 4, 2)
    NF_SORT_STEP(a, NF_BATCH, 4, 1)
#endif
#if NF_BATCH > 8
    NF_SORT_STEP(a, NF_BATCH, 8, 8)
    NF_SORT_STEP(a, NF_BATCH, 8, 4)
    NF_SORT_STEP(a, NF_BATCH, 8, 2)
    NF_SORT_STEP(a, NF_BATCH, 8, 1)
#endif
}

static inline void nf_merge_list(uint *a) {
#if KEYS > 32
    NF_MERGE_STEP(a, KEYS, 32)
#endif
#if KEYS > 16
    NF_MERGE_STEP(a, KEYS, 16)
#endif
#if KEYS > 8
    NF_MERGE_STEP(a, KEYS, 8)
#endif
    NF_MERGE_STEP(a, KEYS, 4)
    NF_MERGE_STEP(a, KEYS, 2)
    NF_MERGE_STEP(a, KEYS, 1)
}

static inline void nf_list_begin(uint *list, uint k) {
#pragma unroll
    for (uint i = 0; i < KEYS; i++) list[i] = i < KEYS - k ? 0 : NF_NO_KEY;
}

// The last key that may belong to one of the nearest.
static inline uint nf_last_key(uint last, uint window) {
    const uint quanta = last / NF_SLOTS + window;
    return quanta >= NF_QUANTA - 1 ? NF_NO_KEY - 1 : quanta * NF_SLOTS + (NF_SLOTS - 1);
}

// Sorts the column of this lane into its list; `first` and `end` are the places where it begins and ends.  Returns its new end.
// The key with the slot `without` is left out.
static inline uint nf_column_merge(uint *list, __local uint *column, uint first, uint end, uint window,
                                   uint without) {
    uint to = first;
    for (uint i = 0; i < NF_PADS; i++) *local_at(column, end + i * NF_ROW) = NF_NO_KEY;
    for (uint from = first; from < end; from += NF_BATCH * NF_ROW) {
        uint batch[NF_BATCH], least = NF_NO_KEY;
#pragma unroll
        for (uint i = 0; i < NF_BATCH; i++)
            batch[i] = NF_PADS || from + i * NF_ROW < end ? *local_at(column, from + i * NF_ROW) : NF_NO_KEY;
        if (without != NF_NO_KEY) {
#pragma unroll
            for (uint i = 0; i < NF_BATCH; i++)
                if (batch[i] % NF_SLOTS == without) batch[i] = NF_NO_KEY;
        }
        nf_sort_batch(batch);
#pragma unroll
        for (uint i = 0; i < NF_BATCH; i++) {
            const uint other = list[KEYS - 1 - i], own = batch[i];
            list[KEYS - 1 - i] = min(other, own);
            batch[i] = max(other, own);
            least = min(least, batch[i]);
        }
        nf_merge_list(list);
        const uint most = nf_last_key(list[KEYS - 1], window);
        if (least > most) continue;
#pragma unroll
        for (uint i = 0; i < NF_BATCH; i++)
            if (batch[i] <= most) {
                *local_at(column, to) = batch[i];
                to += NF_ROW;
            }
    }
    return to;
}
