/* Folders of built programs as the tests of the cache use them. */
#ifndef TESTS_OPENCL_CACHE_FOLDER_H
#define TESTS_OPENCL_CACHE_FOLDER_H

#include "support/answers.h"

#include <sys/stat.h>

enum { PATH = 512 };

/* A new folder below TMPDIR or /tmp, 0700. */
void make_folder(char path[PATH]);

/* Removes a folder and its files, and folders in it with theirs. */
void remove_folder(const char *path);

/* How many files; the last one's name into `name` unless that is NULL. */
int count_files(const char *path, char name[PATH]);

struct stat facts_of(const char *path);
void write_file(const char *path, const void *data, size_t size);

/* The context answers rightly, with one program. */
void check_gathers(nf_context *context);

/* So does a new context with this folder. */
void check_works(const char *folder);

/* A folder with one entry, whose path goes into `entry`. */
void fill_folder(char folder[PATH], char entry[PATH]);

#endif
