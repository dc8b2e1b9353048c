/* Words and numbers of a line of text. */
#ifndef NEARFIELD_IO_TEXT_H
#define NEARFIELD_IO_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *text; /* not terminated at length */
    size_t length;
} nf_word;

/* The next word between blanks and tabs; false at the end of the line. */
bool nf_next_word(const char **cursor, nf_word *word);

/* Up to limit words of the line; returns how many there are, which can be more than limit. */
size_t nf_split_words(const char *line, nf_word *words, size_t limit);

bool nf_word_is(nf_word word, const char *text);
nf_word nf_trim(nf_word word);

/* Decimal numbers, correctly rounded, and the words nan, inf and infinity; the text after the word has to
 * be terminated somewhere. False when the word is anything else. */
bool nf_parse_double(nf_word word, double *value);
bool nf_parse_float(nf_word word, float *value);

bool nf_is_integer(nf_word word);                   /* digits after an optional sign */
bool nf_parse_count(nf_word word, uint64_t *value); /* digits only; too large a number saturates */

/* The length of a word that fits well into a sentence: "%.*s", nf_shown(word), word.text. */
int nf_shown(nf_word word);

#endif
