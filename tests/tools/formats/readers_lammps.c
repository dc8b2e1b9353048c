/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/readers.h"

#include <stdio.h>
#include <string.h>

#define HEADER "title Atoms\n\n2 atoms # two\n1 atom types\n0 bonds\n\n0 10 xlo xhi\n\nMasses\n\n1 1.0\n\n"

static const double two[] = {1, 2, 3, 4, 5, 6.5};

TEST(the_style_of_the_comment_tells_where_x_stands) {
    static const struct {
        const char *style, *before, *behind;
    } rows[] = {
        {"atomic", "1", ""},
        {"charge", "1 0.5", ""},
        {"full", "1 1 0.5", ""},
        {"molecular", "1 1", " 0 0 -1"},
        {"sphere", "1 1.0 1.0", ""},
        {"sph", "1 1000 0 1", ""},
        {"meso", "1 1000 0 1", ""},
        {"dipole", "1 0.0", " 1 0 0"},
        {"spin", "1", " 0 0 1 2.2"},
        {"hybrid sphere bond", "1", " 1 2 3 4"},
        {"full/kk", "1 1 0.5", ""},
        {"dielectric: id mol type q x y z", "1 1 0.5", " 0 0 1 1 1 1 1 1"},
        {"smd", "1 1 1 1 1 1 0 0 0", " 0 0 0"},
    };
    char text[600];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(text, sizeof text,
                 HEADER "Atoms  # %s\n\n3 %s 1 2 3%s\n7 %s 4 5 6.5%s # last\n\nBonds\n\n1 1 1 2\n",
                 rows[i].style, rows[i].before, rows[i].behind, rows[i].before, rows[i].behind);
        reads_text("data.a", text, 2, 3, two);
    }
}

TEST(without_a_style_the_number_of_columns_decides) {
    reads_text("a.data", HEADER "Atoms\n\n1 1 1 2 3\n2 1 4 5 6.5\n", 2, 3, two);
    reads_text("a.data", HEADER "Atoms # mine\n\n1 1 1 1 2 3\n2 1 1 4 5 6.5\n", 2, 3, two);
    reads_text("a.data", HEADER "Atoms\n\n1 1 1 0.5 1 2 3\n2 1 1 0.5 4 5 6.5\n\nVelocities\n\n", 2, 3, two);
    reads_text("a.lmp", HEADER "Atoms\n\n1 1 1 2 3 0 0 0\n2 1 4 5 6.5 0 0 -1\n", 2, 3, two);
    reads_text("a.lmp", HEADER "Atoms\n\n1 1 1000 0 1 1 2 3.0\n2 1 1000 0 1 4 5 6.5\n", 2, 3, two);
    reads_text("a.lmp", HEADER "Atoms\n\n1 1 1 0.5 1 2 3 0 0 0\n2 1 1 0.5 4 5 6.5 0 0 0\n", 2, 3, two);
    reads_text("a.lmp", HEADER "Atoms\n\n1 1 0.5 1 2 3 0.5 0 0\n2 1 0.5 4 5 6.5 0 0 1\n", 2, 3, two);
    reads_text("a.lmp", HEADER "Atoms\n1 1 1 2 3\n2 1 4 5 6.5\n", 2, 3, two);
    reads_text("a.lmp", HEADER "Atoms\nid type x y z\n1 1 1 2 3\n2 1 4 5 6.5\n", 2, 3, two);
    refuses_text("a.lmp", HEADER "Atoms\n\n1 1 2 3\n", "a.lmp:15:", "Atoms # full");
    refuses_text("a.lmp", HEADER "Atoms\n\n1 1 1.5 2.5 3.5 1\n",
                 "a.lmp:15:", "cannot be told from these 6 columns");
    refuses_text("a.lmp", HEADER "Atoms\n\n1 1 1.5 2.5 3.5 0.5 1.5 3 0 0 -1\n",
                 "a.lmp:15:", "cannot be told from these 11 columns");
    refuses_text("a.lmp", HEADER "Atoms\n\n1 1 1.5 2.5 3.5 0 0 1 2.2 0 0 0\n",
                 "a.lmp:15:", "cannot be told from these 12 columns");
}

