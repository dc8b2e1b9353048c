/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/readers.h"

#include <stdio.h>
#include <string.h>

static const double two[] = {1, 2, 3, -4.5, 5e-1, 6};

TEST(an_xyz_gives_its_atoms) {
    reads_text("a.xyz", "2\nwater\nO 1 2 3\nH -4.5 5e-1 6.0 extra\n", 2, 3, two);
    reads_text("a.xyz", " 2 \r\n\r\nO 1 2 3\r\nH\t-4.5\t.5\t6.\r\n\r\n", 2, 3, two);
    reads_text("a.xyz", "2\n\n8 1 2 3\n1 -4.5 0.5 6", 2, 3, two);
    reads_text("a.xyz", "0\nnothing\n", 0, 3, two);
}

TEST(an_extended_xyz_is_read_by_its_properties) {
    reads_text(
        "a.extxyz",
        "2\nLattice=\"1 0 0 0 1 0 0 0 1\" Properties=id:I:1:species:S:1:pos:R:3:forces:R:3 pbc=\"T T T\"\n"
        "1 O 1 2 3 7 8 9\n2 H -4.5 .5 6 7 8 9\n",
        2, 3, two);
    reads_text("a.xyz", "2\nproperties=\"pos:R:3:species:S:1\"\n1 2 3 O\n-4.5 .5 6 H\n", 2, 3, two);
    reads_text("a.xyz", "3\nProperties=species:S:1:pos:R:2\nO 1 2\nO 3 -4.5\nO .5 6\n", 3, 2, two);
    reads_text("a.xyz", "2\nProperties=vel:R:3:pos:R:3\n7 8 9 1 2 3\n7 8 9 -4.5 .5 6\n", 2, 3, two);
    refuses_text("a.xyz", "1\nProperties=species:S:1:vel:R:3\nO 1 2 3\n", "a.xyz:2:", "no pos");
    refuses_text("a.xyz", "18446744073709551617\n\nO 1 2 3\n", "a.xyz:1:", "are more than 2147483647");
    refuses_text("a.xyz", "1\nProperties=species:S:1:pos:S:3\nO 1 2 3\n", "a.xyz:2:", "pos");
    refuses_text("a.xyz", "1\nProperties=species:S:99999999999999999999:pos:R:3\nO 1 2 3\n",
                 "a.xyz:2:", "name:type:columns");
    refuses_text("a.xyz", "1\nProperties=species:S:1:pos:R:3\nO 1 2\n", "a.xyz:3:", "3 words");
}

TEST(only_the_first_frame_of_an_xyz_is_read_and_the_note_says_so) {
    static const char text[] = "1\nfirst\nO 1 2 3\n1\nsecond\nO 4 5 6\n";
    io_frame points;
    text_problem problem;
    ck_assert_int_eq(io_read_first_memory("a.xyz", text, sizeof text - 1, NULL, &points, &problem), 0);
    ck_assert_uint_eq(points.n, 1);
    holds(points.note, "units as in the file");
    holds(points.note, "only the first frame");
    ck_assert_str_eq(points.format, "xyz");
    io_frame_free(&points);
}

TEST(an_xyz_with_another_count_is_refused_with_its_line) {
    refuses_text("a.xyz", "3\n\nO 1 2 3\nO 4 5 6\n", "a.xyz:4:", "after 2 of the 3 atoms");
    refuses_text("a.xyz", "1\n\nO 1 2 3\nO 4 5 6\n", "a.xyz:4:", "more atoms than the 1");
    refuses_text("a.xyz", "1\n\nO 1 2 3\nO\n", "a.xyz:4:", "more atoms than the 1");
    refuses_text("a.xyz", "2\n", "a.xyz:1:", "after the number of atoms");
    refuses_text("a.xyz", "O 1 2 3\n", "a.xyz:1:", "expected the number of atoms");
    refuses_text("a.xyz", "-1\n\n", "a.xyz:1:", "expected the number of atoms");
    refuses_text("a.xyz", "2147483648\n\nO 1 2 3\n", "a.xyz:1:", "2147483647");
    refuses_text("a.xyz", "99999999999999999999999999\n\nO 1 2 3\n", "a.xyz:1:", "2147483647");
    refuses_text("a.xyz", "2147483647\n\nO 1 2 3\n", "a.xyz:3:", "after 1 of the 2147483647");
}

TEST(an_xyz_with_a_bad_number_is_refused_with_its_line) {
    refuses_text("a.xyz", "2\n\nO 1 2 3\nO 1 x 3\n", "a.xyz:4:", "'x' is not a number");
    refuses_text("a.xyz", "2\n\nO 1 2 3\nO 1 nan 3\n", "a.xyz:4:", "not finite");
    refuses_text("a.xyz", "1\n\nO 1 2 -Infinity\n", "a.xyz:3:", "not finite");
    refuses_text("a.xyz", "1\n\nO 1 2 1e999\n", "a.xyz:3:", "not finite");
    refuses_text("a.xyz", "1\n\nO 1 2 0x10\n", "a.xyz:3:", "not a number");
    refuses_text("a.xyz", "1\n\nO 1 2\n", "a.xyz:3:", "3 words");
    refuses("a.xyz", "1\n\nO 1 \0002 3\n", 11, EXIT_INPUT, "a.xyz:3:", "zero byte");
}

TEST(control_characters_of_a_file_are_not_repeated_in_a_message) {
    refuses_text("a.xyz", "\033[31mred\177\n\nO 1 2 3\n", "a.xyz:1:", "not '?[31mred?'");
}

