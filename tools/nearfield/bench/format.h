/* A report as people read it: titles, numbers, and the cells of its tables, which text and HTML share. */
#ifndef NEARFIELD_TOOL_BENCH_FORMAT_H
#define NEARFIELD_TOOL_BENCH_FORMAT_H

#include "bench.h"
#include "grouped.h"

enum { BENCH_WORD = GROUPED };

/* The columns of a table.  A peer's row has a remark from BENCH_REMARK on. */
enum { BENCH_REMARK = 5, BENCH_DEVICE_CHANGE = 9, BENCH_WALL_CHANGE = 10, BENCH_COLUMNS = 11 };

typedef struct bench_cell {
    char text[2 * BENCH_NAME + 2];
} bench_cell;

/* Three digits without an exponent: 0.00123, 1.23, 123, 12345; "-" for what is not positive. */
const char *bench_short(double value, char text[BENCH_WORD]);

/* "pairs, double" or "scan". */
const char *bench_row_title(const bench_case *what, nf_type precision, char text[BENCH_WORD]);

/* The columns of this report, and the head and the width of one. */
size_t bench_column_count(const bench_report *report);
const char *bench_head(const bench_case *what, size_t column);
int bench_width(size_t column);

/* Writes the cells of a row, ours or a peer's; returns how many. */
size_t bench_cells(const bench_report *report, const bench_row *row, bench_cell cells[BENCH_COLUMNS]);

/* 1 when both are ours, or both peers', and of the same case and precision. */
int bench_is_same_case(const bench_row *a, const bench_row *b);

/* 1 when `peer` is a peer's row of the same case, size and precision. */
int bench_is_peer_of(const bench_row *peer, const bench_row *own);

int bench_has_first_use(const bench_report *report);

#endif
