/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "primitives/run.h"
#include "primitives/tile.h"
#include "support/device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- on the host -------------------------------------------------------------------------------------- */

typedef union value {
    float f32;
    double f64;
    int32_t i32;
    uint32_t u32;
    uint64_t u64;
} value;

static value get(const void *data, nf_type type, uint64_t i) {
    value x = {.u64 = 0};
    memcpy(&x, (const char *)data + i * nf_type_bytes(type), nf_type_bytes(type));
    return x;
}

/* The sum as defined in primitives.h: by halves of the smallest power of two >= n, without elements beyond n. */
static float sum_f32(const float *data, uint64_t from, uint64_t width, uint64_t n) {
    if (width == 1) return data[from];
    const float left = sum_f32(data, from, width / 2, n);
    return from + width / 2 < n ? left + sum_f32(data, from + width / 2, width / 2, n) : left;
}

static double sum_f64(const double *data, uint64_t from, uint64_t width, uint64_t n) {
    if (width == 1) return data[from];
    const double left = sum_f64(data, from, width / 2, n);
    return from + width / 2 < n ? left + sum_f64(data, from + width / 2, width / 2, n) : left;
}

static uint64_t power_from(uint64_t n) {
    uint64_t power = 1;
    while (power < n) power *= 2;
    return power;
}

static value host_sum(nf_type type, const void *data, uint64_t n) {
    value x = {.u64 = 0};
    if (n == 0) return x;
    if (type == NF_FLOAT32) x.f32 = sum_f32(data, 0, power_from(n), n);
    else if (type == NF_FLOAT64) x.f64 = sum_f64(data, 0, power_from(n), n);
    else
        for (uint64_t i = 0; i < n; i++) {
            if (type == NF_UINT64) x.u64 += get(data, type, i).u64;
            else x.u32 += get(data, type, i).u32;
        }
    return x;
}

/* 1 if a is less than b; -0 is less than +0. */
static int before(nf_type type, value a, value b) {
    switch (type) {
    case NF_FLOAT32: return a.f32 < b.f32 || (a.f32 == b.f32 && signbit(a.f32) && !signbit(b.f32));
    case NF_FLOAT64: return a.f64 < b.f64 || (a.f64 == b.f64 && signbit(a.f64) && !signbit(b.f64));
    case NF_INT32: return a.i32 < b.i32;
    case NF_UINT32: return a.u32 < b.u32;
    default: return a.u64 < b.u64;
    }
}

static int is_nan(nf_type type, value a) {
    return (type == NF_FLOAT32 && isnan(a.f32)) || (type == NF_FLOAT64 && isnan(a.f64));
}

static value extreme(nf_type type, int smallest) {
    value x = {.u64 = 0};
    switch (type) {
    case NF_FLOAT32: x.f32 = smallest ? -INFINITY : INFINITY; break;
    case NF_FLOAT64: x.f64 = smallest ? -(double)INFINITY : (double)INFINITY; break;
    case NF_INT32: x.i32 = smallest ? INT32_MIN : INT32_MAX; break;
    case NF_UINT32: x.u32 = smallest ? 0 : UINT32_MAX; break;
    default: x.u64 = smallest ? 0 : UINT64_MAX; break;
    }
    return x;
}

static value host_reduce(nf_type type, nf_operation operation, const void *data, uint64_t n) {
    if (operation == NF_SUM) return host_sum(type, data, n);
    value best = extreme(type, operation == NF_MAX);
    for (uint64_t i = 0; i < n; i++) {
        const value x = get(data, type, i);
        if (is_nan(type, x)) continue;
        if (operation == NF_MIN ? before(type, x, best) : before(type, best, x)) best = x;
    }
    return best;
}

/* ---- cases -------------------------------------------------------------------------------------------- */

static const nf_type types[] = {NF_FLOAT32, NF_FLOAT64, NF_INT32, NF_UINT32, NF_UINT64};

static int known(nf_context *context, nf_type type) {
    return type != NF_FLOAT64 || nf_context_device(context)->fp64;
}

