/* The file of nearfield check --report, which is written beside its place and put there when it is complete. */
#ifndef NEARFIELD_TOOL_CHECK_REPORT_H
#define NEARFIELD_TOOL_CHECK_REPORT_H

#include "bench/folder.h"
#include "check_findings.h"

#include "aside.h"

typedef struct check_report_file {
    io_aside aside;
    bench_folder folder; /* for what other processes find out */
} check_report_file;

/* Before anything is checked, and before there are threads.  Answers an exit code and has complained. */
int check_report_begin(check_report_file *report, const char *path);

/* Writes all of a device: its facts, what was found, pairs held against plain C, and a benchmark of about `seconds`
   (0: none).  `device` is the option.  Answers an exit code and has complained. */
int check_report_write(check_report_file *report, const check_findings *found, const char *device,
                       const char *path, double seconds);

/* Removes what is not complete; nothing where all is zero. */
void check_report_end(check_report_file *report);

/* In a process of its own: holds pairs against plain C and writes on standard output what comes of it, as the elements
   of a JSON array.  Answers the exit code. */
int check_compare(const char *device);

#endif
