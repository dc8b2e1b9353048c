/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Probe of work-groups of several work-items. */
#include "tune/probe.h"

#include <string.h>

enum { GROUPS = 64, BEYOND = 3, ALL = GROUPS + BEYOND, PART_MOST = 1000, GROUP_MOST = 256 };

/* Computes the results that probe_groups.cl must write.  Words that are not written stay all ones. */
static void define(nf_trial *t, uint32_t group, uint32_t part) {
    nf_trial_blank(t, ALL + GROUPS * part, ALL * (group + 2));
    memcpy(t->wanted, t->data, t->words * sizeof *t->data);
    for (uint32_t g = 0; g < GROUPS; g++) {
        const uint32_t *in = t->in + ALL + (size_t)g * part;
        uint32_t found[GROUP_MOST] = {0}, odd = 0;
        uint64_t sum = 0;
        if (t->in[g]) continue;
        for (uint32_t k = 0; k < part; k++)
            if (in[k] & 1) found[odd++ & (group - 1)] += in[k] >> 1;
        for (uint32_t item = 0; item < group; sum += found[item], item++)
            t->wanted[g * group + item] = (uint32_t)sum;
        memcpy(t->wanted + (size_t)ALL * group + 2 * (size_t)g, &sum, sizeof sum);
    }
}

nf_status nf_probe_groups(nf_trial *t) {
    static const uint32_t groups[] = {32, GROUP_MOST}, parts[] = {PART_MOST, 1};
    nf_status status = NF_OK;
    for (uint32_t k = 0; k < NF_TRIAL_IN; k++) t->in[k] = k < ALL ? k % 5 == 1 : t->in[k] >> 12;
    for (size_t k = 0; status == NF_OK && k < 4; k++) {
        const uint32_t group = groups[k % 2], part = parts[k / 2];
        nf_spec spec = nf_spec_of(t->work->context, "tune/probe_groups.cl");
        nf_define(&spec, "GROUP", group);
        define(t, group, part);
        status = nf_trial_run(t, &spec, "probe_groups", nf_shape_for(ALL, 1, group), part);
    }
    return status;
}
