/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The folder of profiles, and what a context uses of them. */
#include "core/file.h"
#include "core/hash.h"
#include "opencl/host_device.h"
#include "tune/capability.h"
#include "tune/known.h"
#include "tune/profile.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files -------------------------------------------------------------------------------------------- */

/* folder/name-of-the-device-hash.profile; the hash covers vendor, platform and driver. */
static int profile_path(const char *folder, const nf_device_info *d, char path[NF_PATH_MOST]) {
    const char *const parts[] = {d->name, d->vendor, d->platform_name, d->driver};
    uint64_t hash = NF_HASH_START;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        hash = nf_hash(hash, parts[k], strlen(parts[k]) + 1);
    const int n =
        snprintf(path, NF_PATH_MOST, "%s/%.40s-%016llx.profile", folder, d->name, (unsigned long long)hash);
    for (char *c = path + strlen(folder) + 1; n < NF_PATH_MOST && c < path + n - (int)strlen(".profile"); c++)
        if (!isalnum((unsigned char)*c) || (unsigned char)*c > 127) *c = '-';
    return n > 0 && n < NF_PATH_MOST;
}

/* `why` is the errno of a folder that could not be made, or 0. */
static nf_status write_file(nf_context *context, const nf_profile *profile, const char *path, int why) {
    char text[NF_PROFILE_BYTES];
    const nf_status status = nf_profile_to_text(profile, text, &context->error);
    if (status != NF_OK) return status;
    const nf_file_part part = {text, strlen(text)};
    errno = 0;
    if (nf_file_replace(path, &part, 1)) return NF_OK;
    if (!why) why = errno;
    return nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "%s cannot be written%s%s", path, why ? ": " : "",
                   why ? strerror(why) : "");
}

/* Reads the context's own file.  *found is 0 for one that is not there or cannot be used, and known.trouble gives the
   reason; fails only for a lack of memory. */
static nf_status read_own(nf_context *context, nf_profile *profile, int *found) {
    nf_known *known = nf_known_of(context);
    nf_sentence why = {.text = ""};
    char *text = NULL;
    *found = 0;
    known->trouble.text[0] = 0;
    if (!known->path[0]) return NF_OK;
    const nf_status status =
        nf_file_read_text(&context->allocator, known->path, NF_PROFILE_BYTES, &text, &known->trouble);
    if (status == NF_ERROR_MEMORY) return nf_fail(&context->error, status, "%s", known->trouble.text);
    if (status != NF_OK || !text) return NF_OK;
    if (nf_profile_from_text(text, profile, &why) == NF_OK)
        *found = nf_profile_is_of(profile, &context->device) == 2;
    else (void)nf_fail(&known->trouble, NF_ERROR_ARGUMENT, "%s is damaged: %s", known->path, why.text);
    nf_release(&context->allocator, text);
    return NF_OK;
}

/* ---- the note ----------------------------------------------------------------------------------------- */

enum { NOTE_WORD = 96 };

/* The next of the words, which are separated by blanks or commas; *words may be NULL.  0 if there is none. */
static int next_word(const char **words, char one[NOTE_WORD]) {
    if (!*words) return 0;
    *words += strspn(*words, " ,");
    const size_t length = strcspn(*words, " ,");
    snprintf(one, NOTE_WORD, "%.*s", (int)length, *words);
    *words += length;
    return length > 0;
}

/* Whether the words (which may be NULL) set a tunable. */
static int sets_any(const nf_context *context, const char *words) {
    char one[NOTE_WORD];
    const char *rest = words;
    while (next_word(&rest, one))
        if (nf_tuning_takes(context, one)) return 1;
    return 0;
}

/* Names those of the words (which may be NULL) that are not valid. */
static void add_others(nf_context *context, const char *source, const char *words,
                       int (*takes)(const nf_context *context, const char *word)) {
    nf_known *known = nf_known_of(context);
    char one[NOTE_WORD];
    size_t others = 0;
    while (next_word(&words, one)) {
        if (takes(context, one)) continue;
        if (others++ == 0) nf_append(known->note, sizeof known->note, " Ignored words in %s:", source);
        nf_append(known->note, sizeof known->note, " %s", one);
    }
    if (others) nf_append(known->note, sizeof known->note, ".");
}

