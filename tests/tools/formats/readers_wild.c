/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the texts of readers_wild.h are compared with, line ends, and files of LAMMPS. */
#include "tools/formats/readers_wild.h"

#include <stdio.h>
#include <string.h>

enum { REACH = 3 };

/* |r_j - r_i + S.H|^2 */
static double squared(const io_frame *f, const double *a, const double *b, const int s[3]) {
    double sum = 0;
    for (int d = 0; d < f->dims; d++) {
        double v = b[d] - a[d];
        for (int k = 0; k < f->dims; k++) v += s[k] * f->box.cell[k][d];
        sum += v * v;
    }
    return sum;
}

/* The images that are near enough, of i < j each, and of a point itself once. */
static int count_images(const io_frame *f, uint64_t i, uint64_t j, double cutoff) {
    const double *p = f->positions;
    int found = 0, s[3], reach[3];
    for (int k = 0; k < 3; k++) reach[k] = k < f->dims && f->box.periodic[k] ? REACH : 0;
    for (s[0] = -reach[0]; s[0] <= reach[0]; s[0]++)
        for (s[1] = -reach[1]; s[1] <= reach[1]; s[1]++)
            for (s[2] = -reach[2]; s[2] <= reach[2]; s[2]++) {
                const int first = s[0] ? s[0] : s[1] ? s[1] : s[2];
                if (i == j && first <= 0) continue;
                found +=
                    squared(f, p + i * (uint64_t)f->dims, p + j * (uint64_t)f->dims, s) < cutoff * cutoff;
            }
    return found;
}

static int count_pairs(const io_frame *f, double cutoff) {
    int found = 0;
    for (uint64_t i = 0; i < f->n; i++)
        for (uint64_t j = i; j < f->n; j++) found += count_images(f, i, j, cutoff);
    return found;
}

void check_wild(const wild *row) {
    io_frame f;
    text_problem problem = {0, ""};
    int failed = io_read_first_memory(row->name, row->text, strlen(row->text), NULL, &f, &problem);
    if (failed == 0 && *f.box_fault) {
        failed = EXIT_INPUT;
        snprintf(problem.text, sizeof problem.text, "%s", f.box_fault);
    }
    if (row->pairs == REFUSED) {
        ck_assert_msg(failed != 0, "%s is read:\n%s", row->name, row->text);
        ck_assert_msg(strstr(problem.text, row->says) != NULL, "'%s' does not hold '%s' of\n%s", problem.text,
                      row->says, row->text);
        ck_assert_msg(strncmp(problem.text, row->name, strlen(row->name)) == 0, "%s", problem.text);
    } else {
        ck_assert_msg(failed == 0, "%s\n%s", problem.text, row->text);
        const int found = count_pairs(&f, row->cutoff);
        ck_assert_msg(found == row->pairs, "%d pairs in place of %d of\n%s", found, row->pairs, row->text);
        ck_assert_msg(strstr(f.note, row->says) || strstr(f.warning, row->says),
                      "'%s', '%s': not '%s' of\n%s", f.note, f.warning, row->says, row->text);
    }
    io_frame_free(&f);
}

/* ---- line ends and encodings -------------------------------------------------------------------------- */

#define ENDS(name, end)                                                                                      \
    {name, "1" end "1.5" end "4", 0.6, 1, ""}, { name, "1" end "1.5" end "4" end, 0.6, 1, "" }
#define XYZ(end)                                                                                             \
    {"a.xyz", "2" end LATTICE end "H 0 0 0" end "H 2.4 0 0" end, 0.6, 1, ""}, {                              \
        "a.xyz", "2" end LATTICE end "H 0 0 0" end "H 2.4 0 0", 0.6, 1, ""                                   \
    }
#define DATA(end)                                                                                            \
    {                                                                                                        \
        "a.data",                                                                                            \
            "t" end "2 atoms" end "0 5 xlo xhi" end "0 5 ylo yhi" end "0 5 zlo zhi" end end                  \
            "Atoms # atomic" end end "1 1 0 0 0" end "2 1 4.9 0 0" end,                                      \
            0.6, 1, ""                                                                                       \
    }

TEST(a_line_ends_with_each_of_the_marks_and_with_all_of_them_in_one_text) {
    static const wild rows[] = {
        ENDS("a.csv", "\n"),
        ENDS("a.csv", "\r\n"),
        ENDS("a.csv", "\r"),
        ENDS("a.csv", "\r\r\n"),
        ENDS("a.tsv", "\r"),
        ENDS("a.txt", "\r"),
        XYZ("\n"),
        XYZ("\r\n"),
        XYZ("\r"),
        XYZ("\r\r\n"),
        DATA("\n"),
        DATA("\r\n"),
        DATA("\r"),
        {"a.csv", "x,y\r1,0\r\n1.5,0\n4,0\r", 0.6, 1, ""},
        {"a.csv", "\xEF\xBB\xBFx,y\r1,0\r1.5,0", 0.6, 1, ""},
        {"a.gro",
         "t\r2\r    1SOL     OW    1   0.100   0.000   0.000\r    1SOL     OW    2   3.900   0.000   "
         "0.000\r4 4 4\r",
         0.6, 1, ""},
        {"a.dump", "ITEM: NUMBER OF ATOMS\r2\rITEM: ATOMS id x y z\r1 0 0 0\r2 .5 0 0\r", 0.6, 1, ""},
        {"a.ply",
         "ply\rformat ascii 1.0\relement vertex 2\rproperty double x\rproperty double y\rend_header\r0 0\r.5 "
         "0\r",
         0.6, 1, ""},
        {"a.csv", "1,2\r3,x\r", 0.6, REFUSED, "a.csv:2: 'x' is not a number"},
        {"a.csv",
         "\xFF\xFE"
         "1",
         0.6, REFUSED, "is text in UTF-16"},
        {"a.xyz",
         "\xFE\xFF"
         "1\n",
         0.6, REFUSED, "convert it to UTF-8"},
    };
    CHECK_ALL(rows);
}

