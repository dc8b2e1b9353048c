/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/readers.h"

#include <string.h>

void holds(const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "'%s' does not hold '%s'", text, part);
}

static void reads_as(const char *name, const void *bytes, size_t size, uint64_t n, int dims, nf_type type,
                     const void *expected, size_t each) {
    io_frame points;
    text_problem problem = {0, ""};
    int failed = io_read_first_memory(name, bytes, size, NULL, &points, &problem);
    ck_assert_msg(failed == 0, "refused: %s", problem.text);
    ck_assert_uint_eq(points.n, n);
    ck_assert_int_eq(points.dims, dims);
    ck_assert_int_eq(points.type, type);
    ck_assert_ptr_nonnull(points.positions);
    if (n > 0) ck_assert_mem_eq(points.positions, expected, (size_t)n * (size_t)dims * each);
    io_frame_free(&points);
}

void reads(const char *name, const void *bytes, size_t size, uint64_t n, int dims, const double *expected) {
    reads_as(name, bytes, size, n, dims, NF_FLOAT64, expected, sizeof *expected);
}

void reads_floats(const char *name, const void *bytes, size_t size, uint64_t n, int dims,
                  const float *expected) {
    reads_as(name, bytes, size, n, dims, NF_FLOAT32, expected, sizeof *expected);
}

void reads_text(const char *name, const char *text, uint64_t n, int dims, const double *expected) {
    reads(name, text, strlen(text), n, dims, expected);
}

void refuses(const char *name, const void *bytes, size_t size, int code, const char *part,
             const char *other) {
    io_frame points;
    text_problem problem = {0, ""};
    int failed = io_read_first_memory(name, bytes, size, NULL, &points, &problem);
    ck_assert_msg(failed == code, "ended with %d: %s", failed, problem.text);
    ck_assert_int_eq(problem.code, code);
    ck_assert_msg(strncmp(problem.text, name, strlen(name)) == 0, "'%s' does not begin with the file",
                  problem.text);
    holds(problem.text, part);
    holds(problem.text, other);
    ck_assert_ptr_null(points.positions);
}

void refuses_text(const char *name, const char *text, const char *part, const char *other) {
    refuses(name, text, strlen(text), EXIT_INPUT, part, other);
}

void says_of_its_box(const char *name, const char *text, int box) {
    io_frame points;
    text_problem problem;
    ck_assert_msg(io_read_first_memory(name, text, strlen(text), NULL, &points, &problem) == 0, "%s", text);
    ck_assert_msg(io_box_is_periodic(&points.box) == box, "%s: box %d of %s", name,
                  io_box_is_periodic(&points.box), text);
    io_frame_free(&points);
}

void has_box(const char *name, const char *text, const double origin[3], const double cell[9],
             const char *periodic) {
    io_frame frame = {0};
    text_problem problem = {0, ""};
    ck_assert_msg(io_read_first_memory(name, text, strlen(text), NULL, &frame, &problem) == 0, "%s",
                  problem.text);
    for (int k = 0; k < 9; k++)
        ck_assert_msg(frame.box.cell[k / 3][k % 3] == cell[k], "%s: cell[%d][%d] is %g", text, k / 3, k % 3,
                      frame.box.cell[k / 3][k % 3]);
    for (int d = 0; d < 3; d++) {
        ck_assert_msg(frame.box.origin[d] == origin[d], "%s: origin %g", text, frame.box.origin[d]);
        ck_assert_msg(frame.box.periodic[d] == (periodic[d] == 'T'), "%s: direction %d", text, d);
    }
    io_frame_free(&frame);
}

void has_frames(const char *name, const char *text, const uint64_t *n, const double *x, size_t count) {
    io_source *source = NULL;
    text_problem problem = {0, ""};
    io_frame frame = {0};
    int found = 0;
    ck_assert_msg(io_source_open_memory(name, text, strlen(text), NULL, &source, &problem) == 0, "%s",
                  problem.text);
    for (size_t k = 0; k < count; k++) {
        ck_assert_msg(io_source_next(source, &frame, &found, &problem) == 0, "%s", problem.text);
        ck_assert_int_eq(found, 1);
        ck_assert_uint_eq(frame.n, n[k]);
        ck_assert_int_eq(frame.more, k + 1 < count);
        ck_assert_mem_eq(frame.positions, &x[k], sizeof *x);
        ck_assert_ptr_null(strstr(frame.note, "only the first"));
        io_frame_free(&frame);
    }
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(io_source_next(source, &frame, &found, &problem), 0);
        ck_assert_int_eq(found, 0);
        ck_assert_ptr_null(frame.positions);
    }
    io_source_close(source);
}
