/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/frame.h"
#include "formats/trajectories/xyz_comment.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What stands between the words of a value; and between the numbers of what looks like a cell. */
static const char between[] = " \t,\"'{}[]", between_any[] = " \t,;\"'{}[]";

/* Takes the next word of a value. */
static int next_word_of(span *value, const char *marks, span *item) {
    while (value->length > 0 && strchr(marks, *value->text)) value->text++, value->length--;
    *item = (span){value->text, 0};
    while (value->length > 0 && !strchr(marks, *value->text)) value->text++, value->length--, item->length++;
    return item->length > 0;
}

static int next_item(span *value, span *item) { return next_word_of(value, between, item); }

/* Reads the numbers between marks.  Returns how many there are; 0 for a value that has more than `most` or other words. */
static size_t numbers_of(span value, const char *marks, double *numbers, size_t most) {
    size_t count = 0;
    span item;
    while (value.text && next_word_of(&value, marks, &item)) {
        if (count == most || !parse_double(item, &numbers[count]) || !isfinite(numbers[count])) return 0;
        count++;
    }
    return count;
}

/* Whether it is one of these words, of any case. */
static int is_one_of(span item, const char *const *words) {
    for (; *words; words++)
        if (item.length == strlen(*words) && strncasecmp(item.text, *words, item.length) == 0) return 1;
    return 0;
}

/* TTF: the flags of the directions without blanks. */
static int flags_together(span pbc, int periodic[3]) {
    span item, rest;
    if (!next_item(&pbc, &item) || item.length != 3 || next_item(&pbc, &rest)) return 0;
    for (int k = 0; k < 3; k++) {
        if (!strchr("TFtf", item.text[k])) return 0;
        periodic[k] = item.text[k] == 'T' || item.text[k] == 't';
    }
    return 1;
}

/* A single flag counts for all directions.  Otherwise there are three, or as many as the points have dimensions. */
static void read_periodic(span pbc, int dims, int periodic[3], char fault[IO_XYZ_FAULT]) {
    static const char *const set[] = {"T", "True", "1", NULL}, *const unset[] = {"F", "False", "0", NULL};
    int count = 0;
    span item;
    if (flags_together(pbc, periodic)) return;
    for (; next_item(&pbc, &item); count++) {
        const int is_set = is_one_of(item, set);
        if (count < 3) periodic[count] = is_set;
        if (!is_set && !is_one_of(item, unset))
            snprintf(fault, IO_XYZ_FAULT, "'%.*s' in pbc= is neither T nor F", shown_length(item), item.text);
    }
    if (count != 1 && count != 3 && count != dims && !*fault)
        snprintf(fault, IO_XYZ_FAULT,
                 "pbc= has %d words: three of T and F are needed, or one for all directions", count);
    if (count == 1) periodic[1] = periodic[2] = periodic[0];
}

