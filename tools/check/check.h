/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The findings of nearfield check, which are printed and stored, and the file of --report. */
#ifndef NEARFIELD_CHECK_CHECK_H
#define NEARFIELD_CHECK_CHECK_H

#include "options/options.h"
#include "system/atomic_file.h"
#include "system/temporary_folder.h"
#include "text/json.h"

#include <nearfield/experimental/check.h>
#include <stdio.h>

enum { CHECK_PATHS_MOST = 32, CHECK_PROBES_MOST = 64 };

typedef enum check_verdict { TRUSTED, UNTRUSTED, UNDECIDED, UNBUILT } check_verdict;

typedef struct check_findings {
    nf_context *context;
    const nf_probe_info *rows;
    size_t count;
    nf_finding findings[CHECK_PROBES_MOST];
    nf_capability_info paths[CHECK_PATHS_MOST];
    size_t path_count;
    nf_profile profile;
    char stored[1100]; /* the path of the profile, or why nothing was stored */
    int is_stored;
    size_t undecided;
    check_verdict verdict;
} check_findings;

void check_print(const check_findings *r);
void check_print_json(json_out *j, const char *name, const check_findings *r);

/* ---- the file of --report: written to a temporary file, and renamed when it is complete ---------------- */

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

/* The subcommand check.  argv[0] is its name. */
int command_check(int argc, char **argv);

#endif
