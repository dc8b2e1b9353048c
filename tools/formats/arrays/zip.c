/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/arrays/zip.h"

#include "formats/bytes.h"

#include <string.h>

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50, DESCRIPTOR = 0x08074b50 };
enum { END_WIDE = 0x06064b50, END_WIDE_PLACE = 0x07064b50 }; /* of zip64 */
enum { HEADER = 26, STORED = 0, DEFLATED = 8, ENCRYPTED = 1, DESCRIBED = 8, ZIP64 = 1 };

static int damaged(io_zip_member *m, const char *how) {
    return io_input_fail(m->in, "the archive is damaged (%s: %s).", m->name, how);
}

static int truncated(io_input *in) { return io_input_fail(in, "the archive is truncated."); }

static int read_all(io_input *in, void *to, size_t wanted) {
    size_t got = 0;
    if (io_input_read(in, to, wanted, &got) != 0) return in->problem->code;
    return got == wanted ? 0 : truncated(in);
}

/* Reads the extra fields; one of them has sizes of 64 bits. */
static int read_extra(io_zip_member *m, size_t length) {
    unsigned char field[4], sizes[16];
    while (length >= sizeof field) {
        if (read_all(m->in, field, sizeof field) != 0) return m->in->problem->code;
        size_t bytes = (size_t)io_load_le(field + 2, 2);
        length -= sizeof field;
        if (bytes > length) return damaged(m, "a field of its header is too long");
        length -= bytes;
        if (io_load_le(field, 2) == ZIP64 && bytes >= sizeof sizes && m->size == UINT32_MAX) {
            if (read_all(m->in, sizes, sizeof sizes) != 0) return m->in->problem->code;
            m->size = io_load_le(sizes, 8);
            m->packed = io_load_le(sizes + 8, 8);
            bytes -= sizeof sizes;
        }
        uint64_t got = 0;
        if (io_input_skip(m->in, bytes, &got) != 0) return m->in->problem->code;
    }
    uint64_t got = 0;
    return io_input_skip(m->in, length, &got);
}

static int read_name(io_zip_member *m, size_t length) {
    const size_t kept = length < sizeof m->name ? length : sizeof m->name - 1;
    uint64_t got = 0;
    if (read_all(m->in, m->name, kept) != 0) return m->in->problem->code;
    m->name[kept] = '\0';
    return io_input_skip(m->in, length - kept, &got);
}

static int read_header(io_zip_member *m) {
    unsigned char h[HEADER];
    if (read_all(m->in, h, sizeof h) != 0) return m->in->problem->code;
    const unsigned flags = (unsigned)io_load_le(h + 2, 2), method = (unsigned)io_load_le(h + 4, 2);
    m->checksum = (uint32_t)io_load_le(h + 10, 4);
    m->packed = io_load_le(h + 14, 4);
    m->size = io_load_le(h + 18, 4);
    if (read_name(m, (size_t)io_load_le(h + 22, 2)) != 0 || read_extra(m, (size_t)io_load_le(h + 24, 2)) != 0)
        return m->in->problem->code;
    m->deflated = method == DEFLATED;
    m->described = (flags & DESCRIBED) != 0;
    if ((flags & ENCRYPTED) || (method != STORED && method != DEFLATED))
        return io_input_fail(m->in, "%s in the archive is encrypted or uses an unknown compression.",
                             m->name);
    if (m->described && !m->deflated)
        return io_input_fail(
            m->in, "the size of %s is not known before its end; write the archive to a file.", m->name);
    return 0;
}

/* What stands behind the members: the bytes of a record behind its signature, and `count` lengths of what follows it, each of `width` bytes,
 * from byte `lengths` on. */
typedef struct tail {
    uint64_t signature;
    size_t bytes, lengths, count, width;
} tail;
static const tail tails[] = {
    {CENTRAL, 42, 24, 3, 2}, {END_WIDE, 8, 0, 1, 8}, {END_WIDE_PLACE, 16, 0, 0, 0}, {END, 18, 16, 1, 2}};

/* Reads a record, and skips its name, fields and comment. */
static int read_tail(io_input *in, const tail *what) {
    unsigned char record[64];
    uint64_t left = 0, got = 0;
    if (read_all(in, record, what->bytes) != 0) return in->problem->code;
    for (size_t k = 0; k < what->count; k++)
        left += io_load_le(record + what->lengths + what->width * k, what->width);
    if (io_input_skip(in, left, &got) != 0) return in->problem->code;
    return got == left ? 0 : truncated(in);
}

static int check_end(io_input *in) {
    unsigned char next;
    size_t got = 0;
    if (io_input_read(in, &next, 1, &got) != 0) return in->problem->code;
    return got == 0 ? 0 : io_input_fail(in, "the archive is damaged: there are bytes behind its end.");
}

