/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/molecules/cif_symmetry.h"

#include "formats/molecules/molecules.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Shifts that differ by less are the same: files write multiples of 1/24 as rounded decimals. */
static const double nearly = 1e-3;

/* ---- one operation ------------------------------------------------------------------------------------ */

/* A number with a fraction or without, "1/2" or "0.5". */
static int read_number(const char **at, double *number) {
    double below = 0;
    const char *c = *at;
    size_t length = strspn(c, "0123456789.");
    if (length == 0 || length > 12 || !io_parse_double((io_word){c, length}, number)) return 0;
    c += length;
    if (*c == '/') {
        length = strspn(++c, "0123456789");
        if (length == 0 || !io_parse_double((io_word){c, length}, &below) || !(below > 0)) return 0;
        *number /= below;
        c += length;
    }
    *at = c;
    return 1;
}

/* A row of an operation, "-x+1/2" or "1/2-x", to the comma or the end. */
static int read_row(const char **at, int rotation[3], double *shift) {
    const char *c = *at;
    int terms = 0;
    for (; *c && *c != ','; terms++) {
        const int sign = *c == '-' ? -1 : 1;
        double number = 0;
        if (*c == '+' || *c == '-') c++;
        else if (terms) return 0;
        const int letter = tolower((unsigned char)*c);
        if (letter >= 'x' && letter <= 'z') {
            if (rotation[letter - 'x']) return 0;
            rotation[letter - 'x'] = sign;
            c++;
        } else if (read_number(&c, &number)) *shift += sign * number;
        else return 0;
    }
    *shift -= floor(*shift + nearly);
    if (fabs(*shift) < nearly) *shift = 0;
    *at = c;
    return terms > 0;
}

static int determinant(int r[3][3]) {
    return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
           r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
           r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
}

static int read_operation(const char *text, cif_operation *operation) {
    char packed[100];
    size_t used = 0;
    const char *at = packed;
    memset(operation, 0, sizeof *operation);
    for (; *text; text++) {
        if (*text == ' ' || *text == '\t') continue;
        if (used + 1 == sizeof packed) return 0;
        packed[used++] = *text;
    }
    packed[used] = '\0';
    for (int k = 0; k < 3; k++) {
        if (!read_row(&at, operation->rotation[k], &operation->shift[k]) || *at != (k < 2 ? ',' : '\0'))
            return 0;
        at++;
    }
    const int d = determinant(operation->rotation);
    return d == 1 || d == -1;
}

/* ---- the group ---------------------------------------------------------------------------------------- */

static int is_same_rotation(const cif_operation *a, const cif_operation *b) {
    return memcmp(a->rotation, b->rotation, sizeof a->rotation) == 0;
}

static int is_same(const cif_operation *a, const cif_operation *b) {
    if (!is_same_rotation(a, b)) return 0;
    for (int k = 0; k < 3; k++) {
        const double d = a->shift[k] - b->shift[k];
        if (fabs(d - floor(d + 0.5)) > 2 * nearly) return 0;
    }
    return 1;
}

static int has(const cif_symmetry *s, const cif_operation *operation) {
    for (int k = 0; k < s->count; k++)
        if (is_same(&s->of[k], operation)) return 1;
    return 0;
}

/* a behind b */
static cif_operation product(const cif_operation *a, const cif_operation *b) {
    cif_operation p = {{{0}}, {0}};
    for (int k = 0; k < 3; k++) {
        p.shift[k] = a->shift[k];
        for (int m = 0; m < 3; m++) {
            p.shift[k] += a->rotation[k][m] * b->shift[m];
            for (int c = 0; c < 3; c++) p.rotation[k][c] += a->rotation[k][m] * b->rotation[m][c];
        }
    }
    return p;
}

/* Products of operations are operations: where one is missing, the list is not complete. */
static int is_closed(const cif_symmetry *s) {
    for (int a = 0; a < s->count; a++)
        for (int b = 0; b < s->count; b++) {
            const cif_operation p = product(&s->of[a], &s->of[b]);
            if (!has(s, &p)) return 0;
        }
    return 1;
}