static void write_note(nf_context *context) {
    static const char in_c[] = "The host computes in plain C: it has no kernels, so that tuning of kernels "
                               "and NEARFIELD_PATHS have no effect.",
                      by_kernels[] = "The host has its kernels in one shape: tuning of kernels and "
                                     "NEARFIELD_PATHS have no effect.";
    nf_known *known = nf_known_of(context);
    const char *off = known->off ? "the configuration is \"off\"" : NULL;
    const char *source = nf_capability_source(context, NF_CAN_GROUPS);
    known->note[0] = 0;
    if (nf_on_host(context)) {
        nf_append(known->note, sizeof known->note, "%s", context->plain ? in_c : by_kernels);
        return;
    }
    if (known->shapes && known->value_count)
        nf_append(known->note, sizeof known->note, "Kernels have the shapes of the profile that %s.",
                  known->shapes);
    else
        nf_append(known->note, sizeof known->note, "Kernels have the default shapes%s%s.", off ? ": " : "",
                  off ? off : "");
    if (sets_any(context, known->tuning))
        nf_append(known->note, sizeof known->note, " The tuning replaces some of them.");
    if (known->verdict)
        nf_append(known->note, sizeof known->note, " Fast paths are those of the self-check that %s.",
                  known->verdict);
    else if (known->why[0])
        nf_append(known->note, sizeof known->note, " Fast paths are %s not stored: %s.",
                  known->checked ? "those of this context's self-check, which is"
                                 : "off: this context's self-check did not end, and is",
                  known->why);
    else
        nf_append(known->note, sizeof known->note, " Fast paths are off: %s.",
                  off ? off : "no self-check of this device and driver is stored");
    if (known->trouble.text[0])
        nf_append(known->note, sizeof known->note, " Ignored: %s.", known->trouble.text);
    if (context->programs.trouble.text[0])
        nf_append(known->note, sizeof known->note, " Built programs are not kept on disk: %s.",
                  context->programs.trouble.text);
    add_others(context, "the tuning", known->tuning, nf_tuning_takes);
    add_others(context, "NEARFIELD_PATHS", getenv("NEARFIELD_PATHS"), nf_capability_takes);
    if (nf_can(context, NF_CAN_GROUPS) || !nf_is_serial(context)) return;
    nf_append(known->note, sizeof known->note, " Work-groups have one work-item, whatever is asked for: ");
    if (strcmp(source, "NEARFIELD_PATHS") == 0)
        nf_append(known->note, sizeof known->note, "NEARFIELD_PATHS says groups=0.");
    else
        nf_append(known->note, sizeof known->note,
                  "in larger ones kernels with barriers go wrong on this driver (%s).",
                  strcmp(source, "checked") == 0 ? "the self-check found it" : "known of its version");
}

/* ---- what a context uses ------------------------------------------------------------------------------ */

/* Finds the shipped profile of the device, preferably with the same driver.  Returns nf_profile_is_of() of it. */
static int find_shipped(const nf_context *context, nf_profile *profile) {
    for (int wanted = 2; wanted > 0 && !nf_known_of(context)->off; wanted--)
        for (size_t k = 0; k < nf_shipped_count; k++)
            if (nf_profile_from_text((const char *)nf_shipped_profiles[k].bytes, profile, NULL) == NF_OK &&
                nf_profile_is_of(profile, &context->device) == wanted)
                return wanted;
    memset(profile, 0, sizeof *profile);
    return 0;
}

/* Reads the stored and the shipped profile, and keeps the values that this context uses.  A verdict of its own stands
   until one is stored. */