/* Reads the directory behind the members, whose first signature was read.  An archive without the end of its directory is truncated. */
static int read_directory(io_input *in, uint64_t signature) {
    unsigned char next[4];
    for (;;) {
        const tail *what = tails;
        while (what < tails + sizeof tails / sizeof *tails && what->signature != signature) what++;
        if (what == tails + sizeof tails / sizeof *tails)
            return io_input_fail(in, "the directory of the archive is damaged.");
        if (read_tail(in, what) != 0) return in->problem->code;
        if (signature == END) return check_end(in);
        if (read_all(in, next, sizeof next) != 0) return in->problem->code;
        signature = io_load_le(next, 4);
    }
}

int io_zip_next(io_zip_member *m, int *found) {
    unsigned char signature[4];
    io_input *in = m->in;
    memset(m, 0, sizeof *m);
    m->in = in;
    *found = 0;
    if (read_all(in, signature, sizeof signature) != 0) return in->problem->code;
    const uint64_t what = io_load_le(signature, 4);
    if (what == CENTRAL || what == END)
        return read_directory(in, what); /* an empty archive has its end alone */
    if (what != LOCAL)
        return io_input_fail(in, "is not a zip archive, which an .npz file must be, or is damaged.");
    if (read_header(m) != 0) return in->problem->code;
    if (m->deflated && inflateInit2(&m->stream, -15) != Z_OK)
        return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory to unpack it.", in->name);
    *found = 1;
    return 0;
}

static int read_stored(io_zip_member *m, void *to, size_t wanted, size_t *got) {
    const uint64_t left = m->size - m->taken;
    if (io_input_read(m->in, to, wanted < left ? wanted : (size_t)left, got) != 0)
        return m->in->problem->code;
    m->taken += *got;
    m->ended = *got == 0;
    return *got == 0 && left > 0 && wanted > 0 ? truncated(m->in) : 0;
}

static int read_deflated(io_zip_member *m, void *to, size_t wanted, size_t *got) {
    const uInt room = wanted < INT32_MAX ? (uInt)wanted : (uInt)INT32_MAX;
    *got = 0;
    while (*got == 0 && !m->ended && room > 0) {
        unsigned char *bytes = NULL;
        size_t count = 0;
        if (io_input_peek(m->in, &bytes, &count) != 0) return m->in->problem->code;
        if (!m->described && count > m->packed - m->taken) count = (size_t)(m->packed - m->taken);
        if (count == 0) return m->described || m->taken < m->packed ? truncated(m->in) : damaged(m, "no end");
        m->stream.next_in = bytes;
        m->stream.avail_in = (uInt)count;
        m->stream.next_out = to;
        m->stream.avail_out = room;
        const int answer = inflate(&m->stream, Z_NO_FLUSH);
        io_input_consume(m->in, count - m->stream.avail_in);
        m->taken += count - m->stream.avail_in;
        *got = room - m->stream.avail_out;
        m->ended = answer == Z_STREAM_END;
        if (answer != Z_OK && answer != Z_STREAM_END && answer != Z_BUF_ERROR)
            return damaged(m, m->stream.msg ? m->stream.msg : "cannot be unpacked");
    }
    return 0;
}

int io_zip_read(void *member, void *to, size_t wanted, size_t *got) {
    io_zip_member *m = member;
    if ((m->deflated ? read_deflated : read_stored)(m, to, wanted, got) != 0) return m->in->problem->code;
    m->given += *got;
    m->sum = (uint32_t)crc32(m->sum, to, (uInt)*got);
    return 0;
}

/* Reads the sizes and the checksum behind a member.  The signature is optional, and sizes have 4 or 8 bytes each. */
static int read_descriptor(io_zip_member *m) {
    unsigned char text[16];
    if (read_all(m->in, text, 4) != 0) return m->in->problem->code;
    if (io_load_le(text, 4) == DESCRIPTOR && read_all(m->in, text, 4) != 0) return m->in->problem->code;
    m->checksum = (uint32_t)io_load_le(text, 4);
    if (read_all(m->in, text, 8) != 0) return m->in->problem->code;
    m->packed = io_load_le(text, 4);
    m->size = io_load_le(text + 4, 4);
    if (m->packed == (m->taken & UINT32_MAX) && m->size == (m->given & UINT32_MAX)) return 0;
    if (read_all(m->in, text + 8, 8) != 0) return m->in->problem->code;
    m->packed = io_load_le(text, 8);
    m->size = io_load_le(text + 8, 8);
    return 0;
}

int io_zip_finish(io_zip_member *m) {
    unsigned char rest[4096];
    size_t got = 0;
    do
        if (io_zip_read(m, rest, sizeof rest, &got) != 0) return m->in->problem->code;
    while (got > 0);
    if (m->described && read_descriptor(m) != 0) return m->in->problem->code;
    if (!m->described && m->taken < m->packed) return damaged(m, "data follow its end");
    if (m->given != m->size) return damaged(m, "incorrect length");
    return m->sum == m->checksum ? 0 : damaged(m, "incorrect checksum");
}

void io_zip_close(io_zip_member *m) {
    if (m->deflated) (void)inflateEnd(&m->stream);
    m->deflated = 0;
}
