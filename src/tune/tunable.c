/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tune/tunable.h"

#include "opencl/host_device.h"
#include "tune/capability.h"
#include "tune/known.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long nf_word_value(const char *words, const char *name) {
    const size_t length = strlen(name);
    for (const char *word = words; *word; word += strcspn(word, " ,")) {
        char *end = NULL;
        word += strspn(word, " ,");
        if (strncmp(word, name, length) != 0 || word[length] != '=' ||
            !isdigit((unsigned char)word[length + 1]))
            continue;
        const long value = strtol(word + length + 1, &end, 10);
        if (value <= 1 << 24 && strchr(" ,", *end)) return value;
    }
    return -1;
}

/* The value of "family.NAME=" in the words, or 0. */
static int word_for(const char *words, const nf_family *family, size_t row) {
    char name[80];
    if (!*words) return 0;
    snprintf(name, sizeof name, "%s.%s", family->name, family->rows[row].name);
    const long value = nf_word_value(words, name);
    return value > 0 ? (int)value : 0;
}

static int holds(const nf_context *context, const nf_tunable *row, int value) {
    return !row->holds || row->holds(context, value);
}

static int standard(const nf_context *context, const nf_family *family, size_t row) {
    const nf_tunable *tunable = &family->rows[row];
    return nf_is_serial(context) ? tunable->cpu : tunable->gpu;
}

/* 1 for "family.NAME". */
static int is_named(const char *name, const char *family, size_t length, const char *row) {
    return strncmp(name, family, length) == 0 && name[length] == '.' && strcmp(name + length + 1, row) == 0;
}

/* The value of the row in the profile, if it is worth trying on this device; or 0.  Runs several times for every launch: no snprintf. */
static int stored(const nf_context *context, const nf_family *family, size_t row) {
    const nf_tunable *tunable = &family->rows[row];
    const nf_known *known = nf_known_of(context);
    const size_t length = strlen(family->name);
    int value = 0;
    for (uint32_t v = 0; v < known->value_count; v++)
        if (is_named(known->values[v].name, family->name, length, tunable->name))
            value = known->values[v].value;
    for (int k = 0; k < NF_TUNABLE_VALUES && tunable->values[k]; k++)
        if (tunable->values[k] == value && holds(context, tunable, value)) return value;
    return 0;
}

/* 1 if words tune a family: on the host only those that the context lists, as its kernels have one shape. */
static int takes_words(const nf_context *context, const nf_family *family) {
    const nf_family *const *f = nf_known_of(context)->families;
    if (!nf_on_host(context)) return 1;
    while (*f && *f != family) f++;
    return *f != NULL;
}

/* With the source: nf_tunable_info.source. */
static int tuned_from(const nf_context *context, const nf_family *family, size_t row, const char **source) {
    int value = takes_words(context, family) ? word_for(nf_known_of(context)->tuning, family, row) : 0;
    *source = "refused";
    if (value > 1 && strcmp(family->rows[row].name, "GROUP") == 0 && !nf_can(context, NF_CAN_GROUPS))
        return 1;
    *source = "words";
    if (value) return value;
    value = stored(context, family, row);
    *source = "stored";
    if (value) return value;
    *source = "default";
    return standard(context, family, row);
}

int nf_tuned(const nf_context *context, const nf_family *family, size_t row) {
    const char *source = NULL;
    return tuned_from(context, family, row, &source);
}

int nf_is_alone(const nf_context *context, const nf_family *family) {
    return nf_is_serial(context) && nf_tuned(context, family, 0) == 1;
}

int nf_fits_group(const nf_context *context, int value) {
    if (!nf_can(context, NF_CAN_GROUPS)) return value == 1;
    const int least = nf_is_cpu(&context->device) ? 1 : 2, wave = (int)nf_lanes_wave(nf_lanes_of(context));
    return value >= least && (value >= wave || nf_is_cpu(&context->device)) &&
           (uint64_t)value <= context->device.max_work_group;
}

int nf_fits_item(const nf_context *context, int value) {
    enum { ITEMS_MOST = 128 }; /* primitives/tile.c reduces larger values to this */
    return nf_is_serial(context) || value <= ITEMS_MOST;
}

int nf_fits_groups(const nf_context *context, int value) {
    (void)value;
    return nf_can(context, NF_CAN_GROUPS);
}

int nf_fits_cpu(const nf_context *context, int value) {
    (void)value;
    return nf_is_serial(context);
}

/* ---- for users ---------------------------------------------------------------------------------------- */

static nf_tunable_info describe(const nf_context *context, const nf_family *family, size_t row) {
    const nf_tunable *t = &family->rows[row];
    nf_tunable_info info = {.family = family->name, .name = t->name};
    info.value = tuned_from(context, family, row, &info.source);
    info.default_value = standard(context, family, row);
    for (int k = 0; k < NF_TUNABLE_VALUES && t->values[k]; k++)
        if (holds(context, t, t->values[k])) info.values[info.value_count++] = t->values[k];
    return info;
}

int nf_tuning_takes(const nf_context *context, const char *word) {
    if (nf_word_value(word, NF_STAGING_WORD) > 0) return 1;
    for (const nf_family *const *f = nf_known_of(context)->families; *f; f++)
        for (size_t row = 0; row < (*f)->count; row++)
            if (word_for(word, *f, row)) return 1;
    return 0;
}

nf_status nf_tunables(const nf_context *context, nf_tunable_info *infos, size_t capacity, size_t *count) {
    if (!context || !count || (capacity && !infos)) return NF_ERROR_ARGUMENT;
    *count = 0;
    for (const nf_family *const *f = nf_known_of(context)->families; *f; f++)
        for (size_t row = 0; row < (*f)->count; row++, (*count)++)
            if (*count < capacity) infos[*count] = describe(context, *f, row);
    return NF_OK;
}
