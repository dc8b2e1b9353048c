/* The sections of the HTML report about one case each. */
#ifndef NEARFIELD_TOOL_BENCH_HTML_H
#define NEARFIELD_TOOL_BENCH_HTML_H

#include "bench.h"

/* The rows of one case and precision: the last of them is at the largest size. */
typedef struct html_case {
    const bench_row *first, *last;
} html_case;

/* The name of a case's section, for links to it. */
void html_anchor(const bench_row *row, FILE *to);

/* Plot and key, the stages, and a table of all numbers. */
void html_write_case(const bench_report *report, const html_case *rows, FILE *to);

#endif
