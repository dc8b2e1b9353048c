/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads a file (plain or gzipped), standard input or memory, by lines and by blocks. */
#ifndef NEARFIELD_FORMATS_READER_INPUT_H
#define NEARFIELD_FORMATS_READER_INPUT_H

#include "text/problem.h"

#include <stddef.h>
#include <stdint.h>

/* Reads up to `wanted` bytes; *got is 0 at the end.  Returns 0, or a code after setting its own problem. */
typedef int io_input_stream(void *state, void *to, size_t wanted, size_t *got);

typedef struct io_input {
    const char *name; /* for error messages */
    text_problem *problem;
    const struct io_source_options *options; /* NULL within an archive */
    int integers;                            /* within an archive: integers are points, too */
    const char *value;                       /* as in the options, also within an archive */
    uint64_t frames;                         /* frames that have been read before */
    uint64_t line_number;                    /* of the last line that was read, from 1 */
    /* What a reader, or a library that reads the file by itself, keeps between frames; it is closed with the input. */
    void *kept;
    void (*close_kept)(void *kept);
    /* The rest is private to input.c. */
    const char *path;        /* NULL for standard input, memory and streams */
    struct io_gzip *gzip;    /* NULL for memory and streams */
    io_input_stream *stream; /* or NULL */
    void *state;
    const unsigned char *memory;
    size_t memory_left;
    unsigned char *buffer;
    size_t begin, end, capacity;
    size_t next[2]; /* where to look for the next \n and \r: none stands between begin and there */
    char *held;
} io_input;

typedef enum io_input_state { IO_INPUT_PROBLEM = -1, IO_INPUT_END = 0, IO_INPUT_LINE = 1 } io_input_state;

/* A problem if the path is that of a folder. */
int io_input_refuse_folder(const char *path, text_problem *problem);

/* path "-" is standard input.  Return 0 or problem->code.  After 0, io_input_close() must be called. */
int io_input_open(io_input *in, const char *path, text_problem *problem);
int io_input_open_memory(io_input *in, const char *name, const void *bytes, size_t size,
                         text_problem *problem);
int io_input_open_stream(io_input *in, const char *name, io_input_stream *stream, void *state,
                         text_problem *problem);
void io_input_close(io_input *in);

/* The path of a plain file, for libraries that open it themselves; NULL where it is gzipped, a pipe or in memory. */
const char *io_input_path(const io_input *in);

/* Gives the next bytes without consuming them; none at the end.  io_input_consume() consumes some of them. */
int io_input_peek(io_input *in, unsigned char **bytes, size_t *count);
void io_input_consume(io_input *in, size_t count);

/* For a text at its begin: refuses it if a zero byte is among the next bytes, before its first lines are taken for text.
 * Returns 0 or problem->code. */
int io_input_refuse_binary(io_input *in);

/* Tells whether any bytes are left, without consuming them.  Returns 0 or problem->code. */
int io_input_at_end(io_input *in, int *at_end);

/* Reads the next line without its end, which is \n, \r\n or \r, also where a text mixes them.  The line is valid until the next
 * call, and contains no NUL. */
io_input_state io_input_line(io_input *in, char **line);

/* Reads the next line that is not blank. */
io_input_state io_input_filled_line(io_input *in, char **line);

/* Makes the next call return the last line again.  No other call may come between. */
void io_input_hold(io_input *in, char *line);

/* Read or skip up to `wanted` bytes; fewer only at the end.  Return 0 or problem->code. */
int io_input_read(io_input *in, void *to, size_t wanted, size_t *got);
int io_input_skip(io_input *in, uint64_t wanted, uint64_t *got);

/* Reads the rest of the input into a block, which the caller frees, also after a problem.  Returns 0 or problem->code. */
int io_input_load(io_input *in, unsigned char **bytes, size_t *size);

/* The share of the file that has been read, from 0 to 1; below 0 where it is not known. */
double io_input_share(const io_input *in);

/* Reads the rest of a gzipped file, to compare its checksum.  The bytes are lost.  Returns 0 or problem->code. */
int io_input_check_rest(io_input *in);

/* Set the problem to "NAME: ..." or "NAME:LINE: ...", and return EXIT_INPUT. */
PRINTF_LIKE(2, 3)
int io_input_fail(io_input *in, const char *format, ...);
PRINTF_LIKE(2, 3)
int io_input_fail_line(io_input *in, const char *format, ...);

#endif
