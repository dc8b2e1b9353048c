/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Folders of built programs, for the tests of the cache. */
#ifndef TESTS_OPENCL_CACHE_FOLDER_H
#define TESTS_OPENCL_CACHE_FOLDER_H

#include "support/answers/pairs.h"

#include <sys/stat.h>

enum { PATH = 512 };

/* Creates a folder below TMPDIR or /tmp, 0700. */
void make_folder(char path[PATH]);

/* Removes a folder with its contents. */
void remove_folder(const char *path);

/* The number of files; copies the last one's name to `name` unless that is NULL. */
int count_files(const char *path, char name[PATH]);

struct stat facts_of(const char *path);
void write_file(const char *path, const void *data, size_t size);

/* Checks that the context computes a right result, with one program. */
void check_gathers(nf_context *context);

/* The same for a new context with this folder. */
void check_works(const char *folder);

/* Creates a folder with one entry; its path goes into `entry`. */
void fill_folder(char folder[PATH], char entry[PATH]);

#endif
