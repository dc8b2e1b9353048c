/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the sink writes, read by libhdf5. */
#include "tools/formats/hdf5/hdf5_cases.h"
#include "formats/output/sink.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t offsets[] = {0, 2, UINT64_C(1) << 40};
static const int32_t pairs[] = {0, 1, 10, 2147483647, 7, -65536};
static const float distances[] = {0.1F, 2, 1e-30F};
static const double vectors[] = {0.1, -1, 1e300, 4, 5.5, 6, 7, 8, 9e-9};
static const uint32_t labels[] = {4294967295U, 0, 10};

/* An array, and its rows. */
typedef struct dataset {
    io_array array;
    uint64_t rows;
    const void *values;
} dataset;

/* The names and attributes make the header of the group 432 bytes long: the checksum treats a multiple of 12 in its own way. */
static const dataset datasets[] = {
    {{"offsets", NF_UINT64, 1, "", 1}, 3, offsets}, {{"pairs", NF_INT32, 2, "", 0}, 3, pairs},
    {{"empty", NF_INT32, 2, "", 0}, 0, NULL},       {{"one_number", NF_FLOAT32, 1, "", 0}, 1, distances},
    {{"labels", NF_UINT32, 1, "", 0}, 3, labels},   {{"distances", NF_FLOAT32, 1, "", 0}, 3, distances},
    {{"vectors", NF_FLOAT64, 3, "", 0}, 3, vectors}};

enum { COUNT = sizeof datasets / sizeof *datasets };

/* Types are made when libhdf5 runs. */
static hid_t type_in_file(nf_type type) {
    switch (type) {
    case NF_FLOAT32: return H5T_IEEE_F32LE;
    case NF_FLOAT64: return H5T_IEEE_F64LE;
    case NF_INT32: return H5T_STD_I32LE;
    case NF_UINT32: return H5T_STD_U32LE;
    default: return H5T_STD_U64LE;
    }
}

static void write_all(const char *path) {
    io_array arrays[COUNT];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    for (size_t k = 0; k < COUNT; k++) arrays[k] = datasets[k].array;
    ck_assert_msg(io_sink_open(path, NULL, arrays, COUNT, &sink, &problem) == 0, "%s", problem.text);
    for (size_t k = 0; k < COUNT; k++) {
        ck_assert_int_eq(io_sink_begin(sink, datasets[k].rows, &problem), 0);
        for (uint64_t row = 0; row < datasets[k].rows; row++) {
            const size_t row_bytes = (size_t)arrays[k].columns * nf_type_bytes(arrays[k].type);
            const void *at = (const char *)datasets[k].values + row * row_bytes;
            ck_assert_int_eq(io_sink_write(sink, &at, 1, &problem), 0);
        }
    }
    const io_attribute attributes[] = {
        {.name = "length", .type = NF_FLOAT64, .numbers = {0.5}},
        {.name = "flags", .type = NF_UINT32, .rank = 1, .size = 3, .numbers = {1, 0, 7}},
        {.name = "the_cell", .type = NF_FLOAT64, .rank = 2, .size = 2, .numbers = {1, 2, 3, 4}},
        {.name = "version", .text = "1.2.3"}};
    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++)
        io_sink_describe(sink, &attributes[k]);
    ck_assert_msg(io_sink_commit(&sink, &problem) == 0, "%s", problem.text);
}

/* Reads an attribute of the root group of so many dimensions and elements. */
static void read_attribute(hid_t file, const char *name, hid_t type, int rank, hssize_t count, void *values) {
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT), space = H5Aget_space(attribute);
    ck_assert_int_eq(H5Sget_simple_extent_ndims(space), rank);
    ck_assert(H5Sget_simple_extent_npoints(space) == count);
    ck_assert_int_ge(H5Aread(attribute, type, values), 0);
    ck_assert(H5Sclose(space) >= 0 && H5Aclose(attribute) >= 0);
}

