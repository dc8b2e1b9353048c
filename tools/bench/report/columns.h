/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The columns of a report.  JSON, CSV, the text and the reader of older reports walk these tables. */
#ifndef NEARFIELD_BENCH_REPORT_COLUMNS_H
#define NEARFIELD_BENCH_REPORT_COLUMNS_H

#include "bench/bench.h"
#include "text/json.h"

enum { BENCH_WORD = 2 * BENCH_NAME + 2 };

/* What a member is, and how it is written. */
typedef enum bench_kind {
    BENCH_END, /* of a table */
    BENCH_TEXT,
    BENCH_CASE, /* const bench_case *: its name */
    BENCH_UNIT, /* the same: its unit */
    BENCH_PRECISION,
    BENCH_COUNT, /* uint64_t */
    BENCH_INT,
    BENCH_NUMBER,  /* double */
    BENCH_TIME,    /* a double that is missing where it is not positive */
    BENCH_SPREAD,  /* the same, in percent */
    BENCH_PERCENT, /* double */
    BENCH_BOUND,   /* int */
    BENCH_CHANGED  /* bench_change */
} bench_kind;

/* Which rows or reports have a column.  Those of the device are read by --compare, and written by json_device(). */
typedef enum bench_whose { BENCH_ALL, BENCH_OWN, BENCH_PEERS, BENCH_COMPARED, BENCH_DEVICE } bench_whose;

/* A member of a struct. */
typedef struct bench_column {
    const char *name; /* in JSON and CSV; NULL: not there */
    const char *head; /* in tables; NULL: not there, "": the unit of the case */
    int width;
    bench_kind kind;
    bench_whose whose;
    size_t at, size;
} bench_column;

/* Of bench_report, where those of kind BENCH_TIME are the rates of the floor, and --compare notes what has changed of those
   that have a head; and of bench_row. */
extern const bench_column bench_report_columns[], bench_row_columns[];

static inline const void *bench_at(const bench_column *column, const void *object) {
    return (const char *)object + column->at;
}

struct cJSON;

/* 1 if JSON and CSV have a value of this column. */
int bench_has(const bench_column *column, const void *object, bench_whose whose);

/* Writes the value as a member of an object, and as CSV has it. */
void bench_put_json(json_out *j, const bench_column *column, const void *object);
void bench_put_csv(FILE *to, const bench_column *column, const void *object);

/* What the JSON of all reports begins with, its member about the device, and its end with the notes. */
void bench_open_json(json_out *j, const char *schema);
void bench_put_device(json_out *j, const bench_report *report);
void bench_close_json(json_out *j, const bench_report *report);

/* Takes the members of an object of JSON that the columns name, as far as they have the right type. */
void bench_take(const struct cJSON *from, const bench_column *columns, void *object);

/* The first column from `column` on that the tables of this report show; NULL beyond the last. */
const bench_column *bench_shown(const bench_report *report, const bench_column *column);

/* What tables show of a measurement.  A peer's has its name in place of n, and a remark from the first column on that it
   does not have: then *last is set. */
const char *bench_cell(const bench_report *report, const bench_row *row, const bench_column *column,
                       char text[BENCH_WORD], int *last);

/* "copies 6.75 GB/s; uint32 36.3 Gop/s; ..." */
const char *bench_floor_words(const bench_report *report, char text[BENCH_SENTENCE]);

/* Three digits without an exponent: 0.00123, 1.23, 123, 12345; "-" for what is not positive. */
const char *bench_short(double value, char text[BENCH_WORD]);

/* "pairs, double" or "scan". */
const char *bench_row_title(const bench_row *row, char text[BENCH_WORD]);

/* 1 when both are of the same case and precision. */
int bench_is_same_case(const bench_row *a, const bench_row *b);

/* 1 when `peer` is a peer's row of the same case, size and precision. */
int bench_is_peer_of(const bench_row *peer, const bench_row *own);

#endif
