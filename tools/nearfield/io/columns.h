/* The fields of a line of a table, and which of its columns are coordinates. */
#ifndef NEARFIELD_IO_COLUMNS_H
#define NEARFIELD_IO_COLUMNS_H

#include "input.h"
#include "text.h"

enum { IO_MOST_FIELDS = 4096, IO_MOST_COORDINATES = 3 };

typedef struct io_field {
    io_word word; /* without its quotes */
    int quoted;
} io_field;

typedef struct io_table_row {
    io_field *fields;
    size_t count; /* can be more than IO_MOST_FIELDS, which are those that are there */
} io_table_row;

/* ',' or ';' where the line has one, else ' ': any blanks.  A line with both has *mixed set. */
char io_separator_of(const char *line, int *mixed);

/* Cuts a line at the separator and at its comment; what stands in quotes is not cut. */
void io_split_fields(const char *line, char separator, io_table_row *row);

int io_field_is_number(io_field field);

/* What --columns says: up to three positions from 1, or names. */
typedef struct io_wish {
    io_word name;    /* of length 0: a position */
    size_t position; /* from 0 */
} io_wish;

typedef struct io_wishes {
    io_wish of[IO_MOST_COORDINATES];
    int count; /* 0: nothing was said */
    int names;
} io_wishes;

/* Returns 0 or in->problem->code, which is NF_EXIT_USAGE. */
int io_parse_wishes(io_input *in, const char *text, io_wishes *wishes);

typedef struct io_columns {
    size_t at[IO_MOST_COORDINATES]; /* from 0 */
    int dims;
} io_columns;

/* The one column that has this name in the heading, as it is written or else in any case or without a unit.  Returns 0 or
 * in->problem->code. */
int io_find_column(io_input *in, const io_table_row *heading, io_word name, size_t *at);

/* Chooses among `count` columns: those wished for, those that a heading calls x, y, z, or all where there are three
 * at most and no heading (NULL).  Says in `note` which they are.  Returns 0 or in->problem->code. */
int io_choose_columns(io_input *in, const io_wishes *wishes, const io_table_row *heading, size_t count,
                      io_columns *columns, char *note, size_t size);

#endif
