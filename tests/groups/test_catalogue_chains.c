/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Groups that are long beside a periodic box, on a device: the bytes of the host, whose answers tests/host/test_catalogue_chains.c compares with their
   definition. */
#include "support/answers/groups.h"
#include "support/calls.h"
#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "support/budgets.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/reference/fof.h"
#include "groups/catalogue.h"
#include "groups/fof.h"

#include <limits.h>
#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was seen in a test. */
typedef struct seen {
    uint64_t groups, percolating;
} seen;

/* Groups with links of this length, whose labels are those of the host, on both. */
static void check(nf_context *context, const nf_points *points, const nf_box *box, double length,
                  uint32_t min_points, seen *what, const char *name) {
    own_groups groups = fof_host(points, box, length, &(fof_query){.min_points = min_points});
    const nf_catalogue_options options = {.min_members = 1, .linking_length = length};
    own_cloud cloud = support_cloud_on(context, points, box),
              host = support_cloud_on(support_host(), points, box);
    own_result result = NULL, wanted = NULL;
    support_ok(support_host(), nf_catalogue(host, nf_from_host(groups.labels), &options, NULL, &wanted));
    own_buffer on = support_buffer_of(context, groups.labels, points->n, 4);
    support_ok(context, nf_catalogue(cloud, on.at, &options, NULL, &result));
    support_same_results(wanted, result, name);
    what->groups += nf_result_total(wanted);
    const uint32_t *percolates = nf_result_array(wanted, NF_ARRAY_PERCOLATES)->host;
    for (uint64_t g = 0; g < nf_result_total(wanted); g++) what->percolating += percolates[g] > 0;
}

/* Filaments in a box, which wind through it and meet, and every third one along x, which closes; some points are outside of it. */
static void draw(float *r, uint64_t n, uint64_t *state) {
    double at[3] = {0}, to[3] = {0};
    for (uint64_t p = 0; p < n; p++) {
        if (p % 500 == 0)
            for (int a = 0; a < 3; a++) {
                at[a] = support_uniform(state);
                to[a] = p % 1500 ? 0.02 * (support_uniform(state) - 0.5) : a ? 0 : 0.012;
            }
        for (int a = 0; a < 3; a++) {
            at[a] += to[a];
            r[p * 3 + (uint64_t)a] =
                (float)(at[a] - floor(at[a]) + (p % 11 == 3 ? floor(4 * support_uniform(state)) - 2 : 0));
        }
    }
    for (uint64_t p = n; p-- > 1;) { /* in another order */
        const uint64_t q = (uint64_t)(support_uniform(state) * (double)(p + 1));
        for (uint64_t a = 0; a < 3; a++) {
            const float x = r[p * 3 + a];
            r[p * 3 + a] = r[q * 3 + a];
            r[q * 3 + a] = x;
        }
    }
}

static void check_filaments(const char *tuning, seen *what) {
    const nf_box boxes[] = {
        {.cell = {{1, 0, 0}, {0.4, 1, 0}, {-0.3, 0.2, 1}}, .origin = {0.1, -0.3, 0.2}, .periodic = {1, 1, 1}},
        {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}}};
    const uint64_t n = support_small() ? 1500 : 12000;
    own_context context = support_context(tuning);
    own_memory float *r = support_allocate(n * 3 * sizeof *r);
    uint64_t state = 7;
    for (int turn = 0; turn < 2; turn++) {
        const nf_points points = {.n = n, .dims = 3, .type = NF_FLOAT32, .rows.host = r};
        char name[160];
        draw(r, n, &state);
        snprintf(name, sizeof name, "filaments, turn %d, %s", turn, tuning ? tuning : "");
        check(context, &points, &boxes[turn], 0.018, 0, what, name);
    }
}

TEST(filaments_that_wind_through_the_box_are_the_bytes_of_the_host) {
    seen what = {0};
    check_filaments(NULL, &what);
    check_filaments("fof.GROUP=32", &what);
    ck_assert_uint_gt(what.groups, 100);
    ck_assert_uint_gt(what.percolating, 2);
}

