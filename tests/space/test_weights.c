/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Weights as whole numbers, and their sums as doubles. */
#include "space/weights.h"
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t bits_of(double x, int wide) {
    const float narrow = (float)x;
    uint64_t bits = 0;
    uint32_t few = 0;
    if (wide) memcpy(&bits, &x, sizeof bits);
    else memcpy(&few, &narrow, sizeof few);
    return wide ? bits : few;
}

static double double_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A number with any exponent down to subnormal ones. */
static double draw(uint64_t *state, int wide) {
    const double sign = support_uniform(state) < 0.5 ? -1 : 1, size = 0.5 + 0.5 * support_uniform(state);
    const double x = wide ? ldexp(size, -1070 + (int)(2090 * support_uniform(state)))
                          : ldexp(size, -145 + (int)(270 * support_uniform(state)));
    return sign * (wide ? x : (double)(float)x);
}

TEST(numbers_of_weights_are_rounded_to_30_bits_below_the_largest) {
    uint64_t state = 3;
    for (int turn = 0; turn < 100000; turn++) {
        const int wide = turn % 2;
        const double most = draw(&state, wide);
        double x = turn % 3 ? most * (2 * support_uniform(&state) - 1) : draw(&state, wide);
        int above = 0;
        if (!wide) x = (double)(float)x;
        if (fabs(x) > fabs(most)) x = most;
        const uint largest = nf_weight_exponent(bits_of(most, wide), wide);
        const int k = nf_weight_number(bits_of(x, wide), wide, largest),
                  scale = nf_weight_scale(largest, wide);
        (void)frexp(most, &above); /* |most| < 2^above */
        if (largest > 1) ck_assert_int_eq(scale, above - NF_WEIGHT_BITS);
        const double in_units =
            ldexp(x, -scale > 1000 ? 1000 : -scale) * (-scale > 1000 ? ldexp(1, -scale - 1000) : 1);
        ck_assert_msg(fabs(in_units - k) <= 0.5, "%a of %a is %d, and not %.17g", x, most, k, in_units);
        ck_assert_int_le(abs(k), 1 << NF_WEIGHT_BITS);
    }
}

/* The sum of `count` products, each of which is `product`, taken as one. */
static double total_of(int64_t product, uint64_t count, int scale) {
    const uint64_t term = (uint64_t)product + NF_WEIGHT_BIAS, low = term & UINT32_MAX, high = term >> 32,
                   more = count & UINT32_MAX, most = count >> 32;
    uint64_t sum[2] = {0, 0};
    nf_weight_add(sum, low * more);
    for (int k = 0; k < 2; k++) {
        const uint64_t part = k ? high * more : low * most;
        nf_weight_add(sum, part << 32);
        sum[1] += part >> 32;
    }
    sum[1] += high * most;
    return double_of(nf_weight_total(sum[0], sum[1], count, scale));
}

TEST(totals_are_the_nearest_doubles) {
    static const struct {
        int64_t product;
        uint64_t count;
        int scale;
        double total;
    } rows[] = {
        {0, 7, 0, 0},
        {1, 1, 0, 1},
        {-1, 1, 0, -1},
        {-3, 5, 2, -60},
        {INT64_C(1) << 60, UINT64_C(1) << 63, 0, 0x1p123}, /* the largest sums */
        {-(INT64_C(1) << 60), UINT64_MAX, 0, -0x1p124},    /* rounded up */
        {1, UINT64_C(0x20000000000001), 0, 0x1p53},        /* halves go to the even one */
        {1, UINT64_C(0x20000000000003), 0, 0x20000000000004p0},
        {-1, UINT64_C(0x40000000000003), 0, -0x40000000000004p0},
        {3, UINT64_C(0x4000000000000001), 0, 0x1.8p63}, /* a bit far below a half */
        {(INT64_C(1) << 53) + 1, UINT64_C(1) << 50, 0, 0x1p103},
        {(INT64_C(1) << 53) + 1, (UINT64_C(1) << 50) + 1, 0, 0x1.0000000000005p103},
        {1, 1, -1074, 0x1p-1074}, /* subnormal ones, rounded once */
        {1, 1, -1075, 0},
        {3, 1, -1075, 0x1p-1073},
        {-3, 1, -1076, -0x1p-1074},
        {1, UINT64_C(0x1fffffffffffff), -1075, 0x1p-1022},
        {1, 1, -3000, 0},
        {1, 1, 1023, 0x1p1023}, /* beyond the largest number */
        {1, 1, 1024, HUGE_VAL},
        {-1, UINT64_C(0x1fffffffffffff), 971, -DBL_MAX},
        {1, UINT64_C(0x3fffffffffffff), 970, HUGE_VAL},
        {-5, 3, 3000, -HUGE_VAL},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const double got = total_of(rows[r].product, rows[r].count, rows[r].scale);
        ck_assert_msg(bits_of(got, 1) == bits_of(rows[r].total + 0.0, 1) || (got == 0 && rows[r].total == 0),
                      "row %zu is %a, and not %a", r, got, rows[r].total);
    }
}

/* With a carry between the halves, and sums of both signs that are 0 in the end. */
TEST(sums_of_products_are_exact) {
    uint64_t state = 8, sum[2] = {0, 0}, count = 0;
    int64_t wanted = 0;
    for (int turn = 0; turn < 1000; turn++) {
        const int a = (int)(2000000 * support_uniform(&state)) - 1000000,
                  b = (int)(2000000 * support_uniform(&state)) - 1000000;
        nf_weight_add(sum, nf_weight_term(a, b));
        wanted += (int64_t)a * b;
        count++;
    }
    ck_assert_uint_gt(sum[1], 0);
    ck_assert(double_of(nf_weight_total(sum[0], sum[1], count, 0)) == (double)wanted);
    sum[0] = sum[1] = 0;
    for (int turn = 0; turn < 100; turn++)
        nf_weight_add(sum, nf_weight_term(turn % 2 ? 1 << 30 : -(1 << 30), 1 << 30));
    ck_assert_uint_eq(nf_weight_total(sum[0], sum[1], 100, 5), 0);
}
