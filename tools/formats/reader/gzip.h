/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the bytes of a file, and unpacks it where it is gzipped (RFC 1952, any number of members). */
#ifndef NEARFIELD_FORMATS_READER_GZIP_H
#define NEARFIELD_FORMATS_READER_GZIP_H

#include <stddef.h>

typedef struct io_gzip io_gzip;

typedef enum io_gzip_state {
    IO_GZIP_GOOD,
    IO_GZIP_UNREADABLE, /* errno tells why */
    IO_GZIP_NO_MEMORY,
    IO_GZIP_TRUNCATED, /* the file ends within a member */
    IO_GZIP_DAMAGED,   /* io_gzip_damage() tells how */
} io_gzip_state;

/* Takes an open file, which io_gzip_close() closes.  NULL without memory. */
io_gzip *io_gzip_open(int file);
/* The share of the file that has been read, from 0 to 1; below 0 where its size is not known. */
double io_gzip_share(const io_gzip *gzip);

void io_gzip_close(io_gzip *gzip);

/* Reads up to `wanted` bytes; *got is 0 only at the end.  The checksum of a member is compared before the first byte behind
 * it, or the end, is returned. */
io_gzip_state io_gzip_read(io_gzip *gzip, void *to, size_t wanted, size_t *got);

/* Whether the file is gzipped.  Valid after the first read. */
int io_gzip_is_packed(const io_gzip *gzip);
const char *io_gzip_damage(const io_gzip *gzip);

#endif
