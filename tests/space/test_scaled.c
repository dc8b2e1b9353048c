/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The scale of coordinates: that of the host is that of the kernels, and the numbers beside it. */
#include "space/duals.h"
#include "space/scaled.h"

#include "support/clouds/clouds.h"
#include "support/device.h"

#include <float.h>
#include <math.h>

#define real   float
#define REAL64 0
#include "space/scaled.cl"

static nf_space open_space(nf_type type, int dims) { return (nf_space){.dims = dims, .type = type}; }

/* A number with any exponent. */
static float draw(uint64_t *state) {
    const float sign = support_uniform(state) < 0.5 ? -1 : 1;
    return sign *
           (float)ldexp(0.5 + 0.5 * support_uniform(state), -149 + (int)(277 * support_uniform(state)));
}

TEST(the_host_scales_as_the_kernels_do) {
    const nf_space space = open_space(NF_FLOAT32, 1);
    uint64_t state = 1;
    for (int turn = 0; turn < 200000; turn++) {
        const float most = fabsf(draw(&state)), x = draw(&state);
        nf_scaling scaling;
        ck_assert_int_eq(nf_scaling_for(&scaling, &space, fmax((double)most, fabs((double)x)), NULL), NF_OK);
        const double got = nf_scaling_of(&scaling, (double)x);
        const float wanted = nf_scaled(x, (float)scaling.scale);
        ck_assert_msg(!(got < (double)wanted) && !(got > (double)wanted), "%a: %a and not %a", (double)x, got,
                      (double)wanted);
        ck_assert(fabs(got) < 0x1p40 && (!(fabs(got) > 0) || fabs(got) >= 0x1p-62));
    }
}

TEST(the_scale_is_that_of_the_largest_number) {
    static const struct {
        nf_type type;
        double largest, scale;
        int exponent;
    } rows[] = {{NF_FLOAT32, 0, 0x1p120, -80},
                {NF_FLOAT32, 1, 0x1p39, 1},
                {NF_FLOAT32, 0.99, 0x1p40, 0},
                {NF_FLOAT32, 0x1p-100, 0x1p120, -80},
                {NF_FLOAT32, (double)FLT_MAX, 0x1p-88, 128},
                {NF_FLOAT64, 0, 0x1p1000, -600},
                {NF_FLOAT64, DBL_MAX, 0x1p-624, 1024},
                {NF_FLOAT64, 3, 0x1p398, 2}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const nf_space space = open_space(rows[r].type, 3);
        nf_scaling scaling;
        ck_assert_int_eq(nf_scaling_for(&scaling, &space, rows[r].largest, NULL), NF_OK);
        ck_assert_int_eq(scaling.exponent, rows[r].exponent);
        ck_assert_double_eq(scaling.scale, rows[r].scale);
        ck_assert(scaling.largest >= rows[r].largest * scaling.scale &&
                  scaling.largest <= 2 * rows[r].largest * scaling.scale);
        ck_assert_double_eq(scaling.unscale * scaling.scale, 1);
    }
}

TEST(cell_vectors_count_for_the_scale) {
    const nf_box box = {.cell = {{8, 0, 0}, {0, 1e9, 0}}, .periodic = {1}};
    nf_space space;
    nf_scaling scaling;
    ck_assert_int_eq(nf_space_for(&space, &box, 3, NF_FLOAT32, NULL), NF_OK);
    ck_assert_int_eq(nf_scaling_for(&scaling, &space, 1, NULL), NF_OK);
    ck_assert_int_eq(scaling.exponent, 4);
    ck_assert_int_eq(nf_scaling_for(&scaling, &space, 0x1p79, NULL), NF_OK);
    ck_assert_int_eq(nf_scaling_for(&scaling, &space, 0x1p82, NULL), NF_ERROR_ARGUMENT);
}