TEST(groups_that_are_asked_for_into_buffers_are_marked) {
    enum { N = 20 };
    float r[N], centres[1], extents[1];
    uint32_t percolates[1];
    int32_t labels[N];
    for (int k = 0; k < N; k++) {
        r[k] = (float)k * 0.05F;
        labels[k] = 0;
    }
    own_context context = support_context(NULL);
    const nf_points points = {.n = N, .dims = 1, .type = NF_FLOAT32, .rows.host = r};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    const nf_catalogue_options options = {.linking_length = 1.2, .in_spacings = 1};
    uint64_t needed = 0;
    own_cloud cloud = support_cloud_on(context, &points, &box);
    support_buffer on = support_buffer_of(context, labels, N, 4),
                   one = support_buffer_of(context, NULL, 1, 4), two = support_buffer_of(context, NULL, 1, 4),
                   three = support_buffer_of(context, NULL, 1, 4);
    const catalogue_slices slices = {.centres = one.at, .extents = two.at, .percolates = three.at};
    support_ok(context, catalogue_into(cloud, on.at, &options, &slices, 1, NULL, &needed));
    support_read(&one, centres);
    support_read(&two, extents);
    support_read(&three, percolates);
    ck_assert_uint_eq(needed, 1);
    ck_assert_uint_eq(percolates[0], 1);
    ck_assert_double_eq_tol((double)centres[0], 0.475, 1e-6);
    ck_assert_double_eq_tol((double)extents[0], 0.475, 1e-6);
    support_buffer *const all[] = {&on, &one, &two, &three};
    for (int k = 0; k < 4; k++) support_release(all[k]);
}

/* The tree is there already, as the memory that it takes would hide that of the links. */
TEST(the_memory_that_is_said_is_enough_for_links) {
    const uint64_t n = support_small() ? 20000 : 100000;
    own_context context = support_context(NULL);
    own_memory float *r = support_allocate(3 * n * sizeof *r);
    uint64_t state = 12, bytes = 0, now = 0, peak = 0;
    nf_cost_run cost;
    for (uint64_t c = 0; c < 3 * n; c++) r[c] = (float)support_uniform(&state);
    const nf_points points = {.n = n, .dims = 3, .type = NF_FLOAT32, .rows.host = r};
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    const nf_fof_options in_spacings = {.in_spacings = 1};
    const nf_catalogue_options options = {.linking_length = 1, .in_spacings = 1};
    nf_result *groups = NULL, *result = NULL;
    own_cloud cloud = support_cloud_on(context, &points, &box);
    support_ok(context, nf_fof(cloud, 1, &in_spacings, NULL, &groups));
    own_memory int32_t *labels = support_allocate(n * sizeof *labels);
    support_ok(context, nf_result_read(groups, NF_ARRAY_LABELS, 0, n, NULL, labels));
    own_buffer on = support_buffer_of(context, labels, n, 4);
    nf_result_free(groups);
    nf_cost_begin(&cost, context, NF_COST_MOST);
    support_ok(context, nf_catalogue(cloud, on.at, &options, NULL, &result));
    nf_result_free(result);
    result = NULL;
    bytes = nf_cost_end(&cost);
    budget_begin(context);
    nf_context_memory(context, &now, NULL);
    support_ok(context, nf_catalogue(cloud, on.at, &options, NULL, &result));
    nf_context_memory(context, NULL, &peak);
    ck_assert_msg(peak - now <= bytes, "%llu bytes were said and %llu taken", (unsigned long long)bytes,
                  (unsigned long long)(peak - now));
    nf_result_free(result);
}

TEST(links_that_are_not_known_mark_nothing) {
    const float r[] = {0, 0.4F, 0.8F};
    const int32_t labels[] = {0, 0, 0};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = r};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    const nf_catalogue_options none = {.min_members = 1},
                               marks = {.min_members = 1, .arrays = NF_WANT(NF_ARRAY_PERCOLATES)},
                               negative = {.min_members = 1, .linking_length = -1};
    own_context context = support_context(NULL);
    own_result result = NULL;
    own_cloud cloud = support_cloud_on(context, &points, &box);
    own_buffer on = support_buffer_of(context, labels, 3, 4);
    support_ok(context, nf_catalogue(cloud, on.at, &none, NULL, &result));
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_EXTENTS)->rows, 1);
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_PERCOLATES)->rows, 0);
    support_fails(context, NF_ERROR_ARGUMENT, "set linking_length",
                  nf_catalogue(cloud, on.at, &marks, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "linking length is -1",
                  nf_catalogue(cloud, on.at, &negative, NULL, &result));
}

