/* What was meant by a word that is not known. */
#ifndef NEARFIELD_TOOL_SUGGEST_H
#define NEARFIELD_TOOL_SUGGEST_H

#include <stddef.h>

/* The k-th of the words that are known, or NULL behind the last. */
typedef const char *known_word(const void *table, size_t k);

enum { SUGGESTION = 80 };

/* "; did you mean BEFOREword?" of the nearest known word, when it is a slip of the keyboard away, or "". */
const char *suggest(const char *word, const char *before, known_word *known, const void *table,
                    char text[SUGGESTION]);

#endif
