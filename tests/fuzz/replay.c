/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads every file of the corpus, and every beginning of it:  replay CORPUS
 * CORPUS has a folder for each format. */
#include "formats/formats.h"
#include "fuzz_readers.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 1 << 16 };

/* The input in a block of its own size, so that a sanitizer sees a read beyond it. */
static void try_beginning(const unsigned char *bytes, size_t size) {
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact) abort();
    for (size_t k = 0; k < size; k++) exact[k] = bytes[k];
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static int replay(const char *path) {
    static unsigned char bytes[LONGEST];
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    for (size_t k = 0; k <= size; k++) try_beginning(bytes, k);
    return 1;
}

int main(int count, char **words) {
    size_t formats = 0;
    const io_format *known = io_formats(&formats);
    for (size_t k = 0; count == 2 && k < formats; k++) {
        char folder[1024], path[2048];
        int files = 0;
        if (known[k].takes & IO_NEEDS_NAME) continue; /* bytes alone are not read */
        snprintf(folder, sizeof folder, "%s/%s", words[1], known[k].name);
        DIR *entries = fuzz_choose_format(known[k].name) ? opendir(folder) : NULL;
        for (const struct dirent *entry; entries && (entry = readdir(entries)) != NULL;) {
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            files += replay(path);
        }
        if (entries) (void)closedir(entries);
        printf("%s: %d files\n", known[k].name, files);
        if (files == 0) return 1;
    }
    return count != 2;
}
