/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- on the host -------------------------------------------------------------------------------------- */

typedef struct entry {
    uint64_t bits, index; /* the bits compared, and the original position */
} entry;

static int compare(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->bits != y->bits) return x->bits < y->bits ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static uint64_t get(const void *data, size_t size, uint64_t i) {
    return size == 8 ? ((const uint64_t *)data)[i] : ((const uint32_t *)data)[i];
}

static void put(void *data, size_t size, uint64_t i, uint64_t value) {
    if (size == 8) ((uint64_t *)data)[i] = value;
    else ((uint32_t *)data)[i] = (uint32_t)value;
}

/* The order of a stable sort by these bits. */
static entry *host_order(const nf_sort_options *options, const void *keys, uint64_t n) {
    const size_t size = nf_type_bytes(options->key);
    const int first = options->first_bit, last = options->last_bit ? options->last_bit : (int)size * 8;
    const uint64_t mask = last - first == 64 ? UINT64_MAX : (UINT64_C(1) << (last - first)) - 1;
    entry *order = support_allocate(n * sizeof *order);
    for (uint64_t i = 0; i < n; i++) order[i] = (entry){get(keys, size, i) >> first & mask, i};
    if (n) qsort(order, n, sizeof *order, compare);
    return order;
}

/* ---- cases -------------------------------------------------------------------------------------------- */

typedef enum fill { RANDOM, EQUAL, ASCENDING, DESCENDING, FEW, FILLS } fill;

static uint64_t key_of(fill how, uint64_t i, uint64_t n, uint64_t *state) {
    switch (how) {
    case EQUAL: return 12345;
    case ASCENDING: return i;
    case DESCENDING: return n - i;
    case FEW: return support_random(state) % 5 * UINT64_C(0x0123456789abcdef);
    default: return support_random(state);
    }
}

static void check_sort(nf_context *context, nf_sort_options options, fill how, uint64_t n, uint64_t *state) {
    const size_t key = nf_type_bytes(options.key), value = nf_type_bytes(options.value);
    own_memory void *keys = support_allocate(n * 8), *values = support_allocate(n * 8),
                    *got = support_allocate(n * 8);
    for (uint64_t i = 0; i < n; i++) {
        put(keys, key, i, key_of(how, i, n, state));
        put(values, value, i, support_random(state));
    }
    own_memory entry *order = host_order(&options, keys, n);
    own_buffer k = support_buffer_of(context, keys, n, key);
    own_buffer v = support_buffer_of(context, value ? values : NULL, value ? n : 0, value ? value : 4);
    support_ok(context, nf_sort(context, &options, k.at, value ? v.at : nf_at(NULL, 0), n, NULL));
    support_read(&k, got);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(get(got, key, i) == get(keys, key, order[i].index),
                      "key %llu of %llu, bits %d to %d, keys %d", (unsigned long long)i,
                      (unsigned long long)n, options.first_bit, options.last_bit, (int)how);
    support_read(&v, got);
    for (uint64_t i = 0; i < n && value; i++)
        ck_assert_msg(get(got, value, i) == get(values, value, order[i].index),
                      "value %llu of %llu, bits %d to %d, keys %d", (unsigned long long)i,
                      (unsigned long long)n, options.first_bit, options.last_bit, (int)how);
}

/* What src/primitives/sort_pass.c gives to a work-item, and the least slice of src/primitives/sort_cpu.c. */
enum { ITEMS = 17, SLICE = 32768 };

static const nf_sort_options plain = {.key = NF_UINT32, .value = NF_UINT32};

TEST(every_kind_of_key_and_value_is_sorted) {
    const nf_type keys[] = {NF_UINT32, NF_UINT64}, values[] = {NF_TYPE_NONE, NF_UINT32, NF_UINT64};
    uint64_t state = 1;
    own_context context = support_context(NULL);
    for (int k = 0; k < 2; k++)
        for (int v = 0; v < 3; v++) {
            const nf_sort_options options = {.key = keys[k], .value = values[v]};
            for (uint64_t n = 0; n < 4; n++) check_sort(context, options, RANDOM, n, &state);
            check_sort(context, options, RANDOM, support_size(100003), &state);
            check_sort(context, options, FEW, support_size(10007), &state);
        }
}

