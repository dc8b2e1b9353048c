/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/readers.h"

#include <string.h>

static const double six[] = {1, 2, 3, -4.5, 0.5, 1e10};

TEST(columns_are_read_whatever_separates_them) {
    reads_text("a.csv", "1,2,3\n-4.5,.5,1e10\n", 2, 3, six);
    reads_text("a.csv", "x;y;z\r\n1;2;3\r\n-4.5;.5;1e10\r\n", 2, 3, six);
    reads_text("a.csv", "\xEF\xBB\xBF\"x\", \"y\"\n1 , 2\n3,\t-4.5\n\n.5,1e10", 3, 2, six);
    reads_text("a.csv", "\"1\",\"2\",\"3\"\n\"-4.5\", \" .5 \" ,1e10\n", 2, 3, six);
    reads_text("a.txt", "# a comment\n  1\t2   3 # first\n#\n-4.5 5.e-1 +1E+10\n", 2, 3, six);
    reads_text("a.csv",
               "\xEF\xBB\xBF"
               "1,2,3\n-4.5,.5,1e10\n",
               2, 3, six);
    reads_text("a.txt", "height\n1\n2\n3\n-4.5\n.5\n1e10\n", 6, 1, six);
}

TEST(a_binary_file_is_no_table) {
    static const char picture[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", zero[] = "x,y\n1,2\n3,\0\n";
    refuses("a.csv", picture, sizeof picture - 1, EXIT_INPUT, "a.csv:3:", "not a text file");
    refuses("a.tsv", picture, sizeof picture - 1, EXIT_INPUT, "a.tsv:3:", "zero byte");
    refuses("a.csv", zero, sizeof zero - 1, EXIT_INPUT, "a.csv:3:", "zero byte");
}

TEST(every_decimal_number_is_correctly_rounded) {
    static const double values[] = {0.1,
                                    123456789012345678.0,
                                    1e23,
                                    5e-324,
                                    0x1p-1074,
                                    1.7976931348623157e308,
                                    9007199254740993.0,
                                    8.5e-3,
                                    0.3,
                                    1e-30,
                                    -0.0,
                                    123456789012345e-22,
                                    9967969846993959e-16,
                                    9248169793479059e-1,
                                    9558291673297863e-5,
                                    84797941004296103e-7,
                                    83829889502261447e-5};
    reads_text(
        "a.txt",
        "0.1\n123456789012345678\n1e23\n5e-324\n4.9406564584124654e-324\n1.7976931348623157e+308\n"
        "9007199254740993\n0.0085\n"
        "0.300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000\n0.000000000000000000000000000001\n"
        "-0\n123456789012345e-22\n"
        "9967969846993959e-16\n9248169793479059e-1\n9558291673297863e-5\n84797941004296103e-7\n"
        "83829889502261447e-5\n",
        17, 1, values);
}

TEST(bad_columns_are_refused_with_their_line) {
    refuses_text("a.csv", "1,2,3\n4,5\n", "a.csv:2: the line ", "has 2 columns, the lines before it have 3");
    refuses_text("a.csv", "1,2,3,4\n", "a.csv:1:", "has 4 columns; points have 1 to 3");
    refuses_text("a.csv", "x,y\n1,\xC2\xA0\x32\n", "a.csv:2:", "is not a number");
    refuses_text("a.csv", "x,y\n1,2\n1,two\n", "a.csv:3:", "'two' is not a number");
    refuses_text("a.csv", "1,2\n1,NaN\n", "a.csv:2: a coordinate is not finite", "('NaN')");
    refuses_text("a.csv", "1,2\n1,\n", "a.csv:2:", "column 2 is empty");
    refuses_text("a.csv", "1,5;2,5\n", "a.csv:1:", "both commas and semicolons");
    refuses_text("a.csv", "1,2\n1,\"\"\n", "a.csv:2:", "column 2 is empty");
    refuses_text("a.csv", "1,2\n1,\"\n", "a.csv:2:", "'\"' is not a number");
    refuses_text("a.csv", "x,y\n", "a.csv: has a heading and no points", "");
    refuses_text("a.txt", "\n# nothing\n", "no line of 1 to 3 numbers", "");
    refuses_text("a.txt", "1 abc 2\n", "a.txt:1:", "'abc'");
    refuses_text("a.txt", "1 2\n1e 3\n", "a.txt:2:", "'1e'");
}

/* The points, the columns that the note names, and a word of the warning, which is there where `warning` is. */
static void reads_as(const char *name, const char *wish, const char *text, uint64_t n, int dims,
                     const double *expected, const char *note, const char *warning) {
    io_frame points;
    text_problem problem = {0, ""};
    const io_source_options options = {.columns = wish};
    const int failed = io_read_first_memory(name, text, strlen(text), &options, &points, &problem);
    ck_assert_msg(failed == 0, "%s: %s", text, problem.text);
    ck_assert_uint_eq(points.n, n);
    ck_assert_int_eq(points.dims, dims);
    ck_assert_mem_eq(points.positions, expected, (size_t)n * (size_t)dims * sizeof *expected);
    ck_assert_str_eq(points.note, note);
    holds(points.warning, warning);
    ck_assert_msg((*warning == 0) == (*points.warning == 0), "%s: %s", text, points.warning);
    io_frame_free(&points);
}

static void refuses_wish(const char *name, const char *wish, const char *text, int code, const char *part) {
    io_frame points;
    text_problem problem = {0, ""};
    const io_source_options options = {.columns = wish};
    ck_assert_int_eq(io_read_first_memory(name, text, strlen(text), &options, &points, &problem), code);
    holds(problem.text, part);
}

TEST(a_heading_says_which_columns_are_coordinates) {
    static const double xy[] = {1, 2, 3, -4.5}, zx[] = {2, 1, -4.5, 3};
    const char *const both = "columns x (2), y (3) of 3";
    reads_as("a.csv", NULL, ",x,y\n0,1,2\n1,3,-4.5\n", 2, 2, xy, both, ""); /* pandas with its index */
    reads_as("a.csv", NULL, "mass,X,\"y\"\n0,1,2\n1,3,-4.5\n", 2, 2, xy, "columns X (2), y (3) of 3", "");
    reads_as("a.csv", NULL, "y,name,x\n2,\"a, b\",1\n-4.5,c,3\n", 2, 2, xy, "columns x (3), y (1) of 3", "");
    reads_as("a.txt", NULL, "id x y\n0 1 2\n1 3 -4.5\n", 2, 2, xy, both, "");
    reads_as("a.csv", NULL, "height\n1\n2\n", 2, 1, six, "column height (1) of 1", "");
    reads_as("a.tsv", NULL, "first name\tx\ty\nJ. Doe\t1\t2\n\t3\t-4.5\n", 2, 2, xy, both, "");
    reads_as("a.tsv.gz", "z,x", "x\tn\tz\n1\ta b\t2\n3\t\t-4.5\n", 2, 2, zx, "columns z (3), x (1) of 3", "");
    refuses_text("a.csv", ",a,b\n0,1,2\n", "a.csv:", "names no x, y or z; choose");
    refuses_text("a.csv", ",0,1,2\n0,1,2,3\n", "a.csv:", "names no x, y or z; choose");
    refuses_text("a.csv", "x,mass,x\n0,1,2\n", "a.csv:", "2 columns named 'x'");
    refuses_text("a.csv", "x,y,mass\n0,1\n", "a.csv:1: the heading has 3 names, ",
                 "the lines below it have 2 columns; mend it");
}

TEST(a_unit_in_brackets_is_no_part_of_a_name) {
    reads_as("a.csv", NULL, "x,y,z (nm)\n1,2,3\n-4.5,.5,1e10\n", 2, 3, six,
             "columns x (1), y (2), z (nm) (3) of 3", "");
    reads_as("a.csv", NULL, "x,y,Z [A]\n1,2,3\n-4.5,.5,1e10\n", 2, 3, six,
             "columns x (1), y (2), Z [A] (3) of 3", "");
    reads_as("a.csv", NULL, "id,name,X[nm],y,z,w\n7,a,1,2,3,0\n8,b,-4.5,.5,1e10,0\n", 2, 3, six,
             "columns X[nm] (3), y (4), z (5) of 6", "");
    reads_as("a.csv", "x (nm),y,z", "x (A),x (nm),y,z\n7,1,2,3\n8,-4.5,.5,1e10\n", 2, 3, six,
             "columns x (nm) (2), y (3), z (4) of 4", "");
    refuses_text("a.csv", "x (A),x (nm),y\n7,1,2\n", "a.csv:", "2 columns named 'x'");
    refuses_text("a.csv", "x (A,y,z\n7,1,2\n",
                 "a.csv:", "columns y (2), z (3) of 3, but no column x; choose");
}

TEST(a_heading_that_names_a_later_coordinate_alone_is_refused) {
    static const double xy[] = {1, 2, 3, -4.5};
    refuses_text("a.csv", "x,vx,pos_y,z\n1,2,3,4\n",
                 "a.csv:", "the heading names columns x (1), z (4) of 4, but no column y; choose");
    refuses_text("a.csv", "y,z\n1,2\n", "a.csv:", "columns y (1), z (2) of 2, but no column x");
    refuses_text("a.csv", "n,z\n1,2\n", "a.csv:", "column z (2) of 2, but no column x");
    reads_as("a.csv", NULL, "x,q\n1,7\n2,8\n", 2, 1, six, "column x (1) of 2", "");
    reads_as("a.csv", NULL, "x,y,name\n1,2,a\n3,-4.5,b\n", 2, 2, xy, "columns x (1), y (2) of 3", "");
    reads_as("a.csv", "x,y", "x,y,height\n1,2,7\n3,-4.5,8\n", 2, 2, xy, "columns x (1), y (2) of 3", "");
    reads_as("a.csv", NULL, "x,y,z,q\n1,2,3,7\n", 1, 3, six, "columns x (1), y (2), z (3) of 4", "");
}

TEST(columns_are_named_or_counted) {
    static const double xy[] = {1, 2, 3, -4.5};
    const char *const table = "n,a,B,b\nk,1,7,2\nl,3,7,-4.5\n";
    reads_as("a.csv", "2,4", table, 2, 2, xy, "columns a (2), b (4) of 4", "");
    reads_as("a.csv", "a, b", table, 2, 2, xy, "columns a (2), b (4) of 4", "");
    reads_as("a.csv", "A,name:b", table, 2, 2, xy, "columns a (2), b (4) of 4", "");
    reads_as("a.csv", "2,3", "Doe,1,2\nRoe,3,-4.5\n", 2, 2, xy, "columns 2, 3 of 3", "");
    /* A number is a position; in quotes, or behind name:, it is a name, and there is a heading. */
    reads_as("a.csv", "2,3", "3,1,2\n0,3,-4.5\n", 2, 2, xy, "columns 2, 3 of 3", "");
    reads_as("a.csv", "\"3\",name:1", "3,1,2\n1,2,0\n3,-4.5,0\n", 2, 2, xy, "columns 3 (1), 1 (2) of 3", "");
    refuses_wish("a.csv", "B,b,c", table, EXIT_INPUT, "has no column named 'c'");
    refuses_wish("a.csv", "n,n", table, EXIT_USAGE, "a.csv: column 1 is asked for twice");
    refuses_wish("a.csv", "5", table, EXIT_INPUT, "has 4 columns, and column 5 is asked for");
    refuses_wish("a.csv", "0", table, EXIT_USAGE, "by position from 1 or by name, not '0'");
    refuses_wish("a.csv", "1,2,3,4", table, EXIT_USAGE, "columns are one to three");
    refuses_wish("a.csv", "a,,b", table, EXIT_USAGE, "columns are one to three");
    refuses_wish("a.csv", "n,a", table, EXIT_INPUT, "'k' is not a number");
    refuses_wish("a.xyz", "1,2", table, EXIT_USAGE,
                 "--columns is for tables (csv, txt, tsv), npy and hdf5, not for xyz");
    refuses_wish("a.csv", "Bb", "x,bb,BB\n1,2,3\n", EXIT_INPUT, "has 2 columns named 'Bb'");
}

TEST(numbers_are_points_unless_they_are_named_as_a_heading) {
    static const double zero[] = {0, 1, 2, 5, 6, 7};
    reads_as("a.csv", NULL, "0,1,2\n5,6,7\n", 2, 3, zero, "columns 1, 2, 3 of 3", "");
    reads_as("a.csv", "name:0,name:1,name:2", "0,1,2\n5,6,7\n", 1, 3, zero + 3,
             "columns 0 (1), 1 (2), 2 (3) of 3", "");
    refuses_text("a.csv", "\"0\",\"1\"\n5,6\n",
                 "a.csv:", "names no x, y or z"); /* quoted above unquoted: names */
    reads_as("a.csv", "1,2", "\"0\",\"1\"\n5,6\n", 1, 2, zero + 3, "columns 0 (1), 1 (2) of 2", "");
}
