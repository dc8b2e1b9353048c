/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Groups that are long beside a periodic box, on the host: against a walk through all their links. */
#include "host/tree/forest.h"
#include "support/clouds/boxes.h"
#include "support/reference/chains.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/reference/group_measures.h"
#include "support/answers/groups.h"
#include "support/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static groups_catalogue ask(const nf_points *points, const nf_box *box, const int32_t *labels,
                            double length) {
    const nf_catalogue_options options = {.min_members = 1, .linking_length = length};
    return groups_catalogue_of(points, box, labels, &options);
}

/* What the groups of all points were, in a test. */
typedef struct seen {
    uint64_t groups, percolating, partly;
} seen;

/* The centre of the group and of the walk are images of each other. */
static int is_image(const nf_points *points, const nf_box *box, const groups_catalogue *got, uint64_t g,
                    const chained *w, double tolerance) {
    const int dims = points->dims;
    double d[3] = {0};
    int S[3], reach[3];
    for (int a = 0; a < dims; a++)
        d[a] = support_number(got->centres, points->type, g * (uint64_t)dims + (uint64_t)a) - w->centre[a];
    for (int k = 0; k < 3; k++) reach[k] = k < dims && box->periodic[k] ? 24 : 0;
    for (S[0] = -reach[0]; S[0] <= reach[0]; S[0]++)
        for (S[1] = -reach[1]; S[1] <= reach[1]; S[1]++)
            for (S[2] = -reach[2]; S[2] <= reach[2]; S[2]++) {
                double off = 0;
                for (int a = 0; a < dims; a++) {
                    double x = d[a];
                    for (int k = 0; k < dims; k++)
                        if (box->periodic[k])
                            x += S[k] * (points->type == NF_FLOAT32 ? (double)(float)box->cell[k][a]
                                                                    : box->cell[k][a]);
                    off = fmax(off, fabs(x));
                }
                if (off <= tolerance) return 1;
            }
    return 0;
}

static void check(const nf_points *points, const nf_box *box, const int32_t *labels, double length,
                  seen *what, const char *name) {
    own_catalogue got = ask(points, box, labels, length);
    double large = 0;
    for (uint64_t c = 0; c < points->n * (uint64_t)points->dims; c++)
        large = fmax(large, fabs(support_number(points->rows.host, points->type, c)));
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) large += fabs(box->cell[k][a]) + fabs(box->origin[a]);
    const double tolerance = large * (points->type == NF_FLOAT32 ? 1e-4 : 1e-12);
    for (uint64_t g = 0; g < got.count; g++) {
        const chained w = chained_measure(points, box, length, labels, got.groups[g]);
        const double extent = support_number(got.extents, points->type, g),
                     radius = support_number(got.inertia_radii, points->type, g);
        ck_assert_msg(w.connected, "%s: group %d is not connected", name, got.groups[g]);
        ck_assert_msg(w.percolates == got.percolates[g], "%s: group %d of %d percolates along %u and not %u",
                      name, got.groups[g], (int)w.members, got.percolates[g], w.percolates);
        what->groups++;
        what->percolating += w.percolates > 0;
        what->partly += w.percolates == 1 || w.percolates == 2 || w.percolates == 4;
        if (w.on_face) continue;
        ck_assert_msg(fabs(extent - w.extent) <= tolerance,
                      "%s: the extent of group %d of %d is %g and not %g", name, got.groups[g],
                      (int)w.members, extent, w.extent);
        ck_assert_msg(fabs(radius - w.inertia_radius) <= tolerance, "%s: the radius is %g and not %g", name,
                      radius, w.inertia_radius);
        ck_assert_msg(is_image(points, box, &got, g, &w, tolerance), "%s: the centre is elsewhere", name);
    }
}

static void find(const nf_points *points, const nf_box *box, double length, uint32_t min_points,
                 int32_t *labels) {
    own_groups found = fof_host(points, box, length, &(fof_query){.min_points = min_points});
    memcpy(labels, found.labels, points->n * sizeof *labels);
}

