/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/readers.h"

static const double two[] = {0.23, 0.628, 0.113, 0.137, -12.626, 0.15};

#define FIRST  "    1SOL     OW    1   0.230   0.628   0.113\n"
#define SECOND "    1SOL    HW1    2   0.137 -12.626   0.150"
#define BOX    "   1.86206   1.86206   1.86206\n"

TEST(a_gro_gives_its_atoms_in_nanometres) {
    static const char text[] = "t\n  2\n" FIRST SECOND "  0.1000 -0.2000  0.3000\r\n" BOX;
    io_frame points;
    text_problem problem;
    reads_text("a.gro", text, 2, 3, two);
    reads_text("a.gro", "\n0\n" BOX, 0, 3, two);
    reads_text("a.gro", "t\n1\n" FIRST "1 1 1 0 0 0 0 0 0\n\n", 1, 3, two);
    ck_assert_int_eq(io_read_first_memory("a.gro", text, sizeof text - 1, NULL, &points, &problem), 0);
    ck_assert_str_eq(points.note, "nanometres, as in the file");
    io_frame_free(&points);
}

TEST(a_gro_of_another_precision_is_read_by_its_points) {
    static const double fine[] = {0.123456, -1.654321, 12345.000001};
    static const double tight[] = {1000.123, 1000.456, 1000.789};
    reads_text("a.gro", "t\n1\n    1SOL     OW    1    0.123456   -1.65432112345.000001\n1 1 1\n", 1, 3,
               fine);
    reads_text("a.gro",
               "t\n1\n    1SOL     OW99999"
               "1000.1231000.4561000.789\n1 1 1\n",
               1, 3, tight);
}

TEST(a_truncated_gro_is_refused_with_its_line) {
    refuses_text("a.gro", "t\n2\n" FIRST, "a.gro:3:", "after 1 of the 2 atoms");
    refuses_text("a.gro", "t\n2\n" FIRST SECOND "\n", "a.gro:4:", "without the line of the box");
    refuses_text("a.gro", "t\n1\n    1SOL     OW    1   0.230   0.628   0.1\n" BOX, "a.gro:3:", "column 44");
    refuses_text("a.gro", "t\n", "a.gro:1:", "after the title");
}

TEST(a_gro_with_another_count_is_refused_with_its_line) {
    refuses_text("a.gro", "t\n1\n" FIRST SECOND "\n" BOX, "a.gro:4:", "box after the 1 atoms");
    refuses_text("a.gro", "t\n1\n" FIRST "1 1\n", "a.gro:4:", "3 or 9 numbers of the box");
    refuses_text("a.gro", "t\n1\n" FIRST "1 1 inf\n", "a.gro:4:", "3 or 9 numbers of the box");
    refuses_text("a.gro", "t\n3\n" FIRST SECOND "\n" BOX, "a.gro:5:", "column 44");
    refuses_text("a.gro", "t\nmany\n" FIRST BOX, "a.gro:2:", "expected the number of atoms");
    refuses_text("a.gro", "t\n1\n" FIRST BOX "rest\n", "a.gro:5:", "not another frame");
}

TEST(only_the_first_frame_of_a_gro_is_read_and_the_note_says_so) {
    static const char text[] = "t\n1\n" FIRST BOX "\n1\n" FIRST BOX;
    io_frame points;
    text_problem problem;
    ck_assert_int_eq(io_read_first_memory("a.gro", text, sizeof text - 1, NULL, &points, &problem), 0);
    ck_assert_uint_eq(points.n, 1);
    holds(points.note, "only the first frame");
    io_frame_free(&points);
}

TEST(a_gro_with_a_bad_number_is_refused_with_its_line) {
    refuses_text("a.gro", "t\n1\n    1SOL     OW    1   0.230     nan   0.113\n" BOX,
                 "a.gro:3:", "not finite");
    refuses_text("a.gro", "t\n2\n" FIRST "    1SOL     OW    1   0.230           0.113\n" BOX,
                 "a.gro:4:", "not a number");
}

TEST(a_gro_has_a_box_unless_its_sides_are_zero) {
    says_of_its_box("a.gro", "t\n1\n" FIRST BOX, 1);
    says_of_its_box("a.gro", "t\n1\n" FIRST "0.0 0.0 0.0\n", 0);
}
