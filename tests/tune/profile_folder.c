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

int other_value(const nf_context *context) {
    const nf_tunable *row = &nf_scan_family.rows[0];
    for (int k = 0; row->values[k]; k++)
        if (row->values[k] != nf_default(context, &nf_scan_family, 0) &&
            nf_tunable_holds(context, row, row->values[k]))
            return row->values[k];
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
