/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* catalogue_into() and catalogue_cost(). */
#include "support/calls.h"
#include "opencl/memory/cost.h"
#include "support/budgets.h"
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 7, LEAST = 3 };
static const nf_array arrays[ARRAYS] = {NF_ARRAY_GROUPS,  NF_ARRAY_MEMBERS,    NF_ARRAY_MASSES,
                                        NF_ARRAY_CENTRES, NF_ARRAY_VELOCITIES, NF_ARRAY_INERTIA_RADII,
                                        NF_ARRAY_EXTENTS};

/* Points in groups, whose velocities are their positions. */
typedef struct grouped {
    support_cloud cloud;
    int32_t *labels;
    nf_catalogue_options options;
    nf_cloud *host;
    nf_result *wanted; /* of the host */
    const void *rows[ARRAYS];
    size_t size[ARRAYS]; /* of a row */
} grouped;

static grouped *groups_of(uint64_t n, int dims, nf_type type) {
    grouped *g = support_allocate(sizeof *g);
    uint64_t state = n;
    *g = (grouped){.cloud = support_cloud_uniform(n, dims, type, 0.1, n), .labels = support_allocate(n * 4)};
    g->options = (nf_catalogue_options){.min_members = LEAST, .velocities = &g->cloud.points};
    for (uint64_t p = 0; p < n; p++) {
        const double u = support_uniform(&state);
        g->labels[p] = p % 5 == 1 ? -1 : (int32_t)((double)n * u * u * u);
    }
    g->host = support_cloud_on(support_host(), &g->cloud.points, NULL);
    support_ok(support_host(), nf_catalogue(g->host, nf_from_host(g->labels), &g->options, NULL, &g->wanted));
    ck_assert_uint_gt(nf_result_total(g->wanted), 3);
    for (int a = 0; a < ARRAYS; a++) {
        const nf_array_info *info = nf_result_array(g->wanted, arrays[a]);
        g->rows[a] = info->host;
        g->size[a] = nf_type_bytes(info->type) * (size_t)info->columns;
    }
    return g;
}

static void groups_free(grouped *g) {
    nf_result_free(g->wanted);
    nf_cloud_free(g->host);
    free(g->labels);
    support_cloud_free(&g->cloud);
    free(g);
}

static unsigned char *all_bytes(const support_buffer *buffer, size_t *bytes) {
    ck_assert_int_eq(clGetMemObjectInfo(buffer->at.buffer, CL_MEM_SIZE, sizeof *bytes, bytes, NULL),
                     CL_SUCCESS);
    unsigned char *all = support_allocate(*bytes);
    ck_assert_int_eq(clEnqueueReadBuffer(nf_context_queue(buffer->context), buffer->at.buffer, CL_TRUE, 0,
                                         *bytes, all, 0, NULL, NULL),
                     CL_SUCCESS);
    return all;
}

/* Fails unless `rows` rows from byte `first` on, and nothing else, were written. */
static void same(const support_buffer *got, uint64_t first, uint64_t rows, const void *wanted,
                 const char *name) {
    own_buffer twin = support_buffer_of(got->context, NULL, got->n, got->size);
    size_t bytes = 0;
    unsigned char *is = all_bytes(got, &bytes), *should = all_bytes(&twin, &bytes);
    if (rows) memcpy(should + first, wanted, rows * got->size);
    ck_assert_msg(memcmp(is, should, bytes) == 0, "other %s, %llu rows from byte %llu on", name,
                  (unsigned long long)rows, (unsigned long long)first);
    free(is);
    free(should);
}

