/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Batches, on a device and on the host: what is refused, with the number of the system. */
#include "support/calls.h"
#include "support/device.h"

#include <math.h>
#include <string.h>

#include <nearfield/nearfield.h>

enum { POINTS = 8 };
static const uint64_t three[4] = {0, 3, 3, POINTS}, thrice[4] = {0, 1, 2, 4}, early[4] = {0, 3, 3, 4},
                      falls[4] = {0, 4, 3, POINTS}, twice[3] = {0, 1, 4};
static const nf_box cubes[3] = {
    {.cell = {{4}}, .periodic = {1}}, {.cell = {{0}}, .periodic = {1}}, {.cell = {{4}}, .periodic = {1}}};
static const double cutoffs[3] = {1, 1, -1}, good_cutoffs[3] = {1, 1, 2};

/* What is wrong in a batch of three systems, of which the second is empty. */
typedef struct wrong {
    const char *begins; /* the message */
    nf_status status;
    nf_batch systems, query_systems; /* count 0: no query points */
    const nf_box *box;
    double cutoff, point, query; /* point 6, query point 3 */
    double radius;               /* of point 5, if not 0 */
    int makes_cloud;             /* 1: the question is refused, and not the cloud */
} wrong;

#define THREE                                                                                                \
    { .count = 3, .offsets = three }
static const wrong wrongs[] = {
    {.begins = "a box is given for all systems, and one for each",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .boxes = cubes},
     .box = cubes,
     .cutoff = 1},
    {.begins = "the cutoff is 1, and the systems have cutoffs of their own",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .cutoffs = good_cutoffs},
     .cutoff = 1,
     .makes_cloud = 1},
    {.begins = "the cutoff is 0: ", .status = NF_ERROR_ARGUMENT, .systems = THREE, .makes_cloud = 1},
    {.begins = "the cutoff is 0: ",
     .status = NF_ERROR_ARGUMENT,
     .systems = THREE,
     .radius = 1,
     .makes_cloud = 1},
    {.begins = "the periodic vectors of the box are zero",
     .status = NF_ERROR_ARGUMENT,
     .systems = THREE,
     .box = cubes + 1,
     .cutoff = 1},
    {.begins = "system 1: the periodic vectors of the box are zero",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .boxes = cubes},
     .cutoff = 1},
    {.begins = "system 2: the cutoff is -1: ",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .cutoffs = cutoffs}},
    {.begins = "system 2: point 6 has a coordinate that is not finite",
     .status = NF_ERROR_POINTS,
     .systems = THREE,
     .cutoff = 1,
     .point = (double)INFINITY,
     .makes_cloud = 1},
    {.begins = "system 2: point 6 is too far from the box",
     .status = NF_ERROR_POINTS,
     .systems = THREE,
     .box = cubes,
     .cutoff = 1,
     .point = 1e8,
     .makes_cloud = 1},
    {.begins = "system 2: query point 3 has a coordinate that is not finite",
     .status = NF_ERROR_POINTS,
     .systems = THREE,
     .query_systems = {.count = 3, .offsets = thrice},
     .cutoff = 1,
     .query = (double)NAN,
     .makes_cloud = 1},
    {.begins = "the query points have 2 systems, and the points 3",
     .status = NF_ERROR_ARGUMENT,
     .systems = THREE,
     .query_systems = {.count = 2, .offsets = twice},
     .cutoff = 1,
     .makes_cloud = 1},
    {.begins = "the offsets of the systems of the points end with 4",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = early},
     .cutoff = 1},
    {.begins = "the offsets of the systems of the points descend: offset 1 is 4, and offset 2 is 3",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = falls},
     .cutoff = 1},
    {.begins = "radius 5 is -2: ",
     .status = NF_ERROR_ARGUMENT,
     .systems = THREE,
     .cutoff = 1,
     .radius = -2,
     .makes_cloud = 1},
};

static void check_wrongs(nf_context *context) {
    for (size_t k = 0; k < sizeof wrongs / sizeof *wrongs; k++) {
        const wrong *w = wrongs + k;
        float x[POINTS] = {0}, radii[POINTS] = {0}, queries[4] = {0};
        own_cloud cloud = NULL;
        nf_result *result = NULL;
        x[6] = (float)w->point;
        radii[5] = (float)w->radius;
        queries[3] = (float)w->query;
        const nf_points
            points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .rows.host = x, .batch = &w->systems},
            asks = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = queries, .batch = &w->query_systems},
            sizes = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .rows.host = radii};
        const nf_filters filters = {.radii = fabs(w->radius) > 0 ? &sizes : NULL,
                                    .radii_rule = fabs(w->radius) > 0 ? NF_RADII_SUM : NF_RADII_QUERY};
        const nf_pairs_options options = {.queries = w->query_systems.count ? &asks : NULL,
                                          .filters = &filters};
        nf_status status = nf_cloud_create(context, &points, w->box, NULL, &cloud);
        ck_assert_int_eq(cloud != NULL, w->makes_cloud);
        if (status == NF_OK) status = nf_pairs(cloud, w->cutoff, &options, NULL, &result);
        const char *message = nf_context_error(context);
        ck_assert_msg(status == w->status && strncmp(message, w->begins, strlen(w->begins)) == 0,
                      "\"%s\": %s, \"%s\"", w->begins, nf_status_name(status), message);
        ck_assert_ptr_null(result);
    }
}

