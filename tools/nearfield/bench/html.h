/* Parts of the HTML report. */
#ifndef NEARFIELD_TOOL_BENCH_HTML_H
#define NEARFIELD_TOOL_BENCH_HTML_H

#include "bench.h"

enum { BENCH_SERIES = 12, BENCH_COLOURS = 8 };

/* Text with the characters that HTML reserves written as entities. */
void bench_escape(FILE *to, const char *text);

/* The names of the peers that have rows of the same case and precision as `row`, in the order of their colours. */
size_t bench_peers_of(const bench_report *report, const bench_row *row, const char *names[BENCH_SERIES]);

/* Time against n with the floor and the peers, both axes logarithmic, as inline SVG: the rows of the same case and
   precision as `row`. */
void bench_plot(const bench_report *report, const bench_row *row, FILE *to);

#endif