TEST(groups_in_cells_of_all_shapes_are_where_their_links_lead) {
    static const double parts[] = {0.4, 0.7, 1, 1.6};
    seen what = {0};
    for (int turn = 0; turn < 2 * SUPPORT_BOXES; turn++) {
        const int b = turn / 2;
        own_boxed boxed = support_boxed_make(b, turn % 2 ? NF_FLOAT32 : NF_FLOAT64);
        own_memory int32_t *labels = support_allocate(boxed.points.n * sizeof *labels);
        const double length = boxed.cutoff * parts[b % 4];
        char name[256];
        snprintf(name, sizeof name, "%.160s, length %g", boxed.name, length);
        find(&boxed.points, &boxed.box, length, b % 3 == 2 ? 4 : 0, labels);
        check(&boxed.points, &boxed.box, labels, length, &what, name);
    }
    ck_assert_uint_gt(what.groups, 200);
    ck_assert_uint_gt(what.percolating, 20);
    ck_assert_uint_gt(what.partly, 5);
}

/* ---- known answers --------------------------------------------------------------------------------------- */

enum { MOST = 400 };

/* Points in rows of three, which shuffle() brings into another order. */
typedef struct cloud {
    double r[MOST][3];
    uint64_t n;
} cloud;

static void put(cloud *c, double x, double y, double z) {
    const double r[3] = {x, y, z};
    for (int a = 0; a < 3; a++) c->r[c->n][a] = r[a] - floor(r[a]);
    c->n++;
}

static void shuffle(cloud *c, uint64_t *state) {
    for (uint64_t p = c->n; p-- > 1;) {
        const uint64_t q = (uint64_t)(support_uniform(state) * (double)(p + 1));
        for (int a = 0; a < 3; a++) {
            const double x = c->r[p][a];
            c->r[p][a] = c->r[q][a];
            c->r[q][a] = x;
        }
    }
}

static nf_points points_of(const cloud *c) {
    return (nf_points){.n = c->n, .dims = 3, .type = NF_FLOAT64, .rows.host = c->r};
}

static const nf_box unit = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};

/* What one group of all points is, in any order of theirs. */
static void is_one(cloud c, double length, uint32_t percolates, double extent, const double centre[3]) {
    uint64_t state = 3;
    for (int turn = 0; turn < 20; turn++) {
        const nf_points points = points_of(&c);
        int32_t labels[MOST];
        find(&points, &unit, length, 0, labels);
        groups_catalogue got = ask(&points, &unit, labels, length);
        ck_assert_uint_eq(got.count, 1);
        ck_assert_uint_eq(got.percolates[0], percolates);
        ck_assert_double_eq_tol(((const double *)got.extents)[0], extent, 1e-12);
        for (int a = 0; a < 3; a++)
            ck_assert_double_eq_tol(((const double *)got.centres)[a], centre[a], 1e-12);
        groups_catalogue_free(&got);
        shuffle(&c, &state);
    }
}

TEST(a_filament_longer_than_half_the_box_has_its_centre_and_extent_in_any_order) {
    cloud c = {.n = 0};
    for (int k = 0; k < 12; k++) put(&c, 0.7 + 0.05 * k, 0.5, 0.5);
    is_one(c, 0.06, 0, 0.275, (const double[]){0.975, 0.5, 0.5});
}

/* Through the box three and a half times along x, 0.2 apart. */
TEST(a_filament_that_winds_through_the_box_is_unwound) {
    cloud c = {.n = 0};
    for (int k = 0; k <= 70; k++) put(&c, 0.31 + 0.05 * k, 0.87 + 0.01 * k, 0.5);
    is_one(c, 0.06, 0, sqrt(1.75 * 1.75 + 0.35 * 0.35), (const double[]){0.06, 0.22, 0.5});
}

TEST(a_group_that_closes_on_itself_is_marked_and_counts_inside_the_box) {
    cloud c = {.n = 0}, diagonal = {.n = 0};
    for (int k = 0; k < 20; k++) put(&c, 0.05 * k + 0.01, 0.95 + 0.005 * k, 0.5); /* y is not closed */
    for (int k = 0; k < 20; k++) put(&diagonal, 0.05 * k + 0.01, 0.05 * k + 0.01, 0.5);
    is_one(c, 0.12, 1, hypot(0.475, 0.0475), (const double[]){0.485, 0.9975, 0.5});
    is_one(diagonal, 0.08, 3, 0.475 * sqrt(2), (const double[]){0.485, 0.485, 0.5});
}

