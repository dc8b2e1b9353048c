/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arguments of commands: shapes and slices. */
#include "opencl/launch.h"
#include "support/answers.h"

START_TEST(shapes_cover_all_elements) {
    ck_assert_uint_eq(nf_shape_for(0, 64, 64).groups, 1);
    ck_assert_uint_eq(nf_shape_for(64, 64, 64).groups, 1);
    ck_assert_uint_eq(nf_shape_for(65, 64, 64).groups, 2);
    ck_assert_uint_eq(nf_shape_for(UINT64_MAX, 1, 64).groups, UINT64_MAX);
}
END_TEST

START_TEST(places_are_checked_without_overflow) {
    nf_context *context = support_context(NULL);
    cl_mem a = NULL;
    support_ok(context, nf_buffer_create(context, 800, "a test", &a));
    support_ok(context, nf_check_slice(context, "place", nf_at(a, 0), 100, 8));
    support_ok(context, nf_check_slice(context, "place", nf_at(a, 99), 1, 8));
    support_ok(context, nf_check_slice(context, "place", nf_at(a, 100), 0, 8));
    support_ok(context, nf_check_slice(context, "place", nf_at(NULL, 7), 0, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "place",
                  nf_check_slice(context, "place", nf_at(NULL, 0), 1, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "place", nf_check_slice(context, "place", nf_at(a, 1), 100, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "place", nf_check_slice(context, "place", nf_at(a, 101), 0, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "place",
                  nf_check_slice(context, "place", nf_at(a, UINT64_MAX), UINT64_MAX, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "place",
                  nf_check_slice(context, "place", nf_at(a, 0), UINT64_MAX, 8));
    support_ok(context, nf_check_apart(context, "a", nf_at(a, 0), "b", nf_at(a, 50), 400, 8, 400, 8));
    support_ok(context, nf_check_apart(context, "a", nf_at(a, 50), "b", nf_at(a, 0), 400, 8, 400, 8));
    support_ok(context, nf_check_apart(context, "a", nf_at(a, 0), "b", nf_at(a, 0), 0, 8, 400, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_check_apart(context, "a", nf_at(a, 0), "b", nf_at(a, 49), 400, 8, 408, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_check_apart(context, "a", nf_at(a, 20), "b", nf_at(a, 3), 8, 8, 800, 4));
    nf_buffer_release(context, a);
    nf_context_free(context);
}
END_TEST

/* A sub-buffer of `bytes` from `origin` on. */
static cl_mem part_of(cl_mem whole, size_t origin, size_t bytes) {
    const cl_buffer_region region = {origin, bytes};
    cl_int code = CL_SUCCESS;
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return part;
}

START_TEST(overlap_is_seen_through_sub_buffers) {
    enum { AT = 4096 }; /* aligned for every device */
    nf_context *context = support_context(NULL);
    cl_mem whole = NULL, other = NULL;
    support_ok(context, nf_buffer_create(context, 4 * AT, "a test", &whole));
    support_ok(context, nf_buffer_create(context, 4 * AT, "a test", &other));
    cl_mem first = part_of(whole, 0, 2 * AT), second = part_of(whole, AT, 2 * AT),
           elsewhere = part_of(other, AT, AT);
    support_fails(context, NF_ERROR_ARGUMENT, "a and b overlap",
                  nf_check_apart(context, "a", nf_at(first, 0), "b", nf_at(second, 0), AT + 1, 1, 1, 8));
    support_fails(context, NF_ERROR_ARGUMENT, "a and b overlap",
                  nf_check_apart(context, "a", nf_at(second, 1), "b", nf_at(whole, AT + 15), 8, 8, 8, 1));
    support_ok(context, nf_check_apart(context, "a", nf_at(first, 0), "b", nf_at(second, 0), AT, 1, AT, 1));
    support_ok(context,
               nf_check_apart(context, "a", nf_at(second, 1), "b", nf_at(whole, AT + 16), 8, 8, 8, 1));
    support_ok(context,
               nf_check_apart(context, "a", nf_at(second, 0), "b", nf_at(elsewhere, 0), AT, 1, AT, 1));
    clReleaseMemObject(first);
    clReleaseMemObject(second);
    clReleaseMemObject(elsewhere);
    nf_buffer_release(context, whole);
    nf_buffer_release(context, other);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {shapes_cover_all_elements, places_are_checked_without_overflow,
                                  overlap_is_seen_through_sub_buffers};
    return support_main("launch", tests, sizeof tests / sizeof *tests);
}
