/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "profile_folder.h"

#include "primitives/run.h"
#include "tune/capability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char folder[256];

void make_folder(void) {
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nearfield-profiles-XXXXXX", parent && *parent ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

void remove_folder(void) {
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

nf_context *open_context(const char *config) {
    const nf_context_options options = {.config_folder = config, .self_check = -1};
    return support_context_with(&options);
}

static nf_tunable_info scan_row(const nf_context *context) {
    static nf_tunable_info infos[128];
    size_t count = 0, k = 0;
    ck_assert_int_eq(nf_tunables(context, infos, 128, &count), NF_OK);
    while (strcmp(infos[k].family, "scan") != 0) k++;
    return infos[k];
}

int default_value(const nf_context *context) { return scan_row(context).default_value; }

int other_value(const nf_context *context) {
    const nf_tunable_info row = scan_row(context);
    for (int k = 0; k < row.value_count; k++)
        if (row.values[k] != row.default_value) return row.values[k];
    ck_abort_msg("scan has one value alone");
    return 0;
}

nf_profile profile_of(const nf_context *context, int value) {
    nf_profile p;
    nf_profile_of_device(nf_context_device(context), &p);
    p.checked = p.proved = 1u << NF_CAN_INT64_ATOMICS;
    p.value_count = 1;
    snprintf(p.values[0].name, sizeof p.values[0].name, "scan.%s", nf_scan_family.rows[0].name);
    p.values[0].value = value;
    return p;
}

int scan_value(const nf_context *context) { return nf_tuned(context, &nf_scan_family, 0); }