static void check_bad_systems(nf_context *context) {
    static const struct {
        const char *says;
        nf_batch systems;
    } rows[] = {
        {"points have 0 systems", {.count = 0, .offsets = three}},
        {"the systems of the points have no offsets", {.count = 2}},
        {"begin with 3, not 0", {.count = 1, .offsets = three + 2}},
    };
    const float x[POINTS] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const nf_points points = {
            .n = POINTS, .dims = 1, .type = NF_FLOAT32, .rows.host = x, .batch = &rows[k].systems};
        nf_cloud *cloud = NULL;
        support_fails(context, NF_ERROR_ARGUMENT, rows[k].says,
                      nf_cloud_create(context, &points, NULL, NULL, &cloud));
        ck_assert_ptr_null(cloud);
    }
}

/* All zeros are open space, the same as NULL. */
static void check_open_box(nf_context *context) {
    static const nf_box boxes[3] = {{.cell = {{4}}, .periodic = {1}}}, open = {.origin = {0}};
    const nf_batch systems = {.count = 3, .offsets = three, .boxes = boxes};
    const float x[POINTS] = {0};
    const nf_points points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .rows.host = x, .batch = &systems};
    own_cloud cloud = NULL;
    support_ok(context, nf_cloud_create(context, &points, &open, NULL, &cloud));
}

TEST(an_open_box_beside_those_of_systems_is_none) {
    own_context context = support_context(NULL);
    check_open_box(context);
    check_open_box(support_host());
}

TEST(bad_systems_are_refused_with_their_numbers) {
    own_context context = support_context(NULL);
    check_wrongs(context);
    check_wrongs(support_host());
    check_bad_systems(context);
    check_bad_systems(support_host());
    const nf_batch none = {.offsets = three}; /* a cost uses the number of systems */
    const nf_points points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .batch = &none};
    uint64_t bytes = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "points have 0 systems",
                  lists_cost(context, &points, NULL, 0, &bytes));
}

static void check_bad_searches(nf_context *context) {
    float x[POINTS] = {0, 1, 2, 3, 4, 5, 6, 7};
    const nf_batch plain = THREE, own = {.count = 3, .offsets = three, .cutoffs = good_cutoffs};
    nf_points points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .rows.host = x, .batch = &plain};
    const nf_points query = {.n = 1, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    const nf_pairs_options alone = {.queries = &query};
    const nf_lists_options skin = {.skin = 1};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    nf_result *result = NULL;
    support_fails(context, NF_ERROR_UNSUPPORTED, "a list with a skin is that of one system",
                  nf_lists(cloud, 1, &skin, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the query points have no systems, and the points have",
                  nf_pairs(cloud, 1, &alone, NULL, &result));
    points.batch = &own;
    support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "the systems have cutoffs of their own: it must be 0",
                  nf_pairs(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the systems have cutoffs of their own: it must be 0",
                  nf_cloud_prepare(cloud, (double)NAN, NULL));
    support_fails(context, NF_ERROR_UNSUPPORTED, "a histogram has one cutoff",
                  nf_histogram(cloud, 0, 4, NULL, NULL, &result));
    x[4] = INFINITY;
    support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
    support_fails(context, NF_ERROR_POINTS, "system 2: point 4 has a coordinate that is not finite",
                  nf_pairs(cloud, 0, NULL, NULL, &result));
    if (nf_context_cl(context)) /* the host prepares nothing */
        support_fails(context, NF_ERROR_POINTS, "system 2: point 4 has a coordinate that is not finite",
                      nf_cloud_prepare(cloud, 0, NULL));
    ck_assert_ptr_null(result);
}

TEST(bad_searches_of_a_batch_name_the_system) {
    own_context context = support_context(NULL);
    check_bad_searches(context);
    check_bad_searches(support_host());
}

/* 2^20 cells along each of three axes, in so many systems. */
TEST(systems_of_too_many_cells_are_refused) {
    enum { SYSTEMS = 16 };
    float x[6 * SYSTEMS];
    uint64_t offsets[SYSTEMS + 1];
    for (int s = 0; s <= SYSTEMS; s++) offsets[s] = 2 * (uint64_t)s;
    for (int k = 0; k < 6 * SYSTEMS; k++) x[k] = k / 3 % 2 ? 1e30f : 0;
    const nf_batch systems = {.count = SYSTEMS, .offsets = offsets};
    const nf_points points = {
        .n = 2 * SYSTEMS, .dims = 3, .type = NF_FLOAT32, .rows.host = x, .batch = &systems};
    own_context context = support_context(NULL);
    nf_result *result = NULL;
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_fails(context, NF_ERROR_UNSUPPORTED, "the systems have more than 2^62 cells in all",
                  nf_pairs(cloud, 1, NULL, NULL, &result));
}
