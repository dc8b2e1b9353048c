/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the test programs of the tool share: a temporary folder, and files in it. */
#ifndef NEARFIELD_TESTS_SUPPORT_H
#define NEARFIELD_TESTS_SUPPORT_H

#include "support/own.h"
#include "support/run.h"

#include <stddef.h>

typedef struct temporary {
    char folder[256];
} temporary;

temporary new_temporary(void);
void remove_temporary(const temporary *place); /* with the files in it */
#define own_temporary OWNED_BY(remove_temporary) temporary

/* The path of name in the folder. */
void path_in(const temporary *place, const char *name, char path[512]);
void write_file(const char *path, const void *bytes, size_t size);
void write_gzip(const char *path, const void *bytes, size_t size);
/* Zeroed memory, which free() releases. */
void *allocate(size_t bytes);
/* From allocate(), with a terminating NUL behind size bytes. */
char *read_whole_file(const char *path, size_t *size);
int file_exists(const char *path);
size_t files_in(const temporary *place);

#endif
