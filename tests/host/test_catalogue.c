/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The catalogue of groups on the host, compared with its definition in long double, and with sums in the order of the rule. */
#include "support/clouds/boxes.h"
#include "support/clouds/clouds.h"
#include "support/counting.h"
#include "support/device.h"
#include "support/reference/group_measures.h"
#include "support/answers/groups.h"
#include "support/reference/images.h"
#include "support/numbers.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>

/* The distance of two points that may be images of each other, along one axis of an orthorhombic box. */
static double apart(const nf_box *box, int a, double x, double y) {
    const double d = x - y, edge = box && box->periodic[a] ? box->cell[a][a] : 0;
    return edge > 0 ? fabs(d - edge * nearbyint(d / edge)) : fabs(d);
}

static void check(const nf_points *points, const nf_box *box, const int32_t *labels, const nf_points *weights,
                  const nf_points *velocities, uint32_t least, double length, const char *name) {
    const nf_catalogue_options options = {.min_members = least, .weights = weights, .velocities = velocities};
    own_catalogue got = groups_catalogue_of(points, box, labels, &options);
    const nf_type type = points->type;
    const double part = type == NF_FLOAT32 ? 2e-6 : 1e-14;
    uint64_t groups = 0;
    for (int32_t label = 0; label < (int32_t)points->n; label++) {
        uint64_t members = 0;
        for (uint64_t p = 0; p < points->n; p++) members += labels[p] == label;
        groups += members >= least && members > 0;
    }
    ck_assert_msg(groups == got.count, "%s: %d groups and not %d", name, (int)got.count, (int)groups);
    for (uint64_t g = 0; g < got.count; g++) {
        const group_measures w = groups_measure(points, box, labels, got.groups[g], weights, velocities);
        ck_assert_uint_eq(w.members, got.members[g]);
        if (g)
            ck_assert(got.members[g] < got.members[g - 1] ||
                      (got.members[g] == got.members[g - 1] && got.groups[g] > got.groups[g - 1]));
        ck_assert_double_eq_tol(support_number(got.masses, type, g), (double)w.mass, part * (double)w.mass);
        ck_assert_double_eq_tol(support_number(got.inertia_radii, type, g), (double)w.radius, part * length);
        ck_assert_double_eq_tol(support_number(got.extents, type, g), (double)w.extent, part * length);
        for (int a = 0; a < points->dims; a++) {
            const uint64_t c = g * (uint64_t)points->dims + (uint64_t)a;
            const double centre =
                (double)w.centre[a] +
                support_number(points->rows.host, type, w.first * (uint64_t)points->dims + (uint64_t)a);
            ck_assert_msg(apart(box, a, support_number(got.centres, type, c), centre) <= part * length,
                          "%s: the centre of group %d is at %.17g and not %.17g", name, (int)g,
                          support_number(got.centres, type, c), centre);
            if (box && box->periodic[a])
                ck_assert(support_number(got.centres, type, c) >= box->origin[a] - part * length &&
                          support_number(got.centres, type, c) <
                              box->origin[a] + box->cell[a][a] + part * length);
            if (velocities)
                ck_assert_double_eq_tol(support_number(got.velocities, type, c), (double)w.velocity[a],
                                        part * 10);
        }
    }
}

/* ---- random groups --------------------------------------------------------------------------------------- */

/* Blobs of a quarter of the box at most, across its faces, with a label each, and points between them without one. */
static void draw(uint64_t seed, int dims, nf_type type, uint64_t n, double scale, void *x, void *w, void *v,
                 int32_t *labels) {
    uint64_t state = seed;
    int32_t label[8];
    double middle[8][3];
    for (int b = 0; b < 8; b++) {
        label[b] = -1;
        for (int a = 0; a < 3; a++) middle[b][a] = support_uniform(&state);
    }
    for (uint64_t p = 0; p < n; p++) {
        const int b = (int)(support_uniform(&state) * support_uniform(&state) * 9);
        if (b < 8 && label[b] < 0) label[b] = (int32_t)p;
        labels[p] = b < 8 ? label[b] : -1;
        support_set_number(w, type, p, support_uniform(&state) < 0.1 ? 0 : 3 * support_uniform(&state));
        for (int a = 0; a < dims; a++) {
            const uint64_t c = p * (uint64_t)dims + (uint64_t)a;
            const double cells = floor(5 * support_uniform(&state)) - 2; /* in any image of a box of 1 */
            support_set_number(x, type, c,
                               scale * (middle[b % 8][a] + 0.2 * (support_uniform(&state) - 0.5) + cells));
            support_set_number(v, type, c, 10 * (support_uniform(&state) - 0.5));
        }
    }
}

