/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Converts profiles to text and back. */
#include "tune/profile.h"

#include "tune/capability.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number grows when the format changes, and when a probe proves something else. */
static const char format[] = "nearfield profile 4";
enum { VALUE_MOST = 1 << 24, LINE = 192 };

/* The fields that identify a device; the driver is the last. */
static const struct {
    const char *name;
    size_t at, room;
} fields[] = {
#define X(member) {#member, offsetof(nf_profile, member), sizeof((nf_profile *)NULL)->member},
    X(name) X(vendor) X(platform) X(type) X(driver)
#undef X
};
enum { FIELDS = sizeof fields / sizeof *fields };

static char *field(nf_profile *p, size_t k) { return (char *)p + fields[k].at; }
static const char *field_of(const nf_profile *p, size_t k) { return (const char *)p + fields[k].at; }

const char *nf_profile_type(const nf_device_info *device) {
    return device->type & CL_DEVICE_TYPE_GPU           ? "gpu"
           : device->type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                                       : "cpu";
}

void nf_profile_of_device(const nf_device_info *d, nf_profile *profile) {
    const char *facts[FIELDS] = {d->name, d->vendor, d->platform_name, nf_profile_type(d), d->driver};
    memset(profile, 0, sizeof *profile);
    for (size_t k = 0; k < FIELDS; k++) {
        snprintf(field(profile, k), fields[k].room, "%s", facts[k]);
        for (char *c = field(profile, k); *c; c++)
            if ((unsigned char)*c < 0x20) *c = ' '; /* one line */
    }
}

int nf_profile_is_of(const nf_profile *profile, const nf_device_info *device) {
    nf_profile own;
    size_t same = 0;
    nf_profile_of_device(device, &own);
    while (same < FIELDS && strcmp(field_of(&own, same), field_of(profile, same)) == 0) same++;
    return same == FIELDS ? 2 : same == FIELDS - 1;
}

/* ---- to text ------------------------------------------------------------------------------------------ */

/* 1 if the array is terminated and is one line: a caller's struct may hold anything. */
static int is_line(const char *array, size_t room) {
    size_t k = 0;
    while (k < room && (unsigned char)array[k] >= 0x20) k++;
    return k < room && !array[k];
}

static int is_tunable(const char *name, long value) {
    return name[0] != '#' && !strpbrk(name, " /") && strchr(name, '.') && value > 0 && value <= VALUE_MOST;
}

static int is_choice(const char *name, const char *choice) {
    return name[0] != '#' && !strchr(name, ' ') && strchr(name, '/') && choice[0];
}

static int is_sound(const nf_profile *p) {
    int sound = p->name[0] && p->type[0] && p->value_count <= NF_PROFILE_VALUES &&
                p->choice_count <= NF_PROFILE_CHOICES;
    for (size_t k = 0; k < FIELDS; k++) sound &= is_line(field_of(p, k), fields[k].room);
    for (uint32_t k = 0; sound && k < p->value_count; k++)
        sound = is_line(p->values[k].name, sizeof p->values[k].name) &&
                is_tunable(p->values[k].name, p->values[k].value);
    for (uint32_t k = 0; sound && k < p->choice_count; k++) {
        const nf_profile_choice *c = &p->choices[k];
        sound = is_line(c->name, sizeof c->name) && is_line(c->choice, sizeof c->choice) &&
                is_choice(c->name, c->choice);
    }
    return sound;
}

void nf_append(char *text, size_t room, const char *words, ...) {
    const size_t used = strlen(text);
    va_list list;
    va_start(list, words);
    vsnprintf(text + used, room - used, words, list);
    va_end(list);
}

