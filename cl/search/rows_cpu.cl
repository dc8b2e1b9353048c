// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sorts each of n rows by index, and entries of equal index by image, for CPUs: a work-item sorts one row after the other.
//   offsets[n + 1], indices[total], images[total] --sort_rows--> indices, images
//   IMAGES  1: entries have images; 0: `images` is not accessed
//   GROUP, ITEMS  as in each.cl
#ifndef IMAGES
#error "rows_cpu.cl needs IMAGES"
#endif
#include "machine/each.cl"

#if IMAGES
typedef long nf_entry; // the index, and below it the image
#else
typedef int nf_entry;
#endif

// Rows of at most so many entries are sorted by rank, whose loop is one of vectors.
#define SHORT_ROW 128

typedef struct nf_entries {
    __global int *indices, *images; // of the row
} nf_entries;

static inline nf_entry nf_entry_get(const nf_entries *of, ulong k) {
#if IMAGES
    return (long)of->indices[k] << 32 | ((uint)of->images[k] ^ 0x80000000u);
#else
    return of->indices[k];
#endif
}

static inline void nf_entry_put(const nf_entries *of, ulong k, nf_entry entry) {
#if IMAGES
    of->indices[k] = (int)(entry >> 32);
    of->images[k] = (int)((uint)entry ^ 0x80000000u);
#else
    of->indices[k] = entry;
#endif
}

// The rank of each is its place.  Entries that are equal, such as images of a point whose shifts are not asked for, have that of their turn.
static inline void nf_row_sort_short(const nf_entries *row, uint count) {
    nf_entry entries[SHORT_ROW];
    for (uint k = 0; k < count; k++) entries[k] = nf_entry_get(row, k);
    for (uint k = 0; k < count; k++) {
        nf_entry rank = 0;
        for (uint l = 0; l < k; l++) rank += entries[l] <= entries[k];
        for (uint l = k + 1; l < count; l++) rank += entries[l] < entries[k];
        nf_entry_put(row, (ulong)rank, entries[k]);
    }
}

// Heapsort: `entry` sinks from `at` in a heap of `count`.
static inline void nf_row_sink(const nf_entries *row, ulong at, ulong count, nf_entry entry) {
    for (ulong child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && nf_entry_get(row, child) < nf_entry_get(row, child + 1)) child++;
        if (nf_entry_get(row, child) <= entry) break;
        nf_entry_put(row, at, nf_entry_get(row, child));
        at = child;
    }
    nf_entry_put(row, at, entry);
}

static inline void nf_row_sort_long(const nf_entries *row, ulong count) {
    for (ulong k = count / 2; k-- > 0;) nf_row_sink(row, k, count, nf_entry_get(row, k));
    for (ulong k = count - 1; k > 0; k--) {
        const nf_entry entry = nf_entry_get(row, k);
        nf_entry_put(row, k, nf_entry_get(row, 0));
        nf_row_sink(row, 0, k, entry);
    }
}

EACH_KERNEL void sort_rows(__global const ulong *offsets, ulong first_offset, ulong n, __global int *indices,
                           ulong first_index, __global int *images) {
    offsets += first_offset;
    indices += first_index;
    FOR_EACH(i, n) {
        const ulong begin = offsets[i], count = offsets[i + 1] - begin;
        const nf_entries row = {indices + begin, IMAGES ? images + begin : images};
        if (count <= SHORT_ROW) nf_row_sort_short(&row, (uint)count);
        else nf_row_sort_long(&row, count);
    }
}
