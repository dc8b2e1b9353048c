/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The clouds that are computed: lattices, Halton sequences, their graded forms, and clusters. */
#include "formats/source.h"
#include "tools/support.h"

#include <math.h>
#include <string.h>

static const double *cloud_of(const char *source, uint64_t n, int dims, io_frame *frame) {
    text_problem problem = {0, ""};
    ck_assert_msg(io_read_first(source, NULL, frame, &problem) == 0, "%s", problem.text);
    ck_assert_uint_eq(frame->n, n);
    ck_assert_int_eq(frame->dims, dims);
    ck_assert_int_eq(frame->type, NF_FLOAT64);
    return frame->positions;
}

TEST(sequences_and_lattices_have_the_numbers_of_their_definitions) {
    static const struct {
        const char *source;
        uint64_t n;
        int dims;
        double first[6], last[3];
    } rows[] = {
        {"halton:4", 4, 3, {1. / 2, 1. / 3, 1. / 5, 1. / 4, 2. / 3, 2. / 5}, {1. / 8, 4. / 9, 4. / 5}},
        {"halton:1e3:2", 1000, 2, {1. / 2, 1. / 3, 1. / 4, 2. / 3}, {95. / 1024, 760. / 2187}},
        {"graded-halton:2:2",
         2,
         2,
         {0x1.71c71c71c71c7p-3, 0x1.ed097b425ed09p-4},
         {0x1.038e38e38e38ep-3, 0x1.5a12f684bda12p-2}},
        {"regular:8", 8, 3, {0, 0, 0, 0, 0, 0.5}, {0.5, 0.5, 0.5}},
        {"regular:9", 9, 3, {0, 0, 0, 0, 0, 1. / 3}, {0, 2. / 3, 2. / 3}},
        {"regular:3:1", 3, 1, {0, 1. / 3}, {2. / 3}},
        {"graded-regular:64", 64, 3, {0, 0, 0, 0, 0, 1. / 64}, {81. / 64, 81. / 64, 81. / 64}},
        {"regular:1", 1, 3, {0, 0, 0}, {0, 0, 0}},
        {"random:2:0:1", 2, 1, {0x1.4741be2e5a0eep-3, 0x1.fbfa74f87c81fp-1}, {0x1.fbfa74f87c81fp-1}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        io_frame frame;
        const double *x = cloud_of(rows[k].source, rows[k].n, rows[k].dims, &frame);
        const size_t dims = (size_t)rows[k].dims, numbers = (size_t)rows[k].n * dims;
        for (size_t i = 0; i < 2 * dims && i < numbers; i++)
            if (i < dims || rows[k].first[i] > 0)
                ck_assert_msg(x[i] == rows[k].first[i], "%s: %zu is %a", rows[k].source, i, x[i]);
        for (size_t i = 0; i < dims; i++)
            ck_assert_msg(x[numbers - dims + i] == rows[k].last[i], "%s: the last has %a", rows[k].source,
                          x[numbers - dims + i]);
        io_frame_free(&frame);
    }
}

/* Widths are at most 0.012: two points of a blob are closer than 0.1. */
TEST(clusters_are_narrow_blobs_in_the_unit_cube) {
    enum { N = 4000, BLOBS = 4 };
    io_frame frame;
    const double *x = cloud_of("clustered:4000:5", N, 3, &frame);
    uint64_t near[BLOBS] = {0};
    size_t firsts[BLOBS] = {0}, found = 0;
    for (size_t i = 0; i < N; i++) {
        size_t b = 0;
        for (; b < found; b++) {
            double far = 0;
            for (size_t k = 0; k < 3; k++) {
                double d = fabs(x[3 * i + k] - x[3 * firsts[b] + k]);
                if (d > 0.5) d = 1 - d;
                far = d > far ? d : far;
            }
            if (far < 0.1) break;
        }
        ck_assert_msg(b < BLOBS, "point %zu is in no blob", i);
        if (b == found) firsts[found++] = i;
        near[b]++;
        for (size_t k = 0; k < 3; k++) ck_assert(x[3 * i + k] >= 0 && x[3 * i + k] < 1);
    }
    ck_assert_uint_eq(found, BLOBS);
    for (size_t b = 0; b < BLOBS; b++) ck_assert(near[b] > 850 && near[b] < 1150);
    ck_assert_ptr_nonnull(strstr(frame.note, "seed 5"));
    io_frame_free(&frame);
}

TEST(clusters_are_the_same_numbers_on_every_machine) {
    static const double first[] = {0x1.836c5bea499d8p-1, 0x1.47112dd7f969ep-1, 0x1.7f2805cf7513ep-1},
                        last[] = {0x1.13a3d11a96311p-2, 0x1.8dfe2c1cdb672p-2, 0x1.dce9a4d88d49dp-7};
    io_frame frame;
    const double *x = cloud_of("clustered:3000", 3000, 3, &frame);
    for (int k = 0; k < 3; k++) ck_assert_msg(x[k] == first[k], "%a", x[k]);
    for (int k = 0; k < 3; k++) ck_assert_msg(x[8997 + k] == last[k], "%a", x[8997 + k]);
    io_frame_free(&frame);
    /* Some of a hundred blobs are on a side. */
    x = cloud_of("clustered:100000", 100000, 3, &frame);
    for (size_t k = 0; k < 300000; k++) ck_assert(x[k] >= 0 && x[k] < 1);
    io_frame_free(&frame);
    cloud_of("clustered:0", 0, 3, &frame);
    io_frame_free(&frame);
}

TEST(bad_numbers_are_refused_with_the_form) {
    static const struct {
        const char *source, *part;
    } rows[] = {
        {"halton:x", "N of halton:N[:D] must be a whole number"},
        {"halton:10:4", "D of halton:N[:D] must be 1, 2 or 3"},
        {"regular:10:0", "D of regular:N[:D] must be"},
        {"halton:10:2:1", "has more numbers than halton:N[:D]"},
        {"halton:10:", "D of"},
        {"clustered:10:x", "SEED of clustered:N[:SEED[:D]]"},
        {"clustered:10:1:9", "D of clustered"},
        {"random:10:1:2:3", "more numbers"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        io_frame frame;
        text_problem problem;
        ck_assert_int_eq(io_read_first(rows[k].source, NULL, &frame, &problem), EXIT_USAGE);
        ck_assert_msg(strstr(problem.text, rows[k].part) != NULL, "%s", problem.text);
    }
}
