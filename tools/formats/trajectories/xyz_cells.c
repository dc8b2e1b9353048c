/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Finds what looks like a cell in the comment line of an XYZ file, under other keys than Lattice. */
#include "formats/trajectories/xyz_comment.h"

#include <ctype.h>
#include <string.h>

/* Counts the words that are numbers, as far as `most`; 0 if another word is among them. */
static size_t count_numbers(span value, double *numbers, size_t most) {
    static const char between[] = " \t,;\"'{}[]";
    size_t count = 0;
    while (value.length > 0) {
        size_t length = 0;
        while (length < value.length && !strchr(between, value.text[length])) length++;
        const span word = {value.text, length};
        const size_t taken = length > 0 ? length : 1;
        value = (span){value.text + taken, value.length - taken};
        if (length == 0) continue;
        if (count == most || !parse_double(word, &numbers[count])) return 0;
        count++;
    }
    return count;
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
    const size_t all = count_numbers(whole, numbers, 9);
    if (all > 0) return can_be_cell(numbers, all);
    const span rest = {line + first.length, whole.length - first.length};
    return can_be_cell(numbers, count_numbers(rest, numbers, 9));
}

int io_xyz_has_cell(const io_xyz_pair *pair) {
    static const char *const parts[] = {"latt", "cell", "box", "cryst", NULL};
    char text[IO_XYZ_PLAIN];
    double numbers[9];
    io_xyz_plain(pair->key, text);
    for (const char *const *part = parts; pair->value.text && *part; part++)
        if (strstr(text, *part)) {
            const size_t count = count_numbers(pair->value, numbers, 9);
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
    const size_t length = pair->key.length, count = count_numbers(pair->value, numbers, 9);
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