/* Two points that are linked across a face, of which the one at slot 0 has come from far away. */
enum { PAIR = 2, FAR_ARRAYS = 7 };
static const int64_t far = INT64_C(5) << 40;

/* Joins the slots, and follows; T becomes that of slot 1. */
static nf_status join_far(nf_work *work, nf_cloud *cloud, uint32_t *first, int64_t T[3]) {
    static const uint32_t rows[PAIR] = {0, 0}, parents[PAIR] = {0, 1}, hooks[PAIR] = {UINT32_MAX, UINT32_MAX},
                          none[PAIR] = {0, 0};
    static const int64_t cells[PAIR][3] = {{0, far, -far}, {0, 0, 0}}, moves[PAIR][3] = {{0}};
    const struct {
        const void *data;
        uint64_t bytes;
    } all[FAR_ARRAYS] = {{rows, sizeof rows},
                         {parents, sizeof parents},
                         {cells, sizeof cells},
                         {hooks, sizeof hooks},
                         {moves, sizeof moves},
                         {none, 4},
                         {none, 4}};
    cl_mem on[FAR_ARRAYS];
    nf_leaves leaves = {.tile = nf_tile_fit(work->context, &nf_fof_family, (nf_tile_need){0})};
    nf_program *program = NULL;
    int closed = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_tree_build(work, cloud, INT_MIN, 0, 0, &leaves.tree));
    NF_TRY(nf_links_for_chains(&leaves.links, leaves.tree, 0.1, &closed, &work->context->error));
    NF_TRY(nf_loops_take(work, &leaves.loops));
    nf_spec spec = nf_tree_spec(work->context, leaves.tree, "groups/catalogue_chains.cl", leaves.tile);
    nf_define(&spec, "ROOT64", work->context->device.fp64 != 0);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    for (int a = 0; a < FAR_ARRAYS; a++) {
        NF_TRY(nf_scratch(work, all[a].bytes, &on[a]));
        NF_TRY(nf_write(work, on[a], 0, all[a].data, all[a].bytes));
    }
    NF_TRY(nf_launch_leaves(work, &leaves, program, "join", nf_in(on[0]), nf_in(on[1]), nf_in(on[2]),
                            nf_inout(on[3]), nf_inout(on[4]), nf_inout(on[5]), nf_inout(on[6]), nf_u32(1)));
    NF_TRY(nf_launch_with(work, program, "follow", nf_tile_shape(leaves.tile, PAIR), &leaves.loops,
                          nf_u32(PAIR), nf_inout(on[1]), nf_in(on[3]), nf_in(on[4]), nf_inout(on[2])));
    NF_TRY(nf_read(work, leaves.tree->index.buffer, 0, first, sizeof *first));
    NF_TRY(nf_read(work, on[2], sizeof cells[0], T, sizeof cells[1]));
done:
    return status;
}

/* So far only many points come: see tests/host/test_catalogue_chains.c. */
TEST(cells_along_chains_are_counted_beyond_32_bits) {
    const float r[] = {0.02F, 0.98F};
    const nf_points points = {.n = PAIR, .dims = 1, .type = NF_FLOAT32, .rows.host = r};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    own_context context = support_context(NULL);
    nf_work work;
    uint32_t first = 0;
    int64_t T[3] = {0};
    own_cloud cloud = support_cloud_on(context, &points, &box);
    support_ok(context, nf_work_begin(&work, context, NULL));
    support_ok(context, nf_work_end(&work, join_far(&work, cloud, &first, T)));
    ck_assert_int_eq(T[0], first == 0 ? -1 : 1);
    ck_assert_int_eq(T[1], far);
    ck_assert_int_eq(T[2], -far);
}