TEST(the_same_on_a_small_group_for_every_kind_of_key_and_value) {
    const nf_type keys[] = {NF_UINT32, NF_UINT64}, values[] = {NF_TYPE_NONE, NF_UINT32, NF_UINT64};
    uint64_t state = 2;
    own_context context = support_context("sort.GROUP=32");
    for (int k = 0; k < 2; k++)
        for (int v = 0; v < 3; v++) {
            const nf_sort_options options = {.key = keys[k], .value = values[v]};
            check_sort(context, options, RANDOM, support_size(10007), &state);
        }
}

TEST(equal_keys_keep_their_order_whatever_the_keys) {
    uint64_t state = 3;
    const char *const tunings[] = {NULL, "sort.GROUP=64"};
    for (int t = 0; t < 2; t++) {
        own_context context = support_context(tunings[t]);
        for (int how = 0; how < FILLS; how++)
            check_sort(context, plain, (fill)how, support_size(70001), &state);
    }
}

TEST(every_shape_of_group_sorts_at_every_boundary) {
    uint64_t state = 4, sizes[SUPPORT_SIZES_MOST];
    for (int k = 0; k < SUPPORT_GROUPS; k += support_group_step()) {
        const int group = support_groups[k], items = group == 1 ? SLICE : ITEMS;
        char tuning[64];
        snprintf(tuning, sizeof tuning, "sort.GROUP=%d", group);
        own_context context = support_context(tuning);
        const int count = support_sizes((uint64_t)group, (uint64_t)group * (uint64_t)items, &state, sizes);
        for (int s = 0; s < count; s++)
            if (sizes[s] <= 200000) check_sort(context, plain, s % 4 ? RANDOM : FEW, sizes[s], &state);
    }
}

/* At small sizes each width in one of the groups. */
TEST(every_width_of_digit_sorts) {
    uint64_t state = 5;
    for (int bits = 1; bits <= 12; bits++)
        for (int group = 1; group <= 64; group *= 64) {
            if (support_small() && (group == 1) != (bits % 2 == 0)) continue;
            char tuning[64];
            snprintf(tuning, sizeof tuning, "sort.GROUP=%d", group);
            own_context context = support_context(tuning);
            const nf_sort_options options = {
                .key = NF_UINT32, .value = NF_UINT32, .first_bit = 7, .last_bit = 7 + bits};
            check_sort(context, options, RANDOM, support_size(5003), &state);
        }
}

/* CPUs sort few elements in one slice, more in several, and combine the writes of many.  At small sizes each way sorts half of the kinds. */
TEST(every_way_of_cpus_sorts_every_kind) {
    static const uint64_t sizes[] = {SLICE + 7, 2 * SLICE + 4469, 4 * SLICE + 8937};
    static const nf_type types[] = {NF_UINT32, NF_UINT64, NF_TYPE_NONE};
    uint64_t state = 9;
    own_context context = support_context("sort.GROUP=1");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int k = 0; k < 2; k++)
            for (int v = 0; v < 3; v++) {
                if (support_small() && ((size_t)(k + v) + s) % 2) continue;
                const nf_sort_options options = {.key = types[k], .value = types[v]};
                for (uint64_t n = 2; n < 70; n += 13) check_sort(context, options, RANDOM, n, &state);
                check_sort(context, options, s % 2 ? FEW : RANDOM, sizes[s], &state);
            }
}