/* Says what is wrong with a value that has not the finite numbers that are needed. */
static void explain_numbers(span value, const char *name, const char *needed, char fault[IO_XYZ_FAULT]) {
    size_t count = 0;
    double number = 0;
    span item;
    for (; next_item(&value, &item); count++) {
        if (parse_double(item, &number) && isfinite(number)) continue;
        snprintf(fault, IO_XYZ_FAULT, "'%.*s' in %s= is not a finite number", shown_length(item), item.text,
                 name);
        return;
    }
    snprintf(fault, IO_XYZ_FAULT, "%s= has %llu number%s, and %s", name, (unsigned long long)count,
             count == 1 ? "" : "s", needed);
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

void io_xyz_box(const io_xyz_keys *keys, int dims, nf_box *box, char fault[IO_XYZ_FAULT]) {
    double lattice[9];
    const size_t count = numbers_of(keys->lattice, between, lattice, 9),
                 origin = numbers_of(keys->origin, between, box->origin, 3);
    *fault = '\0';
    memset(box->cell, 0, sizeof box->cell);
    memset(box->periodic, 0, sizeof box->periodic);
    if (origin != 3) memset(box->origin, 0, sizeof box->origin);
    for (int k = 0; count == 9 && k < 9; k++) box->cell[k / 3][k % 3] = lattice[k];
    for (int k = 0; count == 3 && k < 3; k++) box->cell[k][k] = lattice[k];
    if (keys->pbc.text) read_periodic(keys->pbc, dims, box->periodic, fault);
    else if (keys->lattice.text)
        for (int d = 0; d < 3; d++) box->periodic[d] = 1;
    const int periodic = io_box_is_periodic(box);
    if (keys->lattice.text && count != 9 && count != 3 && periodic && !*fault)
        explain_numbers(keys->lattice, "Lattice", "a cell has nine or three", fault);
    if (keys->origin.text && origin != 3 && periodic && !*fault)
        explain_numbers(keys->origin, "Origin", "an origin has three", fault);
    if (keys->pbc.text) check_vectors(box, dims, keys->lattice.text != NULL, fault);
}

/* Whether numbers can be three lengths and three angles, or the nine components of three vectors that are not in a plane. */
static int can_be_cell(const double *v, size_t count) {
    if (count == 6)
        return v[0] > 0 && v[1] > 0 && v[2] > 0 && v[3] > 20 && v[3] < 160 && v[4] > 20 && v[4] < 160 &&
               v[5] > 20 && v[5] < 160;
    const double volume = count == 9
                              ? v[0] * (v[4] * v[8] - v[5] * v[7]) - v[1] * (v[3] * v[8] - v[5] * v[6]) +
                                    v[2] * (v[3] * v[7] - v[4] * v[6])
                              : 0;
    return volume < 0 || volume > 0;
}

int io_xyz_is_bare_cell(const char *line) {
    double numbers[9];
    line += strspn(line, " \t");
    const span whole = {line, strlen(line)}, first = io_xyz_word(line);
    const size_t all = numbers_of(whole, between_any, numbers, 9);
    if (all > 0) return can_be_cell(numbers, all);
    const span rest = {line + first.length, whole.length - first.length};
    return can_be_cell(numbers, numbers_of(rest, between_any, numbers, 9));
}

int io_xyz_has_cell(const io_xyz_pair *pair) {
    static const char *const parts[] = {"latt", "cell", "box", "cryst", NULL};
    char text[IO_XYZ_PLAIN];
    double numbers[9];
    io_xyz_plain(pair->key, text);
    for (const char *const *part = parts; pair->value.text && *part; part++)
        if (strstr(text, *part)) {
            const size_t count = numbers_of(pair->value, between_any, numbers, 9);
            return count == 3 || count == 6 || count == 9;
        }
    return 0;
}

/* The keys of three lengths or vectors: the last letters of the three, and what stands before these. */
static const struct {
    const char *letters;
    int vectors; /* one number is not a side */
    const char *stems[8];
} sides[IO_XYZ_SIDES] = {{"abc", 0, {"", "cell", "lattice", "vec", "box", NULL}},
                         {"xyz", 0, {"l", "box", "cell", "lattice", "boxl", "boxlength", "boxsize", NULL}},
                         {"123", 1, {"a", "cell", "lattice", "vec", "box", NULL}}};

int io_xyz_sees_sides(const io_xyz_pair *pair, int seen[IO_XYZ_SIDES]) {
    char text[IO_XYZ_PLAIN];
    double numbers[9];
    const size_t length = pair->key.length, count = numbers_of(pair->value, between_any, numbers, 9);
    if (length == 0 || !pair->value.text || (count != 1 && count != 3)) return 0;
    const int last = tolower((unsigned char)pair->key.text[length - 1]);
    if (io_xyz_plain((span){pair->key.text, length - 1}, text) < length - 1) return 0;
    for (size_t k = 0; k < IO_XYZ_SIDES; k++) {
        const char *letter = strchr(sides[k].letters, last);
        if (!letter || (sides[k].vectors && count != 3) || !io_xyz_is_listed(text, sides[k].stems)) continue;
        seen[k] |= 1 << (letter - sides[k].letters);
        if (seen[k] == 7) return 1;
    }
    return 0;
}
