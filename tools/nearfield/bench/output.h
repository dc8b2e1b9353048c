/* Files of a report: written under another name, and renamed when they are complete. */
#ifndef NEARFIELD_TOOL_BENCH_OUTPUT_H
#define NEARFIELD_TOOL_BENCH_OUTPUT_H

#include "bench.h"

/* Checks that the file can be made, before anything is measured; "-" is standard output. */
int bench_check_output(const char *path);

int bench_write_output(const bench_report *report, const char *path,
                       void (*write)(const bench_report *report, FILE *to));

#endif
