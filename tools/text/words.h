/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Splits a line of text into words, and parses numbers. */
#ifndef NEARFIELD_TEXT_WORDS_H
#define NEARFIELD_TEXT_WORDS_H

#include <stddef.h>
#include <stdint.h>

typedef struct io_word {
    const char *text; /* not terminated at length */
    size_t length;
} io_word;

/* Finds the next word between blanks and tabs.  Returns 0 at the end of the line. */
int io_next_word(const char **cursor, io_word *word);

/* Stores up to `limit` words of the line.  Returns how many words the line has, which may be more. */
size_t io_split_words(const char *line, io_word *words, size_t limit);

int io_word_is(io_word word, const char *text);
io_word io_trim(io_word word);

/* Parse a decimal number, correctly rounded, whose exponent begins with e or, as in Fortran, with d, in any case; or nan, inf or
 * infinity.  The text behind the word must end with a NUL.  Return 0 for any other word. */
int io_parse_double(io_word word, double *value);
int io_parse_float(io_word word, float *value);

int io_is_integer(io_word word);                   /* digits after an optional sign */
int io_parse_count(io_word word, uint64_t *value); /* digits only; a number that is too large saturates */

/* The length to print of a word in a message: "%.*s", io_shown(word), word.text. */
int io_shown(io_word word);

#endif
