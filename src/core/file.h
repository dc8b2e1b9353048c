/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Files that the library keeps for its user.  A file is read only if no other user could have written it, and is
 * written completely or not at all.
 */
#ifndef NF_CORE_FILE_H
#define NF_CORE_FILE_H

#include "core/memory.h"
#include "core/system.h"

/* The folder for such files: `wish`, or the value of the environment variable, or the system's folder for them.
   Returns the length of the name; 0 if there is no folder or its name is too long. */
size_t nf_file_user_folder(const char *wish, const char *variable, nf_folder folder, char path[NF_PATH_MOST]);

/* Creates the folder and its missing parents, accessible to the user only.  Returns 0 if the folder exists afterwards,
   otherwise an errno. */
int nf_file_make_folder(const char *path);

/* Reads a text file of at most `most` bytes and appends a zero byte.  *out is NULL if there is no such file.
   Errors: NF_ERROR_UNSUPPORTED if the file is not trusted, too large or unreadable; NF_ERROR_MEMORY. */
nf_status nf_file_read_text(const nf_allocator *allocator, const char *path, size_t most, char **out,
                            nf_sentence *error);

/* One piece of a file. */
typedef struct nf_file_part {
    const void *data;
    size_t size;
} nf_file_part;

/* Writes the parts to a temporary file and renames it.  Returns 1 if the file was replaced, 0 (with errno) if nothing
   has changed. */
int nf_file_replace(const char *path, const nf_file_part *parts, size_t count);

#endif
