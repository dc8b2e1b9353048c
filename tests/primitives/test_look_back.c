/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Runs the kernels whose work-groups wait for each other repeatedly: the results must be the same bytes every time.
   NEARFIELD_TEST_REPEAT is the number of repetitions (20). */
#include "support/device.h"

#include <stdlib.h>
#include <string.h>

/* Odd sizes, different every time. */
static uint64_t size_of(uint64_t *state) { return support_size(1 + support_random(state) % 150000); }

/* Small tiles, so that many groups wait, unless the device uses its own. */
static nf_context *small_tiles(int own) {
    return support_context(
        own ? NULL : "scan.GROUP=32 scan.ITEMS=4 scan.WIDE_ITEMS=2 compact.GROUP=32 sort.GROUP=32");
}

/* Repeated calls with odd sizes, in small tiles and in the device's own. */
static void ask_again(uint64_t seed, void (*ask)(nf_context *context, uint64_t n, uint64_t *state)) {
    for (int own = 0; own < 2; own++) {
        own_context context = small_tiles(own);
        for (int r = 0; r < support_repeats(); r++) ask(context, size_of(&seed), &seed);
    }
}

static void scan(nf_context *context, uint64_t n, uint64_t *state) {
    uint64_t *data = support_allocate(n * 8), *got = support_allocate(n * 8), sum = 0, sum32 = 0;
    for (uint64_t i = 0; i < n; i++) data[i] = support_random(state);
    own_buffer buffer = support_buffer_of(context, data, n, 8);
    own_buffer words = support_buffer_of(context, data, 2 * n, 4);
    support_ok(context, nf_scan(context, NF_UINT64, NF_SUM, NF_INCLUSIVE, buffer.at, buffer.at, n, NULL));
    support_ok(context, nf_scan(context, NF_UINT32, NF_SUM, NF_EXCLUSIVE, words.at, words.at, 2 * n, NULL));
    support_read(&buffer, got);
    for (uint64_t i = 0; i < n; i++) ck_assert_uint_eq(got[i], sum += data[i]);
    support_read(&words, got);
    for (uint64_t i = 0; i < 2 * n; i++) {
        ck_assert_uint_eq(((uint32_t *)got)[i], (uint32_t)sum32);
        sum32 += ((uint32_t *)data)[i];
    }
    free(data);
    free(got);
}

TEST(scans_give_the_same_bytes_every_time) { ask_again(1, scan); }

static void compact(nf_context *context, uint64_t n, uint64_t *state) {
    uint64_t kept = 0, count = 0;
    unsigned char *flags = support_allocate(n);
    own_memory uint32_t *wanted = support_allocate(n * 4), *got = support_allocate(n * 4);
    for (uint64_t i = 0; i < n; i++) {
        flags[i] = support_random(state) % 3 == 0;
        if (flags[i]) wanted[kept++] = (uint32_t)i;
    }
    own_buffer f = support_buffer_of(context, flags, n, 1), o = support_buffer_of(context, NULL, n, 4),
               c = support_buffer_of(context, NULL, 1, 8);
    if (kept) {
        support_ok(context, nf_compact(context, NF_UINT32, f.at, nf_at(NULL, 0), o.at, c.at, n, NULL));
        support_read(&c, &count);
        ck_assert_uint_eq(count, kept);
        support_read_first(&o, got, kept);
        ck_assert_mem_eq(got, wanted, kept * 4);
    }
    free(flags);
}

TEST(compactions_give_the_same_bytes_every_time) { ask_again(2, compact); }

/* The values are the original positions: for equal keys they must ascend. */
static void sort(nf_context *context, uint64_t n, uint64_t *state) {
    const uint64_t kinds = 1 + support_random(state) % (2 * n);
    const nf_sort_options options = {.key = NF_UINT32, .value = NF_UINT32};
    own_memory uint32_t *keys = support_allocate(n * 4), *sorted = support_allocate(n * 4),
                        *order = support_allocate(n * 4);
    for (uint64_t i = 0; i < n; i++) {
        keys[i] = (uint32_t)(support_random(state) % kinds * UINT64_C(2654435761));
        order[i] = (uint32_t)i;
    }
    own_buffer k = support_buffer_of(context, keys, n, 4), v = support_buffer_of(context, order, n, 4);
    support_ok(context, nf_sort(context, &options, k.at, v.at, n, NULL));
    support_read(&k, sorted);
    support_read(&v, order);
    for (uint64_t i = 0; i < n; i++) {
        ck_assert_uint_lt(order[i], n);
        ck_assert_uint_eq(keys[order[i]], sorted[i]);
        if (i)
            ck_assert(sorted[i - 1] < sorted[i] || (sorted[i - 1] == sorted[i] && order[i - 1] < order[i]));
    }
}

TEST(sorts_give_the_same_bytes_every_time) { ask_again(3, sort); }
