/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Tables as other programs and people write them. */
#include "tools/formats/readers_wild.h"

TEST(a_heading_with_a_name_less_than_columns_is_that_of_r) {
    static const wild rows[] = {
        {"a.txt", "x y\n1 0 0\n2 0.5 0\n3 2 2\n", 0.6, 1, "columns x (2), y (3) of 3; the first column"},
        {"a.txt", "\"x\" \"y\"\n\"1\" 0 0\n\"2\" 0.5 0\n\"3\" 2 2\n", 0.6, 1, "names the rows"},
        {"a.csv", "\"x\",\"y\",\"z\"\n\"a\",0,0,0\n\"b\",0.5,0,0\n", 0.6, 1,
         "columns x (2), y (3), z (4) of 4"},
        {"a.tsv", "x\ty\nrow one\t0\t0\nrow two\t0.5\t0\n", 0.6, 1, "names the rows"},
        {"a.txt", "m x y\n1 5 0 0\n2 6 0.5 0\n3 7 2 2\n", 0.6, 1, "columns x (3), y (4) of 4"},
        {"a.txt", "x y\n0.1 0 0\n0.2 0.5 0\n", 0.6, REFUSED,
         "a.txt:2: the heading in line 1 has one name less than there are columns, and '0.1'"},
        {"a.txt", "u v\n1 0 0\n2 0.5 0\n", 0.6, REFUSED,
         "a.txt:1: the heading has 2 names, and the lines below it have 3"},
        {"a.csv", "x,y\n1,0,\n2,0.5,\n", 0.6, REFUSED, "a.csv:1: the heading has 2 names"},
        {"a.txt", "points\n1 0\n2 0.5\n", 0.6, REFUSED, "choose the coordinates with --columns"},
        {"a.txt", "x y\n1 0 0 0\n2 .5 0 0\n", 0.6, REFUSED,
         "a.txt:1: the heading has 2 names, and the lines below it have 4"},
        {"a.txt", "x y z\n1 0\n2 .5\n", 0.6, REFUSED,
         "a.txt:1: the heading has 3 names, and the lines below it have 2"},
    };
    CHECK_ALL(rows);
}

TEST(names_with_units_and_of_several_words_are_understood_or_refused) {
    static const wild rows[] = {
        {"a.txt", "x [m] y [m]\n0 0\n0.5 0\n2 2\n", 0.6, REFUSED, "the heading has 4 names"},
        {"a.txt", "x[m] y[m]\n1 0 0\n2 0.5 0\n", 0.6, 1, "columns x[m] (2), y[m] (3) of 3; the first column"},
        {"a.txt", "'x' 'y'\n0 0\n0.5 0\n", 0.6, REFUSED, "names no x, y or z"},
        {"a.txt", "\"x [m]\" \"y [m]\"\n0 0\n0.5 0\n", 0.6, 1, "columns x [m] (1), y [m] (2)"},
        {"a.csv", "\"x, in m\",\"y, in m\"\n0,0\n0.5,0\n", 0.6, REFUSED, "names no x, y or z"},
        {"a.csv", "X,Y,Z,x,y,z\n0,9,0,0,0,0\n9,0,0,0.5,0,0\n", 0.6, 1, "columns x (4), y (5), z (6) of 6"},
        {"a.csv", "x1,x2,x3,x,y,z\n0,9,0,0,0,0\n9,0,0,0.5,0,0\n", 0.6, 1, "columns x (4), y (5), z (6) of 6"},
        {"a.csv", "x,Y,z (m)\n0,0,0\n0.5,0,0\n", 0.6, 1, "columns x (1), Y (2), z (m) (3)"},
        {"a.txt", "x pos y pos\n0 0\n0.5 0\n", 0.6, REFUSED,
         "a.txt:1: the heading has 4 names, and the lines below it have 2"},
        {"a.txt", "x y z\nm m m\n0 0 0\n", 0.6, REFUSED, "a.txt:2: 'm' is not a number"},
        {"a.txt", "x y z\n0 0 0\nx y z\n.5 0 0\n", 0.6, REFUSED, "a.txt:3: 'x' is not a number"},
        {"a.txt", "a title of five words\n0 0\n.5 0\n", 0.6, REFUSED, "mend it, or begin its line with #"},
    };
    CHECK_ALL(rows);
}

