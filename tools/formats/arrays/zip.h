/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the members of a zip archive in the order of the file, stored or deflated. */
#ifndef NEARFIELD_FORMATS_ARRAYS_ZIP_H
#define NEARFIELD_FORMATS_ARRAYS_ZIP_H

#include "formats/reader/input.h"

#include <zlib.h>

typedef struct io_zip_member {
    io_input *in;
    char name[256]; /* of the member; a longer name is cut */
    /* The rest is private to zip.c. */
    int deflated, described, ended; /* described: sizes and checksum are behind the member */
    uint64_t packed, size;          /* sizes from its header */
    uint64_t taken, given;
    uint32_t checksum, sum;
    z_stream stream;
} io_zip_member;

/* Finds the next member.  Behind the last one *found is 0, after the archive's directory has been read to its end. */
int io_zip_next(io_zip_member *member, int *found);

/* Reads up to `wanted` bytes of the member; *got is 0 at its end.  For io_input_open_stream(). */
int io_zip_read(void *member, void *to, size_t wanted, size_t *got);

/* Reads the rest of the member and compares its size and checksum.  All return 0 or in->problem->code; after a problem
 * only io_zip_close() may be called. */
int io_zip_finish(io_zip_member *member);
void io_zip_close(io_zip_member *member);

#endif