nf_status nf_profile_to_text(const nf_profile *profile, char text[NF_PROFILE_BYTES], nf_sentence *error) {
    text[0] = 0;
    if (!is_sound(profile))
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "the profile has no name or type, or a text that does not end or is not one line, or a "
            "tunable or a choice without a name or a value");
    nf_append(text, NF_PROFILE_BYTES, "%s\n", format);
    for (size_t k = 0; k < FIELDS; k++)
        nf_append(text, NF_PROFILE_BYTES, "%s %s\n", fields[k].name, field_of(profile, k));
    for (int k = 0; k < NF_CAPABILITIES; k++)
        if (profile->checked >> k & 1)
            nf_append(text, NF_PROFILE_BYTES, "%s %s\n", nf_capability_word((nf_capability)k),
                      profile->proved >> k & 1 ? "yes" : "no");
    for (uint32_t k = 0; k < profile->value_count; k++)
        nf_append(text, NF_PROFILE_BYTES, "%s %d\n", profile->values[k].name, profile->values[k].value);
    for (uint32_t k = 0; k < profile->choice_count; k++)
        nf_append(text, NF_PROFILE_BYTES, "%s %s\n", profile->choices[k].name, profile->choices[k].choice);
    nf_append(text, NF_PROFILE_BYTES, "end\n");
    return NF_OK;
}

/* ---- from text ---------------------------------------------------------------------------------------- */

static int take_choice(nf_profile *p, const char *name, const char *choice) {
    nf_profile_choice *c = &p->choices[p->choice_count];
    if (!is_choice(name, choice) || strlen(name) >= sizeof c->name || strlen(choice) >= sizeof c->choice ||
        p->choice_count == NF_PROFILE_CHOICES)
        return 0;
    p->choice_count++;
    memcpy(c->name, name, strlen(name) + 1);
    memcpy(c->choice, choice, strlen(choice) + 1);
    return 1;
}

/* Reads one line; 0 if its value is not valid. */
static int take(nf_profile *p, const char *name, const char *value) {
    const int capability = nf_capability_of(name), yes = strcmp(value, "yes") == 0;
    char *end = NULL;
    const long number = strtol(value, &end, 10);
    for (size_t k = 0; k < FIELDS; k++)
        if (strcmp(name, fields[k].name) == 0) {
            if (strlen(value) >= fields[k].room) return 0;
            memcpy(field(p, k), value, strlen(value) + 1);
            return 1;
        }
    if (capability >= 0) {
        if (!yes && strcmp(value, "no") != 0) return 0;
        p->checked |= 1u << capability;
        p->proved = (p->proved & ~(1u << capability)) | (uint32_t)yes << capability;
    } else if (strchr(name, '/')) {
        return take_choice(p, name, value);
    } else if (strchr(name, '.')) {
        nf_profile_value *v = &p->values[p->value_count];
        if (end == value || *end || !is_tunable(name, number) || strlen(name) >= sizeof v->name ||
            p->value_count == NF_PROFILE_VALUES)
            return 0;
        p->value_count++;
        memcpy(v->name, name, strlen(name) + 1);
        v->value = (int32_t)number;
    }
    return 1;
}

/* Copies the line at *at without its end, and moves *at to the next; 0 if it is too long or has control characters. */
static int next_line(const char **at, char line[LINE]) {
    const size_t length = strcspn(*at, "\n");
    if (length >= LINE) return 0;
    memcpy(line, *at, length);
    line[length] = 0;
    *at += length + ((*at)[length] == '\n');
    return is_line(line, LINE);
}

nf_status nf_profile_from_text(const char *text, nf_profile *profile, nf_sentence *error) {
    char line[LINE];
    int good = 1, ended = 0, number = 1;
    memset(profile, 0, sizeof *profile);
    if (!next_line(&text, line) || strcmp(line, format) != 0)
        return nf_fail(error, NF_ERROR_ARGUMENT, "its first line is not \"%s\"", format);
    while (good && !ended && *text) {
        number++;
        good = next_line(&text, line);
        ended = good && strcmp(line, "end") == 0;
        if (!good || ended || !*line || *line == '#') continue;
        char *space = strchr(line, ' ');
        if (space) *space = 0;
        good = space && take(profile, line, space + 1);
    }
    good = good && ended && !*text && profile->name[0] && profile->type[0];
    if (good) return NF_OK;
    memset(profile, 0, sizeof *profile);
    return nf_fail(error, NF_ERROR_ARGUMENT,
                   ended ? "it has no name or type, or goes on behind its end (line %d)"
                         : "line %d has no value, or a wrong one, or is the last and not \"end\"",
                   number);
}
