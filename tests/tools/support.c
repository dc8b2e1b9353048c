/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

temporary new_temporary(void) {
    temporary place;
    const char *root = getenv("TMPDIR");
    snprintf(place.folder, sizeof place.folder, "%s/nearfield-test-XXXXXX", root ? root : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(place.folder));
    return place;
}

static size_t each_file(const temporary *place, int unlink_it) {
    size_t count = 0;
    char path[512];
    DIR *folder = opendir(place->folder);
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        count++;
        path_in(place, entry->d_name, path);
        if (unlink_it && unlink(path) != 0) (void)rmdir(path);
    }
    (void)closedir(folder);
    return count;
}

void remove_temporary(const temporary *place) {
    (void)each_file(place, 1);
    (void)rmdir(place->folder);
}

size_t files_in(const temporary *place) { return each_file(place, 0); }

void path_in(const temporary *place, const char *name, char path[512]) {
    ck_assert_int_lt(snprintf(path, 512, "%s/%s", place->folder, name), 512);
}

void write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

void write_gzip(const char *path, const void *bytes, size_t size) {
    gzFile file = gzopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(gzwrite(file, bytes, (unsigned)size), (int)size);
    ck_assert_int_eq(gzclose(file), Z_OK);
}

void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

char *read_whole_file(const char *path, size_t *size) {
    struct stat status;
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(stat(path, &status), 0);
    *size = (size_t)status.st_size;
    char *bytes = allocate(*size + 1);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

int file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}