TEST(a_warning_says_which_columns_were_guessed) {
    static const char text[] = "t\n1 atoms\nAtoms\n\n1 1 1 0.5 1 2 3\n";
    io_frame points;
    text_problem problem;
    ck_assert_int_eq(io_read_first_memory("a.lmp", text, sizeof text - 1, NULL, &points, &problem), 0);
    holds(points.warning, "names no known atom style");
    holds(points.warning, "columns 5 to 7");
    io_frame_free(&points);
}

TEST(a_lammps_file_with_another_count_is_refused_with_its_line) {
    refuses_text("a.data", HEADER "Atoms\n\n1 1 1 2 3\n", "a.data:15:", "after 1 of the 2 atoms");
    refuses_text("a.data", HEADER "Atoms\n\n1 1 1 2 3\n\nVelocities\n\n1 0 0 0\n",
                 "a.data:16:", "after 1 of the 2");
    refuses_text("a.data", HEADER "Atoms\n\n1 1 1 2 3\n2 1 1 2 3\n3 1 1 2 3\n",
                 "a.data:17:", "more atoms than the 2");
    refuses_text("a.data", HEADER, "a.data:12:", "without an Atoms section");
    refuses_text("a.data", "t\n\nAtoms\n\n1 1 1 2 3\n", "a.data:3:", "'N atoms'");
    refuses_text("a.data", "t\nx\n", "not a LAMMPS data file", "");
    refuses_text("a.data", "t\n3000000000 atoms\n", "a.data:2:", "2147483647");
    reads_text("a.data", "t\n0 atoms\n", 0, 3, two);
}

TEST(a_lammps_atom_of_another_length_is_refused_with_its_line) {
    refuses_text("a.data", HEADER "Atoms # full\n\n1 1 1 2 3\n",
                 "a.data:15:", "5 columns, but atom style full has 7");
    refuses_text("a.data", HEADER "Atoms\n\n1 1 1 2 3\n2 1 1 2 3 0 0 0\n",
                 "a.data:16:", "but the first atom has 5");
    refuses_text("a.data", HEADER "Atoms\n\n1 1 1 2 inf\n", "a.data:15:", "not finite");
    refuses_text("a.data", HEADER "Atoms\n\n1 1 1 2 z\n", "a.data:15:", "'z' is not a number");
}

TEST(a_lammps_box_of_bad_numbers_is_refused_with_its_line) {
#define BOX(line) "t\n1 atoms\n" line "\n\nAtoms\n\n1 1 1 2 3\n"
    refuses_text("a.data", BOX("0 many xlo xhi"), "a.data:3:", "'many' is not a number");
    refuses_text("a.data", BOX("0 1 inf xy xz yz"), "a.data:3:", "not finite");
    refuses_text("a.data", BOX("-1e308 1e308 xlo xhi"), "a.data:3:", "too large");
    refuses_text("a.data", BOX("1 0 nan avec"), "a.data:3:", "not finite");
    refuses_text("a.data", BOX("x 0 0 abc origin"), "a.data:3:", "'x' is not a number");
}

TEST(a_lammps_file_has_a_box_when_it_has_bounds) {
    says_of_its_box("a.data", HEADER "Atoms\n\n1 1 1 2 3\n2 1 4 5 6.5\n", 1);
    says_of_its_box("a.data", "t\n1 atoms\n\nAtoms\n\n1 1 1 2 3\n", 0);
}

TEST(lammps_atoms_ascend_with_their_ids) {
    reads_text("a.data", HEADER "Atoms # atomic\n\n9 1 4 5 6.5\n-2 1 1 2 3\n", 2, 3, two);
    reads_text("a.data",
               HEADER "Atoms # atomic\n\n9223372036854775807 1 4 5 6.5\n9223372036854775806 1 1 2 3\n", 2, 3,
               two);
    refuses_text("a.data", HEADER "Atoms # atomic\n\n7 1 4 5 6.5\n7 1 1 2 3\n",
                 "a.data:16:", "the atom id 7 is that of the atom in line 15, too");
    refuses_text("a.data", HEADER "Atoms # atomic\n\n9223372036854775808 1 4 5 6.5\n1 1 1 2 3\n",
                 "a.data:15:", "'9223372036854775808' is not an atom id");
}