/* Numbers of very different magnitude, so that any other tree gives different bits. */
static void *random_data(nf_type type, uint64_t n, uint64_t *state) {
    const size_t size = nf_type_bytes(type);
    char *data = support_allocate(n * size);
    for (uint64_t i = 0; i < n; i++) {
        value x = {.u64 = support_random(state)};
        const double wide = ldexp((double)(int64_t)x.u64, (int)(x.u64 % 40) - 80);
        if (type == NF_FLOAT32) x.f32 = (float)wide;
        if (type == NF_FLOAT64) x.f64 = wide;
        memcpy(data + i * size, &x, size);
    }
    return data;
}

static void check_data(nf_context *context, nf_type type, nf_operation operation, const void *data,
                       uint64_t n) {
    const size_t size = nf_type_bytes(type);
    const value wanted = host_reduce(type, operation, data, n);
    value got = {.u64 = 0};
    own_buffer in = support_buffer_of(context, data, n, size),
               out = support_buffer_of(context, NULL, 1, size);
    support_ok(context, nf_reduce(context, type, operation, in.at, out.at, n, NULL));
    support_read(&out, &got);
    ck_assert_msg(memcmp(&got, &wanted, size) == 0, "type %d, operation %d, n %llu: %llx instead of %llx",
                  (int)type, (int)operation, (unsigned long long)n, (unsigned long long)got.u64,
                  (unsigned long long)wanted.u64);
}

static void check_reduce(nf_context *context, nf_type type, nf_operation operation, uint64_t n,
                         uint64_t *state) {
    own_memory void *data = random_data(type, n, state);
    check_data(context, type, operation, data, n);
}