/* Each point is linked with its own images along x alone, and with nothing else. */
TEST(a_linking_length_above_the_box_closes_each_point_on_itself) {
    const nf_box box = {.cell = {{1, 0, 0}, {0, 10, 0}, {0, 0, 10}}, .periodic = {1, 1, 0}};
    cloud c = {.n = 4, .r = {{0.5, 1, 0}, {0.5, 4, 0}, {0.5, 7, 50}, {0.5, 9.5, -80}}};
    const nf_points points = points_of(&c);
    int32_t labels[4];
    find(&points, &box, 1.1, 0, labels);
    groups_catalogue got = ask(&points, &box, labels, 1.1);
    ck_assert_uint_eq(got.count, 4);
    for (int g = 0; g < 4; g++) ck_assert_uint_eq(got.percolates[g], 1);
    groups_catalogue_free(&got);
    find(&points, &box, 1e5, 0, labels);
    got = ask(&points, &box, labels, 1e5);
    ck_assert_uint_eq(got.count, 1);
    ck_assert_uint_eq(got.percolates[0], 3);
    ck_assert_double_eq_tol(((const double *)got.centres)[1], 5.375, 1e-12);
    groups_catalogue_free(&got);
}

/* Two parts with one label: each is whole, and the second is where its first point is nearest to the base. */
TEST(parts_that_no_links_connect_are_each_where_their_links_lead) {
    cloud c = {.n = 0};
    int32_t labels[24];
    for (int k = 0; k < 12; k++) put(&c, 0.7 + 0.05 * k, 0.5, 0.5);
    for (int k = 0; k < 12; k++)
        put(&c, 0.1 - 0.05 * k, 0.9, 0.5); /* nearest at 1.1 - 0.05 k, -0.1 from 0.5 + 0.5 */
    for (int p = 0; p < 24; p++) labels[p] = 0;
    const nf_points points = points_of(&c);
    own_catalogue got = ask(&points, &unit, labels, 0.06);
    ck_assert_uint_eq(got.percolates[0], 0);
    ck_assert_double_eq_tol(((const double *)got.centres)[0], 0.9,
                            1e-12); /* of 0.7 .. 1.25 and 1.1 .. 0.55 */
    ck_assert_double_eq_tol(((const double *)got.centres)[1], 0.7, 1e-12);
}

TEST(many_equal_points_are_measured_in_time) {
    enum { MANY = 60000 };
    double(*r)[3] = support_allocate(MANY * sizeof *r);
    own_memory int32_t *labels = support_allocate(MANY * sizeof *labels);
    for (int p = 0; p < MANY; p++) {
        r[p][0] = p % 20 * 0.03;
        r[p][1] = r[p][2] = 0.999 * (p % 2);
        labels[p] = 0;
    }
    const nf_points points = {.n = MANY, .dims = 3, .type = NF_FLOAT64, .rows.host = r};
    own_catalogue got = ask(&points, &unit, labels, 0.04);
    ck_assert_uint_eq(got.percolates[0], 0);
    ck_assert_double_eq_tol(((const double *)got.centres)[0], 0.285, 1e-9);
    free(r);
}

/* The links of few points lead as far as only many do: in the call a link is 65536 cells long at most where its group does not close on itself. */
TEST(cells_along_chains_are_counted_beyond_32_bits) {
    enum { POINTS = 9 };
    uint32_t parents[POINTS];
    int64_t moves[3 * POINTS] = {0}, cells[2][3];
    const host_forest forest = {parents, moves};
    const int along[3] = {1 << 30, -(1 << 30), 3}, nowhere[3] = {0, 0, 0};
    for (uint32_t p = 0; p < POINTS; p++) parents[p] = p;
    for (uint32_t p = POINTS - 1; p-- > 0;) ck_assert_int_eq(nf_host_join(&forest, p, p + 1, along), -1);
    for (uint32_t p = 0; p < POINTS; p++) {
        ck_assert_uint_eq(nf_host_root(&forest, 0, cells[0]), nf_host_root(&forest, p, cells[1]));
        for (int k = 0; k < 3; k++)
            ck_assert_int_eq(cells[1][k] - cells[0][k], (int64_t)p * (int64_t)along[k]);
    }
    ck_assert_int_eq(nf_host_join(&forest, 0, 4, nowhere), 7); /* it leads back from 2^32 cells away */
}
