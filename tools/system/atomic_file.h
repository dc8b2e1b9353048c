/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Writes a file under a temporary name in the folder of its target, and renames it when it is complete. */
#ifndef NEARFIELD_SYSTEM_ATOMIC_FILE_H
#define NEARFIELD_SYSTEM_ATOMIC_FILE_H

#include <stdio.h>

typedef struct atomic_file {
    char *path, *temporary;
    int file; /* open for writing, or -1 */
} atomic_file;

/* Creates the temporary file.  Returns 0 or an errno; after an error there is nothing to drop. */
int atomic_file_open(atomic_file *target, const char *path);

/* Closes the file and renames it.  Returns 0 or an errno; after an error the temporary file is removed. */
int atomic_file_commit(atomic_file *target);

/* A stream that writes to the file, or NULL; atomic_file_commit_stream() closes it, also NULL, before it commits. */
FILE *atomic_file_stream(const atomic_file *target);
int atomic_file_commit_stream(atomic_file *target, FILE *to);

/* Closes and removes the temporary file.  A struct of zeros is fine. */
void atomic_file_drop(atomic_file *target);

/* What a target is that cannot be replaced by a file, such as "a directory"; NULL where it can be, or is not there. */
const char *atomic_file_obstacle(const char *path);

/* Makes signals that end the program remove the temporary file first, until it is committed or dropped.  For
 * ATOMIC_FILE_SIGNALS files at a time. */
enum { ATOMIC_FILE_SIGNALS = 3 };
void atomic_file_remove_on_signal(const atomic_file *target);

#endif
