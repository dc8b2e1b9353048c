/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Writes a file under a temporary name in the folder of its target, and renames it when it is complete. */
#ifndef NEARFIELD_IO_ASIDE_H
#define NEARFIELD_IO_ASIDE_H

#include <stdio.h>

typedef struct io_aside {
    char *path, *temporary;
    int file; /* open for writing, or -1 */
} io_aside;

/* Creates the temporary file.  Returns 0 or an errno; after an error there is nothing to drop. */
int io_aside_open(io_aside *aside, const char *path);

/* Closes the file and renames it.  Returns 0 or an errno; after an error the temporary file is removed. */
int io_aside_commit(io_aside *aside);

/* A stream that writes to the file, or NULL; io_aside_commit_stream() closes it, also NULL, before it commits. */
FILE *io_aside_stream(const io_aside *aside);
int io_aside_commit_stream(io_aside *aside, FILE *to);

/* Closes and removes the temporary file.  A struct of zeros is fine. */
void io_aside_drop(io_aside *aside);

/* What a target is that cannot be replaced by a file, such as "a directory"; NULL where it can be, or is not there. */
const char *io_aside_obstacle(const char *path);

/* Makes signals that end the program remove the temporary file first, until it is committed or dropped.  For
 * IO_ASIDE_SIGNALS files at a time. */
enum { IO_ASIDE_SIGNALS = 3 };
void io_aside_remove_on_signal(const io_aside *aside);

#endif
