/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Datasets of points in every form that is read. */
#include "tools/formats/hdf5/hdf5_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double six[] = {1, 2.5, -3, 4, 5e300, 6}, pairs[] = {1, 2.5, 4, 5e300};
static const float floats[] = {1, 2.5F, -3, 4, 5e30F, 6};

TEST(floats_of_every_kind_are_points) {
    const struct {
        hid_t type;
        int rank, dims;
        nf_type points;
    } rows[] = {{H5T_IEEE_F64LE, 2, 3, NF_FLOAT64},
                {H5T_IEEE_F64BE, 2, 2, NF_FLOAT64},
                {H5T_IEEE_F64LE, 1, 1, NF_FLOAT64},
                {H5T_IEEE_F32LE, 2, 3, NF_FLOAT32},
                {H5T_IEEE_F32BE, 2, 1, NF_FLOAT32}};
    own_temporary place = new_temporary();
    char path[512], source[600];
    io_frame frame;
    path_in(&place, "a.h5", path);
    snprintf(source, sizeof source, "%s:/deep/er/set", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const int wide = rows[k].points == NF_FLOAT64;
        const void *values = wide ? (const void *)six : (const void *)floats;
        const uint64_t n = 6 / (uint64_t)rows[k].dims;
        const hid_t file = make_file(path);
        put_array(file, "/deep/er/set", rows[k].type, rows[k].rank, n, (hsize_t)rows[k].dims,
                  wide ? H5T_NATIVE_DOUBLE : H5T_NATIVE_FLOAT, values);
        end_file(file);
        reads_points(source, NULL, n, rows[k].dims, rows[k].points, values, &frame);
        ck_assert_str_eq(frame.note, "dataset /deep/er/set");
        ck_assert_str_eq(frame.format, "hdf5");
        ck_assert_int_eq(io_box_is_periodic(&frame.box), 0);
        io_frame_free(&frame);
    }
}

TEST(integers_are_read_where_they_are_asked_for) {
    static const int numbers[] = {0, -1, 2, 3, 2147483647, 5};
    static const long long large[] = {1, 2, 3, 4, 5, 9007199254740992};
    static const double expected[] = {0, -1, 2, 3, 2147483647, 5};
    const hid_t types[] = {H5T_STD_I32LE, H5T_STD_I64BE, H5T_STD_U32LE};
    const io_source_options options = {.integers = 1};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.h5", path);
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const hid_t file = make_file(path);
        double stored[6];
        for (int v = 0; v < 6; v++)
            stored[v] = k == 2 && v == 1 ? 0 : expected[v]; /* 0: the nearest without a sign */
        put_array(file, "/set", types[k], 2, 3, 2, H5T_NATIVE_INT, numbers);
        end_file(file);
        reads_points(path, &options, 3, 2, NF_FLOAT64, stored, &frame);
        io_frame_free(&frame);
        refuses_source(path, NULL, EXIT_INPUT,
                       "has no dataset of n x 1 to n x 3 floats; it has /set (3 x 2 integers)");
    }
    const hid_t file = make_file(path);
    put_array(file, "/set", H5T_STD_I64LE, 2, 3, 2, H5T_NATIVE_LLONG, large);
    end_file(file);
    refuses_source(path, &options, EXIT_INPUT,
                   "row 2 (from 0) of /set has a coordinate that is an integer of 2^53 or more.");
}

TEST(a_file_is_read_from_disk_gzipped_or_from_memory) {
    own_temporary place = new_temporary();
    char path[512], packed[512];
    size_t size = 0;
    io_frame frame;
    text_problem problem = {0, ""};
    path_in(&place, "a.hdf", path);
    path_in(&place, "b.h5.gz", packed);
    const hid_t file = make_file(path);
    put_array(file, "set", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, six);
    end_file(file);
    reads_points(path, NULL, 2, 3, NF_FLOAT64, six, &frame);
    io_frame_free(&frame);
    own_memory char *bytes = read_whole_file(path, &size);
    write_gzip(packed, bytes, size);
    reads_points(packed, NULL, 2, 3, NF_FLOAT64, six, &frame);
    io_frame_free(&frame);
    /* The name is that of a file, but the bytes are those in memory. */
    write_file(path, "other", 5);
    ck_assert_msg(io_read_first_memory(path, bytes, size, NULL, &frame, &problem) == 0, "%s", problem.text);
    ck_assert_mem_eq(frame.positions, six, sizeof six);
    io_frame_free(&frame);
}