TEST(groups_have_the_measures_of_the_definition) {
    enum { N = 900 };
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
        for (int dims = 1; dims <= 3; dims++)
            for (int turn = 0; turn < 8; turn++) {
                static double x[3 * N], w[N], v[3 * N];
                int32_t labels[N];
                const double scale = turn % 4 == 3 ? 1e30 : turn % 4 == 2 ? 1e-25 : 1;
                draw((uint64_t)turn + 1, dims, (nf_type)type, N, scale, x, w, v, labels);
                const nf_points points = {.n = N, .dims = dims, .type = (nf_type)type, .rows.host = x},
                                weights = {.n = N, .dims = 1, .type = (nf_type)type, .rows.host = w},
                                velocities = {.n = N, .dims = dims, .type = (nf_type)type, .rows.host = v};
                const nf_box box = {.origin = {0.1 * scale, -0.2 * scale, 0},
                                    .cell = {{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}},
                                    .periodic = {1, turn > 1, turn % 2}};
                const int in_box = turn % 4 < 3; /* 1e30 is too long for a box of floats */
                check(&points, in_box ? &box : NULL, labels, turn % 3 ? &weights : NULL,
                      turn % 2 ? &velocities : NULL, turn % 3 ? 5 : 1, 5 * scale, "random groups");
            }
}

/* The radius and the extent do not depend on the image of the centre, so that any cell will do. */
TEST(groups_in_slanted_cells_take_the_nearest_images) {
    for (int b = 0; b < SUPPORT_BOXES; b++) {
        own_boxed boxed = support_boxed_make(b, NF_FLOAT64);
        const uint64_t n = boxed.points.n;
        own_memory int32_t *labels = support_allocate(n * sizeof *labels);
        double reach[3], longest = 0, lowest = HUGE_VAL;
        images_reach(&boxed.box, boxed.points.dims, 1, reach);
        for (int k = 0; k < boxed.points.dims; k++) {
            const double *H = boxed.box.cell[k];
            if (!boxed.box.periodic[k]) continue;
            longest += sqrt(H[0] * H[0] + H[1] * H[1] + H[2] * H[2]);
            lowest = fmin(lowest, 1 / reach[k]);
        }
        if (longest < 7 * lowest) { /* within the images that are compared, as catalogue.h says */
            uint64_t state = (uint64_t)b;
            for (uint64_t p = 0; p < n; p++) labels[p] = 0;
            for (uint64_t c = 0; c < n * (uint64_t)boxed.points.dims; c++)
                ((double *)boxed.data)[c] = 6 * longest * (support_uniform(&state) - 0.5);
            const nf_catalogue_options options = {.min_members = 1};
            groups_catalogue got = groups_catalogue_of(&boxed.points, &boxed.box, labels, &options);
            const group_measures w = groups_measure(&boxed.points, &boxed.box, labels, 0, NULL, NULL);
            ck_assert_uint_eq(got.count, 1);
            ck_assert_msg(fabs(*(const double *)got.inertia_radii - (double)w.radius) <= 1e-9 * (1 + longest),
                          "%s: the radius is %.17g and not %.17g", boxed.name,
                          *(const double *)got.inertia_radii, (double)w.radius);
            ck_assert_double_eq_tol(*(const double *)got.extents, (double)w.extent, 1e-9 * (1 + longest));
            groups_catalogue_free(&got);
        }
    }
}

/* ---- the order of sums ----------------------------------------------------------------------------------- */

static float sum_in_blocks(const float *x, uint64_t n) {
    own_memory float *sums = support_allocate((n / 256 + 1) * sizeof *sums);
    uint64_t blocks = 0;
    for (uint64_t first = 0; first < n; first += 256) {
        float sum = 0;
        for (uint64_t p = first; p < n && p < first + 256; p++) sum = sum + x[p];
        sums[blocks++] = sum;
    }
    const float all = blocks == 1 ? sums[0] : sum_in_blocks(sums, blocks);
    return all;
}

