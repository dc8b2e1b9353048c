/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/hdf5/hdf5_cases.h"

#include <stdio.h>
#include <string.h>

hid_t make_file(const char *path) {
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    return file;
}

void put_array(hid_t file, const char *path, hid_t type_in_file, int rank, hsize_t rows, hsize_t columns,
               hid_t type, const void *values) {
    const hsize_t shape[3] = {rows, columns, 1};
    const hid_t links = H5Pcreate(H5P_LINK_CREATE), space = H5Screate_simple(rank, shape, NULL);
    ck_assert_int_ge(H5Pset_create_intermediate_group(links, 1), 0);
    const hid_t set = H5Dcreate2(file, path, type_in_file, space, links, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(set, 0);
    if (values) ck_assert_int_ge(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    ck_assert(H5Dclose(set) >= 0 && H5Sclose(space) >= 0 && H5Pclose(links) >= 0);
}

void put_attribute(hid_t file, const char *group, const char *name, hid_t type, hsize_t count,
                   const void *values) {
    const hid_t space = count ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR);
    if (H5Lexists(file, group, H5P_DEFAULT) <= 0)
        ck_assert_int_ge(H5Gclose(H5Gcreate2(file, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)), 0);
    const hid_t attribute =
        H5Acreate_by_name(file, group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(attribute, type, values), 0);
    ck_assert(H5Aclose(attribute) >= 0 && H5Sclose(space) >= 0);
}

void put_texts(hid_t file, const char *path, const char *name, hsize_t count, const char *const *texts,
               int varies) {
    char fixed[3][16] = {{0}};
    const hid_t type = H5Tcopy(H5T_C_S1),
                space = count ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR);
    ck_assert_int_ge(H5Tset_size(type, varies ? H5T_VARIABLE : sizeof fixed[0]), 0);
    if (H5Lexists(file, path, H5P_DEFAULT) <= 0)
        ck_assert_int_ge(H5Gclose(H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)), 0);
    for (hsize_t k = 0; k < (count ? count : 1); k++) snprintf(fixed[k], sizeof fixed[k], "%s", texts[k]);
    const hid_t attribute =
        H5Acreate_by_name(file, path, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(attribute, type, varies ? (const void *)texts : (const void *)fixed), 0);
    ck_assert(H5Aclose(attribute) >= 0 && H5Sclose(space) >= 0 && H5Tclose(type) >= 0);
}

void put_text(hid_t file, const char *path, const char *name, const char *text) {
    put_texts(file, path, name, 0, &text, 1);
}

void put_cube(hid_t file, const char *path, hid_t stored, hsize_t a, hsize_t b, hsize_t c,
              const double *values) {
    const hsize_t shape[] = {a, b, c};
    const int rank = c ? 3 : b ? 2 : a ? 1 : 0;
    const hid_t links = H5Pcreate(H5P_LINK_CREATE),
                space = rank ? H5Screate_simple(rank, shape, NULL) : H5Screate(H5S_SCALAR);
    ck_assert_int_ge(H5Pset_create_intermediate_group(links, 1), 0);
    const hid_t set = H5Dcreate2(file, path, stored, space, links, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(set, 0);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    ck_assert(H5Dclose(set) >= 0 && H5Sclose(space) >= 0 && H5Pclose(links) >= 0);
}

void end_file(hid_t file) { ck_assert_int_ge(H5Fclose(file), 0); }

void reads_points(const char *source, const io_source_options *options, uint64_t n, int dims, nf_type type,
                  const void *expected, io_frame *frame) {
    text_problem problem = {0, ""};
    ck_assert_msg(io_read_first(source, options, frame, &problem) == 0, "%s", problem.text);
    ck_assert_uint_eq(frame->n, n);
    ck_assert_int_eq(frame->dims, dims);
    ck_assert_int_eq(frame->type, type);
    if (n > 0) ck_assert_mem_eq(frame->positions, expected, (size_t)n * (size_t)dims * nf_type_bytes(type));
}

void refuses_source(const char *source, const io_source_options *options, int code, const char *words) {
    io_frame frame = {0};
    text_problem problem = {0, ""};
    ck_assert_msg(io_read_first(source, options, &frame, &problem) == code, "%s: not %d: %s", source, code,
                  problem.text);
    ck_assert_msg(strstr(problem.text, words) != NULL, "'%s' does not hold '%s'", problem.text, words);
    ck_assert_ptr_null(frame.positions);
}