TEST(the_only_dataset_and_dark_matter_are_the_points) {
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.h5", path);
    hid_t file = make_file(path);
    put_array(file, "some/thing", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, six);
    end_file(file);
    reads_points(path, NULL, 2, 3, NF_FLOAT64, six, &frame);
    ck_assert_str_eq(frame.note, "dataset /some/thing");
    io_frame_free(&frame);
    file = make_file(path);
    put_array(file, "PartType1/Velocities", H5T_IEEE_F64LE, 2, 3, 2, H5T_NATIVE_DOUBLE, six);
    put_array(file, "PartType4/Coordinates", H5T_IEEE_F64LE, 2, 2, 2, H5T_NATIVE_DOUBLE, pairs);
    put_array(file, "PartType4/Velocities", H5T_IEEE_F64LE, 2, 3, 2, H5T_NATIVE_DOUBLE, six);
    end_file(file);
    reads_points(path, NULL, 2, 2, NF_FLOAT64, pairs, &frame);
    ck_assert_str_eq(frame.warning, "");
    io_frame_free(&frame);
    file = make_file(path);
    put_array(file, "PartType0/Coordinates", H5T_IEEE_F64LE, 2, 2, 2, H5T_NATIVE_DOUBLE, pairs);
    put_array(file, "PartType1/Coordinates", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, six);
    end_file(file);
    reads_points(path, NULL, 2, 3, NF_FLOAT64, six, &frame);
    ck_assert_ptr_nonnull(strstr(frame.warning, "/PartType0/Coordinates"));
    io_frame_free(&frame);
}

TEST(columns_are_chosen_by_position) {
    static const double outer[] = {1, -3, 4, 6};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    io_source_options options = {.columns = "1,3", .array = "set"};
    path_in(&place, "a.h5", path);
    const hid_t file = make_file(path);
    put_array(file, "set", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, six);
    end_file(file);
    reads_points(path, &options, 2, 2, NF_FLOAT64, outer, &frame);
    ck_assert_str_eq(frame.note, "dataset /set, columns 1, 3 of 3");
    io_frame_free(&frame);
    options.columns = "x";
    refuses_source(path, &options, EXIT_USAGE, "columns of an array are asked for by position from 1");
}

/* Chunks as wide as a row or not, packed, and many more rows than are read at once. */
TEST(large_datasets_are_read_in_parts) {
    enum { ROWS = 400001 };
    const hsize_t shape[] = {ROWS, 3}, chunks[][2] = {{0, 0}, {1000, 3}, {300000, 2}, {ROWS, 1}};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    own_memory double *values = allocate(sizeof *values * 3 * ROWS);
    for (int k = 0; k < 3 * ROWS; k++) values[k] = k;
    path_in(&place, "a.h5", path);
    for (size_t k = 0; k < sizeof chunks / sizeof *chunks; k++) {
        const hid_t file = make_file(path), space = H5Screate_simple(2, shape, NULL),
                    how = H5Pcreate(H5P_DATASET_CREATE);
        if (chunks[k][0]) ck_assert_int_ge(H5Pset_chunk(how, 2, chunks[k]), 0);
        if (k == 1 && H5Zfilter_avail(H5Z_FILTER_DEFLATE)) ck_assert_int_ge(H5Pset_deflate(how, 1), 0);
        const hid_t set = H5Dcreate2(file, "set", H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
        ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
        ck_assert(H5Dclose(set) >= 0 && H5Pclose(how) >= 0 && H5Sclose(space) >= 0);
        end_file(file);
        reads_points(path, NULL, ROWS, 3, NF_FLOAT64, values, &frame);
        io_frame_free(&frame);
    }
}

TEST(a_dataset_may_be_empty) {
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.h5", path);
    const hid_t file = make_file(path);
    put_array(file, "vectors", H5T_IEEE_F64LE, 2, 0, 3, H5T_NATIVE_DOUBLE, NULL);
    end_file(file);
    reads_points(path, NULL, 0, 3, NF_FLOAT64, NULL, &frame);
    io_frame_free(&frame);
}