TEST(a_comment_above_the_numbers_may_be_their_heading) {
    static const wild rows[] = {
        {"a.txt", "# x y z\n0 0 0\n0.5 0 0\n", 0.6, 1, "named by the comment in line 1"},
        {"a.txt", "# id x y\n1 0 0\n2 0.5 0\n9 4 4\n", 0.6, 1,
         "columns x (2), y (3) of 3; named by the comment"},
        {"a.txt", "#id x y z\n1 0 0 0\n2 0.5 0 0\n", 0.6, 1, "columns x (2), y (3), z (4) of 4"},
        {"a.csv", "# made by hand\n# m,x,y\n1,0,0\n2,0.5,0\n", 0.6, 1, "named by the comment in line 2"},
        {"a.txt", "% x y m\n0 0 5\n0.5 0 9\n", 0.6, 1, "columns x (1), y (2) of 3"},
        {"a.txt", "//X Y Z R G B\n0 0 0 9 9 9\n0.5 0 0 1 1 1\n", 0.6, 1, "columns X (1), Y (2), Z (3) of 6"},
        {"a.txt", "%% matlab\n0 0 0\n0.5 0 0 # near\n", 0.6, 1, "columns 1, 2, 3 of 3"},
        {"a.txt", "// by hand\n0 0 0\n0.5 0 0\n", 0.6, 1, "columns 1, 2, 3 of 3"},
        {"a.txt", "# x y\n1 0 0\n1.5 0 0\n", 0.6, 1, "columns 1, 2, 3 of 3"},
        {"a.txt", "#m(0) x(1) y(2)\n1 0 0\n2 0.5 0\n", 0.6, 1, "columns x(1) (2), y(2) (3) of 3"},
        {"a.txt", "# 1: 2x 3y\n1 0 0\n1.5 0 0\n", 0.6, 1, "columns 1, 2, 3 of 3"},
        {"a.txt", "# time z\n1 0\n2 0.5\n", 0.6, REFUSED,
         "a.txt:1: the heading names column z (2) of 2, but no column x"},
        {"a.txt", "# x y z\n#\n0 0 0\n0.5 0 0\n", 0.6, 1, "line 1"},
    };
    CHECK_ALL(rows);
}

TEST(numbers_as_other_countries_and_programs_write_them_are_read_or_refused) {
    static const wild rows[] = {
        {"a.txt", "0.0D+00 0\n5.0D-01 0\n", 0.6, 1, ""},
        {"a.txt", "0d0 0\n.5d0 0\n2.d1 1\n", 0.6, 1, ""},
        {"a.txt", "0 0\n0.5-100 0\n", 0.6, REFUSED, "'0.5-100' is not a number"},
        {"a.csv", "x;y\n0,0;0\n0,5;0\n", 0.6, REFUSED, "a.csv:2: the line has both commas and semicolons"},
        {"a.tsv", "x\ty\n0,0\t0\n0,5\t0\n", 0.6, REFUSED,
         "a.tsv:2: '0,0' is not a number (the decimal separator"},
        {"a.csv", "x,y\n\"1,000.5\",0\n", 0.6, REFUSED, "'1,000.5' is not a number"},
        {"a.txt", "0,0 0,0\n0,5 0,0\n", 0.6, REFUSED, "a.txt:1: '0 0' is not a number"},
        {"a.csv", "x;y;z\n0;0;0\n.5;0;0\n", 0.6, 1, ""},
        {"a.csv", "x,y\n0,NA\n", 0.6, REFUSED, "'NA' is not a number"},
        {"a.csv", "x,y\n0,nan\n", 0.6, REFUSED, "not finite"},
        {"a.txt",
         "0\xC2\xA0"
         "0\n1 0\n",
         0.6, REFUSED, "a.txt:"},
        {"a.txt",
         "0 0\n\xE2\x88\x92"
         "0.5 0\n",
         0.6, REFUSED, "a.txt:2:"},
    };
    CHECK_ALL(rows);
}