/* Asks for the arrays whose bits are set. */
static void check(nf_context *context, nf_cloud *cloud, const grouped *g, nf_slice labels, uint64_t capacity,
                  unsigned bits, int from_start, int counts) {
    catalogue_slices slices = {.groups = {.host = NULL}};
    nf_slice *const at[ARRAYS] = {&slices.groups,     &slices.members,       &slices.masses, &slices.centres,
                                  &slices.velocities, &slices.inertia_radii, &slices.extents};
    support_buffer to[ARRAYS], total = support_buffer_of(context, NULL, 1, 8);
    const uint64_t count = nf_result_total(g->wanted), rows = capacity < count ? capacity : count;
    uint64_t needed = 7, number = 7;
    for (int a = 0; a < ARRAYS; a++) {
        to[a] = support_buffer_of(context, NULL, capacity, g->size[a]);
        if (from_start) to[a].at.offset = 0;
        if (bits >> a & 1) *at[a] = to[a].at;
    }
    slices.total = total.at;
    const nf_status status =
        catalogue_into(cloud, labels, &g->options, &slices, capacity, NULL, counts ? &needed : NULL);
    ck_assert_int_eq(status, capacity < count ? NF_ERROR_CAPACITY : NF_OK);
    if (status == NF_ERROR_CAPACITY) ck_assert_ptr_nonnull(strstr(nf_context_error(context), "room for"));
    ck_assert_uint_eq(needed, counts ? count : 7);
    support_read(&total, &number);
    ck_assert_uint_eq(number, count);
    for (int a = 0; a < ARRAYS; a++) {
        same(to + a, to[a].at.offset, bits >> a & 1 ? rows : 0, g->rows[a],
             nf_result_array(g->wanted, arrays[a])->name);
        support_release(to + a);
    }
    support_release(&total);
}

TEST(groups_are_written_where_they_are_asked_for) {
    own_context context = support_context(NULL);
    for (int turn = 0; turn < 2; turn++) {
        const nf_type type = turn ? NF_FLOAT32 : support_double();
        grouped *g = groups_of(3000, 3 - turn, type);
        nf_cloud *cloud = support_cloud_on(context, &g->cloud.points, NULL);
        support_buffer labels = support_buffer_of(context, g->labels, 3000, 4);
        const uint64_t count = nf_result_total(g->wanted),
                       capacities[] = {count, count - 1, 1, 0, count + 50};
        for (int c = 0; c < 5; c++)
            for (int form = 0; form < 4; form++)
                check(context, cloud, g, labels.at, capacities[c], form == 3 ? 0x25u << c % 2 : 0x7f,
                      form & 1, form & 2);
        check(context, cloud, g, labels.at, count, 0, 0, 1);
        check(context, cloud, g, labels.at, count, 1 << 3, 1, 0);
        support_release(&labels);
        nf_cloud_free(cloud);
        groups_free(g);
    }
}

TEST(a_call_returns_an_event_although_groups_do_not_fit) {
    own_context context = support_context(NULL);
    grouped *g = groups_of(500, 2, NF_FLOAT32);
    nf_cloud *cloud = support_cloud_on(context, &g->cloud.points, NULL);
    support_buffer labels = support_buffer_of(context, g->labels, 500, 4),
                   members = support_buffer_of(context, NULL, 5, 4);
    const catalogue_slices slices = {.members = members.at};
    cl_command_queue queue = support_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_event event = NULL;
    const nf_sync sync = {.queue = queue, .event = &event};
    uint32_t got[5];
    support_fails(context, NF_ERROR_CAPACITY, "room for 5",
                  catalogue_into(cloud, labels.at, &g->options, &slices, 5, &sync, NULL));
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    support_read(&members, got);
    ck_assert_int_eq(memcmp(got, nf_result_array(g->wanted, NF_ARRAY_MEMBERS)->host, sizeof got), 0);
    clReleaseEvent(event);
    clReleaseCommandQueue(queue);
    support_release(&labels);
    support_release(&members);
    nf_cloud_free(cloud);
    groups_free(g);
}

/* The linking length is refused before the room is counted, as the host does. */
TEST(a_linking_length_that_has_no_square_is_refused_without_room) {
    own_context context = support_context(NULL);
    grouped *g = groups_of(100, 3, NF_FLOAT32);
    nf_cloud *cloud = support_cloud_on(context, &g->cloud.points, NULL);
    support_buffer labels = support_buffer_of(context, g->labels, 100, 4);
    const catalogue_slices slices = {.total = {.host = NULL}};
    g->options.linking_length = 1e-37;
    support_fails(context, NF_ERROR_ARGUMENT, "the linking length",
                  catalogue_into(cloud, labels.at, &g->options, &slices, 0, NULL, NULL));
    support_release(&labels);
    nf_cloud_free(cloud);
    groups_free(g);
}

