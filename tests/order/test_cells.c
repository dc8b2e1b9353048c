/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* No pair is lost to rounding: points closer than the cutoff are at most as many cells apart as there are in a cutoff. */
#include "read_order.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static double ulps(double x, int many, nf_type type) {
    for (int k = 0; k < abs(many); k++) {
        if (type == NF_FLOAT32) x = (double)nextafterf((float)x, many > 0 ? FLT_MAX : -FLT_MAX);
        else x = nextafter(x, many > 0 ? DBL_MAX : -DBL_MAX);
    }
    return x;
}

static double rounded(double x, nf_type type) { return type == NF_FLOAT32 ? (double)(float)x : x; }

/* Pairs of points along each axis: one a few ulps from a face of a cell, the other a cutoff away, plus or minus a few
   ulps.  The domain has `cells` cells along every axis. */
static support_cloud couples(uint64_t n, nf_type type, double cutoff, int per_cutoff, double cells,
                             double origin, uint64_t *state) {
    double(*xyz)[3] = support_allocate(n * sizeof *xyz);
    const nf_cells own = cells_of(cutoff, type, per_cutoff);
    const double r = rounded(cutoff, type);
    for (int a = 0; a < 3; a++) {
        const double edge = 1 / (a == 0 ? own.inv_x : own.inv_yz);
        const double lo = rounded(origin, type);
        for (uint64_t p = 0; p < n; p++) {
            const double face = lo + floor(support_uniform(state) * cells) * edge;
            const int off = (int)(support_random(state) % 9) - 4, more = (int)(support_random(state) % 9) - 4;
            if (p % 2 == 0) xyz[p][a] = ulps(rounded(face, type), off, type);
            else xyz[p][a] = ulps(rounded(xyz[p - 1][a] + r, type), more, type);
        }
        /* the second point has the same other coordinates, so that the distance is the cutoff along one axis */
        xyz[0][a] = lo;
        xyz[n - 1][a] = rounded(lo + (cells - 0.01) * edge, type);
    }
    for (uint64_t p = 3; p + 1 < n; p += 2)
        for (uint64_t a = 0; a < 3; a++)
            if (a != p / 2 % 3) xyz[p][a] = xyz[p - 1][a];
    support_cloud cloud = support_cloud_of("couples at faces", &xyz[0][0], n, 3, type, cutoff);
    free(xyz);
    return cloud;
}

static uint64_t apart(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

/* Counts the couples that are pairs; fails if the cells of one are too far apart. */
static int check_couples(nf_cloud *on, const support_cloud *cloud, int cells) {
    int pairs = 0;
    const uint64_t most[] = {cells ? (uint64_t)cells : 4, cells ? (uint64_t)cells : 1,
                             cells ? (uint64_t)cells : 1};
    support_ok(on->context, nf_cloud_move(on, &cloud->points, NULL, NULL));
    build_order(on, cloud->cutoff, cells);
    const read_grid grid = read_grid_of(on);
    for (uint64_t p = 0; p + 1 < cloud->points.n; p += 2) {
        if (!reference_is_pair(&cloud->points, cloud->cutoff, p, p + 1)) continue;
        pairs++;
        for (int a = 0; a < 3; a++) {
            const double u = coordinate_of(&cloud->points, p, a), v = coordinate_of(&cloud->points, p + 1, a);
            if (apart(cell_along(&grid, a, u), cell_along(&grid, a, v)) > most[a])
                ck_abort_msg(
                    "type %d, cells %d, n %u, axis %d: %a and %a are %a apart, cutoff %a, in cells %d and %d",
                    (int)cloud->points.type, cells, grid.head.n[a], a, u, v, v - u, cloud->cutoff,
                    (int)cell_along(&grid, a, u), (int)cell_along(&grid, a, v));
        }
    }
    return pairs;
}

static void check_type(nf_type type) {
    /* below, at and above the number of cells from which edges are doubled */
    static const double sizes32[] = {3, 20, 100, 4000, 8191.5, 8192.5, 20000, 1e6, 1048575.5, 1.5e6, 3e6};
    static const double sizes64[] = {3, 100, 8192, 1e5, 1e6, 1048574.5, 1048575.5, 1048576.5, 2e6, 1e7, 1e9};
    static const double origins[] = {0, -1, 0.3, -12.7};
    static const double cutoffs[] = {1, 0.1, 0.3, 1e-3, 7};
    own_context context = support_context(NULL);
    const nf_points none = {.dims = 3, .type = type};
    own_cloud on = support_cloud_on(context, &none, NULL);
    uint64_t state = 11;
    int pairs = 0, trials = 0;
    for (size_t s = 0; s < sizeof sizes32 / sizeof *sizes32; s++)
        for (size_t o = 0; o < sizeof origins / sizeof *origins; o++)
            for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++) {
                const int cells = trials++ % 4;
                const double size = type == NF_FLOAT32 ? sizes32[s] : sizes64[s];
                support_cloud cloud =
                    couples(1500, type, cutoffs[c], cells, size, origins[o] * cutoffs[c], &state);
                pairs += check_couples(on, &cloud, cells);
                support_cloud_free(&cloud);
            }
    ck_assert_int_gt(pairs, 20000); /* checks that the couples are useful */
}

