/* What nearfield check found, for those who write it down. */
#ifndef NEARFIELD_TOOL_CHECK_FINDINGS_H
#define NEARFIELD_TOOL_CHECK_FINDINGS_H

#include "command.h"

#include <stdio.h>

enum { CHECK_PATHS_MOST = 32, CHECK_PROBES_MOST = 64 };

typedef enum check_verdict { TRUSTED, UNTRUSTED, UNDECIDED, UNBUILT } check_verdict;

typedef struct check_findings {
    nf_context *context;
    const nf_check_info *rows;
    size_t count;
    nf_finding findings[CHECK_PROBES_MOST];
    nf_capability_info paths[CHECK_PATHS_MOST];
    size_t path_count;
    nf_profile profile;
    char stored[1100]; /* where, or why not */
    int is_stored;
    size_t undecided;
    check_verdict verdict;
} check_findings;

void check_print(const check_findings *found);
void check_print_json(FILE *to, const check_findings *found);

/* Writes a file that says all of a device: its facts, what was found, pairs held against plain C, and a benchmark of
   about `seconds` (0: none).  `device` is the option.  Answers an exit code and has complained. */
int check_report(const check_findings *found, const char *device, const char *path, double seconds);

/* In a process of its own: holds pairs against plain C and writes on standard output what comes of it, as the elements
   of a JSON array.  Answers the exit code. */
int check_compare(const char *device);

#endif
