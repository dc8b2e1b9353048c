/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/gzip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { ROOM = 1 << 17, GZIP_ALONE = 15 + 16, LARGEST_BLOCK = 1 << 30 };

/* Uses inflate() and not gzread(), as the errors of gzread() and gzclose() for a truncated file depend on the version of
 * zlib. */
struct io_gzip {
    int file;
    int begun, packed, inside, ended; /* inside a member; at the end of the file */
    const char *damage;
    z_stream stream; /* next_in and avail_in are the unread part of the buffer */
    unsigned char buffer[ROOM];
};

io_gzip *io_gzip_open(int file) {
    io_gzip *gzip = calloc(1, sizeof *gzip);
    if (gzip) gzip->file = file;
    return gzip;
}

void io_gzip_close(io_gzip *gzip) {
    if (!gzip) return;
    if (gzip->packed) (void)inflateEnd(&gzip->stream);
    (void)close(gzip->file);
    free(gzip);
}

double io_gzip_share(const io_gzip *gzip) {
    struct stat status;
    const off_t at = lseek(gzip->file, 0, SEEK_CUR);
    if (at < 0 || fstat(gzip->file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0)
        return -1;
    return (double)at < (double)status.st_size ? (double)at / (double)status.st_size : 1;
}

int io_gzip_is_packed(const io_gzip *gzip) { return gzip->packed; }

const char *io_gzip_damage(const io_gzip *gzip) { return gzip->damage; }

static int read_file(io_gzip *gzip, void *to, size_t wanted, size_t *got) {
    ssize_t count;
    do count = read(gzip->file, to, wanted < LARGEST_BLOCK ? wanted : LARGEST_BLOCK);
    while (count < 0 && errno == EINTR);
    *got = count > 0 ? (size_t)count : 0;
    gzip->ended = count == 0;
    return count >= 0;
}

/* Moves the unread bytes to the start of the buffer and reads more behind them. */
static int refill(io_gzip *gzip) {
    size_t got = 0;
    const size_t left = gzip->stream.avail_in;
    if (left > 0) memmove(gzip->buffer, gzip->stream.next_in, left);
    if (!gzip->ended && !read_file(gzip, gzip->buffer + left, ROOM - left, &got)) return 0;
    gzip->stream.next_in = gzip->buffer;
    gzip->stream.avail_in = (uInt)(left + got);
    return 1;
}

/* The first two bytes tell whether the file is gzipped. */
static io_gzip_state begin(io_gzip *gzip) {
    gzip->begun = 1;
    while (gzip->stream.avail_in < 2 && !gzip->ended)
        if (!refill(gzip)) return IO_GZIP_UNREADABLE;
    if (gzip->stream.avail_in < 2 || gzip->buffer[0] != 0x1f || gzip->buffer[1] != 0x8b) return IO_GZIP_GOOD;
    if (inflateInit2(&gzip->stream, GZIP_ALONE) != Z_OK) return IO_GZIP_NO_MEMORY;
    gzip->packed = 1;
    gzip->inside = 1;
    return IO_GZIP_GOOD;
}

static io_gzip_state read_plain(io_gzip *gzip, void *to, size_t wanted, size_t *got) {
    unsigned char *at = to;
    if (gzip->stream.avail_in == 0)
        return gzip->ended || read_file(gzip, to, wanted, got) ? IO_GZIP_GOOD : IO_GZIP_UNREADABLE;
    while (*got < wanted && gzip->stream.avail_in > 0) {
        at[(*got)++] = *gzip->stream.next_in++;
        gzip->stream.avail_in--;
    }
    return IO_GZIP_GOOD;
}

/* A member is followed by another one, by zeros (padding of tapes) or by the end. */
static io_gzip_state next_member(io_gzip *gzip) {
    for (;;) {
        while (gzip->stream.avail_in > 0 && *gzip->stream.next_in == 0)
            gzip->stream.next_in++, gzip->stream.avail_in--;
        if (gzip->stream.avail_in > 0) break;
        if (gzip->ended) return IO_GZIP_GOOD;
        if (!refill(gzip)) return IO_GZIP_UNREADABLE;
    }
    gzip->inside = inflateReset(&gzip->stream) == Z_OK;
    return IO_GZIP_GOOD;
}

static io_gzip_state unpack(io_gzip *gzip, void *to, size_t wanted, size_t *got) {
    const uInt room = wanted < LARGEST_BLOCK ? (uInt)wanted : (uInt)LARGEST_BLOCK;
    if (gzip->stream.avail_in == 0 && !gzip->ended && !refill(gzip)) return IO_GZIP_UNREADABLE;
    if (gzip->stream.avail_in == 0 && gzip->ended) return IO_GZIP_TRUNCATED;
    gzip->stream.next_out = to;
    gzip->stream.avail_out = room;
    const int answer = inflate(&gzip->stream, Z_NO_FLUSH);
    *got = room - gzip->stream.avail_out;
    if (answer == Z_STREAM_END) gzip->inside = 0;
    if (answer == Z_STREAM_END || answer == Z_OK || answer == Z_BUF_ERROR) return IO_GZIP_GOOD;
    if (answer == Z_MEM_ERROR) return IO_GZIP_NO_MEMORY;
    gzip->damage = gzip->stream.msg ? gzip->stream.msg : "no gzip data";
    return *got > 0 ? IO_GZIP_GOOD
                    : IO_GZIP_DAMAGED; /* the bytes before the damage; the next call reports it */
}

io_gzip_state io_gzip_read(io_gzip *gzip, void *to, size_t wanted, size_t *got) {
    io_gzip_state state = IO_GZIP_GOOD;
    *got = 0;
    if (!gzip->begun) state = begin(gzip);
    if (state == IO_GZIP_GOOD && !gzip->packed) return read_plain(gzip, to, wanted, got);
    while (state == IO_GZIP_GOOD && *got == 0 && wanted > 0) {
        if (!gzip->inside) state = next_member(gzip);
        if (!gzip->inside) break; /* the end */
        if (state == IO_GZIP_GOOD) state = unpack(gzip, to, wanted, got);
    }
    return state;
}
