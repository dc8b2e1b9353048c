/* Bytes of a file (plain or gzipped), of standard input or of memory, read by lines and by blocks. */
#ifndef NEARFIELD_IO_INPUT_H
#define NEARFIELD_IO_INPUT_H

#include "problem.h"

#include <stddef.h>
#include <stdint.h>

/* Gives up to wanted bytes, *got is 0 at the end; returns 0 or another code, and has said why elsewhere. */
typedef int io_input_stream(void *state, void *to, size_t wanted, size_t *got);

typedef struct io_input {
    const char *name; /* stands in the sentences */
    io_problem *problem;
    const struct io_source_options *options; /* NULL within an archive */
    uint64_t frames;                         /* that have been read before this one */
    uint64_t line_number;                    /* of the line that was returned last, from 1 */
    /* The rest is for input.c alone. */
    struct io_gzip *gzip;    /* NULL when reading memory */
    io_input_stream *stream; /* or NULL */
    void *state;
    const unsigned char *memory;
    size_t memory_left;
    unsigned char *buffer;
    size_t begin, end, capacity;
    char *held;
} io_input;

typedef enum io_input_state { IO_INPUT_PROBLEM = -1, IO_INPUT_END = 0, IO_INPUT_LINE = 1 } io_input_state;

/* path "-" is standard input. Return 0 or problem->code. Close in any case that returned 0. */
int io_input_open(io_input *in, const char *path, io_problem *problem);
int io_input_open_memory(io_input *in, const char *name, const void *bytes, size_t size, io_problem *problem);
int io_input_open_stream(io_input *in, const char *name, io_input_stream *stream, void *state,
                         io_problem *problem);
void io_input_close(io_input *in);

/* The bytes that come next, none at the end; consume takes as many of them as have been used. */
int io_input_peek(io_input *in, unsigned char **bytes, size_t *count);
void io_input_consume(io_input *in, size_t count);

/* Tells, without consuming any, whether there are bytes left. Returns 0 or problem->code. */
int io_input_at_end(io_input *in, int *at_end);

/* The next line without its \n or \r\n; it lasts until the next call and contains no NUL. */
io_input_state io_input_line(io_input *in, char **line);

/* The next line that holds more than blanks. */
io_input_state io_input_filled_line(io_input *in, char **line);

/* The line that was returned last comes once more. */
void io_input_hold(io_input *in, char *line);

/* Reads up to wanted bytes; fewer only at the end. Return 0 or problem->code. */
int io_input_read(io_input *in, void *to, size_t wanted, size_t *got);
int io_input_skip(io_input *in, uint64_t wanted, uint64_t *got);

/* Reads a gzipped file to its end, where its checksum stands: a reader may stop before. The bytes are lost.
 * Returns 0 or problem->code. */
int io_input_check_rest(io_input *in);

/* "NAME: ..." and "NAME:LINE: ..."; both return NF_EXIT_INPUT. */
int io_input_fail(io_input *in, const char *format, ...);
int io_input_fail_line(io_input *in, const char *format, ...);

#endif
