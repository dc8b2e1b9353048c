/* The fields of a line of a table, and which of its columns are coordinates. */
#ifndef NEARFIELD_IO_COLUMNS_H
#define NEARFIELD_IO_COLUMNS_H

#include "input.h"
#include "text.h"

enum { NF_MOST_FIELDS = 4096, NF_MOST_COORDINATES = 3 };

typedef struct {
    nf_word word; /* without its quotes */
    bool quoted;
} nf_field;

typedef struct {
    nf_field *fields;
    size_t count; /* can be more than NF_MOST_FIELDS, which are those that are there */
} nf_table_row;

/* ',' or ';' where the line has one, else ' ': any blanks.  A line with both has *mixed set. */
char nf_separator_of(const char *line, bool *mixed);

/* Cuts a line at the separator and at its comment; what stands in quotes is not cut. */
void nf_split_fields(const char *line, char separator, nf_table_row *row);

bool nf_field_is_number(nf_field field);

/* What --columns says: up to three positions from 1, or names. */
typedef struct {
    nf_word name;    /* of length 0: a position */
    size_t position; /* from 0 */
} nf_wish;

typedef struct {
    nf_wish of[NF_MOST_COORDINATES];
    int count; /* 0: nothing was said */
    bool names;
} nf_wishes;

/* Returns 0 or in->problem->code, which is NF_EXIT_USAGE. */
int nf_parse_wishes(nf_input *in, const char *text, nf_wishes *wishes);

typedef struct {
    size_t at[NF_MOST_COORDINATES]; /* from 0 */
    int dims;
} nf_columns;

/* Chooses among `count` columns: those wished for, those that a heading calls x, y, z, or all where there are three
 * at most and no heading (NULL).  Says in `note` which they are.  Returns 0 or in->problem->code. */
int nf_choose_columns(nf_input *in, const nf_wishes *wishes, const nf_table_row *heading, size_t count,
                      nf_columns *columns, char *note, size_t size);

#endif
