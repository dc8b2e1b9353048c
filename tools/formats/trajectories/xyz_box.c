/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/frame.h"
#include "formats/trajectories/xyz_comment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Takes the next word of a value. */
static int next_item(span *value, span *item) {
    static const char between[] = " \t,\"'{}[]";
    while (value->length > 0 && strchr(between, *value->text)) value->text++, value->length--;
    *item = (span){value->text, 0};
    while (value->length > 0 && !strchr(between, *value->text))
        value->text++, value->length--, item->length++;
    return item->length > 0;
}

/* Reads the numbers of a value.  Returns how many there are; 0 for a value that has more than `most` or other words. */
static size_t numbers_of(span value, double *numbers, size_t most) {
    size_t count = 0;
    span item;
    while (value.text && next_item(&value, &item)) {
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
    const size_t count = numbers_of(keys->lattice, lattice, 9),
                 origin = numbers_of(keys->origin, box->origin, 3);
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
