/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/hdf5/hdf5_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INCREMENT = 1 << 20 };

/* ---- messages ----------------------------------------------------------------------------------------- */

int io_hdf5_fail(const io_hdf5 *h, const char *format, ...) {
    char what[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return problem_set(h->problem, EXIT_INPUT, "%.300s: %s", h->name, what);
}

/* Takes the description of the innermost error, which comes first. */
static herr_t take_reason(unsigned n, const H5E_error2_t *error, void *reason) {
    if (n == 0 && error->desc) *(const char **)reason = error->desc;
    return 0;
}

int io_hdf5_broken(const io_hdf5 *h, const char *what) {
    const char *reason = "no reason given";
    (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, (void *)&reason);
    return io_hdf5_fail(h, "%s by libhdf5 (%.200s).", what, reason);
}

/* ---- files -------------------------------------------------------------------------------------------- */

static int open_by(io_hdf5 *h, const char *name, hid_t access) {
    /* Without it libhdf5 prints its errors. */
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    h->file = H5Fopen(name, H5F_ACC_RDONLY, access);
    const int failed = h->file < 0 ? io_hdf5_broken(h, "cannot be opened") : 0;
    if (access != H5P_DEFAULT) (void)H5Pclose(access);
    return failed;
}

int io_hdf5_open(io_hdf5 *h, const char *path, text_problem *problem) {
    *h = (io_hdf5){path, problem, -1};
    return open_by(h, path, H5P_DEFAULT);
}

/* The name of bytes in memory.  libhdf5 refuses the name of a file that exists. */
static const char in_memory[] = "/dev/null/in memory";

int io_hdf5_open_input(io_hdf5 *h, io_input *in) {
    const char *path = io_input_path(in);
    unsigned char *bytes = NULL;
    size_t size = 0;
    *h = (io_hdf5){in->name, in->problem, -1};
    if (path) return io_hdf5_open(h, path, in->problem);
    int failed = io_input_load(in, &bytes, &size);
    if (!failed) {
        const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
        if (H5Pset_fapl_core(access, INCREMENT, 0) < 0 || H5Pset_file_image(access, bytes, size) < 0) {
            (void)H5Pclose(access);
            failed = problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory to read it.", in->name);
        } else failed = open_by(h, in_memory, access);
    }
    free(bytes);
    return failed;
}

void io_hdf5_close(io_hdf5 *h) {
    if (h->file >= 0) (void)H5Fclose(h->file);
    h->file = -1;
}

/* libhdf5 asks for every part of a path: it fails where a part before the last is missing. */
int io_hdf5_has(const io_hdf5 *h, const char *path) {
    char part[1024];
    const size_t length = strlen(path);
    if (length >= sizeof part) return 0;
    for (size_t k = 1; k <= length; k++) {
        if (path[k] != '/' && path[k] != '\0') continue;
        memcpy(part, path, k);
        part[k] = '\0';
        if (strcmp(part, "/") != 0 && H5Lexists(h->file, part, H5P_DEFAULT) <= 0) return 0;
    }
    return 1;
}

void io_hdf5_follow(const io_hdf5 *h, char *path, size_t size) {
    enum { PART = 256 };
    char part[PART], target[PART], whole[1024];
    H5L_info_t link;
    const char *rest = strchr(path + 1, '/');
    if (!rest || rest - path >= PART) return;
    snprintf(part, sizeof part, "%.*s", (int)(rest - path), path);
    if (H5Lexists(h->file, part, H5P_DEFAULT) <= 0 || H5Lget_info(h->file, part, &link, H5P_DEFAULT) < 0 ||
        link.type != H5L_TYPE_SOFT || link.u.val_size > sizeof target ||
        H5Lget_val(h->file, part, target, sizeof target, H5P_DEFAULT) < 0)
        return;
    const int used = snprintf(whole, sizeof whole, "%s%s%s", *target == '/' ? "" : "/", target, rest);
    if (used < (int)sizeof whole && (size_t)used < size) memcpy(path, whole, (size_t)used + 1);
}

/* ---- attributes --------------------------------------------------------------------------------------- */

static int read_numbers(const io_hdf5 *h, const char *title, hid_t attribute, hid_t type, void *values,
                        size_t most, size_t *count) {
    const hid_t stored = H5Aget_type(attribute), space = H5Aget_space(attribute);
    const H5T_class_t class = H5Tget_class(stored);
    const hssize_t elements = H5Sget_simple_extent_npoints(space);
    (void)H5Tclose(stored);
    (void)H5Sclose(space);
    if (class != H5T_FLOAT && class != H5T_INTEGER)
        return io_hdf5_fail(h, "the attribute %s is not a number.", title);
    if (elements < 1 || (uint64_t)elements > most)
        return io_hdf5_fail(h, "the attribute %s has %lld values; 1 to %d are expected.", title,
                            (long long)elements, (int)most);
    *count = (size_t)elements;
    return H5Aread(attribute, type, values) < 0 ? io_hdf5_broken(h, "an attribute cannot be read") : 0;
}

int io_hdf5_numbers(const io_hdf5 *h, const char *group, const char *attribute, hid_t type, void *values,
                    size_t most, size_t *count) {
    char title[100];
    *count = 0;
    if (!io_hdf5_has(h, group) || H5Aexists_by_name(h->file, group, attribute, H5P_DEFAULT) <= 0) return 0;
    const hid_t opened = H5Aopen_by_name(h->file, group, attribute, H5P_DEFAULT, H5P_DEFAULT);
    if (opened < 0) return io_hdf5_broken(h, "an attribute cannot be opened");
    snprintf(title, sizeof title, "%s of %s", attribute, group);
    const int failed = read_numbers(h, title, opened, type, values, most, count);
    (void)H5Aclose(opened);
    return failed;
}

/* The texts of an attribute, of one length each or of their own. */
static int read_texts(const io_hdf5 *h, hid_t attribute, hid_t stored, char words[][IO_HDF5_WORD],
                      size_t count) {
    const int varies = H5Tis_variable_str(stored) > 0;
    const size_t size = varies ? sizeof(char *) : H5Tget_size(stored);
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Aget_space(attribute);
    char *read = calloc(count, size + 1);
    (void)H5Tset_size(type, varies ? H5T_VARIABLE : size + 1);
    (void)H5Tset_cset(type, H5Tget_cset(stored));
    const int bad = !read || H5Aread(attribute, type, read) < 0;
    for (size_t k = 0; k < count && !bad; k++) {
        const char *text = NULL;
        if (varies) memcpy(&text, read + k * size, sizeof text);
        else text = read + k * (size + 1);
        snprintf(words[k], IO_HDF5_WORD, "%.*s", IO_HDF5_WORD - 1, text ? text : "");
        for (size_t end = strlen(words[k]); end > 0 && words[k][end - 1] == ' ';) words[k][--end] = '\0';
    }
    if (varies && !bad) (void)H5Dvlen_reclaim(type, space, H5P_DEFAULT, read);
    const int failed = bad ? io_hdf5_broken(h, "an attribute cannot be read") : 0;
    free(read);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    return failed;
}

int io_hdf5_words(const io_hdf5 *h, const char *path, const char *attribute, char words[][IO_HDF5_WORD],
                  size_t most, size_t *count) {
    double numbers[32];
    *count = 0;
    if (!io_hdf5_has(h, path) || H5Aexists_by_name(h->file, path, attribute, H5P_DEFAULT) <= 0) return 0;
    const hid_t opened = H5Aopen_by_name(h->file, path, attribute, H5P_DEFAULT, H5P_DEFAULT);
    if (opened < 0) return io_hdf5_broken(h, "an attribute cannot be opened");
    const hid_t stored = H5Aget_type(opened), space = H5Aget_space(opened);
    const hssize_t elements = H5Sget_simple_extent_npoints(space);
    const int is_text = H5Tget_class(stored) == H5T_STRING;
    int failed = 0;
    if (is_text && elements == 0) strcpy(words[0], ""), *count = 1; /* a text without anything */
    else if (is_text && (uint64_t)elements > most)
        failed = io_hdf5_fail(h, "the attribute %s of %.100s has %lld texts; 1 to %d are expected.",
                              attribute, path, (long long)elements, (int)most);
    else if (is_text) failed = read_texts(h, opened, stored, words, *count = (size_t)elements);
    (void)H5Sclose(space);
    (void)H5Tclose(stored);
    (void)H5Aclose(opened);
    if (is_text || failed) return failed;
    failed = io_hdf5_numbers(h, path, attribute, H5T_NATIVE_DOUBLE, numbers, most < 32 ? most : 32, count);
    for (size_t k = 0; k < *count; k++) snprintf(words[k], IO_HDF5_WORD, "%.17g", numbers[k]);
    return failed;
}
