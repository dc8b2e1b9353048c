/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arguments of commands: shapes and slices. */
#include "opencl/launch.h"
#include "support/answers/pairs.h"

TEST(shapes_cover_all_elements) {
    ck_assert_uint_eq(nf_shape_for(0, 64, 64).groups, 1);
    ck_assert_uint_eq(nf_shape_for(64, 64, 64).groups, 1);
    ck_assert_uint_eq(nf_shape_for(65, 64, 64).groups, 2);
    ck_assert_uint_eq(nf_shape_for(UINT64_MAX, 1, 64).groups, UINT64_MAX);
}

TEST(slices_are_checked_without_overflow_and_counted_in_elements) {
    nf_context *context = support_context(NULL);
    nf_elements place;
    cl_mem a = NULL;
    support_ok(context, nf_buffer_create(context, 800, "a test", &a));
    const struct {
        nf_slice slice;
        uint64_t n, at;
        const char *error; /* NULL: none */
    } rows[] = {{nf_at(a, 0), 100, 0, NULL},
                {nf_at(a, 792), 1, 99, NULL},
                {nf_at(a, 800), 0, 100, NULL},
                {nf_at(NULL, 7), 0, 0, NULL},
                {nf_at(NULL, 0), 1, 0, "place is a NULL buffer"},
                {nf_from_host(&place), 1, 0, "place is in host memory: copy it to a device buffer"},
                {nf_from_host(&place), 0, 0, "place is in host memory"},
                {nf_at(a, 8), 100, 1,
                 "place: needs 100 elements of 8 bytes from byte 8 on, but its buffer has 800 bytes"},
                {nf_at(a, 808), 0, 101, "place: needs 0 elements"},
                {nf_at(a, UINT64_MAX - 7), UINT64_MAX, 0, "place: needs"},
                {nf_at(a, 0), UINT64_MAX, 0, "place: needs"},
                {nf_at(a, 12), 1, 1, "place: the offset is 12 bytes: it must be a multiple of 8"},
                {nf_at(a, UINT64_MAX), 0, 0, "it must be a multiple of 8"}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const nf_status status =
            nf_check_slice(context, "place", rows[r].slice, rows[r].n, 8, NF_READ, &place);
        if (rows[r].error) {
            support_fails(context, NF_ERROR_ARGUMENT, rows[r].error, status);
            continue;
        }
        support_ok(context, status);
        ck_assert_ptr_eq(place.buffer, rows[r].slice.buffer);
        ck_assert_uint_eq(place.offset, rows[r].at);
    }
    support_ok(context, nf_check_apart(context, "a", nf_at(a, 0), 400, "b", nf_at(a, 400), 400));
    support_ok(context, nf_check_apart(context, "a", nf_at(a, 400), 400, "b", nf_at(a, 0), 400));
    support_ok(context, nf_check_apart(context, "a", nf_at(a, 0), 0, "b", nf_at(a, 0), 400));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_check_apart(context, "a", nf_at(a, 0), 400, "b", nf_at(a, 392), 408));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_check_apart(context, "a", nf_at(a, 160), 8, "b", nf_at(a, 12), 800));
    nf_buffer_release(context, a);
    nf_context_free(context);
}

/* A sub-buffer of `bytes` from `origin` on. */
static cl_mem part_of(cl_mem whole, size_t origin, size_t bytes) {
    const cl_buffer_region region = {origin, bytes};
    cl_int code = CL_SUCCESS;
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return part;
}

TEST(overlap_is_seen_through_sub_buffers) {
    enum { AT = 4096 }; /* aligned for every device */
    nf_context *context = support_context(NULL);
    cl_mem whole = NULL, other = NULL;
    support_ok(context, nf_buffer_create(context, 4 * AT, "a test", &whole));
    support_ok(context, nf_buffer_create(context, 4 * AT, "a test", &other));
    cl_mem first = part_of(whole, 0, 2 * AT), second = part_of(whole, AT, 2 * AT),
           last = part_of(whole, 3 * AT, AT), elsewhere = part_of(other, AT, AT);
    support_fails(context, NF_ERROR_ARGUMENT, "a and b overlap",
                  nf_check_apart(context, "a", nf_at(first, 0), AT + 1, "b", nf_at(second, 0), 1));
    support_fails(context, NF_ERROR_ARGUMENT, "a and b overlap",
                  nf_check_apart(context, "a", nf_at(second, 8), 8, "b", nf_at(whole, AT + 15), 8));
    support_ok(context, nf_check_apart(context, "a", nf_at(first, 0), AT, "b", nf_at(second, 0), AT));
    support_ok(context, nf_check_apart(context, "a", nf_at(second, 8), 8, "b", nf_at(whole, AT + 16), 8));
    support_ok(context, nf_check_apart(context, "a", nf_at(second, 0), AT, "b", nf_at(elsewhere, 0), AT));
    /* a range ends with its buffer */
    support_ok(context, nf_check_apart(context, "a", nf_at(second, AT), 2 * AT, "b", nf_at(last, 0), AT));
    support_ok(context, nf_check_apart(context, "a", nf_at(last, 0), AT, "b", nf_at(second, AT), 2 * AT));
    clReleaseMemObject(first);
    clReleaseMemObject(second);
    clReleaseMemObject(last);
    clReleaseMemObject(elsewhere);
    nf_buffer_release(context, whole);
    nf_buffer_release(context, other);
    nf_context_free(context);
}
