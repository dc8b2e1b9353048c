/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points of every layout of nf_points give the result of packed rows. */
#include "support/answers/pairs.h"

#include <stdlib.h>
#include <string.h>

enum { N = 700, GAP = 5 };

/* A layout of the same points: rows or axes, with a distance of `stride` elements, after `before` unused elements. */
typedef struct layout {
    int axes;
    uint64_t stride, before;
} layout;

/* The elements of a layout of rows, or of one axis; unused ones are NaN. */
static void *spread(const nf_points *packed, const layout *l, int axis, uint64_t *elements) {
    const uint64_t dims = (uint64_t)packed->dims, columns = l->axes ? 1 : dims;
    const size_t element = nf_type_bytes(packed->type);
    *elements = l->before + (packed->n - 1) * l->stride + columns;
    char *out = support_allocate(*elements * element);
    memset(out, 0xff, *elements * element);
    for (uint64_t p = 0; p < packed->n; p++)
        for (uint64_t a = 0; a < columns; a++)
            memcpy(out + (l->before + p * l->stride + a) * element,
                   (const char *)packed->rows.host + (p * dims + (uint64_t)axis + a) * element, element);
    return out;
}

static void check_host(nf_context *context, const support_cloud *cloud, const layout *l,
                       const support_pairs *wanted, void *const data[3]) {
    const size_t element = nf_type_bytes(cloud->points.type);
    nf_points points = cloud->points;
    points.rows.host = NULL;
    for (int a = 0; a < (l->axes ? points.dims : 1); a++)
        *(l->axes ? points.axes + a : &points.rows) =
            (nf_slice){.host = data[a], .offset = l->before * element};
    points.stride = l->stride;
    own_pairs host = support_ask_once(support_host(), &points, cloud->cutoff, NULL),
              device = support_ask_once(context, &points, cloud->cutoff, NULL);
    support_same_bytes(wanted, &host, "host memory, in plain C");
    support_same_bytes(wanted, &device, "host memory");
}

static void check_device(nf_context *context, const support_cloud *cloud, const layout *l,
                         const support_pairs *wanted, void *const data[3], const uint64_t elements[3]) {
    nf_points points = cloud->points;
    support_buffer buffers[3] = {{0}};
    points.rows.host = NULL;
    for (int a = 0; a < (l->axes ? points.dims : 1); a++) {
        buffers[a] = support_buffer_of(context, data[a], elements[a], nf_type_bytes(points.type));
        *(l->axes ? points.axes + a : &points.rows) = support_at(&buffers[a], l->before);
    }
    points.stride = l->stride;
    support_pairs device = support_ask_once(context, &points, cloud->cutoff, NULL);
    support_same_bytes(wanted, &device, "device buffers");
    support_pairs_free(&device);
    for (int a = 0; a < (l->axes ? points.dims : 1); a++) support_release(&buffers[a]);
}

TEST(every_layout_gives_the_answer_of_packed_rows) {
    static const layout layouts[] = {{0, 3, 0}, {0, 4, 0}, {0, 3 + GAP, 1}, {1, 1, 0}, {1, GAP, 2}};
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.1, 3);
    own_pairs wanted = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL);
    ck_assert_uint_gt(wanted.count, 0);
    for (size_t k = 0; k < sizeof layouts / sizeof *layouts; k++) {
        void *data[3] = {NULL, NULL, NULL};
        uint64_t elements[3] = {0, 0, 0};
        for (int a = 0; a < (layouts[k].axes ? 3 : 1); a++)
            data[a] = spread(&cloud.points, &layouts[k], a, &elements[a]);
        check_host(context, &cloud, &layouts[k], &wanted, data);
        check_device(context, &cloud, &layouts[k], &wanted, data, elements);
        for (int a = 0; a < 3; a++) free(data[a]);
    }
}

/* More than a block of host memory. */
TEST(many_points_on_the_host_are_packed_block_by_block) {
    enum { MANY = 400000, STRIDE = 4 };
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(MANY, 3, NF_FLOAT32, 0.008, 9);
    const layout l = {0, STRIDE, 0};
    uint64_t elements = 0;
    void *data[3] = {spread(&cloud.points, &l, 0, &elements), NULL, NULL};
    own_pairs wanted = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL);
    check_host(context, &cloud, &l, &wanted, data);
    free(data[0]);
}

