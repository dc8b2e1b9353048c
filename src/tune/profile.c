#include "tune/profile.h"

#include "tune/capability.h"
#include "tune/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Of the file, and of what its capabilities were proved with: a verdict of other probes is no verdict. */
static const char format[] = "nearfield profile 1";
enum { PROBES = 2, VALUE_MOST = 1 << 24 };

const char *nf_profile_type(const nf_device_info *device) {
    return device->type & CL_DEVICE_TYPE_GPU           ? "gpu"
           : device->type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                                       : "cpu";
}

/* The members that say which device it is, one row each. */
#define NAMES(X) X(name, name) X(vendor, vendor) X(platform, platform_name) X(driver, driver)

void nf_profile_of_device(const nf_device_info *device, nf_profile *profile) {
    memset(profile, 0, sizeof *profile);
#define X(member, fact) snprintf(profile->member, sizeof profile->member, "%s", device->fact);
    NAMES(X)
#undef X
    snprintf(profile->type, sizeof profile->type, "%s", nf_profile_type(device));
    profile->compute_units = device->compute_units;
}

int nf_profile_is_of(const nf_profile *profile, const nf_device_info *device) {
    return strcmp(profile->type, nf_profile_type(device)) == 0
#define X(member, fact) &&strcmp(profile->member, device->fact) == 0
           NAMES(X);
#undef X
}

/* ---- to text ------------------------------------------------------------------------------------------ */

typedef struct writer {
    const nf_allocator *allocator;
    nf_profile_text *text;
    nf_sentence *error;
    nf_status status;
} writer;

static void put(writer *w, const char *bytes, size_t size) {
    nf_profile_text *t = w->text;
    if (w->status == NF_OK)
        w->status = nf_grow(w->allocator, (void **)&t->text, &t->capacity, t->size + size + 1, 1,
                            "a profile's text", w->error);
    if (w->status != NF_OK) return;
    memcpy(t->text + t->size, bytes, size);
    t->size += size;
    t->text[t->size] = 0;
}

NF_PRINTF(2, 3)
static void print(writer *w, const char *words, ...) {
    char line[128];
    va_list list;
    va_start(list, words);
    const int n = vsnprintf(line, sizeof line, words, list);
    va_end(list);
    put(w, line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
}

static void string(writer *w, const char *text) {
    put(w, "\"", 1);
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\') put(w, "\\", 1);
        if ((unsigned char)*c < 0x20) print(w, "\\u%04x", (unsigned)*c);
        else put(w, c, 1);
    }
    put(w, "\"", 1);
}

/* A caller's struct may hold anything. */
#define IS_TEXT(array) (memchr((array), 0, sizeof(array)) != NULL)

/* Whether what would be written can be read again. */
static nf_status check(const nf_profile *p, nf_sentence *error) {
#define X(member, fact)                                                                                      \
    if (!IS_TEXT(p->member))                                                                                 \
        return nf_fail(error, NF_ERROR_ARGUMENT, "the profile's " #member " does not end");
    NAMES(X)
#undef X
    if (!IS_TEXT(p->type) || !p->type[0] || !p->name[0])
        return nf_fail(error, NF_ERROR_ARGUMENT, "the profile has no name or type");
    if (p->value_count > NF_PROFILE_VALUES || p->figure_count > NF_PROFILE_FIGURES)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the profile has %u tunables of at most %d, %u families of %d", p->value_count,
                       NF_PROFILE_VALUES, p->figure_count, NF_PROFILE_FIGURES);
    for (uint32_t k = 0; k < p->value_count; k++)
        if (!IS_TEXT(p->values[k].name) || p->values[k].value < 1 || p->values[k].value > VALUE_MOST)
            return nf_fail(error, NF_ERROR_ARGUMENT, "tunable %u of the profile has no name or no value", k);
    for (uint32_t k = 0; k < p->figure_count; k++) {
        const nf_profile_figure *f = &p->figures[k];
        if (!IS_TEXT(f->family) || !f->family[0] || strchr(f->family, '.') || f->default_ns < 0 ||
            f->tuned_ns < 0)
            return nf_fail(error, NF_ERROR_ARGUMENT, "family %u of the profile has no name or no time", k);
    }
    return NF_OK;
}

