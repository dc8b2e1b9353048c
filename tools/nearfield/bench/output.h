/* The files of a report: written beside their place and put under their name when they are complete. */
#ifndef NEARFIELD_TOOL_BENCH_OUTPUT_H
#define NEARFIELD_TOOL_BENCH_OUTPUT_H

#include "bench.h"

/* Whether a file can be made there, before anything is measured; "-" is standard output. */
int bench_check_output(const char *path);

int bench_write_output(const bench_report *report, const char *path,
                       void (*write)(const bench_report *report, FILE *to));

#endif