TEST(squares_of_lengths_are_exact_in_the_type) {
    const nf_space space = open_space(NF_FLOAT32, 3);
    nf_scaling scaling;
    double r2 = 0;
    ck_assert_int_eq(nf_scaling_for(&scaling, &space, 0.75, NULL), NF_OK);
    ck_assert_int_eq(nf_scaling_square(&scaling, 0.1, "it", &r2, NULL), NF_OK);
    const float r = 0.1f * 0x1p40f, square = r * r;
    ck_assert_double_eq(r2, (double)square);
    ck_assert_int_eq(nf_scaling_square(&scaling, 1e300, "it", &r2, NULL), NF_OK);
    ck_assert(r2 > DBL_MAX);
    ck_assert_int_eq(nf_scaling_square(&scaling, 0x1p-101, "it", &r2, NULL), NF_OK);
    ck_assert_double_eq(r2, 0x1p-122);
    ck_assert_int_eq(nf_scaling_square(&scaling, 0x1.fffffep-102, "it", &r2, NULL), NF_ERROR_ARGUMENT);
}

TEST(lengths_that_would_be_subnormal_are_0) {
    ck_assert(nf_unscaled(0x1p-6f, 0x1p120f, 0x1p-120f) > 0);
    ck_assert(nf_unscaled(0x1.fffffep-7f, 0x1p120f, 0x1p-120f) <= 0);
    ck_assert(nf_unscaled(HUGE_VALF, 1, 1) > FLT_MAX);
    ck_assert(nf_normal(0x1p-127f) <= 0 && nf_normal(0x1p-126f) > 0);
    ck_assert(nf_mean_distance(0x1p-126f, 0.5f) <= 0);
    ck_assert(nf_ball_volume(2, 3, 3) == 24);
    ck_assert(nf_ball_volume(0x1p-43f, 4, 3) <= 0);
}

TEST(spacings_are_roots_of_the_volume) {
    uint64_t state = 3;
    for (int turn = 0; turn < 3000; turn++) {
        const int dims = 1 + turn % 3;
        const double unit = ldexp(1, turn % 5 == 0 ? 480 : turn % 5 == 1 ? -480 : turn % 7 - 3);
        const uint64_t n = 1 + (uint64_t)(1e6 * support_uniform(&state));
        double edge[3];
        nf_box box = {.periodic = {1, 1, 1}};
        nf_space space;
        for (int k = 0; k < dims; k++) {
            edge[k] = 1 + support_uniform(&state);
            box.cell[k][k] = edge[k] * unit;
            if (k) box.cell[k][k - 1] = 0.25 * unit;
        }
        double length = 0, volume = 1;
        for (int k = 0; k < dims; k++) volume *= edge[k];
        ck_assert_int_eq(nf_space_for(&space, &box, dims, NF_FLOAT64, NULL), NF_OK);
        ck_assert_int_eq(nf_linking_length(1, &space, n, 0.2, &length, NULL), NF_OK);
        const double wanted = 0.2 * unit * pow(volume / (double)n, 1.0 / dims);
        ck_assert_double_eq_tol(length / wanted, 1, 1e-14);
    }
}

TEST(dual_vectors_measure_in_cells) {
    for (int set = 1; set < 8; set++) {
        const nf_box box = {.cell = {{3, 0.5, 0}, {-1, 2, 0.25}, {0.5, 0, 1}},
                            .periodic = {set & 1, set >> 1 & 1, set >> 2 & 1}};
        nf_space space;
        double dual[3][3], heights[3];
        ck_assert_int_eq(nf_space_for(&space, &box, 3, NF_FLOAT64, NULL), NF_OK);
        nf_duals(&space, space.H, dual, heights);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++) {
                double product = 0;
                for (int a = 0; a < 3; a++) product += dual[k][a] * space.H[j][a];
                ck_assert_double_eq_tol(product, k == j && box.periodic[k] ? 1 : 0, 1e-15);
            }
        for (int k = 0; k < 3; k++) {
            ck_assert(box.periodic[k] || !(heights[k] > 0));
            if (set == 7) ck_assert_double_eq_tol(heights[k], space.heights[k], 1e-15);
        }
    }
}
