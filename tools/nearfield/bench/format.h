/* Numbers and titles as people read them. */
#ifndef NEARFIELD_TOOL_BENCH_FORMAT_H
#define NEARFIELD_TOOL_BENCH_FORMAT_H

#include "bench.h"
#include "grouped.h"

enum { BENCH_WORD = GROUPED };

/* Three digits without an exponent: 0.00123, 1.23, 123, 12345; "-" for what is not positive. */
const char *bench_short(double value, char text[BENCH_WORD]);

/* "pairs, double" or "scan". */
const char *bench_row_title(const bench_case *what, nf_type precision, char text[BENCH_WORD]);

/* "same", "faster 0.91", "SLOWER 1.12" or "". */
const char *bench_change_words(const bench_change *change, char text[BENCH_WORD]);

#endif