static nf_status choose(nf_context *context) {
    nf_known *known = nf_known_of(context);
    nf_profile own, shipped;
    int found = 0;
    const nf_status status = read_own(context, &own, &found);
    if (status != NF_OK) return status;
    const int same = find_shipped(context, &shipped);
    const nf_profile *shapes = found ? &own : &shipped;
    const nf_profile *verdict = found && own.checked ? &own : same == 2 && shipped.checked ? &shipped : NULL;
    known->shapes = found ? "is stored" : same ? "comes with the library" : NULL;
    known->verdict = !verdict ? NULL : verdict == &own ? "is stored" : "comes with the library";
    known->value_count = shapes->value_count;
    memcpy(known->values, shapes->values, sizeof known->values);
    known->choice_count = shapes->choice_count;
    memcpy(known->choices, shapes->choices, sizeof known->choices);
    if (verdict) known->why[0] = 0;
    if (verdict || !known->why[0]) {
        known->checked = verdict ? verdict->checked : 0;
        known->proved = verdict ? verdict->proved & verdict->checked : 0;
    }
    write_note(context);
    return NF_OK;
}

nf_status nf_store_learn(nf_context *context, const char *wish) {
    nf_known *known = nf_known_of(context);
    const size_t n = nf_file_user_folder(wish, "NEARFIELD_CONFIG", NF_FOLDER_CONFIG, known->folder);
    known->off = nf_on_host(context) || (n && strcmp(known->folder, "off") == 0);
    if (!n || known->off) known->folder[0] = 0;
    if (!known->folder[0] || !profile_path(known->folder, &context->device, known->path)) known->path[0] = 0;
    return choose(context);
}

void nf_store_serve(nf_context *context, uint32_t checked, uint32_t proved, const char *why) {
    nf_known *known = nf_known_of(context);
    known->checked = checked;
    known->proved = proved;
    known->verdict = NULL;
    snprintf(known->why, sizeof known->why, "%.*s", (int)sizeof known->why - 1, why);
    write_note(context);
}

/* ---- for users ---------------------------------------------------------------------------------------- */

const char *nf_profile_path(const nf_context *context) { return context ? nf_known_of(context)->path : ""; }
const char *nf_context_note(const nf_context *context) { return context ? nf_known_of(context)->note : ""; }

nf_status nf_context_tune(nf_context *context, const char *words) {
    if (!context) return NF_ERROR_ARGUMENT;
    const nf_status status = nf_known_keep_words(context, words);
    if (status == NF_OK) write_note(context); /* it names the words that are ignored */
    return status;
}

nf_status nf_profile_stored(nf_context *context, nf_profile *profile, int *found) {
    int own = 0;
    if (!context) return NF_ERROR_ARGUMENT;
    const nf_known *known = nf_known_of(context);
    if (!profile) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile is NULL");
    const nf_status status = read_own(context, profile, &own);
    if (found) *found = own;
    if (status != NF_OK || own) return status;
    nf_profile_of_device(&context->device, profile);
    /* The shipped tunables and choices: a file of the user will replace them. */
    profile->value_count = known->value_count;
    memcpy(profile->values, known->values, profile->value_count * sizeof *profile->values);
    profile->choice_count = known->choice_count;
    memcpy(profile->choices, known->choices, profile->choice_count * sizeof *profile->choices);
    return NF_OK;
}

nf_status nf_profile_store(nf_context *context, const nf_profile *profile) {
    if (!context) return NF_ERROR_ARGUMENT;
    const nf_known *known = nf_known_of(context);
    if (!profile) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile is NULL");
    if (nf_profile_is_of(profile, &context->device) < 2)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "the profile is not of this device and driver");
    nf_status status = nf_refuse_host(context, "a profile");
    if (status != NF_OK) return status;
    if (!known->path[0])
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "there is no folder for profiles: %s",
                       known->note);
    status = write_file(context, profile, known->path, nf_file_make_folder(known->folder));
    return status == NF_OK ? choose(context) : status;
}

nf_status nf_profile_write(nf_context *context, const nf_profile *profile, const char *path) {
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile || !path) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile or path is NULL");
    return write_file(context, profile, path, 0);
}
