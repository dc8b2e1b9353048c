/* The folder of profiles, and what a context uses of them. */
#include "core/file.h"
#include "core/hash.h"
#include "tune/capability.h"
#include "tune/profile.h"
#include "tune/tunable.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suffix[] = ".profile";

/* ---- files -------------------------------------------------------------------------------------------- */

/* folder/name-of-the-device-hash.profile; the hash covers vendor, platform and driver. */
static int profile_path(const char *folder, const nf_profile *profile, char path[NF_PATH_MOST]) {
    const char *const parts[] = {profile->name, profile->vendor, profile->platform, profile->driver};
    uint64_t hash = NF_HASH_START;
    char stem[41] = "";
    size_t length = 0;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        hash = nf_hash(hash, parts[k], strlen(parts[k]) + 1);
    for (const char *c = profile->name; *c && length < sizeof stem - 1; c++) {
        const int plain = isalnum((unsigned char)*c) && (unsigned char)*c < 128;
        if (plain) stem[length++] = (char)tolower((unsigned char)*c);
        else if (length && stem[length - 1] != '-') stem[length++] = '-';
    }
    const int n = snprintf(path, NF_PATH_MOST, "%s/%s%s%016llx%s", folder, stem,
                           length && stem[length - 1] != '-' ? "-" : "", (unsigned long long)hash, suffix);
    return n > 0 && n < NF_PATH_MOST;
}

/* *found is 0 if there is no file.  NF_ERROR_UNSUPPORTED or NF_ERROR_ARGUMENT for one that cannot be used. */
static nf_status read_file(const nf_context *context, const char *path, nf_profile *profile, int *found,
                           nf_sentence *error) {
    nf_sentence why = {.text = ""};
    char *text = NULL;
    *found = 0;
    nf_status status = nf_file_read_text(&context->allocator, path, NF_PROFILE_BYTES, &text, error);
    if (status != NF_OK || !text) return status;
    status = nf_profile_from_text(text, profile, &why);
    nf_release(&context->allocator, text);
    if (status != NF_OK) return nf_fail(error, status, "%s is damaged: %s", path, why.text);
    *found = 1;
    return NF_OK;
}

/* `why` is the errno of a folder that could not be made, or 0. */
static nf_status write_file(nf_context *context, const char *text, const char *path, int why) {
    const nf_file_part part = {text, strlen(text)};
    errno = 0;
    if (nf_file_replace(path, &part, 1)) return NF_OK;
    if (!why) why = errno;
    return nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "%s cannot be written%s%s", path, why ? ": " : "",
                   why ? strerror(why) : "");
}

/* Reads the context's own file.  *found is 0 for one that cannot be used, and `trouble` gives the reason; fails only for
   a lack of memory. */
static nf_status read_own(nf_context *context, nf_profile *profile, int *found, nf_sentence *trouble) {
    const char *path = context->known.path;
    *found = 0;
    if (!*path) return NF_OK;
    nf_status status = read_file(context, path, profile, found, trouble);
    if (status == NF_ERROR_MEMORY) return nf_fail(&context->error, status, "%s", trouble->text);
    if (*found && nf_profile_is_of(profile, &context->device) < 2) *found = 0;
    return NF_OK;
}

/* ---- the note ----------------------------------------------------------------------------------------- */

NF_PRINTF(2, 3)
static void add(nf_known *known, const char *words, ...) {
    const size_t used = strlen(known->note);
    va_list list;
    va_start(list, words);
    vsnprintf(known->note + used, sizeof known->note - used, words, list);
    va_end(list);
}

/* Names those of the words (which may be NULL) that are not valid. */
static void add_others(nf_context *context, const char *source, const char *words,
                       int (*takes)(const nf_context *context, const char *word)) {
    nf_known *known = &context->known;
    char one[96];
    size_t others = 0;
    for (const char *word = words; word && *(word += strspn(word, " ,")); word += strcspn(word, " ,")) {
        snprintf(one, sizeof one, "%.*s", (int)strcspn(word, " ,"), word);
        if (takes(context, one)) continue;
        if (others++ == 0) add(known, " Ignored words in %s:", source);
        add(known, " %s", one);
    }
    if (others) add(known, ".");
}

