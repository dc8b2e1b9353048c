/* Words and numbers of a line of text. */
#ifndef NEARFIELD_IO_TEXT_H
#define NEARFIELD_IO_TEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct io_word {
    const char *text; /* not terminated at length */
    size_t length;
} io_word;

/* The next word between blanks and tabs; 0 at the end of the line. */
int io_next_word(const char **cursor, io_word *word);

/* Up to limit words of the line; returns how many there are, which can be more than limit. */
size_t io_split_words(const char *line, io_word *words, size_t limit);

int io_word_is(io_word word, const char *text);
io_word io_trim(io_word word);

/* Decimal numbers, correctly rounded, and the words nan, inf and infinity; the text after the word has to
 * be terminated somewhere. 0 when the word is anything else. */
int io_parse_double(io_word word, double *value);
int io_parse_float(io_word word, float *value);

int io_is_integer(io_word word);                   /* digits after an optional sign */
int io_parse_count(io_word word, uint64_t *value); /* digits only; too large a number saturates */

/* The length of a word that fits well into a sentence: "%.*s", io_shown(word), word.text. */
int io_shown(io_word word);

#endif
