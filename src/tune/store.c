#include "tune/store.h"

#include "core/file.h"
#include "core/hash.h"
#include "tune/note.h"
#include "tune/profile.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Far more than a profile has. */
enum { PROFILE_BYTES = 65536 };

/* ---- places ------------------------------------------------------------------------------------------- */

static nf_status find_folder(nf_context *context, const char *wish) {
    char path[NF_PATH_MOST];
    const size_t n = nf_file_user_folder(wish, "NEARFIELD_CONFIG", NF_FOLDER_CONFIG, path);
    nf_release(&context->allocator, context->known.folder);
    context->known.folder = NULL;
    if (n == 0) return NF_OK;
    const nf_status status = nf_allocate(&context->allocator, n + 1, 1, "the profiles' folder",
                                         (void **)&context->known.folder, &context->error);
    if (status == NF_OK) memcpy(context->known.folder, path, n + 1);
    return status;
}

static int is_off(const nf_context *context) {
    return context->known.folder && strcmp(context->known.folder, "off") == 0;
}

/* folder/name-of-the-device-hash.json: readable, and another file for another driver. */
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
    const int n = snprintf(path, NF_PATH_MOST, "%s/%s%s%016llx.json", folder, stem,
                           length && stem[length - 1] != '-' ? "-" : "", (unsigned long long)hash);
    return n > 0 && n < NF_PATH_MOST;
}

const char *nf_profile_path(const nf_context *context) { return context->known.path; }

/* ---- one file ----------------------------------------------------------------------------------------- */

/* *found is 0 when there is no file.  NF_ERROR_UNSUPPORTED or NF_ERROR_ARGUMENT for one that is of no use. */
static nf_status read_file(const nf_context *context, const char *path, nf_profile *profile, int *found,
                           nf_sentence *error) {
    nf_sentence why = {.text = ""};
    char *text = NULL;
    *found = 0;
    nf_status status = nf_file_read_text(&context->allocator, path, PROFILE_BYTES, &text, error);
    if (status != NF_OK || !text) return status;
    status = nf_profile_from_text(text, strlen(text), profile, &why);
    nf_release(&context->allocator, text);
    if (status != NF_OK) return nf_fail(error, status, "%s is damaged: %s", path, why.text);
    *found = 1;
    return NF_OK;
}

/* `why` is the errno of a folder that could not be made, or 0. */
static nf_status write_file(nf_context *context, const nf_profile *profile, const char *path, int why) {
    nf_profile_text text;
    nf_status status = nf_profile_to_text(&context->allocator, profile, &text, &context->error);
    if (status != NF_OK) return status;
    const nf_file_part part = {text.text, text.size};
    errno = 0;
    if (!nf_file_replace(path, &part, 1)) {
        if (!why) why = errno;
        status = nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "%s cannot be written%s%s", path,
                         why ? ": " : "", why ? strerror(why) : "");
    }
    nf_release(&context->allocator, text.text);
    return status;
}

/* ---- the choice --------------------------------------------------------------------------------------- */

typedef struct choice {
    nf_context *context;
    nf_profile *read, *best; /* the one just read, and the one with tunables that has most in common */
    int best_score, best_shipped, checked_shipped;
    nf_sentence trouble;
} choice;

enum { SAME_DRIVER = 1, SAME_VENDOR = 2, SAME_PLATFORM = 4, SAME_NAME = 8 };
enum { SAME_DEVICE = SAME_VENDOR | SAME_PLATFORM | SAME_NAME };

/* What a profile has in common with the device; -1 when it cannot stand in for it. */
static int score_of(const nf_profile *p, const nf_device_info *d) {
    const int name = strcmp(p->name, d->name) == 0, platform = strcmp(p->platform, d->platform_name) == 0;
    const int vendor = strcmp(p->vendor, d->vendor) == 0, driver = strcmp(p->driver, d->driver) == 0;
    if (strcmp(p->type, nf_profile_type(d)) != 0 || !(platform || vendor)) return -1;
    return SAME_NAME * name + SAME_PLATFORM * platform + SAME_VENDOR * vendor + SAME_DRIVER * driver;
}

static uint32_t distance(const nf_profile *p, const nf_device_info *d) {
    return p->compute_units > d->compute_units ? p->compute_units - d->compute_units
                                               : d->compute_units - p->compute_units;
}

/* Whether the profile has times of the family, or a tunable among the first `count`. */
static int knows_family(const nf_profile *p, const char *family, size_t length, uint32_t count) {
    for (uint32_t k = 0; k < p->figure_count; k++)
        if (strncmp(p->figures[k].family, family, length) == 0 && p->figures[k].family[length] == 0) return 1;
    for (uint32_t k = 0; k < count; k++)
        if (strncmp(p->values[k].name, family, length) == 0 && p->values[k].name[length] == '.') return 1;
    return 0;
}

/* Adds the tunables of families that `to` says nothing of. */
static void lend(nf_profile *to, const nf_profile *from) {
    const uint32_t count = to->value_count;
    for (uint32_t k = 0; k < from->value_count && to->value_count < NF_PROFILE_VALUES; k++) {
        const char *name = from->values[k].name;
        if (!knows_family(to, name, strcspn(name, "."), count))
            to->values[to->value_count++] = from->values[k];
    }
}