/* `shapes` and `verdict`: their sources, or NULL. */
static void write_note(nf_context *context, const char *shapes, const char *verdict, const char *trouble) {
    nf_known *known = &context->known;
    const char *off = "the configuration is \"off\"", *source = nf_capability_source(context, NF_CAN_GROUPS);
    known->note[0] = 0;
    if (shapes && known->value_count) add(known, "Kernels have the shapes of the profile that %s.", shapes);
    else add(known, "Kernels have the default shapes%s%s.", known->off ? ": " : "", known->off ? off : "");
    if (verdict) add(known, " Fast paths are those of the self-check that %s.", verdict);
    else if (known->checked)
        add(known, " Fast paths are those of this context's self-check, which is not stored: %s.",
            known->own_why);
    else if (known->own_why[0])
        add(known, " Fast paths are off: this context's self-check did not end, and is not stored: %s.",
            known->own_why);
    else
        add(known, " Fast paths are off: %s.",
            known->off ? off : "no self-check of this device and driver is stored");
    if (*trouble) add(known, " Ignored: %s.", trouble);
    add_others(context, "the tuning", context->tuning, nf_tuning_takes);
    add_others(context, "NEARFIELD_PATHS", getenv("NEARFIELD_PATHS"), nf_capability_takes);
    if (nf_can(context, NF_CAN_GROUPS) || !nf_is_serial(context)) return;
    add(known, " Work-groups have one work-item, whatever is asked for: ");
    if (strcmp(source, "NEARFIELD_PATHS") == 0) add(known, "NEARFIELD_PATHS says groups=0.");
    else
        add(known, "in larger ones kernels with barriers go wrong on this driver (%s).",
            strcmp(source, "checked") == 0 ? "the self-check found it" : "known of its version");
}

/* ---- what a context uses ------------------------------------------------------------------------------ */

/* Finds the shipped profile of the device, preferably with the same driver.  Returns nf_profile_is_of() of it. */
static int find_shipped(const nf_context *context, nf_profile *profile, nf_profile *read) {
    int best = 0;
    for (size_t k = 0; k < nf_shipped_count && !context->known.off; k++) {
        if (nf_profile_from_text((const char *)nf_shipped_profiles[k].bytes, read, NULL) != NF_OK) continue;
        const int same = nf_profile_is_of(read, &context->device);
        if (same > best) *profile = *read;
        if (same > best) best = same;
    }
    return best;
}

/* Reads the stored and the shipped profile, and keeps the values that this context uses. */
static nf_status choose(nf_context *context) {
    nf_known *known = &context->known;
    nf_sentence trouble = {.text = ""};
    nf_profile *room = NULL;
    int found = 0;
    nf_status status = NF_OK;
    nf_release(&context->allocator, known->values);
    known->values = NULL;
    known->value_count = 0;
    NF_TRY(nf_allocate(&context->allocator, 3, sizeof *room, "profiles", (void **)&room, &context->error));
    nf_profile *own = room, *shipped = room + 1;
    NF_TRY(read_own(context, own, &found, &trouble));
    const int same = find_shipped(context, shipped, room + 2);
    const nf_profile *shapes = found ? own : shipped;
    const nf_profile *verdict = found && own->checked ? own : same == 2 && shipped->checked ? shipped : NULL;
    NF_TRY(nf_allocate(&context->allocator, shapes->value_count + 1, sizeof *known->values, "tunables",
                       (void **)&known->values, &context->error));
    memcpy(known->values, shapes->values, shapes->value_count * sizeof *known->values);
    known->value_count = shapes->value_count;
    known->checked = verdict ? verdict->checked : known->own_checked;
    known->proved = verdict ? verdict->proved & verdict->checked : known->own_proved;
    write_note(context,
               found  ? "is stored"
               : same ? "comes with the library"
                      : NULL,
               !verdict         ? NULL
               : verdict == own ? "is stored"
                                : "comes with the library",
               trouble.text);
done:
    nf_release(&context->allocator, room);
    return status;
}

