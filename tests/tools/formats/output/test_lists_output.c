/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield lists: the arrays that it writes, against the library's plain C and a brute force. */
#include "formats/bytes.h"
#include "formats/source.h"
#include "tools/support.h"
#include "support/device.h"
#include "support/reference/pairs.h"

#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N = 300,
    HEADER = 30 + 11 + 128
}; /* of a member: its record, "offsets.npy" or "indices.npy", and NumPy's */

static const double cutoff = 0.2;

/* Runs the command, and returns the archive that it wrote. */
static unsigned char *run(const temporary *place, const char *options, size_t *size) {
    char path[512], line[2048];
    path_in(place, "lists.npz", path);
    ck_assert_int_lt(snprintf(line, sizeof line, "'%s' lists random:%d -c %g -q -o %s %s", NEARFIELD_COMMAND,
                              N, cutoff, path, options),
                     (int)sizeof line);
    ck_assert_msg(system(line) == 0, "%s", line); /* NOLINT: a test's own command */
    return (unsigned char *)read_whole_file(path, size);
}

static void is_host_result(const unsigned char *archive, size_t size, const nf_points *points,
                           const nf_lists_options *options, const char *what) {
    own_cloud cloud = support_cloud_on(support_host(), points, NULL);
    own_result result = NULL;
    support_ok(support_host(), nf_lists(cloud, cutoff, options, NULL, &result));
    const uint64_t *offsets = nf_result_array(result, NF_ARRAY_OFFSETS)->host;
    const int32_t *indices = nf_result_array(result, NF_ARRAY_INDICES)->host;
    const unsigned char *at = archive + HEADER;
    for (int k = 0; k <= N; k++)
        ck_assert_msg(io_load_le(at + 8 * k, 8) == offsets[k], "%s: row %d", what, k);
    at += 8 * (N + 1) + HEADER;
    ck_assert_uint_gt(size, (size_t)(at - archive) + 4 * offsets[N]);
    for (uint64_t k = 0; k < offsets[N]; k++)
        ck_assert_msg((int32_t)io_load_le(at + 4 * k, 4) == indices[k], "%s: index %d", what, (int)k);
}

/* Every two points are neighbours in the rows of both, or of the smaller index, when they are closer than the cutoff. */
static void is_right(const unsigned char *archive, const nf_points *points, int half, const char *what) {
    const unsigned char *offsets = archive + HEADER, *indices = offsets + 8 * (N + 1) + HEADER;
    for (uint64_t i = 0; i < N; i++) {
        int found[N] = {0};
        for (uint64_t k = io_load_le(offsets + 8 * i, 8); k < io_load_le(offsets + 8 * (i + 1), 8); k++)
            found[io_load_le(indices + 4 * k, 4)]++;
        for (uint64_t j = 0; j < N; j++) {
            const int wanted = i != j && (!half || i < j) && reference_is_pair(points, cutoff, i, j);
            ck_assert_msg(found[j] == wanted, "%s: %d is %d times in row %d", what, (int)j, found[j], (int)i);
        }
    }
}

TEST(the_arrays_are_those_of_plain_c_and_of_a_brute_force) {
    static const struct {
        const char *words;
        nf_lists_options options;
    } rows[] = {{"--device host", {.half = 0}},
                {"--device host --full --sorted", {.sorted = 1}},
                {"--device host --half", {.half = 1}},
                {"--half --sorted", {.half = 1, .sorted = 1}},
                {"", {.half = 0}}};
    char name[32];
    own_temporary place = new_temporary();
    io_frame frame = {0};
    text_problem problem = {0, ""};
    (void)snprintf(name, sizeof name, "random:%d", N);
    ck_assert_int_eq(io_read_first(name, NULL, &frame, &problem), 0);
    const nf_points points = {.n = frame.n, .dims = 3, .type = NF_FLOAT64, .rows.host = frame.positions};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t size = 0;
        unsigned char *archive = run(&place, rows[k].words, &size);
        is_host_result(archive, size, &points, &rows[k].options, rows[k].words);
        is_right(archive, &points, rows[k].options.half, rows[k].words);
        free(archive);
    }
    io_frame_free(&frame);
}

/* The last member of the archive ends where the directory begins, which the last record names. */
static const unsigned char *last_bytes(const unsigned char *archive, size_t size, size_t bytes) {
    return archive + io_load_le(archive + size - 6, 4) - bytes;
}

TEST(further_arrays_stand_in_members_of_their_names) {
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_OFFSETS) | NF_WANT(NF_ARRAY_INDICES) |
                                                NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) |
                                                NF_WANT(NF_ARRAY_SHIFTS)};
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    const io_source_options members = {.array = "vectors", .named = "distances"};
    char name[32], path[512];
    own_temporary place = new_temporary();
    io_frame frame = {0}, further = {0};
    text_problem problem = {0, ""};
    nf_result *result = NULL;
    size_t size = 0;
    (void)snprintf(name, sizeof name, "random:%d", N);
    ck_assert_int_eq(io_read_first(name, NULL, &frame, &problem), 0);
    const nf_points points = {.n = frame.n, .dims = 3, .type = NF_FLOAT64, .rows.host = frame.positions};
    unsigned char *archive = run(&place, "--device host --box 1,1,1 --distances --vectors --shifts", &size);
    nf_cloud *cloud = support_cloud_on(support_host(), &points, &box);
    support_ok(support_host(), nf_lists(cloud, cutoff, &options, NULL, &result));
    const uint64_t total = nf_result_total(result);
    const int32_t *wanted = nf_result_array(result, NF_ARRAY_SHIFTS)->host;
    path_in(&place, "lists.npz", path);
    ck_assert_msg(io_read_first(path, &members, &further, &problem) == 0, "%s", problem.text);
    ck_assert_uint_eq(further.n, total);
    ck_assert_int_eq(further.dims, 3);
    ck_assert_mem_eq(further.positions, nf_result_array(result, NF_ARRAY_VECTORS)->host,
                     total * 3 * sizeof(double));
    ck_assert_mem_eq(further.columns[0].data, nf_result_array(result, NF_ARRAY_DISTANCES)->host,
                     total * sizeof(double));
    const unsigned char *shifts = last_bytes(archive, size, total * 3 * sizeof *wanted);
    for (uint64_t k = 0; k < 3 * total; k++)
        ck_assert_int_eq((int32_t)io_load_le(shifts + 4 * k, 4), wanted[k]);
    free(archive);
    nf_result_free(result);
    nf_cloud_free(cloud);
    io_frame_free(&further);
    io_frame_free(&frame);
}