static void check_attributes(hid_t file) {
    const hid_t text = H5Tcopy(H5T_C_S1);
    double length = 0, cell[4] = {0};
    uint32_t flags[3] = {9, 9, 9};
    char version[8] = "";
    ck_assert_int_ge(H5Tset_size(text, 6), 0);
    read_attribute(file, "length", H5T_NATIVE_DOUBLE, 0, 1, &length);
    read_attribute(file, "flags", H5T_NATIVE_UINT32, 1, 3, flags);
    read_attribute(file, "the_cell", H5T_NATIVE_DOUBLE, 2, 4, cell);
    read_attribute(file, "version", text, 0, 1, version);
    ck_assert_double_eq(length, 0.5);
    ck_assert_mem_eq(flags, ((const uint32_t[]){1, 0, 7}), sizeof flags);
    ck_assert_mem_eq(cell, ((const double[]){1, 2, 3, 4}), sizeof cell);
    ck_assert_str_eq(version, "1.2.3");
    ck_assert_int_ge(H5Tclose(text), 0);
}

static void check(hid_t file, const dataset *expected) {
    hsize_t shape[2] = {0, 1};
    const io_array *array = &expected->array;
    const hid_t set = H5Dopen2(file, array->name, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "no dataset %s", array->name);
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    ck_assert_int_eq(H5Sget_simple_extent_ndims(space), array->columns > 1 ? 2 : 1);
    (void)H5Sget_simple_extent_dims(space, shape, NULL);
    ck_assert(shape[0] == expected->rows);
    ck_assert(shape[1] == (hsize_t)array->columns);
    ck_assert_msg(H5Tequal(type, type_in_file(array->type)) > 0, "the type of %s", array->name);
    const hid_t native = H5Tget_native_type(type, H5T_DIR_ASCEND);
    unsigned char values[sizeof vectors] = {0};
    ck_assert_int_ge(H5Dread(set, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    if (expected->rows > 0)
        ck_assert_mem_eq(values, expected->values,
                         expected->rows * (size_t)array->columns * nf_type_bytes(array->type));
    ck_assert(H5Tclose(native) >= 0 && H5Tclose(type) >= 0 && H5Sclose(space) >= 0 && H5Dclose(set) >= 0);
}

TEST(arrays_of_every_type_are_datasets_and_attributes_are_of_the_root) {
    own_temporary place = new_temporary();
    char path[512];
    static const char *const names[] = {"a.h5", "a.HDF5"};
    for (size_t n = 0; n < 2; n++) {
        path_in(&place, names[n], path);
        write_all(path);
        const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
        ck_assert_int_ge(file, 0);
        H5G_info_t root;
        ck_assert_int_ge(H5Gget_info(file, &root), 0);
        ck_assert(root.nlinks == COUNT);
        for (size_t k = 0; k < COUNT; k++) check(file, &datasets[k]);
        check_attributes(file);
        ck_assert_int_ge(H5Fclose(file), 0);
    }
}

/* Others may add to the file, for which libhdf5 moves parts of it. */
TEST(more_datasets_can_be_added) {
    own_temporary place = new_temporary();
    char path[512];
    const hsize_t rows = 3;
    path_in(&place, "a.h5", path);
    write_all(path);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, &rows, NULL);
    const hid_t more = H5Dcreate2(file, "more", H5T_IEEE_F32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(more, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, distances), 0);
    const hid_t old = H5Dopen2(file, "pairs", H5P_DEFAULT);
    const hid_t attribute = H5Acreate2(old, "cutoff", H5T_IEEE_F32LE, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(attribute, H5T_NATIVE_FLOAT, distances), 0);
    ck_assert(H5Aclose(attribute) >= 0 && H5Dclose(old) >= 0 && H5Dclose(more) >= 0 && H5Sclose(space) >= 0);
    ck_assert_int_ge(H5Fclose(file), 0);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    for (size_t k = 0; k < COUNT; k++) check(file, &datasets[k]);
    const dataset added = {{"more", NF_FLOAT32, 1, "", 0}, 3, distances};
    check(file, &added);
    check_attributes(file);
    ck_assert_int_ge(H5Fclose(file), 0);
}

TEST(the_same_arrays_are_the_same_bytes) {
    own_temporary place = new_temporary();
    char path[512];
    size_t sizes[2];
    char *bytes[2];
    path_in(&place, "a.h5", path);
    for (int k = 0; k < 2; k++) {
        write_all(path);
        bytes[k] = read_whole_file(path, &sizes[k]);
    }
    ck_assert_uint_eq(sizes[0], sizes[1]);
    ck_assert_mem_eq(bytes[0], bytes[1], sizes[0]);
    free(bytes[0]), free(bytes[1]);
}
