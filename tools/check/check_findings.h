/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The findings of nearfield check, which are printed and stored. */
#ifndef NEARFIELD_CHECK_CHECK_FINDINGS_H
#define NEARFIELD_CHECK_CHECK_FINDINGS_H

#include "options/options.h"
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

#endif
