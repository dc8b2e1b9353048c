/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "xyz_comment.h"

#include "frame.h"
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The end of a value that begins with a quote or a brace: behind the closing mark.  Without a closing mark the opening
 * mark is an ordinary character, and the end is behind it. */
static const char *after_quoted(const char *c) {
    const char close = *c == '{' ? '}' : *c;
    for (const char *at = c + 1; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
        else if (*at == close) return at + 1;
    }
    return c + 1;
}

/* The end of a key=value word.  A quoted value may contain blanks. */
static const char *after_word(const char *c) {
    for (int opens = 1; *c != '\0' && !isspace((unsigned char)*c); opens = c[-1] == '=')
        c = opens && strchr("\"'{", *c) != NULL ? after_quoted(c) : c + 1;
    return c;
}

const char *io_xyz_value(const char *comment, const char *key) {
    const size_t length = strlen(key);
    for (const char *c = comment; *c != '\0'; c = after_word(c)) {
        while (isspace((unsigned char)*c)) c++;
        if (strncasecmp(c, key, length) == 0) return c + length;
    }
    return NULL;
}

int io_xyz_is_unclosed(const char *comment, io_word *key) {
    for (const char *c = comment; *c != '\0'; c = after_word(c)) {
        while (isspace((unsigned char)*c)) c++;
        const char *equals = c + strcspn(c, "= \t\"'{");
        if (*equals != '=' || equals[1] == '\0' || !strchr("\"'{", equals[1])) continue;
        const char *end = after_quoted(equals + 1);
        if (end > equals + 2 && !isalnum((unsigned char)*end)) continue;
        *key = (io_word){c, (size_t)(equals - c)};
        return 1;
    }
    return 0;
}

/* The end of a value: its closing mark, or a blank, or the end of the line. */
static const char *end_of_value(const char *value) {
    static const char opening[] = "\"'{", closing[] = "\"'}";
    const char *mark = *value != '\0' ? strchr(opening, *value) : NULL;
    if (mark) {
        const char *end = strchr(value + 1, closing[mark - opening]);
        return end ? end : value + strlen(value);
    }
    if (*value != '[') return value + strcspn(value, " \t");
    for (int depth = 0; *value != '\0'; value++) {
        depth += (*value == '[') - (*value == ']');
        if (depth == 0) break;
    }
    return value;
}

/* Finds the next word of a value, between blanks, commas and marks. */
static int next_item(const char **cursor, const char *end, io_word *item) {
    static const char between[] = " \t,\"'{}[]";
    const char *c = *cursor + strspn(*cursor, between);
    item->text = c;
    item->length = strcspn(c, between);
    *cursor = c + item->length;
    return item->length > 0 && c < end;
}

/* Reads the numbers of a value.  Returns how many there are; 0 for a value that has more than `most` or other words. */
static size_t numbers_of(const char *comment, const char *key, double *numbers, size_t most) {
    const char *value = io_xyz_value(comment, key);
    const char *end = value ? end_of_value(value) : NULL;
    size_t count = 0;
    io_word item;
    while (value && next_item(&value, end, &item)) {
        if (count == most || !io_parse_double(item, &numbers[count]) || !isfinite(numbers[count])) return 0;
        count++;
    }
    return count;
}

/* Whether it is one of these words, of any case. */
static int is_one_of(io_word item, const char *const *words) {
    for (; *words; words++)
        if (item.length == strlen(*words) && strncasecmp(item.text, *words, item.length) == 0) return 1;
    return 0;
}

/* A single flag counts for all directions.  Otherwise there are three, or as many as the points have dimensions. */
static void read_periodic(const char *pbc, int dims, int periodic[3], char fault[IO_XYZ_FAULT]) {
    static const char *const set[] = {"T", "True", "1", NULL}, *const unset[] = {"F", "False", "0", NULL};
    const char *end = end_of_value(pbc);
    int count = 0;
    io_word item;
    for (; next_item(&pbc, end, &item); count++) {
        const int is_set = is_one_of(item, set);
        if (count < 3) periodic[count] = is_set;
        if (!is_set && !is_one_of(item, unset))
            snprintf(fault, IO_XYZ_FAULT, "'%.*s' in pbc= is neither T nor F", io_shown(item), item.text);
    }
    if (count != 1 && count != 3 && count != dims && !*fault)
        snprintf(fault, IO_XYZ_FAULT,
                 "pbc= has %d words: three of T and F are needed, or one for all directions", count);
    if (count == 1) periodic[1] = periodic[2] = periodic[0];
}

/* Says what is wrong with a lattice that has not three or nine finite numbers. */
static void explain_lattice(const char *value, char fault[IO_XYZ_FAULT]) {
    const char *end = end_of_value(value);
    size_t count = 0;
    double number = 0;
    io_word item;
    for (; next_item(&value, end, &item); count++) {
        if (io_parse_double(item, &number) && isfinite(number)) continue;
        snprintf(fault, IO_XYZ_FAULT, "'%.*s' in Lattice= is not a finite number", io_shown(item), item.text);
        return;
    }
    snprintf(fault, IO_XYZ_FAULT, "Lattice= has %llu numbers, and a cell has nine or three",
             (unsigned long long)count);
}

/* A direction that is periodic needs a cell vector. */
static void check_vectors(const nf_box *box, int dims, int lattice, char fault[IO_XYZ_FAULT]) {
    for (int k = 0; k < dims && !*fault; k++) {
        int zero = 1;
        for (int a = 0; a < dims; a++) zero &= !(box->cell[k][a] < 0 || box->cell[k][a] > 0);
        if (box->periodic[k] && zero)
            snprintf(fault, IO_XYZ_FAULT, "pbc= is set along %c, and there is no %s", "xyz"[k],
                     lattice ? "cell vector along it in Lattice=" : "Lattice=");
    }
}

void io_xyz_box(const char *comment, int dims, nf_box *box, char fault[IO_XYZ_FAULT]) {
    const char *pbc = io_xyz_value(comment, "pbc="), *value = io_xyz_value(comment, "lattice=");
    double lattice[9];
    const size_t count = numbers_of(comment, "lattice=", lattice, 9);
    *fault = '\0';
    memset(box, 0, sizeof *box);
    for (int k = 0; count == 9 && k < 9; k++) box->cell[k / 3][k % 3] = lattice[k];
    for (int k = 0; count == 3 && k < 3; k++) box->cell[k][k] = lattice[k];
    if (numbers_of(comment, "origin=", box->origin, 3) != 3) memset(box->origin, 0, sizeof box->origin);
    if (pbc) read_periodic(pbc, dims, box->periodic, fault);
    else if (value)
        for (int d = 0; d < 3; d++) box->periodic[d] = 1;
    if (value && count != 9 && count != 3 && io_box_is_periodic(box) && !*fault)
        explain_lattice(value, fault);
    if (pbc) check_vectors(box, dims, value != NULL, fault);
}
