#include "readers.h"

static const double six[] = {1, 2, 3, -4.5, 0.5, 1e10};

START_TEST(columns_are_read_whatever_separates_them) {
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
END_TEST

START_TEST(every_decimal_number_is_correctly_rounded) {
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
END_TEST

START_TEST(bad_columns_are_refused_with_their_line) {
    refuses_text("a.csv", "1,2,3\n4,5\n", "a.csv:2:", "has 2 columns, the lines before it have 3");
    refuses_text("a.csv", "1,2,3,4\n", "a.csv:1:", "has 4 columns; points have 1 to 3");
    refuses_text("a.csv", "x,y\n1,2\n1,two\n", "a.csv:3:", "'two' is not a number");
    refuses_text("a.csv", "1,2\n1,NaN\n", "a.csv:2:", "not finite");
    refuses_text("a.csv", "1,2\n1,\n", "a.csv:2:", "column 2 is empty");
    refuses_text("a.csv", "1,5;2,5\n", "a.csv:1:", "both commas and semicolons");
    refuses_text("a.csv", "1,2\n1,\"\"\n", "a.csv:2:", "column 2 is empty");
    refuses_text("a.csv", "1,2\n1,\"\n", "a.csv:2:", "'\"' is not a number");
    refuses_text("a.csv", "x,y\n", "no line of 1 to 3 numbers", "");
    refuses_text("a.txt", "\n# nothing\n", "no line of 1 to 3 numbers", "");
    refuses_text("a.txt", "1 abc 2\n", "a.txt:1:", "'abc'");
    refuses_text("a.txt", "1 2\n1e 3\n", "a.txt:2:", "'1e'");
}
END_TEST

TCase *columns_case(void) {
    TCase *tests = tcase_create("columns");
    tcase_add_test(tests, columns_are_read_whatever_separates_them);
    tcase_add_test(tests, every_decimal_number_is_correctly_rounded);
    tcase_add_test(tests, bad_columns_are_refused_with_their_line);
    return tests;
}