nf_status nf_store_learn(nf_context *context, const char *wish) {
    nf_known *known = &context->known;
    nf_status status = NF_OK;
    nf_profile *own = NULL;
    char path[NF_PATH_MOST];
    const size_t n = nf_file_user_folder(wish, "NEARFIELD_CONFIG", NF_FOLDER_CONFIG, path);
    nf_release(&context->allocator, known->folder);
    known->folder = NULL;
    known->path[0] = 0;
    known->off = n && strcmp(path, "off") == 0;
    if (n && !known->off) {
        NF_TRY(nf_allocate(&context->allocator, n + 1, 1, "the profiles' folder", (void **)&known->folder,
                           &context->error));
        memcpy(known->folder, path, n + 1);
        NF_TRY(nf_allocate_raw(&context->allocator, 1, sizeof *own, "a profile", (void **)&own,
                               &context->error));
        nf_profile_of_device(&context->device, own);
        if (!profile_path(known->folder, own, known->path)) known->path[0] = 0;
    }
    NF_TRY(choose(context));
done:
    nf_release(&context->allocator, own);
    return status;
}

nf_status nf_store_serve(nf_context *context, const nf_profile *verdict, const char *why) {
    nf_known *known = &context->known;
    known->own_checked = verdict->checked;
    known->own_proved = verdict->proved;
    snprintf(known->own_why, sizeof known->own_why, "%.*s", (int)sizeof known->own_why - 1, why);
    return choose(context);
}

/* ---- for users ---------------------------------------------------------------------------------------- */

const char *nf_profile_path(const nf_context *context) { return context->known.path; }
const char *nf_context_note(const nf_context *context) { return context ? context->known.note : ""; }

nf_status nf_profile_stored(nf_context *context, nf_profile *profile) {
    nf_sentence trouble = {.text = ""};
    int found = 0;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile is NULL");
    const nf_status status = read_own(context, profile, &found, &trouble);
    if (status != NF_OK || found) return status;
    nf_profile_of_device(&context->device, profile);
    /* The shipped tunables: a file of the user will replace them. */
    profile->value_count = context->known.value_count;
    memcpy(profile->values, context->known.values, profile->value_count * sizeof *profile->values);
    return NF_OK;
}

nf_status nf_profile_store(nf_context *context, const nf_profile *profile) {
    nf_status status = NF_OK;
    char path[NF_PATH_MOST], text[NF_PROFILE_BYTES];
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile is NULL");
    NF_TRY(nf_profile_to_text(profile, text, &context->error)); /* checks that its texts end */
    if (!context->known.folder || !profile_path(context->known.folder, profile, path))
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "there is no folder for profiles: %s",
                       context->known.note);
    NF_TRY(write_file(context, text, path, nf_file_make_folder(context->known.folder)));
    NF_TRY(choose(context));
done:
    return status;
}

nf_status nf_profile_write(nf_context *context, const nf_profile *profile, const char *path) {
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile || !path) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile or path is NULL");
    char text[NF_PROFILE_BYTES];
    const nf_status status = nf_profile_to_text(profile, text, &context->error);
    return status == NF_OK ? write_file(context, text, path, 0) : status;
}

nf_status nf_profile_read(nf_context *context, const char *path, nf_profile *profile) {
    int found = 0;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile || !path) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile or path is NULL");
    const nf_status status = read_file(context, path, profile, &found, &context->error);
    return status == NF_OK && !found ? nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s is not there", path)
                                     : status;
}