TEST(an_xyz_has_a_box_when_its_lattice_is_periodic) {
    static const char lattice[] = "1\nLattice=\"9 0 0 0 9 0 0 0 9\"\nO 1 2 3\n";
    says_of_its_box("a.xyz", lattice, 1);
    says_of_its_box("a.xyz", "1\nlattice=\"9 0 0 0 9 0 0 0 9\" pbc=\"F F T\"\nO 1 2 3\n", 1);
    says_of_its_box("a.xyz", "1\nLattice=\"9 0 0 0 9 0 0 0 9\" pbc=\"F F F\" T=300\nO 1 2 3\n", 0);
    says_of_its_box("a.xyz", "1\nlattice=\"9 0 0 0 9 0 0 0 9\" pbc=\"0 1 0\"\nO 1 2 3\n", 1);
    says_of_its_box("a.xyz", "1\nlattice=\"9 0 0 0 9 0 0 0 9\" pbc=\"0 0 0\"\nO 1 2 3\n", 0);
    says_of_its_box("a.xyz", "1\nwater\nO 1 2 3\n", 0);
}

static void has_fault(const char *comment, const char *fault) {
    char text[300];
    io_frame points;
    text_problem problem;
    snprintf(text, sizeof text, "1\n%s\nO 1 2 3\n", comment);
    ck_assert_msg(io_read_first_memory("a.xyz", text, strlen(text), NULL, &points, &problem) == 0, "%s",
                  problem.text);
    ck_assert_str_eq(points.box_fault, fault);
    io_frame_free(&points);
}

TEST(what_is_wrong_with_a_box_is_said_with_its_line) {
    has_fault("Lattice=\"1 2 x\"", "a.xyz:2: 'x' in Lattice= is not a finite number");
    has_fault("Lattice=\"1 2 inf\"", "a.xyz:2: 'inf' in Lattice= is not a finite number");
    has_fault("Lattice=1,2", "a.xyz:2: Lattice= has 2 numbers, and a cell has nine or three");
    has_fault("Lattice=\"1 2 3 4 5 6 7 8 9 10\"",
              "a.xyz:2: Lattice= has 10 numbers, and a cell has nine or three");
    has_fault("Lattice=\"1 2 3\" pbc=\"T x T\"", "a.xyz:2: 'x' in pbc= is neither T nor F");
    has_fault("Lattice=\"1 2 3\" pbc=Tr", "a.xyz:2: 'Tr' in pbc= is neither T nor F");
    has_fault("pbc=\"T T T T\"",
              "a.xyz:2: pbc= has 4 words: three of T and F are needed, or one for all directions");
    has_fault("Lattice=\"1 2 3\" pbc=\"T T\"",
              "a.xyz:2: pbc= has 2 words: three of T and F are needed, or one for all directions");
    has_fault("pbc=\"\"",
              "a.xyz:2: pbc= has 0 words: three of T and F are needed, or one for all directions");
    has_fault("Lattice=\"1 2 3\" pbc=\"true False t\"", "");
    has_fault("Lattice=\"\" pbc=\"F f 0\"", ""); /* open: the lattice does not count */
    has_fault("pbc=1", "a.xyz:2: pbc= is set along x, and there is no Lattice=");
    has_fault("pbc=\"F F T\" Lattice=\"1 2 0\"",
              "a.xyz:2: pbc= is set along z, and there is no cell vector along it in Lattice=");
    has_fault("pbc=\"F F F\"", "");
    has_fault("Lattice=\"1 2 3\" pbc=1", "");
    has_fault("Properties=species:S:1:pos:R:2:id:I:1 Lattice=\"1 2 3\" pbc=\"T T\"", ""); /* two dimensions */
}

TEST(what_a_quoted_value_says_is_no_key) {
    static const double one[] = {1, 2, 3};
    static const char *const comments[] = {
        "note=\"as in Properties=vel:R:3:pos:R:3 before\" Properties=species:S:1:pos:R:3",
        "note='a \\' Properties=vel:R:3:pos:R:3' Properties=species:S:1:pos:R:3",
        "Lattice={1 0 0 Properties=vel:R:3:pos:R:3} Properties=species:S:1:pos:R:3",
        "\"Properties=vel:R:3:pos:R:3 \" Properties=species:S:1:pos:R:3",
        "don't Properties=species:S:1:pos:R:3 can't",
        "'open Properties=species:S:1:pos:R:3",
    };
    char text[300];
    for (size_t i = 0; i < sizeof comments / sizeof comments[0]; i++) {
        snprintf(text, sizeof text, "1\n%s\nO 1 2 3\n", comments[i]);
        reads_text("a.xyz", text, 1, 3, one);
    }
    says_of_its_box("a.xyz", "1\nnote=\"pbc=T Lattice=1\"\nO 1 2 3\n", 0);
}

TEST(a_quote_that_is_not_closed_is_refused_with_its_line) {
    static const struct {
        const char *comment, *fault;
    } rows[] = {{"Lattice=\"1 2 3\" pbc=\"T T T", "pbc= begins with a quote that is not closed"},
                {"Lattice='1 2 3", "Lattice= begins with a quote"},
                {"Lattice={1 2 3", "Lattice= begins with a quote"},
                {"note=\"open Lattice=\"1 2 3\"", "note= begins with a quote"},
                {"note=\"open Properties=species:S:1:pos:R:3", "note= begins with a quote"},
                {"pbc=\"", "pbc= begins with a quote"}};
    char text[300];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "1\n%s\nO 1 2 3\n", rows[i].comment);
        refuses_text("a.xyz", text, "a.xyz:2:", rows[i].fault);
    }
}
