/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Splits the lines of a table into fields, and chooses the columns that are coordinates. */
#ifndef NEARFIELD_FORMATS_TABLES_COLUMNS_H
#define NEARFIELD_FORMATS_TABLES_COLUMNS_H

#include "formats/reader/input.h"
#include "text/words.h"

/* A point has up to IO_USUAL_COORDINATES, or up to IO_MOST_COORDINATES where the options allow more (io_source_options) and they are asked
 * for by --columns. */
enum { IO_MOST_FIELDS = 4096, IO_USUAL_COORDINATES = 3, IO_MOST_COORDINATES = 8 };

typedef struct io_field {
    span word; /* without its quotes */
    int quoted;
} io_field;

typedef struct io_table_row {
    io_field *fields;
    size_t count; /* of the line; only the first IO_MOST_FIELDS of them are stored */
} io_table_row;

/* The separator of a line: ',' or ';', or ' ' for any blanks.  Sets *mixed where the line has both. */
char io_separator_of(const char *line, int *mixed);

/* Splits a line at the separator, up to its comment.  Text in quotes is not split. */
void io_split_fields(const char *line, char separator, io_table_row *row);

int io_field_is_number(io_field field);

/* How many of x, y and z the heading names. */
int io_names_coordinates(const io_table_row *heading);

/* The value of --columns: positions or names, as many as a point may have coordinates. */
typedef struct io_wish {
    span name;       /* of length 0 where it is a position */
    size_t position; /* from 0 */
} io_wish;

typedef struct io_wishes {
    io_wish of[IO_MOST_COORDINATES];
    int count; /* 0: --columns was not given */
    int names;
} io_wishes;

/* Returns 0 or in->problem->code, which is EXIT_USAGE. */
int io_parse_wishes(io_input *in, const char *text, io_wishes *wishes);

typedef struct io_columns {
    size_t at[IO_MOST_COORDINATES]; /* from 0 */
    int dims;
} io_columns;

/* Finds the column of this name in the heading: as it is written or else in any case or without a unit.  Refuses a heading
 * with none or several.  Returns 0 or in->problem->code. */
int io_find_column(io_input *in, const io_table_row *heading, span name, size_t *at);

/* Chooses among `count` columns: those of --columns, those that the heading names x, y, z, or, without a heading (NULL), all
 * of at most three.  Writes to `note` which they are.  Returns 0 or in->problem->code. */
int io_choose_columns(io_input *in, const io_wishes *wishes, const io_table_row *heading, size_t count,
                      io_columns *columns, char *note, size_t size);

/* The same for an array without a heading, whose shape is `shape` in messages: the columns of --columns, or all. */
int io_choose_of_array(io_input *in, const char *shape, uint64_t width, io_columns *columns, char *note,
                       size_t size);

#endif
