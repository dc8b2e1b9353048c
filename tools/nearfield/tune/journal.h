/*
 * What a search has measured so far, on disk as it goes: a line of JSON a candidate, so that a search that was
 * ended goes on where it was.  Each kind of search has a journal of its own; one of another version, of other jobs, or of
 * other fast paths is begun anew.
 */
#ifndef NEARFIELD_TOOL_TUNE_JOURNAL_H
#define NEARFIELD_TOOL_TUNE_JOURNAL_H

#include <nearfield/tuning.h>
#include <stdio.h>

typedef struct journal_line {
    char words[512]; /* or the family's name, when all of it is done */
    nf_measured took;
    int serves, used; /* used: this run has asked for it */
} journal_line;

typedef struct journal {
    FILE *file; /* NULL: nothing is kept */
    char path[1100], heading[256];
    journal_line *lines;
    size_t count, capacity;
} journal;

/* Opens the journal of that kind of search beside the context's profile (where it has none, none is kept) and reads what
   it has, but what was measured while the machine was busy. */
void journal_open(journal *j, const nf_context *context, const char *kind);

/* What was measured with these words and was not asked for before in this run; or NULL. */
const journal_line *journal_find(journal *j, const char *words);

/* Keeps the first answer for these words: the last comparisons with the defaults are made anew in every run. */
void journal_add(journal *j, const char *words, const nf_measured *took, int serves);

/* Forgets what was measured of these families, and of no other. */
void journal_forget(journal *j, const char *const *families, size_t count);

void journal_close(journal *j);

#endif