nf_status nf_profile_to_text(const nf_allocator *allocator, const nf_profile *profile, nf_profile_text *text,
                             nf_sentence *error) {
    writer w = {allocator, text, error, NF_OK};
    memset(text, 0, sizeof *text);
    const nf_status sound = check(profile, error);
    if (sound != NF_OK) return sound;
    print(&w, "{\n  \"format\": \"%s\"", format);
#define X(member, fact)                                                                                      \
    print(&w, ",\n  \"" #member "\": ");                                                                     \
    string(&w, profile->member);
    NAMES(X)
#undef X
    print(&w, ",\n  \"type\": ");
    string(&w, profile->type);
    print(&w, ",\n  \"compute_units\": %u,\n  \"probes\": %d,\n  \"capabilities\": {", profile->compute_units,
          PROBES);
    const char *comma = "";
    for (int k = 0; k < NF_CAPABILITIES; k++) {
        if (!(profile->checked >> k & 1)) continue;
        print(&w, "%s\n    \"%s\": %s", comma, nf_capability_word((nf_capability)k),
              profile->proved >> k & 1 ? "true" : "false");
        comma = ",";
    }
    print(&w, "%s},\n  \"tunables\": {", *comma ? "\n  " : "");
    for (uint32_t k = 0; k < profile->value_count; k++)
        print(&w, "%s\n    \"%s\": %d", k ? "," : "", profile->values[k].name, profile->values[k].value);
    print(&w, "%s},\n  \"nanoseconds\": {", profile->value_count ? "\n  " : "");
    for (uint32_t k = 0; k < profile->figure_count; k++) {
        const nf_profile_figure *f = &profile->figures[k];
        print(&w, "%s\n    \"%s.default\": %lld,", k ? "," : "", f->family, (long long)f->default_ns);
        print(&w, "\n    \"%s.tuned\": %lld", f->family, (long long)f->tuned_ns);
    }
    print(&w, "%s}\n}\n", profile->figure_count ? "\n  " : "");
    if (w.status != NF_OK) {
        nf_release(allocator, text->text);
        memset(text, 0, sizeof *text);
    }
    return w.status;
}

/* ---- from text ---------------------------------------------------------------------------------------- */

typedef struct reading {
    nf_profile *profile;
    int formatted;
    int64_t probes;
} reading;

static nf_status bad(const nf_json_member *m, nf_sentence *error) {
    return nf_fail(error, NF_ERROR_ARGUMENT, "\"%.40s\" has a value that is none", m->key);
}

static nf_status take_device(reading *r, const nf_json_member *m, nf_sentence *error) {
    nf_profile *p = r->profile;
    const struct {
        const char *key;
        char *to;
        size_t room;
    } texts[] = {
#define X(member, fact) {#member, p->member, sizeof p->member},
        NAMES(X)
#undef X
            {"type", p->type, sizeof p->type},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        if (strcmp(m->key, texts[k].key) != 0) continue;
        if (m->kind != NF_JSON_STRING || strlen(m->text) >= texts[k].room) return bad(m, error);
        memcpy(texts[k].to, m->text, strlen(m->text) + 1);
        return NF_OK;
    }
    if (strcmp(m->key, "format") == 0) {
        r->formatted = m->kind == NF_JSON_STRING && strcmp(m->text, format) == 0;
        if (!r->formatted) return nf_fail(error, NF_ERROR_ARGUMENT, "the format is not \"%s\"", format);
    }
    if (strcmp(m->key, "compute_units") == 0) {
        if (m->kind != NF_JSON_NUMBER || m->number < 0 || m->number > UINT32_MAX) return bad(m, error);
        p->compute_units = (uint32_t)m->number;
    }
    if (strcmp(m->key, "probes") == 0) r->probes = m->kind == NF_JSON_NUMBER ? m->number : 0;
    return NF_OK;
}

static nf_status take_capability(reading *r, const nf_json_member *m, nf_sentence *error) {
    if (m->kind != NF_JSON_BOOLEAN) return bad(m, error);
    for (int k = 0; k < NF_CAPABILITIES; k++) {
        if (strcmp(m->key, nf_capability_word((nf_capability)k)) != 0) continue;
        r->profile->checked |= 1u << k;
        r->profile->proved = (r->profile->proved & ~(1u << k)) | (uint32_t)m->number << k;
    }
    return NF_OK;
}

static nf_status take_tunable(reading *r, const nf_json_member *m, nf_sentence *error) {
    nf_profile *p = r->profile;
    if (m->kind != NF_JSON_NUMBER || m->number < 1 || m->number > VALUE_MOST) return bad(m, error);
    if (strlen(m->key) >= sizeof p->values[0].name) return bad(m, error);
    if (p->value_count == NF_PROFILE_VALUES)
        return nf_fail(error, NF_ERROR_ARGUMENT, "it has more than %d tunables", NF_PROFILE_VALUES);
    nf_profile_value *value = &p->values[p->value_count++];
    memcpy(value->name, m->key, strlen(m->key) + 1);
    value->value = (int32_t)m->number;
    return NF_OK;
}

static nf_status take_figure(reading *r, const nf_json_member *m, nf_sentence *error) {
    nf_profile *p = r->profile;
    const char *dot = strchr(m->key, '.');
    const size_t length = dot ? (size_t)(dot - m->key) : 0;
    if (m->kind != NF_JSON_NUMBER || m->number < 0 || !length || length >= sizeof p->figures[0].family)
        return bad(m, error);
    nf_profile_figure *figure = NULL;
    for (uint32_t k = 0; k < p->figure_count; k++)
        if (strncmp(p->figures[k].family, m->key, length) == 0 && !p->figures[k].family[length])
            figure = &p->figures[k];
    if (!figure && p->figure_count == NF_PROFILE_FIGURES)
        return nf_fail(error, NF_ERROR_ARGUMENT, "it has more than %d families", NF_PROFILE_FIGURES);
    if (!figure) {
        figure = &p->figures[p->figure_count++];
        memcpy(figure->family, m->key, length);
    }
    if (strcmp(dot, ".default") == 0) figure->default_ns = m->number;
    else if (strcmp(dot, ".tuned") == 0) figure->tuned_ns = m->number;
    return NF_OK;
}

static const struct {
    const char *name;
    nf_status (*take)(reading *r, const nf_json_member *m, nf_sentence *error);
} sections[] = {{"", take_device},
                {"capabilities", take_capability},
                {"tunables", take_tunable},
                {"nanoseconds", take_figure}};

static nf_status take(void *user, const nf_json_member *m, nf_sentence *error) {
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        if (strcmp(m->section, sections[k].name) == 0) return sections[k].take(user, m, error);
    return NF_OK;
}

nf_status nf_profile_from_text(const char *text, size_t size, nf_profile *profile, nf_sentence *error) {
    reading r = {.profile = profile};
    memset(profile, 0, sizeof *profile);
    nf_status status = nf_json_read(text, size, take, &r, error);
    if (status == NF_OK && (!r.formatted || !profile->name[0] || !profile->type[0]))
        status = nf_fail(error, NF_ERROR_ARGUMENT, "\"format\", \"name\" or \"type\" is missing");
    if (r.probes != PROBES) profile->checked = profile->proved = 0;
    if (status != NF_OK) memset(profile, 0, sizeof *profile);
    return status;
}
