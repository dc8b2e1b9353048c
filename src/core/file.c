/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t nf_file_user_folder(const char *wish, const char *variable, nf_folder folder,
                           char path[NF_PATH_MOST]) {
    char named[NF_PATH_MOST];
    const size_t length = wish ? strlen(wish) : nf_system_variable(variable, named, sizeof named);
    if (length == 0) return nf_system_folder(folder, path);
    if (length >= NF_PATH_MOST) return 0;
    memcpy(path, wish ? wish : named, length + 1);
    return length;
}

int nf_file_make_folder(const char *path) {
    char part[NF_PATH_MOST];
    int why = 0; /* the first error; later ones follow from it */
    const size_t length = strlen(path);
    if (length >= sizeof part) return ENAMETOOLONG;
    memcpy(part, path, length + 1);
    for (size_t k = 1; k <= length; k++) {
        const char was = part[k];
        if (was && !nf_system_is_separator(was)) continue;
        part[k] = 0;
        const int made = nf_system_make_folder(part);
        if (!was && made) return 0;
        if (!made && !why) why = errno;
        part[k] = was;
    }
    return why ? why : ENOENT;
}

int nf_file_replace(const char *path, const nf_file_part *parts, size_t count) {
    char aside[NF_PATH_MOST];
    const int file = nf_system_create(path, aside);
    if (file < 0) return 0;
    int good = 1;
    for (size_t k = 0; k < count && good; k++) good = nf_system_write(file, parts[k].data, parts[k].size);
    good = nf_system_close(file) && good;
    good = good && nf_system_rename(aside, path);
    if (!good) {
        const int why = errno;
        nf_system_remove(aside);
        errno = why;
    }
    return good;
}

/* ---- a text ------------------------------------------------------------------------------------------- */

nf_status nf_file_read_text(const nf_allocator *allocator, const char *path, size_t most, char **out,
                            nf_sentence *error) {
    nf_status status = NF_OK;
    uint64_t size = 0;
    char *text = NULL;
    const int file = nf_system_open(path, &size);
    *out = NULL;
    if (file == -1) return NF_OK;
    if (file < 0)
        return nf_fail(
            error, NF_ERROR_UNSUPPORTED,
            "%s is ignored: it must be a file of this user or of root that no other user can write", path);
    if (size > most)
        NF_TRY(nf_fail(error, NF_ERROR_UNSUPPORTED, "%s is ignored: it has more than %zu bytes", path, most));
    NF_TRY(nf_allocate(allocator, (size_t)size + 1, 1, "a file's text", (void **)&text, error));
    if (!nf_system_read(file, text, (size_t)size))
        status = nf_fail(error, NF_ERROR_UNSUPPORTED, "%s cannot be read", path);
done:
    nf_system_close(file);
    if (status == NF_OK) *out = text;
    else nf_release(allocator, text);
    return status;
}
