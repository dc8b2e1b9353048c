/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The file of nearfield check --report.  It is written to a temporary file and renamed when it is complete. */
#ifndef NEARFIELD_CHECK_CHECK_REPORT_H
#define NEARFIELD_CHECK_CHECK_REPORT_H

#include "system/temporary_folder.h"
#include "check/check_findings.h"

#include "system/atomic_file.h"

typedef struct check_report_file {
    atomic_file target;
    temporary_folder folder; /* for the output of other processes */
} check_report_file;

/* Creates the temporary file.  Call it before the checks and before threads start.  Returns an exit code, after an error
   message. */
int check_report_begin(check_report_file *report, const char *path);

/* Writes the report on a device: its properties, the findings, pairs compared with plain C, and a benchmark of about
   `seconds` (0: none).  `device` is the value of --device.  Returns an exit code, after an error message. */
int check_report_write(check_report_file *report, const check_findings *found, const char *device,
                       const char *path, double seconds);

/* Removes an incomplete report.  A struct of zeros is fine. */
void check_report_end(check_report_file *report);

/* Runs in a process of its own: compares pairs with those of plain C and prints the results as the elements of a JSON
   array.  Returns the exit code. */
int check_compare(const char *device);

#endif
