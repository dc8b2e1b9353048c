/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Files that are no HDF5, damaged, or without points, and what is said of them. */
#include "tools/formats/hdf5/hdf5_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double six[] = {1, 2, 3, 4, 5, 6};

static void make_nothing(const char *path) { write_file(path, "not HDF5, but long enough", 25); }
static void make_empty(const char *path) { end_file(make_file(path)); }

static void make_truncated(const char *path) {
    const hid_t file = make_file(path);
    put_array(file, "set", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, six);
    end_file(file);
    ck_assert_int_eq(truncate(path, 1000), 0);
}

/* The bytes where the dataset is described. */
static void make_damaged(const char *path) {
    size_t size = 0;
    const hid_t file = make_file(path);
    put_array(file, "set", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, six);
    end_file(file);
    own_memory char *bytes = read_whole_file(path, &size);
    memset(bytes + 200, 0x5a, 1200);
    write_file(path, bytes, size);
}

static void make_kinds(const char *path) {
    typedef struct record {
        double x, y;
    } record;
    const double nan_inside[] = {1, 2, 3, 4, (double)NAN, 6};
    const int numbers[] = {1, 2, 3, 4, 5, 6};
    const hid_t file = make_file(path), text = H5Tcopy(H5T_C_S1);
    const hid_t compound = H5Tcreate(H5T_COMPOUND, sizeof(record));
    ck_assert_int_ge(H5Tinsert(compound, "x", offsetof(record, x), H5T_NATIVE_DOUBLE), 0);
    put_array(file, "cube", H5T_IEEE_F64LE, 3, 2, 3, H5T_NATIVE_DOUBLE, six);
    put_array(file, "integers", H5T_STD_I32LE, 2, 2, 3, H5T_NATIVE_INT, numbers);
    put_array(file, "records", compound, 1, 2, 1, compound, six);
    put_array(file, "text", text, 1, 6, 1, text, "abcdef");
    put_array(file, "wide", H5T_IEEE_F64LE, 2, 1, 5, H5T_NATIVE_DOUBLE, six);
    put_array(file, "group/nan", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, nan_inside);
    put_array(file, "one", H5T_IEEE_F64LE, 0, 1, 1, H5T_NATIVE_DOUBLE, six);
    ck_assert(H5Tclose(compound) >= 0 && H5Tclose(text) >= 0);
    end_file(file);
}

/* Datasets that claim more than the file holds. */
static void make_claims(const char *path) {
    const hsize_t shape[] = {2000, 3}, chunk[] = {2, 3}, start[] = {0, 0};
    const hid_t file = make_file(path), space = H5Screate_simple(2, shape, NULL);
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE), memory = H5Screate_simple(2, chunk, NULL);
    put_array(file, "more", H5T_IEEE_F64LE, 2, (hsize_t)1 << 40, 3, H5T_NATIVE_DOUBLE, NULL);
    put_array(file, "unwritten", H5T_IEEE_F64LE, 2, 2000000000, 3, H5T_NATIVE_DOUBLE, NULL);
    ck_assert_int_ge(H5Pset_chunk(how, 2, chunk), 0);
    const hid_t set = H5Dcreate2(file, "chunked", H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    ck_assert_int_ge(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, chunk, NULL), 0);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, six), 0);
    ck_assert_int_ge(H5Sselect_all(space), 0);
    ck_assert(H5Dclose(set) >= 0 && H5Pclose(how) >= 0 && H5Sclose(memory) >= 0);
    const hid_t map = H5Pcreate(H5P_DATASET_CREATE);
    ck_assert_int_ge(H5Pset_virtual(map, space, "missing.h5", "set", space), 0);
    const hid_t other = H5Dcreate2(file, "virtual", H5T_IEEE_F64LE, space, H5P_DEFAULT, map, H5P_DEFAULT);
    ck_assert(H5Dclose(other) >= 0 && H5Pclose(map) >= 0 && H5Sclose(space) >= 0);
    end_file(file);
}

static void make_several(const char *path) {
    const hid_t file = make_file(path);
    put_array(file, "a", H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, six);
    put_array(file, "b", H5T_IEEE_F64LE, 2, 3, 2, H5T_NATIVE_DOUBLE, six);
    end_file(file);
}

TEST(each_is_refused_with_a_sentence) {
    static const struct {
        void (*make)(const char *path);
        const char *array, *words;
    } rows[] = {
        {make_nothing, NULL, "cannot be opened by libhdf5 ("},
        {make_truncated, NULL, "cannot be opened by libhdf5 (truncated file"},
        {make_damaged, NULL, "by libhdf5 ("},
        {make_empty, NULL,
         "has no dataset with a name of points (H5MD, MDTraj, /PartTypeN/Coordinates, points, positions, "
         "coordinates, xyz); it has no dataset."},
        {make_empty, "a", "has no dataset /a; it has no dataset."},
        {make_several, NULL, "coordinates, xyz): choose one, as by --array; it has /a (2 x 3), /b (3 x 2)."},
        {make_several, "c", "has no dataset /c; it has /a (2 x 3), /b (3 x 2)."},
        {make_several, "a/c", "has no dataset /a/c; it has /a"},
        {make_kinds, "cube", "/cube has 3 axes; points are n x 1, n x 2 or n x 3."},
        {make_kinds, "one", "/one has 0 axes"},
        {make_kinds, "integers", "/integers holds integers; points are floats of 32 or 64 bits."},
        {make_kinds, "records", "/records holds records with fields; points are floats"},
        {make_kinds, "text", "/text holds elements that are no numbers; points are floats"},
        {make_kinds, "wide",
         "has the shape 1 x 5; points are n x 1, n x 2 or n x 3: give a row for each point, or choose "
         "columns"},
        {make_kinds, "group", "/group is a group, not a dataset"},
        {make_kinds, "group/nan", "row 1 (from 0) of /group/nan has a coordinate that is not finite."},
        {make_claims, "more", "/more has 1099511627776 points; at most 2147483647 can be read."},
        {make_claims, "unwritten", "/unwritten has 2000000000 points, but not all of them are in the file."},
        {make_claims, "chunked", "/chunked has 2000 points, but not all of them are in the file."},
        {make_claims, "virtual", "/virtual is virtual: its points are in other files"},
    };
    own_temporary place = new_temporary();
    char path[512];
    path_in(&place, "a.h5", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const io_source_options options = {.array = rows[k].array};
        rows[k].make(path);
        refuses_source(path, &options, EXIT_INPUT, rows[k].words);
    }
}

/* Every beginning, from memory; from disk some. */
TEST(no_beginning_of_a_file_is_read) {
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
    io_frame frame = {0};
    text_problem problem = {0, ""};
    path_in(&place, "a.h5", path);
    make_several(path);
    own_memory char *bytes = read_whole_file(path, &size);
    for (size_t k = 0; k < size; k += 7) {
        const io_source_options options = {.array = "a"};
        ck_assert_int_eq(io_read_first_memory(path, bytes, k, &options, &frame, &problem), EXIT_INPUT);
        if (k % 5 > 0) continue;
        write_file(path, bytes, k);
        refuses_source(path, &options, EXIT_INPUT, k ? "libhdf5" : "empty");
    }
}

TEST(an_array_is_named_once) {
    own_temporary place = new_temporary();
    char path[512], source[600];
    const io_source_options options = {.array = "a"};
    path_in(&place, "a.h5", path);
    make_several(path);
    snprintf(source, sizeof source, "%s:/a", path);
    refuses_source(source, &options, EXIT_USAGE, "names an array, and so does --array a");
}