TEST(sums_are_taken_in_blocks_of_256_members) {
    static const uint64_t sizes[] = {1, 2, 255, 256, 257, 512, 513, 65536, 65537, 70001};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const uint64_t n = sizes[s];
        own_memory float *x = support_allocate(n * sizeof *x), *w = support_allocate(n * sizeof *w),
                         *terms = support_allocate(n * sizeof *terms);
        own_memory int32_t *labels = support_allocate(n * sizeof *labels);
        uint64_t state = 5;
        for (uint64_t p = 0; p < n; p++) {
            x[p] = 4 + (float)support_uniform(&state);
            w[p] = (float)support_uniform(&state);
            labels[p] = (int32_t)(n - 1); /* any point of the group */
        }
        const nf_points points = {.n = n, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                        weights = {.n = n, .dims = 1, .type = NF_FLOAT32, .rows.host = w};
        const nf_catalogue_options options = {.min_members = 1, .weights = &weights, .velocities = &points};
        own_catalogue got = groups_catalogue_of(&points, NULL, labels, &options);
        const float mass = sum_in_blocks(w, n);
        ck_assert(!(*(const float *)got.masses < mass) && !(*(const float *)got.masses > mass));
        for (uint64_t p = 0; p < n; p++) terms[p] = w[p] / mass * x[p];
        const float mean = sum_in_blocks(terms, n);
        ck_assert(!(*(const float *)got.velocities < mean) && !(*(const float *)got.velocities > mean));
    }
}

/* ---- single cases ---------------------------------------------------------------------------------------- */

TEST(of_equally_near_images_that_of_the_smallest_shift_counts) {
    const double x[] = {0, 0.5};
    const int32_t labels[] = {0, 0};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT64, .rows.host = x};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    const nf_catalogue_options options = {.min_members = 2};
    own_catalogue got = groups_catalogue_of(&points, &box, labels, &options);
    ck_assert_double_eq(*(const double *)got.centres, 0.75); /* of 0 and -0.5 */
    ck_assert_double_eq(*(const double *)got.extents, 0.25);
    ck_assert_double_eq(*(const double *)got.inertia_radii, 0.25);
    ck_assert_double_eq(*(const double *)got.masses, 2);
    ck_assert_ptr_null(got.velocities);
}

TEST(the_nearest_image_may_be_two_cells_away) {
    const double x[] = {0, 0, 2.01, 0.45};
    const int32_t labels[] = {0, 0};
    const nf_points points = {.n = 2, .dims = 2, .type = NF_FLOAT64, .rows.host = x};
    const nf_box box = {.cell = {{1, 0}, {3.4, 1}}, .periodic = {1, 1}};
    const nf_catalogue_options options = {.min_members = 2};
    own_catalogue got = groups_catalogue_of(&points, &box, labels, &options);
    ck_assert_double_eq_tol(*(const double *)got.extents, hypot(0.01, 0.45) / 2, 1e-14);
}

/* Of five points on a line, the first three of which are a group and the last two another. */
static groups_catalogue ask_five(const float *x, const float *w, const float *v) {
    const int32_t labels[] = {0, 0, 0, 3, 3};
    const nf_points points = {.n = 5, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    weights = {.n = 5, .dims = 1, .type = NF_FLOAT32, .rows.host = w},
                    velocities = {.n = 5, .dims = 1, .type = NF_FLOAT32, .rows.host = v};
    const nf_catalogue_options options = {.min_members = 1, .weights = &weights, .velocities = &velocities};
    return groups_catalogue_of(&points, NULL, labels, &options);
}

TEST(groups_without_weight_have_the_centre_of_equal_weights) {
    const float x[] = {1, 2, 6, 5, 9}, w[] = {0, 1e-40f, 0, 3, 1}, v[] = {3, 6, 9, 1, 2};
    own_catalogue got = ask_five(x, w, v);
    const float *mass = got.masses, *centre = got.centres, *velocity = got.velocities;
    ck_assert(mass[0] == 0 && mass[1] == 4);
    ck_assert_double_eq_tol((double)centre[0], 3, 1e-6);
    ck_assert_double_eq_tol((double)velocity[0], 6, 1e-6);
    ck_assert(centre[1] == 6 && velocity[1] == 1.25f);
}

/* Weights and squares that would leave the range of floats. */
TEST(large_weights_and_distances_do_not_overflow) {
    const float x[] = {1e30f, -1e30f, 0}, w[] = {1e35f, 1e35f, 2e35f};
    const int32_t labels[] = {0, 0, 0};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    weights = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = w};
    const nf_catalogue_options options = {.min_members = 1, .weights = &weights};
    own_catalogue got = groups_catalogue_of(&points, NULL, labels, &options);
    ck_assert_double_eq_tol((double)*(const float *)got.centres, 0, 1e24);
    ck_assert_double_eq_tol((double)*(const float *)got.inertia_radii, 0.70710678e30, 1e24);
    ck_assert_double_eq_tol((double)*(const float *)got.extents, 1e30, 1e24);
}

