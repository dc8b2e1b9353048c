#include "journal.h"

#include <nearfield/version.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS = 2 }; /* another number when a job becomes another one (job_primitives.c, job_points.c) */

/* A time that scattered by more than this share of itself says little: it is taken anew. */
static const double MOST_SPREAD = 0.2;

static void keep(journal *j, const journal_line *line) {
    if (j->count == j->capacity) {
        const size_t more = j->capacity ? 2 * j->capacity : 64;
        journal_line *grown = realloc(j->lines, more * sizeof *grown);
        if (!grown) return; /* it is measured again, then */
        j->lines = grown;
        j->capacity = more;
    }
    j->lines[j->count++] = *line;
}

/* Reads the lines that are whole; answers 0 when it is the journal of another search. */
static int read_lines(journal *j, FILE *file) {
    char line[1024];
    if (!fgets(line, sizeof line, file) || strcmp(line, j->heading) != 0) return 0;
    while (fgets(line, sizeof line, file)) {
        journal_line l = {.used = 0};
        char end[4] = "";
        if (sscanf(line, "{\"words\":\"%511[^\"]\",\"ns\":%lf,\"spread\":%lf,\"serves\":%d%3s", l.words,
                   &l.took.ns, &l.took.spread, &l.serves, end) == 5 &&
            strcmp(end, "}") == 0 && l.took.spread <= MOST_SPREAD * l.took.ns)
            keep(j, &l);
    }
    return 1;
}

/* The fast paths that are taken, as words. */
static void write_paths(const nf_context *context, char *words, size_t room) {
    nf_capability_info infos[32];
    size_t count = 0, used = 0;
    words[0] = 0;
    if (nf_capabilities(context, infos, sizeof infos / sizeof *infos, &count) != NF_OK) return;
    for (size_t k = 0; k < count && k < sizeof infos / sizeof *infos && used < room; k++)
        if (infos[k].usable)
            used += (size_t)snprintf(words + used, room - used, "%s%s", used ? " " : "", infos[k].name);
}

void journal_open(journal *j, const nf_context *context, const char *kind) {
    const char *path = nf_profile_path(context);
    char paths[128];
    write_paths(context, paths, sizeof paths);
    memset(j, 0, sizeof *j);
    const size_t length = strlen(path);
    if (length < 5 || /* in place of .json */
        snprintf(j->path, sizeof j->path, "%.*s.%s.search", (int)(length - 5), path, kind) >=
            (int)sizeof j->path)
        return;
    snprintf(j->heading, sizeof j->heading,
             "{\"search\":\"nearfield %s\",\"kind\":\"%s\",\"jobs\":%d,\"paths\":\"%s\"}\n",
             NF_VERSION_STRING, kind, JOBS, paths);
    FILE *old = fopen(j->path, "r");
    const int goes_on = old && read_lines(j, old);
    if (old) fclose(old);
    j->file = fopen(j->path, goes_on ? "a" : "w");
    if (!j->file) return;
    fputs(goes_on ? "\n" : j->heading, j->file); /* behind a line that may have been cut off */
    fflush(j->file);
}

const journal_line *journal_find(journal *j, const char *words) {
    for (size_t k = 0; k < j->count; k++)
        if (!j->lines[k].used && strcmp(j->lines[k].words, words) == 0) {
            j->lines[k].used = 1;
            return &j->lines[k];
        }
    return NULL;
}

static int is_there(const journal *j, const char *words) {
    for (size_t k = 0; k < j->count; k++)
        if (strcmp(j->lines[k].words, words) == 0) return 1;
    return 0;
}

static void write_line(journal *j, const journal_line *line) {
    fprintf(j->file, "{\"words\":\"%s\",\"ns\":%.0f,\"spread\":%.0f,\"serves\":%d}\n", line->words,
            line->took.ns, line->took.spread, line->serves);
    fflush(j->file);
}

void journal_add(journal *j, const char *words, const nf_measured *took, int serves) {
    journal_line line = {.took = *took, .serves = serves, .used = 1};
    if (!j->file || is_there(j, words)) return;
    snprintf(line.words, sizeof line.words, "%s", words);
    keep(j, &line);
    write_line(j, &line);
}

static int is_about(const journal_line *line, const char *family) {
    const size_t length = strlen(family);
    return strncmp(line->words, family, length) == 0 &&
           (line->words[length] == '.' || line->words[length] == 0);
}

void journal_forget(journal *j, const char *const *families, size_t count) {
    size_t kept = 0;
    for (size_t k = 0; k < j->count; k++) {
        size_t at = 0;
        while (at < count && !is_about(&j->lines[k], families[at])) at++;
        if (at == count) j->lines[kept++] = j->lines[k];
    }
    j->count = kept;
    if (!j->file) return;
    fclose(j->file);
    j->file = fopen(j->path, "w");
    if (!j->file) return;
    fputs(j->heading, j->file);
    for (size_t k = 0; k < kept; k++) write_line(j, &j->lines[k]);
    fflush(j->file);
}

void journal_close(journal *j) {
    if (j->file) fclose(j->file);
    if (j->file && j->count == 0) unlink(j->path);
    free(j->lines);
    memset(j, 0, sizeof *j);
}
