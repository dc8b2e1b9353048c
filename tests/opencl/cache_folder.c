/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "cache_folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void make_folder(char path[PATH]) {
    const char *parent = getenv("TMPDIR");
    snprintf(path, PATH, "%s/nearfield-test-XXXXXX", parent && *parent ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(path));
}

void remove_folder(const char *path) {
    DIR *folder = opendir(path);
    if (folder) {
        for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
            char inner[2 * PATH];
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
            snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
            if (unlink(inner) != 0) remove_folder(inner);
        }
        closedir(folder);
    }
    rmdir(path);
}

int count_files(const char *path, char name[PATH]) {
    int count = 0;
    DIR *folder = opendir(path);
    if (!folder) return 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.') continue;
        count++;
        if (name) snprintf(name, PATH, "%.200s/%.250s", path, entry->d_name);
    }
    closedir(folder);
    return count;
}

struct stat facts_of(const char *path) {
    struct stat facts;
    ck_assert_int_eq(lstat(path, &facts), 0);
    return facts;
}

void write_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    fclose(file);
}

void check_gathers(nf_context *context) {
    uint32_t data[100], indices[100], got[100];
    for (uint32_t k = 0; k < 100; k++) {
        data[k] = 1000 + k;
        indices[k] = 99 - k;
    }
    own_buffer in = support_buffer_of(context, data, 100, 4),
               by = support_buffer_of(context, indices, 100, 4),
               out = support_buffer_of(context, NULL, 100, 4);
    support_ok(context, nf_gather(context, 1, in.at, 100, by.at, out.at, 100, NULL));
    ck_assert_str_eq(nf_context_error(context), "");
    ck_assert_str_eq(nf_context_build_log(context), "");
    support_read(&out, got);
    for (uint32_t k = 0; k < 100; k++) ck_assert_uint_eq(got[k], 1099 - k);
}

void check_works(const char *folder) {
    const nf_context_options options = {.cache_folder = folder};
    own_context context = support_context_with(&options);
    check_gathers(context);
}

void fill_folder(char folder[PATH], char entry[PATH]) {
    make_folder(folder);
    check_works(folder);
    ck_assert_int_eq(count_files(folder, entry), 1);
}