/* The sum of some groups' weights is beyond the range of floats, whose largest number counts as it is. */
TEST(groups_of_infinite_mass_have_the_centre_of_equal_weights) {
    const float x[] = {1, 2, 6, 5, 9}, w[] = {2e38f, 1e38f, 1e38f, 0, 0x1.fffffep127f}, v[] = {3, 6, 9, 1, 2};
    own_catalogue got = ask_five(x, w, v);
    const float *mass = got.masses, *centre = got.centres, *velocity = got.velocities,
                *radius = got.inertia_radii, *extent = got.extents;
    ck_assert(isinf(mass[0]) && mass[1] == w[4]);
    ck_assert_double_eq_tol((double)centre[0], 3, 1e-6);
    ck_assert_double_eq_tol((double)velocity[0], 6, 1e-6);
    ck_assert_double_eq_tol((double)radius[0], sqrt(14 / 3.0), 1e-6);
    ck_assert_double_eq_tol((double)extent[0], 3, 1e-6);
    ck_assert(centre[1] == 9 && velocity[1] == 2);
}

TEST(small_groups_and_points_without_a_group_are_left_out) {
    float x[60];
    int32_t labels[60];
    for (int p = 0; p < 60; p++) {
        x[p] = (float)p;
        labels[p] = p < 20 ? 0 : p < 39 ? 20 : p < 59 ? 39 : -1;
    }
    const nf_points points = {.n = 60, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    groups_catalogue got = groups_catalogue_of(&points, NULL, labels, NULL);
    ck_assert_uint_eq(got.count, 2);
    ck_assert(got.groups[0] == 0 && got.groups[1] == 39);
    groups_catalogue_free(&got);
    nf_catalogue_options options = {.min_members = 21, .arrays = NF_WANT(NF_ARRAY_GROUPS)};
    got = groups_catalogue_of(&points, NULL, labels, &options);
    ck_assert_uint_eq(got.count, 0);
    ck_assert_ptr_null(got.masses);
    groups_catalogue_free(&got);
    const nf_points none = {.n = 0, .dims = 1, .type = NF_FLOAT32};
    got = groups_catalogue_of(&none, NULL, NULL, NULL);
    ck_assert_uint_eq(got.count, 0);
    groups_catalogue_free(&got);
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

/* What is measured: points with weights and labels. */
typedef struct measured {
    support_boxed boxed;
    nf_catalogue_options options;
    nf_slice labels;
} measured;

static nf_status ask(nf_context *host, const void *of) {
    const measured *m = of;
    own_cloud cloud = NULL;
    own_result result = NULL;
    nf_status status = nf_cloud_create(host, &m->boxed.points, &m->boxed.box, NULL, &cloud);
    if (status == NF_OK) status = nf_catalogue(cloud, m->labels, &m->options, NULL, &result);
    ck_assert(nf_result_array(result, NF_ARRAY_EXTENTS)->rows == (status == NF_OK ? 2 : 0));
    return status;
}

TEST(memory_that_is_refused_leaks_nothing) {
    enum { N = 50 };
    float w[N];
    int32_t labels[N];
    for (int p = 0; p < N; p++) {
        w[p] = 1;
        labels[p] = p % 2;
    }
    const nf_points weights = {.n = N, .dims = 1, .type = NF_FLOAT32, .rows.host = w};
    measured m = {.boxed = support_boxed_large(3, N, NF_FLOAT32)};
    m.options = (nf_catalogue_options){.weights = &weights, .velocities = &m.boxed.points};
    m.labels = nf_from_host(labels);
    support_refuse_memory(ask, &m);
    support_boxed_free(&m.boxed);
}
