/* Bytes of a file (plain or gzipped), of standard input or of memory, read by lines and by blocks. */
#ifndef NEARFIELD_IO_INPUT_H
#define NEARFIELD_IO_INPUT_H

#include "problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Gives up to wanted bytes, *got is 0 at the end; returns 0 or another code, and has said why elsewhere. */
typedef int nf_input_stream(void *state, void *to, size_t wanted, size_t *got);

typedef struct {
    const char *name; /* stands in the sentences */
    nf_problem *problem;
    const char *columns;  /* what --columns says, or NULL */
    const char *array;    /* what --array says, or NULL */
    uint64_t line_number; /* of the line that was returned last, from 1 */
    /* The rest is for input.c alone. */
    struct nf_gzip *gzip;    /* NULL when reading memory */
    nf_input_stream *stream; /* or NULL */
    void *state;
    const unsigned char *memory;
    size_t memory_left;
    unsigned char *buffer;
    size_t begin, end, capacity;
    char *held;
} nf_input;

typedef enum { NF_INPUT_PROBLEM = -1, NF_INPUT_END = 0, NF_INPUT_LINE = 1 } nf_input_state;

/* path "-" is standard input. Return 0 or problem->code. Close in any case that returned 0. */
int nf_input_open(nf_input *in, const char *path, nf_problem *problem);
int nf_input_open_memory(nf_input *in, const char *name, const void *bytes, size_t size, nf_problem *problem);
int nf_input_open_stream(nf_input *in, const char *name, nf_input_stream *stream, void *state,
                         nf_problem *problem);
void nf_input_close(nf_input *in);

/* The bytes that come next, none at the end; consume takes as many of them as have been used. */
int nf_input_peek(nf_input *in, unsigned char **bytes, size_t *count);
void nf_input_consume(nf_input *in, size_t count);

/* Tells, without consuming any, whether there are bytes left. Returns 0 or problem->code. */
int nf_input_at_end(nf_input *in, bool *at_end);

/* The next line without its \n or \r\n; it lasts until the next call and contains no NUL. */
nf_input_state nf_input_line(nf_input *in, char **line);

/* The next line that holds more than blanks. */
nf_input_state nf_input_filled_line(nf_input *in, char **line);

/* The line that was returned last comes once more. */
void nf_input_hold(nf_input *in, char *line);

/* Reads up to wanted bytes; fewer only at the end. Return 0 or problem->code. */
int nf_input_read(nf_input *in, void *to, size_t wanted, size_t *got);
int nf_input_skip(nf_input *in, uint64_t wanted, uint64_t *got);

/* Reads a gzipped file to its end, where its checksum stands: a reader may stop before. The bytes are lost.
 * Returns 0 or problem->code. */
int nf_input_check_rest(nf_input *in);

/* "NAME: ..." and "NAME:LINE: ..."; both return NF_EXIT_INPUT. */
int nf_input_fail(nf_input *in, const char *format, ...);
int nf_input_fail_line(nf_input *in, const char *format, ...);

#endif