TEST(floats_at_the_faces_of_cells) { check_type(NF_FLOAT32); }
TEST(doubles_at_the_faces_of_cells) { check_type(support_double()); }

/* ---- axes of many cells --------------------------------------------------------------------------------- */

/* The rule of cells.cl for an axis of `size` edges: the factor of the edges. */
static double edges_longer_by(double size, double fine) {
    double by = 1;
    if (size < fine) return by;
    do by *= 2;
    while (size / by >= 1048576);
    return by;
}

static void check_edges(nf_type type) {
    const double fine = type == NF_FLOAT32 ? 8192 : 1048576;
    const double sizes[] = {3,       fine - 0.5,      fine + 0.5,      1.5 * fine,      100 * fine,
                            1048570, 1048576 * 1.001, 1048576 * 1.999, 1048576 * 2.001, 1048576 * 9.};
    const nf_cells cells = cells_of(1, type, 2);
    own_context context = support_context(NULL);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const double by = edges_longer_by(sizes[s], fine), xyz[] = {0, 0, 0, sizes[s] / cells.inv_x, 0, 0};
        own_points cloud = support_cloud_of("two points", xyz, 2, 1, type, 1);
        own_cloud on = support_cloud_on(context, &cloud.points, NULL);
        build_order(on, cloud.cutoff, 2);
        const read_grid grid = read_grid_of(on);
        ck_assert_double_eq(grid.inv[0], rounded(cells.inv_x, type) / by);
        ck_assert_uint_eq(grid.head.n[0], (uint32_t)(sizes[s] / by) + 1);
        ck_assert_int_eq((int)grid.head.cut, by > 1);
    }
}

TEST(an_axis_of_too_many_cells_has_edges_of_at_least_twice_the_length) {
    check_edges(NF_FLOAT32);
    check_edges(support_double());
}

/* ---- the numbers that the host puts into the rule ----------------------------------------------------- */

TEST(cells_are_a_little_larger_than_the_cutoff_asks_for) {
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (int per = 0; per <= 3; per++) {
            const nf_cells cells = cells_of(0.1, (nf_type)type, per);
            ck_assert_int_eq(cells.x, per ? per : 4);
            ck_assert_int_eq(cells.yz, per ? per : 1);
            ck_assert_double_gt(cells.x / cells.inv_x, 0.1);
            ck_assert_double_lt(cells.x / cells.inv_x, 0.1005);
            ck_assert_double_gt(cells.yz / cells.inv_yz, 0.1);
            ck_assert_double_lt(cells.yz / cells.inv_yz, 0.1005);
            const nf_cells again = cells_of(0.1, (nf_type)type, per),
                           other = cells_of(0.2, (nf_type)type, per);
            ck_assert_int_eq(nf_cells_equal(&cells, &again), 1);
            ck_assert_int_eq(nf_cells_equal(&cells, &other), 0);
        }
    const nf_cells a = nf_cells_for(0.1, NF_FLOAT64), b = cells_of(0.1, NF_FLOAT64, 1);
    ck_assert_int_eq(nf_cells_equal(&a, &b), 0);
}

TEST(a_sample_covers_the_cloud_and_has_its_size) {
    static const uint64_t sizes[] = {0, 1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 1000000, INT32_MAX};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const uint64_t n = sizes[k], count = nf_sample_count(n), step = nf_sample_step(n);
        ck_assert_uint_le(count, NF_SAMPLE_MOST);
        if (n == 0) ck_assert_uint_eq(count, 0);
        else {
            ck_assert_uint_lt((count - 1) * step, n);
            ck_assert_uint_ge(count * step, n);
        }
    }
}

TEST(the_core_holds_the_middle_and_leaves_outliers_out) {
    double sample[64], core[6];
    for (int k = 0; k < 64; k++) sample[k] = k / 63.0;
    sample[5] = 1e30;
    sample[40] = -1e300;
    nf_cells_core(sample, 64, 1, NF_FLOAT64, 0.1, core);
    ck_assert_double_le(core[0], -2.5);
    ck_assert_double_ge(core[0], -5);
    ck_assert_double_ge(core[3], 3.5);
    ck_assert_double_le(core[3], 6);
    ck_assert_double_eq(core[1], 0);
    ck_assert_double_eq(core[5], 0);
    /* it stays finite if the cloud fills the range of the type */
    for (int k = 0; k < 64; k++) sample[k] = k % 2 ? DBL_MAX : -DBL_MAX;
    nf_cells_core(sample, 64, 1, NF_FLOAT64, 1, core);
    ck_assert(isfinite(core[0]) && isfinite(core[3]));
}
