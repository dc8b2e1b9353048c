/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/words.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_NUMBER = 128, EXACT_DIGITS = 15, EXACT_POWER = 22 };

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int next_word(const char **cursor, span *word) {
    const char *c = *cursor;
    while (is_blank(*c)) c++;
    word->text = c;
    while (*c != '\0' && !is_blank(*c)) c++;
    word->length = (size_t)(c - word->text);
    *cursor = c;
    return word->length > 0;
}

size_t split_words(const char *line, span *words, size_t limit) {
    size_t count = 0;
    span word;
    while (next_word(&line, &word)) {
        if (count < limit) words[count] = word;
        count++;
    }
    return count;
}

int word_is(span word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

span trim(span word) {
    while (word.length > 0 && is_blank(word.text[0])) word.text++, word.length--;
    while (word.length > 0 && is_blank(word.text[word.length - 1])) word.length--;
    return word;
}

/* The parts of a decimal number: value = digits x 10^power if exact is set. */
typedef struct decimal {
    uint64_t digits;
    int power;
    int negative, exact;
    size_t letter; /* the position of the exponent's letter, or 0 */
} decimal;

static int scan_exponent(const char *c, const char *end, int *power) {
    int negative = c < end && *c == '-';
    int value = 0;
    if (c < end && (*c == '-' || *c == '+')) c++;
    if (c == end) return 0;
    for (; c < end; c++) {
        if (!is_digit(*c)) return 0;
        if (value < 100000) value = 10 * value + (*c - '0');
    }
    *power = negative ? -value : value;
    return 1;
}

static int scan_decimal(span word, decimal *number) {
    const char *c = word.text;
    const char *end = c + word.length;
    int places = 0, significant = 0, power = 0;
    int point = 0, any = 0;
    memset(number, 0, sizeof *number);
    number->negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+')) c++;
    for (; c < end && (is_digit(*c) || (*c == '.' && !point)); c++) {
        if (*c == '.') {
            point = 1;
            continue;
        }
        any = 1;
        if (significant <= EXACT_DIGITS) number->digits = 10 * number->digits + (uint64_t)(*c - '0');
        if (number->digits > 0 && significant <= EXACT_DIGITS) significant++;
        if (point && places < 100000) places++;
    }
    if (!any) return 0;
    if (c < end && strchr("eEdD", *c)) {
        number->letter = (size_t)(c - word.text);
        if (!scan_exponent(c + 1, end, &power)) return 0;
    } else if (c != end) {
        return 0;
    }
    number->power = power - places;
    number->exact = significant <= EXACT_DIGITS;
    return 1;
}

static int is_special(span word) {
    static const char *const names[] = {"nan", "inf", "infinity"};
    if (word.length > 0 && (word.text[0] == '-' || word.text[0] == '+')) word.text++, word.length--;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (word.length == strlen(names[i]) && strncasecmp(word.text, names[i], word.length) == 0) return 1;
    return 0;
}

/* Copies the word, as strtod would read on when digits follow it, and does not know the exponents of Fortran.  A word that is
 * too long for a copy is read where it stands. */
static const char *terminated(span word, const decimal *number, char copy[LONGEST_NUMBER]) {
    if (word.length >= LONGEST_NUMBER) return word.text;
    memcpy(copy, word.text, word.length);
    copy[word.length] = '\0';
    if (number->letter > 0) copy[number->letter] = 'e';
    return copy;
}

int parse_double(span word, double *value) {
    static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    char copy[LONGEST_NUMBER];
    char *end = NULL;
    decimal number;
    int plain = scan_decimal(word, &number);
    if (!plain && !is_special(word)) return 0;
#if FLT_EVAL_METHOD == 0
    /* Both operands are exact, so one division or product is correctly rounded (Clinger 1990). */
    if (plain && number.exact && number.power >= -EXACT_POWER && number.power <= EXACT_POWER) {
        double size = (double)number.digits;
        size = number.power < 0 ? size / powers[-number.power] : size * powers[number.power];
        *value = number.negative ? -size : size;
        return 1;
    }
#endif
    const char *text = terminated(word, &number, copy);
    *value = strtod(text, &end);
    return end == text + word.length;
}

int parse_float(span word, float *value) {
    char copy[LONGEST_NUMBER];
    char *end = NULL;
    decimal number;
    if (!scan_decimal(word, &number) && !is_special(word)) return 0;
    const char *text = terminated(word, &number, copy);
    *value = strtof(text, &end);
    return end == text + word.length;
}

int is_integer(span word) {
    if (word.length > 0 && (word.text[0] == '-' || word.text[0] == '+')) word.text++, word.length--;
    for (size_t i = 0; i < word.length; i++)
        if (!is_digit(word.text[i])) return 0;
    return word.length > 0;
}

int parse_count(span word, uint64_t *value) {
    uint64_t count = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (!is_digit(word.text[i])) return 0;
        uint64_t digit = (uint64_t)(word.text[i] - '0');
        count = count > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * count + digit;
    }
    *value = count;
    return word.length > 0;
}

int shown_length(span word) { return word.length < 60 ? (int)word.length : 60; }