/* A comment line that ends where the reader's buffer ends, one byte further in each round.  An end that is taken for two gives a
 * blank line, which is no atom. */
TEST(a_line_end_is_found_where_two_blocks_of_a_file_meet) {
    enum { BLOCK = 1 << 16 };
    static const char *const ends[] = {"\n", "\r\n", "\r", "\r\r\n"};
    static char text[BLOCK + 200];
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
        for (int at = BLOCK - 6; at < BLOCK + 3; at++) {
            const wild row = {"a.xyz", text, 0.6, 1, ""};
            memset(text, ' ', sizeof text);
            memcpy(text, "2\n", 2);
            snprintf(text + at, sizeof text - (size_t)at, "%sH 0 0 0%sH .5 0 0%s", ends[e], ends[e], ends[e]);
            check_wild(&row);
        }
}

/* ---- LAMMPS ------------------------------------------------------------------------------------------- */

#define DUMP(bounds, columns, atoms)                                                                         \
    "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS" bounds "ITEM: ATOMS " columns "\n" atoms
#define CUBE "\n0 5\n0 5\n0 5\n"

TEST(files_of_lammps_say_what_was_assumed_and_refuse_what_is_not_known) {
    static const wild rows[] = {
        {"a.dump", DUMP(" pp pp pp" CUBE, "id x y z", "1 0 0 0\n2 4.9 0 0\n"), 0.6, 1,
         "units as in the file"},
        {"a.dump", DUMP(" ff pp pp" CUBE, "id x y z", "1 0 0 0\n2 4.9 0 0\n"), 0.6, 0, ""},
        {"a.dump", DUMP(" pp pp fs" CUBE, "id x y z", "1 0 0 0\n2 0 0 4.9\n"), 0.6, 0, ""},
        {"a.dump", DUMP(CUBE, "id x y z", "1 0 0 0\n2 4.9 0 0\n"), 0.6, 1,
         "periodic in all directions, the default"},
        {"a.dump", DUMP(" pp pp pp" CUBE, "id xu yu zu", "1 0 0 0\n2 9.9 0 0\n"), 0.6, 1,
         "columns xu, yu, zu"},
        {"a.dump", DUMP(" pp pp pp" CUBE, "id xs ys zs", "1 0 0 0\n2 .98 0 0\n"), 0.6, 1,
         "columns xs, ys, zs, which are fractions"},
        {"a.dump", DUMP(" pp pp pp" CUBE, "id xsu ysu zsu", "1 0 0 0\n2 1.98 0 0\n"), 0.6, 1,
         "columns xsu, ysu, zsu"},
        {"a.dump", DUMP(" pp pp pp" CUBE, "id vx vy vz x y z", "1 0 0 0 0 0 0\n2 0 0 0 4.9 0 0\n"), 0.6, 1,
         ""},
        {"a.dump", DUMP(" pp pp pp" CUBE, "id x ys zu", "1 0 0 0\n2 4.9 0 0\n"), 0.6, REFUSED,
         "names no columns x y z"},
        {"a.dump", DUMP(" pp pp" CUBE, "id x y z", "1 0 0 0\n2 4.9 0 0\n"), 0.6, REFUSED,
         "is not a box of LAMMPS"},
        {"a.dump", DUMP(" p p p" CUBE, "id x y z", "1 0 0 0\n2 4.9 0 0\n"), 0.6, REFUSED,
         "is not a box of LAMMPS"},
        {"a.dump", DUMP(" pf pp pp" CUBE, "id x y z", "1 0 0 0\n2 4.9 0 0\n"), 0.6, REFUSED,
         "is not a box of LAMMPS"},
        {"a.dump",
         DUMP(" abc origin pp pp pp\n5 0 0 0\n2 5 0 0\n0 0 5 0\n", "id x y z", "1 0 0 0\n2 2 4.9 0\n"), 0.6,
         1, ""},
        {"a.data",
         "t\n2 atoms\n0 5 xlo xhi\n0 5 ylo yhi\n0 5 zlo zhi\n\nAtoms # atomic\n\n1 1 0 0 0 0 0 0\n2 1 4.9 0 "
         "0 0 0 1\n",
         0.6, 1, "the default of LAMMPS"},
        {"a.data",
         "t\n2 atoms\n5 0 0 avec\n2 5 0 bvec\n0 0 5 cvec\n0 0 0 abc origin\n\nAtoms # atomic\n\n1 1 0 0 0\n2 "
         "1 2 4.9 0\n",
         0.6, 1, ""},
        {"a.data", "t\n2 atoms\n0 5 xlo xhi\n0 5 ylo yhi\n0 5 zlo zhi\n\nAtoms\n\n1 1 0 0 0\n2 1 4.9 0 0\n",
         0.6, 1, "names no known atom style, so x, y, z are read from columns 3 to 5"},
        {"a.data", "t\n2 atoms\n0 5 xlo xhi\n0 5 ylo yhi\n\nAtoms # atomic\n\n1 1 0 0 0\n2 1 4.9 0 0\n", 0.6,
         REFUSED, "the box has no 'zlo zhi' line"},
    };
    CHECK_ALL(rows);
}