/* Considers c->read.  The user's own are seen first, so that equals stay with them. */
static void consider(choice *c, int shipped) {
    nf_known *known = &c->context->known;
    const nf_device_info *device = &c->context->device;
    const nf_profile *p = c->read;
    if (p->checked && !known->checked && nf_profile_is_of(p, device)) {
        known->checked = p->checked;
        known->proved = p->proved & p->checked;
        c->checked_shipped = shipped;
    }
    const int tuned = p->value_count || p->figure_count; /* or the defaults were found to be the fastest */
    const int score = tuned ? score_of(p, device) : -1;
    /* What the user has measured on such a device stays, under whatever driver.  Families that the user has not tuned
       there are shaped as we found best. */
    const int users_stands = shipped && !c->best_shipped,
              least = users_stands ? c->best_score | SAME_DRIVER : c->best_score;
    if (users_stands && score >= SAME_DEVICE && c->best_score >= SAME_DEVICE) lend(c->best, p);
    if (score < 0 || score < least) return;
    if (score == least && (users_stands || distance(p, device) >= distance(c->best, device))) return;
    *c->best = *p;
    c->best_score = score;
    c->best_shipped = shipped;
}

static nf_status see_file(void *user, const char *name) {
    choice *c = user;
    char path[NF_PATH_MOST];
    nf_sentence why = {.text = ""};
    int found = 0;
    if (snprintf(path, sizeof path, "%s/%s", c->context->known.folder, name) >= NF_PATH_MOST) return NF_OK;
    const nf_status status = read_file(c->context, path, c->read, &found, &why);
    if (status == NF_ERROR_MEMORY) return nf_fail(&c->context->error, status, "%s", why.text);
    if (status != NF_OK) c->trouble = why;
    else if (found) consider(c, 0);
    return NF_OK;
}

/* Reads all that is stored and shipped, and keeps what serves this context. */
static nf_status choose(nf_context *context) {
    nf_known *known = &context->known;
    choice c = {.context = context, .best_score = -1};
    nf_status status = NF_OK;
    nf_release(&context->allocator, known->values);
    known->values = NULL;
    known->checked = known->proved = known->value_count = 0;
    NF_TRY(nf_allocate_raw(&context->allocator, 1, sizeof *c.read, "a profile", (void **)&c.read,
                           &context->error));
    NF_TRY(nf_allocate_raw(&context->allocator, 1, sizeof *c.best, "a profile", (void **)&c.best,
                           &context->error));
    if (known->folder)
        NF_TRY(nf_file_list(&context->allocator, known->folder, ".json", see_file, &c, &context->error));
    for (size_t k = 0; k < nf_shipped_count; k++) {
        const nf_shipped *s = &nf_shipped_profiles[k];
        if (nf_profile_from_text((const char *)s->bytes, s->size, c.read, NULL) == NF_OK) consider(&c, 1);
    }
    if (c.best_score >= 0) {
        NF_TRY(nf_allocate_raw(&context->allocator, c.best->value_count ? c.best->value_count : 1,
                               sizeof *known->values, "tunables", (void **)&known->values, &context->error));
        memcpy(known->values, c.best->values, c.best->value_count * sizeof *known->values);
        known->value_count = c.best->value_count;
    }
    if (!known->checked) {
        known->checked = known->own_checked;
        known->proved = known->own_proved;
    }
    const nf_note note = {c.best_score >= 0 ? c.best : NULL, c.best_shipped, c.checked_shipped,
                          c.trouble.text};
    nf_note_write(known, &note);
    nf_note_groups(context);
done:
    nf_release(&context->allocator, c.read);
    nf_release(&context->allocator, c.best);
    return status;
}

nf_status nf_store_learn(nf_context *context, const char *wish) {
    nf_status status = NF_OK;
    nf_profile *own = NULL;
    NF_TRY(find_folder(context, wish));
    context->known.off = is_off(context);
    if (context->known.off) {
        nf_release(&context->allocator, context->known.folder);
        context->known.folder = NULL;
        nf_note_write_off(&context->known);
        nf_note_groups(context);
        return NF_OK;
    }
    NF_TRY(nf_allocate_raw(&context->allocator, 1, sizeof *own, "a profile", (void **)&own, &context->error));
    nf_profile_of_device(&context->device, own);
    if (!context->known.folder || !profile_path(context->known.folder, own, context->known.path))
        context->known.path[0] = 0;
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
    if (!known->off) return choose(context);
    known->checked = known->own_checked;
    known->proved = known->own_proved;
    nf_note_write_off(known);
    nf_note_groups(context);
    return NF_OK;
}

/* ---- for users ---------------------------------------------------------------------------------------- */

const char *nf_context_note(const nf_context *context) { return context ? context->known.note : ""; }

nf_status nf_profile_stored(nf_context *context, nf_profile *profile) {
    nf_sentence why = {.text = ""};
    int found = 0;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile is NULL");
    if (context->known.path[0]) {
        const nf_status status = read_file(context, context->known.path, profile, &found, &why);
        if (status == NF_ERROR_MEMORY) return nf_fail(&context->error, status, "%s", why.text);
    }
    if (!found || !nf_profile_is_of(profile, &context->device))
        nf_profile_of_device(&context->device, profile);
    return NF_OK;
}

nf_status nf_profile_store(nf_context *context, const nf_profile *profile) {
    nf_status status = NF_OK;
    char path[NF_PATH_MOST];
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile is NULL");
    if (!context->known.folder || !profile_path(context->known.folder, profile, path))
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "there is no folder for profiles: %s",
                       context->known.note);
    NF_TRY(write_file(context, profile, path, nf_file_make_folder(context->known.folder)));
    NF_TRY(choose(context));
done:
    return status;
}

nf_status nf_profile_write(nf_context *context, const nf_profile *profile, const char *path) {
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile || !path) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile or path is NULL");
    return write_file(context, profile, path, 0);
}

nf_status nf_profile_read(nf_context *context, const char *path, nf_profile *profile) {
    nf_status status = NF_OK;
    int found = 0;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!profile || !path) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "profile or path is NULL");
    status = read_file(context, path, profile, &found, &context->error);
    if (status == NF_OK && !found)
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s is not there", path);
    return status;
}