TEST(the_callers_buffer_may_change_once_its_points_are_packed) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.1, 3);
    own_pairs wanted = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL), got = {NULL, 0};
    const layout l = {0, 4, 0};
    uint64_t elements = 0;
    own_memory void *data = spread(&cloud.points, &l, 0, &elements);
    own_buffer buffer = support_buffer_of(context, data, elements, 4);
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows = buffer.at, .stride = 4};
    cl_event packed = NULL;
    const nf_sync sync = {.event = &packed};
    own_cloud on = NULL;
    nf_result *result = NULL;
    const float zero = 0;
    support_ok(context, nf_cloud_create(context, &points, NULL, &sync, &on));
    ck_assert_ptr_nonnull(packed);
    ck_assert_int_eq(clWaitForEvents(1, &packed), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueFillBuffer(nf_context_queue(context), buffer.at.buffer, &zero, sizeof zero,
                                         buffer.at.offset, elements * 4, 0, NULL, NULL),
                     CL_SUCCESS);
    ck_assert_int_eq(clFinish(nf_context_queue(context)), CL_SUCCESS);
    support_ok(context, nf_pairs(on, cloud.cutoff, NULL, NULL, &result));
    got = support_ask(context, result, on, cloud.cutoff, NULL);
    nf_result_free(result);
    support_same_bytes(&wanted, &got, "after the buffer has changed");
    clReleaseEvent(packed);
}

/* Each error has its message and creates no cloud. */
TEST(layouts_that_make_no_sense_are_errors) {
    own_context context = support_context(NULL);
    static const float rows[12];
    float three[3][4] = {{0}};
    cl_int code = CL_SUCCESS;
    const nf_slice twelve =
        nf_at(clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, sizeof rows, NULL, &code), 0);
    ck_assert_int_eq(code, CL_SUCCESS);
    const struct {
        const char *word;
        nf_points points;
    } bad[] = {
        {"points are in no one place: rows has nothing, and axes have nothing, nothing, nothing: set rows or "
         "all axes, with host alone or "
         "with buffer alone",
         {.n = 4, .dims = 3}},
        {"rows has host, and axes have host, host, host",
         {.n = 4,
          .dims = 3,
          .rows.host = rows,
          .axes = {{.host = three[0]}, {.host = three[1]}, {.host = three[2]}}}},
        {"rows has host, and axes have buffer, buffer, buffer",
         {.n = 4, .dims = 3, .rows.host = rows, .axes = {twelve, twelve, twelve}}},
        {"rows has host and buffer, and axes have nothing: set rows or all axes",
         {.n = 4, .dims = 1, .rows = {.host = rows, .buffer = twelve.buffer}}},
        {"axes have host, host, nothing",
         {.n = 4, .dims = 3, .axes = {{.host = three[0]}, {.host = three[1]}}}},
        {"axes have host, host, host and buffer",
         {.n = 4,
          .dims = 3,
          .axes = {{.host = three[0]}, {.host = three[1]}, {.host = three[2], .buffer = twelve.buffer}}}},
        {"axes have buffer, nothing: set", {.n = 4, .dims = 2, .axes = {twelve, NF_DEFAULTS, twelve}}},
        {"axes have host, buffer, host",
         {.n = 4, .dims = 3, .axes = {{.host = three[0]}, twelve, {.host = three[2]}}}},
        {"points: the offset is 6 bytes: it must be a multiple of 4",
         {.n = 4, .dims = 1, .rows = {.host = rows, .offset = 6}}},
        {"points: the offset is 7 bytes",
         {.n = 4, .dims = 2, .axes = {{.host = three[0]}, {.host = three[1], .offset = 7}}}},
        {"the stride of the points is 2: rows of 3 dims need at least 3",
         {.n = 4, .dims = 3, .rows.host = rows, .stride = 2}},
        {"exceeds 64 bits", {.n = 4, .dims = 3, .rows.host = rows, .stride = UINT64_MAX / 8}},
        {"points: needs 13", {.n = 4, .dims = 1, .axes = {twelve}, .stride = 4}},
        {"points: needs 15", {.n = 4, .dims = 3, .rows.buffer = twelve.buffer, .stride = 4}},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        nf_points points = bad[k].points;
        nf_cloud *on = NULL;
        points.type = NF_FLOAT32;
        support_fails(context, NF_ERROR_ARGUMENT, bad[k].word,
                      nf_cloud_create(context, &points, NULL, NULL, &on));
        ck_assert_ptr_null(on);
    }
    clReleaseMemObject(twelve.buffer);
}