/* Coordinates far below 2^-600 share its scale: their margins for rounding must not be those of 2^-600. */
TEST(tiny_coordinates_reach_few_images) {
    own_context context = support_context(NULL);
    const double coordinates[] = {1e-273, 2e-273, 0, 9e-272, 2e-273, 1e-273};
    const int32_t same[] = {0, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT64, .rows.host = coordinates};
    const nf_box box = {.cell = {{1e-271, 0, 0}, {0, 1e-271, 0}, {0, 0, 1e-271}}, .periodic = {1, 1, 1}};
    const nf_catalogue_options options = {.min_members = 1, .linking_length = 9e-272};
    own_cloud cloud = NULL;
    own_result result = NULL;
    if (support_double() == NF_FLOAT64) {
        own_buffer labels = support_buffer_of(context, same, 2, 4);
        support_ok(context, nf_cloud_create(context, &points, &box, NULL, &cloud));
        support_ok(context, nf_catalogue(cloud, labels.at, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_total(result), 1);
    }
}

/* With the number of groups that there are, and with the most that there can be. */
TEST(the_memory_that_is_said_is_enough) {
    for (int turn = 0; turn < 8; turn++) {
        const nf_type type = turn & 1 ? NF_FLOAT32 : support_double();
        grouped *g = groups_of(turn < 4 ? support_size(30000) : 100, 3, type);
        nf_context *context = support_context(NULL);
        support_buffer labels = support_buffer_of(context, g->labels, g->cloud.points.n, 4);
        nf_cloud *cloud = support_cloud_on(context, &g->cloud.points, NULL);
        nf_result *result = NULL;
        uint64_t bytes = 0, most = 0, peak = 0;
        if (turn & 2) g->options.velocities = NULL;
        support_ok(context, catalogue_cost(context, &g->cloud.points, &g->options, nf_result_total(g->wanted),
                                           &bytes));
        support_ok(context, catalogue_cost(context, &g->cloud.points, &g->options, UINT64_MAX, &most));
        support_ok(context, nf_catalogue(cloud, labels.at, &g->options, NULL, &result));
        nf_context_memory(context, NULL, &peak);
        ck_assert_msg(peak <= bytes && bytes <= most, "%llu bytes were said, at most %llu, and %llu taken",
                      (unsigned long long)bytes, (unsigned long long)most, (unsigned long long)peak);
        nf_result_free(result);
        nf_cloud_free(cloud);
        support_release(&labels);
        nf_context_free(context);
        groups_free(g);
    }
}

/* Every point is a group, and there is room for a few.  The tree is there already, as the memory that it takes would hide that of the groups. */
TEST(the_memory_of_few_groups_of_many_is_enough) {
    enum { ROWS = 3 };
    own_context context = support_context(NULL);
    const uint64_t n = support_size(300000);
    own_points cloud = support_cloud_uniform(n, 3, NF_FLOAT32, 0.1, 8);
    own_memory int32_t *each = support_allocate(n * 4);
    for (uint64_t p = 0; p < n; p++) each[p] = (int32_t)p;
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_buffer labels = support_buffer_of(context, each, n, 4),
               members = support_buffer_of(context, NULL, ROWS, 4);
    const nf_catalogue_options options = {.min_members = 1, .arrays = NF_WANT(NF_ARRAY_MEMBERS)};
    const catalogue_slices slices = {.members = members.at};
    nf_result *result = NULL;
    uint64_t bytes = 0, now = 0, peak = 0;
    nf_cost_run cost;
    support_ok(context, nf_knn(on, 1, NULL, NULL, &result));
    nf_result_free(result);
    nf_cost_begin(&cost, context, NF_COST_MOST);
    support_fails(context, NF_ERROR_CAPACITY, "room for 3",
                  catalogue_into(on, labels.at, &options, &slices, ROWS, NULL, NULL));
    bytes = nf_cost_end(&cost);
    budget_begin(context);
    nf_context_memory(context, &now, NULL);
    support_fails(context, NF_ERROR_CAPACITY, "room for 3",
                  catalogue_into(on, labels.at, &options, &slices, ROWS, NULL, NULL));
    nf_context_memory(context, NULL, &peak);
    ck_assert_msg(peak - now <= bytes, "%llu bytes were said and %llu taken", (unsigned long long)bytes,
                  (unsigned long long)(peak - now));
}

TEST(no_points_have_no_groups) {
    own_context context = support_context(NULL);
    const nf_points none = {.n = 0, .dims = 3, .type = NF_FLOAT32};
    own_cloud cloud = support_cloud_on(context, &none, NULL);
    own_buffer total = support_buffer_of(context, NULL, 1, 8);
    const catalogue_slices slices = {.total = total.at};
    uint64_t needed = 7, bytes = 7, number = 7;
    support_ok(context, catalogue_into(cloud, nf_at(NULL, 0), NULL, &slices, 0, NULL, &needed));
    support_read(&total, &number);
    ck_assert_uint_eq(needed, 0);
    ck_assert_uint_eq(number, 0);
    support_ok(context, catalogue_cost(context, &none, NULL, 5, &bytes));
    ck_assert_uint_eq(bytes, 0);
}

TEST(bad_arguments_are_refused) {
    own_context context = support_context(NULL);
    grouped *g = groups_of(500, 2, NF_FLOAT32);
    nf_cloud *cloud = support_cloud_on(context, &g->cloud.points, NULL);
    support_buffer labels = support_buffer_of(context, g->labels, 500, 4),
                   room = support_buffer_of(context, NULL, 500, 8),
                   wild = support_buffer_of(context, NULL, 500, 4); /* no labels */
    const nf_slice at = room.at, next = nf_at(at.buffer, at.offset + 39 * 4);
    const struct {
        nf_status status;
        const char *word;
        nf_slice labels;
        catalogue_slices slices;
        uint64_t capacity;
    } rows[] = {
        {NF_ERROR_ARGUMENT, "groups and members overlap", labels.at, {.groups = at, .members = next}, 40},
        {NF_ERROR_ARGUMENT, "labels and groups overlap", labels.at, {.groups = labels.at}, 40},
        {NF_ERROR_ARGUMENT, "centres and found overlap", labels.at, {.centres = at, .total = at}, 40},
        {NF_ERROR_ARGUMENT, "extents", labels.at, {.extents = at}, 5000},
        {NF_ERROR_ARGUMENT, "centres", labels.at, {.centres = at}, 700},
        {NF_ERROR_ARGUMENT, "masses", labels.at, {.masses = at}, UINT64_MAX},
        {NF_ERROR_ARGUMENT, "velocities", labels.at, {.velocities = at}, 40},
        {NF_ERROR_ARGUMENT, "it must be the index", wild.at, {.groups = at}, 40},
    };
    uint64_t bytes = 0, needed = 7;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        support_fails(
            context, rows[r].status, rows[r].word,
            catalogue_into(cloud, rows[r].labels, NULL, &rows[r].slices, rows[r].capacity, NULL, &needed));
    ck_assert_uint_eq(needed, 0);
    ck_assert_int_eq(catalogue_into(NULL, labels.at, NULL, &rows[0].slices, 40, NULL, NULL),
                     NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "points is NULL",
                  catalogue_cost(context, NULL, NULL, 5, &bytes));
    ck_assert_int_eq(catalogue_cost(NULL, &g->cloud.points, NULL, 5, &bytes), NF_ERROR_ARGUMENT);
    support_release(&labels);
    support_release(&room);
    support_release(&wild);
    nf_cloud_free(cloud);
    groups_free(g);
}