/* Groups with a lattice of three translations in a cell of hexagonal axes, and of one in a rhombohedral cell. */
enum { RHOMBOHEDRAL = 0 };

static int has_hexagonal_axes(const cif_block *block) {
    double alpha = 0, gamma = 0;
    return cif_count(block, CIF_CELL + 3) && cif_count(block, CIF_CELL + 5) &&
           cif_number(block, CIF_CELL + 3, 0, &alpha) && cif_number(block, CIF_CELL + 5, 0, &gamma) &&
           fabs(alpha - 90) < 0.5 && fabs(gamma - 120) < 0.5;
}

/* How many rotations the groups up to a number have. */
static int rotations_of(int number) {
    static const struct {
        int last, rotations;
    } classes[] = {{1, 1},   {2, 2},    {9, 2},    {15, 4},   {46, 4},   {74, 8},   {82, 4},
                   {88, 8},  {122, 8},  {142, 16}, {146, 3},  {148, 6},  {161, 6},  {167, 12},
                   {174, 6}, {190, 12}, {194, 24}, {199, 12}, {206, 24}, {220, 24}, {230, 48}};
    size_t k = 0;
    while (classes[k].last < number) k++;
    return classes[k].rotations;
}

/* How many translations the first letter of a name stands for; RHOMBOHEDRAL where the cell decides. */
static int translations_of(const char *name) {
    static const struct {
        char letter;
        int translations;
    } lattices[] = {{'P', 1}, {'A', 2}, {'B', 2}, {'C', 2}, {'I', 2}, {'F', 4}, {'R', RHOMBOHEDRAL}};
    for (size_t k = 0; k < sizeof lattices / sizeof *lattices; k++)
        if (toupper((unsigned char)name[*name == '-']) == lattices[k].letter) return lattices[k].translations;
    return 1;
}

/* Whether a name has more than the identity behind the letter of its lattice, up to the setting in brackets or behind a colon; that of
 * Hall may have an inversion before it. */
static int has_rotations(const char *name) {
    const size_t end = strcspn(name, "(:");
    return *name == '-' || (strchr("PABCIFRH", toupper((unsigned char)*name)) &&
                            strcspn(name + 1, "-/23456mabcnde") + 1 < end);
}

/* How many translations the cell of a numbered group has: 1 but for these. */
static int translations_of_number(int number) {
    static const struct {
        unsigned char first, last, translations;
    } centred[] = {{5, 5, 2},
                   {8, 9, 2},
                   {12, 12, 2},
                   {15, 15, 2},
                   {20, 21, 2},
                   {22, 22, 4},
                   {23, 24, 2},
                   {35, 41, 2},
                   {42, 43, 4},
                   {44, 46, 2},
                   {63, 68, 2},
                   {69, 70, 4},
                   {71, 74, 2},
                   {79, 80, 2},
                   {82, 82, 2},
                   {87, 88, 2},
                   {97, 98, 2},
                   {107, 110, 2},
                   {119, 122, 2},
                   {139, 142, 2},
                   {146, 146, RHOMBOHEDRAL},
                   {148, 148, RHOMBOHEDRAL},
                   {155, 155, RHOMBOHEDRAL},
                   {160, 161, RHOMBOHEDRAL},
                   {166, 167, RHOMBOHEDRAL},
                   {196, 196, 4},
                   {197, 197, 2},
                   {199, 199, 2},
                   {202, 203, 4},
                   {204, 204, 2},
                   {206, 206, 2},
                   {209, 210, 4},
                   {211, 211, 2},
                   {214, 214, 2},
                   {216, 216, 4},
                   {217, 217, 2},
                   {219, 219, 4},
                   {220, 220, 2},
                   {225, 228, 4},
                   {229, 230, 2}};
    for (size_t k = 0; k < sizeof centred / sizeof *centred; k++)
        if (number >= centred[k].first && number <= centred[k].last) return centred[k].translations;
    return 1;
}

/* Operations of which none is another with a shift besides: those of the point group. */
static int count_rotations(const cif_symmetry *s) {
    int rotations = 0;
    for (int k = 0; k < s->count; k++) {
        int first = 1;
        for (int m = 0; m < k; m++) first &= !is_same_rotation(&s->of[k], &s->of[m]);
        rotations += first;
    }
    return rotations;
}

