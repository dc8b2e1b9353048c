#include "journal.h"

#include <nearfield/version.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void heading(char line[256], const char *kind) {
    snprintf(line, 256, "{\"search\":\"nearfield %s\",\"kind\":\"%s\"}\n", NF_VERSION_STRING, kind);
}

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
static int read_lines(journal *j, FILE *file, const char *kind) {
    char line[1024], wanted[256];
    heading(wanted, kind);
    if (!fgets(line, sizeof line, file) || strcmp(line, wanted) != 0) return 0;
    while (fgets(line, sizeof line, file)) {
        journal_line l = {.used = 0};
        char end[4] = "";
        if (sscanf(line, "{\"words\":\"%511[^\"]\",\"ns\":%lf,\"spread\":%lf,\"serves\":%d%3s", l.words,
                   &l.took.ns, &l.took.spread, &l.serves, end) == 5 &&
            strcmp(end, "}") == 0)
            keep(j, &l);
    }
    return 1;
}

void journal_open(journal *j, const char *path, const char *kind, int fresh) {
    char line[256];
    memset(j, 0, sizeof *j);
    const size_t length = strlen(path);
    if (length < 5 || length + 3 > sizeof j->path) return;
    snprintf(j->path, sizeof j->path, "%.*s.search", (int)(length - 5), path); /* in place of .json */
    FILE *old = fresh ? NULL : fopen(j->path, "r");
    const int goes_on = old && read_lines(j, old, kind);
    if (old) fclose(old);
    j->file = fopen(j->path, goes_on ? "a" : "w");
    heading(line, kind);
    if (!j->file) return;
    fputs(goes_on ? "\n" : line, j->file); /* behind a line that may have been cut off */
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

void journal_add(journal *j, const char *words, const nf_measured *took, int serves) {
    journal_line line = {.took = *took, .serves = serves, .used = 1};
    if (!j->file || is_there(j, words)) return;
    snprintf(line.words, sizeof line.words, "%s", words);
    keep(j, &line);
    fprintf(j->file, "{\"words\":\"%s\",\"ns\":%.0f,\"spread\":%.0f,\"serves\":%d}\n", words, took->ns,
            took->spread, serves);
    fflush(j->file);
}

void journal_close(journal *j, int complete) {
    if (j->file) fclose(j->file);
    if (j->file && complete) unlink(j->path);
    free(j->lines);
    memset(j, 0, sizeof *j);
}
