/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tune/capability.h"

#include "opencl/host_device.h"
#include "opencl/quirks.h"
#include "tune/known.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    int on_cpus;
    const char *meaning;
} rows[] = {
#define X(name, word, on_cpus, meaning) {word, on_cpus, meaning},
    NF_CAPABILITY_TABLE(X)
#undef X
};

void nf_capability_force(nf_context *context) {
    const char *paths = nf_on_host(context) ? NULL : getenv("NEARFIELD_PATHS");
    const int unproved = paths && strstr(paths, "unproved");
    nf_known *known = nf_known_of(context);
    known->forced = known->forced_on = 0;
    for (uint32_t k = 0; paths && k < NF_CAPABILITIES; k++) {
        const long force = nf_word_value(paths, rows[k].word);
        if (force != 0 && (force != 1 || !unproved))
            continue; /* an unproved path could hang the user's process */
        known->forced |= 1u << k;
        known->forced_on |= (uint32_t)force << k;
    }
}

int nf_capability_takes(const nf_context *context, const char *word) {
    (void)context;
    for (uint32_t k = 0; k < NF_CAPABILITIES; k++) {
        const long force = nf_word_value(word, rows[k].word);
        if (force == 0 || force == 1) return 1;
    }
    return strcmp(word, "unproved") == 0;
}

/* 1 if a quirk of the driver rules the capability out, whatever a probe found: the probe may have run with another
   work-group method, and its waits (which are loops) are shorter than those of large kernels. */
static int is_refused(const nf_context *context, nf_capability capability) {
    return (capability == NF_CAN_GROUPS && nf_has_quirk(&context->device, NF_QUIRK_BREAKS_GROUPS)) ||
           ((capability == NF_CAN_LOOK_BACK || capability == NF_CAN_GRID_BARRIER) &&
            nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS));
}

/* Capabilities that count as proved before a check. */
static const uint32_t assumed = 1u << NF_CAN_GROUPS;

int nf_can(const nf_context *context, nf_capability capability) {
    const nf_known *known = nf_known_of(context);
    const uint32_t proved = known->proved | (assumed & ~known->checked);
    if (known->forced >> capability & 1) return (int)(known->forced_on >> capability & 1);
    return (proved >> capability & 1) && !is_refused(context, capability);
}

int nf_is_serial(const nf_context *context) {
    return nf_is_cpu(&context->device) ||
           (!nf_can(context, NF_CAN_GROUPS) && !nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS));
}

const char *nf_capability_word(nf_capability capability) { return rows[capability].word; }

int nf_capability_of(const char *word) {
    for (int k = 0; k < NF_CAPABILITIES; k++)
        if (strcmp(rows[k].word, word) == 0) return k;
    return -1;
}

int nf_capability_is_for(nf_capability capability, const char *type) {
    return rows[capability].on_cpus || strcmp(type, "cpu") != 0;
}

const char *nf_capability_source(const nf_context *context, nf_capability capability) {
    const nf_known *known = nf_known_of(context);
    return known->forced >> capability & 1    ? "NEARFIELD_PATHS"
           : is_refused(context, capability)  ? "driver"
           : known->checked >> capability & 1 ? "checked"
                                              : "not checked";
}

int nf_may_look_back64(const nf_context *context) {
    return nf_can(context, NF_CAN_LOOK_BACK) &&
           (nf_can(context, NF_CAN_INT64_ATOMICS) || nf_can(context, NF_CAN_PTX));
}

nf_status nf_capabilities(const nf_context *context, nf_capability_info *infos, size_t capacity,
                          size_t *count) {
    if (!context || !count || (capacity && !infos)) return NF_ERROR_ARGUMENT;
    *count = nf_on_host(context) ? 0 : NF_CAPABILITIES;
    for (size_t k = 0; k < *count && k < capacity; k++) {
        const nf_capability capability = (nf_capability)k;
        infos[k] = (nf_capability_info){rows[k].word, rows[k].meaning, nf_can(context, capability),
                                        nf_capability_source(context, capability)};
    }
    return NF_OK;
}
