/* What the HTML report is made of besides its numbers. */
#ifndef NEARFIELD_TOOL_BENCH_PAGE_H
#define NEARFIELD_TOOL_BENCH_PAGE_H

#include <stdio.h>

/* Text with the characters that mean something in HTML written out. */
void bench_escape(FILE *to, const char *text);

/* The style sheet of the page: both colour schemes, any width. */
void bench_write_style(FILE *to);

#endif