TEST(every_type_and_operation_gives_the_host_s_answer) {
    const uint64_t sizes[] = {0, 1, 2, 3, 255, 256, 257, 2049, 16385, 100003};
    uint64_t state = 1;
    own_context context = support_context(NULL);
    for (int t = 0; t < 5; t++)
        for (int operation = NF_SUM; operation <= NF_MAX; operation++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                if (known(context, types[t]))
                    check_reduce(context, types[t], (nf_operation)operation, support_size(sizes[s]), &state);
}

static nf_context *context_of(int group) {
    char tuning[64];
    snprintf(tuning, sizeof tuning, "reduce.GROUP=%d", support_groups[group]);
    return support_context(tuning);
}

TEST(sums_follow_one_tree_for_every_shape_of_group) {
    uint64_t state = 2, sizes[SUPPORT_SIZES_MOST];
    for (int k = 0; k < SUPPORT_GROUPS; k += support_group_step()) {
        own_context context = context_of(k);
        const nf_tile tile = nf_tile_fit(context, &nf_reduce_family, (nf_tile_need){0});
        const int count = support_sizes(tile.group, tile.size, &state, sizes);
        for (int s = 0; s < count; s++) {
            check_reduce(context, NF_FLOAT32, NF_SUM, sizes[s], &state);
            check_reduce(context, NF_FLOAT32, s % 2 ? NF_MIN : NF_MAX, sizes[s], &state);
            if (known(context, NF_FLOAT64)) check_reduce(context, NF_FLOAT64, NF_SUM, sizes[s], &state);
        }
    }
}

/* Shapes that are not powers of two must not change the tree. */
TEST(sizes_that_are_no_powers_of_two_are_rounded_down) {
    uint64_t state = 3;
    own_context context = support_context("reduce.GROUP=48");
    check_reduce(context, NF_FLOAT32, NF_SUM, support_size(100003), &state);
}

TEST(large_sums_and_minima_agree) {
    uint64_t state = 4;
    own_context context = support_context(NULL);
    check_reduce(context, NF_FLOAT32, NF_SUM, support_size(20000003), &state);
    check_reduce(context, NF_FLOAT32, NF_MIN, support_size(20000003), &state);
}

TEST(minus_zero_is_the_smaller_zero_and_a_sum_of_minus_zeros_is_one) {
    const float zeros[] = {0.0f, -0.0f, 0.0f, -0.0f, -0.0f}, minus[] = {-0.0f, -0.0f, -0.0f};
    for (int k = 0; k < SUPPORT_GROUPS; k += support_group_step()) {
        own_context context = context_of(k);
        for (int operation = NF_SUM; operation <= NF_MAX; operation++) {
            check_data(context, NF_FLOAT32, (nf_operation)operation, zeros, 5);
            check_data(context, NF_FLOAT32, (nf_operation)operation, minus, 3);
            check_data(context, NF_FLOAT32, (nf_operation)operation, minus, 1);
        }
    }
}

TEST(minimum_and_maximum_pass_over_nans_and_keep_subnormals) {
    enum { N = 5000 };
    static float some[N], all[N];
    own_context context = support_context(NULL);
    for (int i = 0; i < N; i++) {
        all[i] = i % 2 ? NAN : -NAN;
        some[i] = i % 3 ? all[i] : (float)((i % 7) - 3) * 1e-42f;
    }
    for (int operation = NF_MIN; operation <= NF_MAX; operation++) {
        check_data(context, NF_FLOAT32, (nf_operation)operation, some, N);
        check_data(context, NF_FLOAT32, (nf_operation)operation, some + 1, 2);
        check_data(context, NF_FLOAT32, (nf_operation)operation, all, N);
        check_data(context, NF_FLOAT32, (nf_operation)operation, all, 1);
    }
}

TEST(a_sum_with_opposite_infinities_is_one_and_the_same_nan) {
    const float opposite[] = {INFINITY, 1.0f, -INFINITY}, nans[] = {1.0f, -NAN, 2.0f};
    const uint32_t wanted = 0x7fc00000u;
    own_context context = support_context(NULL);
    for (int k = 0; k < 2; k++) {
        uint32_t got = 0;
        own_buffer in = support_buffer_of(context, k ? nans : opposite, 3, 4);
        own_buffer out = support_buffer_of(context, NULL, 1, 4);
        support_ok(context, nf_reduce(context, NF_FLOAT32, NF_SUM, in.at, out.at, 3, NULL));
        support_read(&out, &got);
        ck_assert_uint_eq(got, wanted);
    }
}

TEST(scratch_is_what_was_said_before) {
    const uint64_t n = support_size(100003);
    uint64_t bytes = 0, first = 0, now = 0;
    own_context context = support_context("reduce.GROUP=32");
    own_buffer in = support_buffer_of(context, NULL, n, 4), out = support_buffer_of(context, NULL, 1, 4);
    nf_context_memory(context, &first, NULL);
    support_ok(context, nf_reduce_scratch(context, NF_UINT32, n, &bytes));
    support_ok(context, nf_reduce(context, NF_UINT32, NF_SUM, in.at, out.at, n, NULL));
    support_ok(context, nf_context_finish(context));
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(now - first, bytes);
}

TEST(bad_arguments_are_named) {
    own_context context = support_context(NULL);
    own_buffer buffer = support_buffer_of(context, NULL, 100, 4);
    const nf_slice at = buffer.at, none = nf_at(NULL, 0), last = support_at(&buffer, 99);
    ck_assert_int_eq(nf_reduce(NULL, NF_UINT32, NF_SUM, at, last, 99, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "type",
                  nf_reduce(context, NF_TYPE_NONE, NF_SUM, at, last, 99, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "operation",
                  nf_reduce(context, NF_UINT32, (nf_operation)4, at, last, 99, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "in",
                  nf_reduce(context, NF_UINT32, NF_SUM, none, last, 99, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "out",
                  nf_reduce(context, NF_UINT32, NF_SUM, at, none, 99, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "out",
                  nf_reduce(context, NF_UINT32, NF_SUM, none, none, 0, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_reduce(context, NF_UINT32, NF_SUM, at, last, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bytes", nf_reduce_scratch(context, NF_UINT32, 5, NULL));
    if (!nf_context_device(context)->fp64)
        support_fails(context, NF_ERROR_UNSUPPORTED, "NF_FLOAT64",
                      nf_reduce(context, NF_FLOAT64, NF_SUM, at, last, 4, NULL));
    support_ok(context, nf_reduce(context, NF_UINT32, NF_SUM, at, last, 99, NULL));
}