/* At small sizes each shape sorts by half of the ranges. */
TEST(the_bits_named_decide_and_no_others) {
    static const int ranges[][2] = {{0, 1}, {31, 32}, {3, 22}, {0, 19}, {0, 24}, {5, 13}, {0, 32}, {11, 14}};
    static const int wide[][2] = {{0, 1}, {63, 64}, {20, 50}, {0, 64}, {31, 33}, {0, 48}};
    uint64_t state = 6;
    const char *const tunings[] = {NULL, "sort.GROUP=64"};
    for (size_t t = 0; t < 2; t++) {
        own_context context = support_context(tunings[t]);
        const size_t first = support_small() ? t : 0, step = support_small() ? 2 : 1;
        for (size_t r = first; r < sizeof ranges / sizeof ranges[0]; r += step) {
            const nf_sort_options options = {
                .key = NF_UINT32, .value = NF_UINT32, .first_bit = ranges[r][0], .last_bit = ranges[r][1]};
            check_sort(context, options, RANDOM, support_size(5003), &state);
        }
        for (size_t r = first; r < sizeof wide / sizeof wide[0]; r += step) {
            const nf_sort_options options = {
                .key = NF_UINT64, .value = NF_UINT32, .first_bit = wide[r][0], .last_bit = wide[r][1]};
            check_sort(context, options, RANDOM, support_size(5003), &state);
        }
    }
}

TEST(large_sorts_agree) {
    uint64_t state = 7;
    own_context context = support_context(NULL);
    check_sort(context, plain, RANDOM, support_size(3000017), &state);
}

/* Three passes need a second scratch.  24 bits take three with the digits of 11 bits of CPUs, and with those of 8 bits of GPUs. */
static void check_scratch(const char *tuning) {
    const uint64_t n = support_small() ? 10007 : 100003; /* few are compared with all */
    const nf_sort_options options = {.key = NF_UINT64, .value = NF_UINT32, .last_bit = 24};
    uint64_t bytes = 0, first = 0, now = 0;
    own_context context = support_context(tuning);
    own_buffer keys = support_buffer_of(context, NULL, n, 8), values = support_buffer_of(context, NULL, n, 4);
    nf_context_memory(context, &first, NULL);
    support_ok(context, nf_sort_scratch(context, &options, n, &bytes));
    support_ok(context, nf_sort(context, &options, keys.at, values.at, n, NULL));
    support_ok(context, nf_context_finish(context));
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(now - first, bytes);
    ck_assert_uint_gt(bytes, 2 * n * 12);
}

TEST(scratch_is_what_was_said_before) {
    check_scratch("sort.GROUP=1");
    check_scratch("sort.GROUP=32");
}

TEST(bad_arguments_are_named) {
    own_context context = support_context(NULL);
    own_buffer buffer = support_buffer_of(context, NULL, 100, 4);
    const nf_slice keys = buffer.at, values = support_at(&buffer, 50), none = nf_at(NULL, 0);
    static const int bad_bits[][2] = {{0, 33}, {5, 5}, {9, 4}, {-1, 4}, {7, 0}};
    const nf_sort_options bad_key = {.key = NF_FLOAT32, .value = NF_UINT32},
                          bad_value = {.key = NF_UINT32, .value = NF_FLOAT64};
    ck_assert_int_eq(nf_sort(NULL, &plain, keys, values, 50, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "options", nf_sort(context, NULL, keys, values, 50, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "key", nf_sort(context, &bad_key, keys, values, 50, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "value", nf_sort(context, &bad_value, keys, values, 50, NULL));
    for (size_t k = 0; k < sizeof bad_bits / sizeof bad_bits[0]; k++) {
        nf_sort_options options = plain;
        options.first_bit = bad_bits[k][0];
        options.last_bit = bad_bits[k][1];
        support_fails(context, NF_ERROR_ARGUMENT, "first_bit",
                      nf_sort(context, &options, keys, values, 50, NULL));
    }
    support_fails(context, NF_ERROR_ARGUMENT, "keys", nf_sort(context, &plain, none, values, 50, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "values", nf_sort(context, &plain, keys, none, 50, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "values", nf_sort(context, &plain, keys, values, 90, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap", nf_sort(context, &plain, keys, values, 51, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bytes", nf_sort_scratch(context, &plain, 50, NULL));
    support_ok(context, nf_sort(context, &plain, keys, values, 50, NULL));
    support_ok(context, nf_sort(context, &plain, none, none, 0, NULL));
}