/* ---- what the file says ------------------------------------------------------------------------------- */

static int read_operations(const cif_reader *r, cif_symmetry *s) {
    const cif_block *block = &r->block;
    for (uint64_t k = 0; k < cif_count(block, CIF_OPERATION); k++) {
        cif_operation operation;
        const char *text = cif_value(block, CIF_OPERATION, k);
        if (!read_operation(text, &operation))
            return cif_fail(r, CIF_OPERATION, k,
                            "'%.60s' is not an operation of symmetry, such as -x,y+1/2,z.", text);
        if (has(s, &operation)) continue;
        if (s->count == CIF_MOST_OPERATIONS)
            return cif_fail(r, CIF_OPERATION, k, "there are more than %d operations of symmetry.",
                            (int)CIF_MOST_OPERATIONS);
        s->of[s->count++] = operation;
    }
    if (s->count && !is_closed(s))
        return cif_fail(r, CIF_OPERATION, 0,
                        "the %d operations of symmetry are not complete: products of them are missing.",
                        s->count);
    return 0;
}

/* Compares the operations with a number, or with the lattice of a name. */
static int check(const cif_reader *r, int item, uint64_t k, cif_symmetry *s) {
    const char *text = cif_value(&r->block, item, k);
    const int rotations = count_rotations(s);
    double number = 0;
    int expected = 0, translations = 1;
    if (item == CIF_GROUP_NUMBER) {
        if (!cif_number(&r->block, item, k, &number) || number < 1 || number > 230 || number > floor(number))
            return cif_fail(r, item, k, "'%.60s' is not the number of a space group, 1 to 230.", text);
        expected = rotations_of((int)number);
        translations = translations_of_number((int)number);
        s->is_p1 &= number < 2;
    } else {
        translations = translations_of(text);
        s->is_p1 &= io_is_p1(text);
        if (io_is_p1(text)) expected = 1;
    }
    if (rotations == 0) return 0; /* without operations */
    if (translations == RHOMBOHEDRAL) translations = has_hexagonal_axes(&r->block) ? 3 : 1;
    if (item != CIF_GROUP_NUMBER && rotations == 1 && has_rotations(text))
        return cif_fail(
            r, item, k,
            "the space group %.60s has more rotations than the operations of symmetry, which are the "
            "identity alone.",
            text);
    if (expected && expected != rotations)
        return cif_fail(r, item, k,
                        "the space group %.60s has %d rotations, but the operations of symmetry have %d.",
                        text, expected, rotations);
    if (s->count < translations * rotations)
        return cif_fail(
            r, item, k,
            "the lattice of the space group %.60s has %d translations, but the operations of symmetry "
            "have %d.",
            text, translations, s->count / rotations);
    return 0;
}

int cif_read_symmetry(const cif_reader *r, cif_symmetry *s) {
    static const int names[] = {CIF_GROUP, CIF_HALL, CIF_GROUP_NUMBER};
    memset(s, 0, sizeof *s);
    s->is_p1 = 1;
    for (uint64_t k = 0; k < cif_count(&r->block, CIF_OTHER); k++)
        if (strcmp(cif_value(&r->block, CIF_OTHER, k), "0") != 0 && *cif_value(&r->block, CIF_OTHER, k))
            return cif_fail(r, CIF_OTHER, k, "magnetic and modulated structures are not read.");
    if (read_operations(r, s) != 0) return r->in->problem->code;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (uint64_t k = 0; k < cif_count(&r->block, names[n]); k++) {
            const char *text = cif_value(&r->block, names[n], k);
            if (!*text) continue;
            if (!s->is_named || s->is_p1) {
                snprintf(s->group, sizeof s->group, "%s", text);
                s->line = cif_line(&r->block, names[n], k);
            }
            s->is_named = 1;
            if (check(r, names[n], k, s) != 0) return r->in->problem->code;
        }
    s->is_p1 &= s->count < 2;
    return 0;
}
