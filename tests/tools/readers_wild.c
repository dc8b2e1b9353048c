/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Small texts as other programs and people write them: each has the pairs that its author means, or is refused with words that
 * say why. */
#include "readers.h"

#include <stdio.h>
#include <string.h>

enum { REFUSED = -1, REACH = 3 };

typedef struct wild {
    const char *name, *text;
    double cutoff;
    int pairs;        /* or REFUSED */
    const char *says; /* a part of the refusal, or of the note and the warning; or "" */
} wild;

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

/* A box that cannot be read is refused where it is chosen, unless an option gives another. */
static void check(const wild *row) {
    io_frame f;
    io_problem problem = {0, ""};
    int failed = io_read_first_memory(row->name, row->text, strlen(row->text), NULL, &f, &problem);
    if (failed == 0 && *f.box_fault) {
        failed = NF_EXIT_INPUT;
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

#define CHECK_ALL(rows)                                                                                      \
    for (size_t k = 0; k < sizeof(rows) / sizeof *(rows); k++) check(&(rows)[k])

/* ---- extended xyz ------------------------------------------------------------------------------------- */

#define CELL  "2.5 0 0 0 2.5 0 0 0 2.5"
#define ATOMS "\nH 0 0 0\nH .5 0 0\nH 2.2 2.2 2.2\n" /* two pairs below 0.6 in the cell, one without it */
#define BOX(comment, pairs, says)                                                                            \
    { "a.xyz", "3\n" comment ATOMS, 0.6, pairs, says }
#define LATTICE "Lattice=\"" CELL "\" "

START_TEST(the_cell_of_an_xyz_is_found_however_its_key_is_written) {
    static const wild rows[] = {
        BOX("Lattice = \"" CELL "\"", 2, ""),
        BOX("Lattice= \"" CELL "\"", 2, ""),
        BOX("Lattice =\"" CELL "\"", 2, ""),
        BOX("Lattice\t=\t\"2.5\t0 0 0 2.5 0 0 0 2.5\"", 2, ""),
        BOX("  Lattice=\"  " CELL "  \"", 2, ""),
        BOX("\"Lattice\"=\"" CELL "\"", 2, ""),
        BOX("'lattice' = '" CELL "'", 2, ""),
        BOX("LATTICE='" CELL "'", 2, ""),
        BOX("lattice=\"" CELL "\" pbc=\"T T T\"", 2, ""),
        BOX("Lattice={" CELL "}", 2, ""),
        BOX("Lattice=[[2.5,0,0],[0,2.5,0],[0,0,2.5]]", 2, ""),
        BOX("Lattice = [ [2.5, 0, 0], [0, 2.5, 0], [0, 0, 2.5] ] energy=1", 2, ""),
        BOX("Lattice=\"[[2.5,0,0],[0,2.5,0],[0,0,2.5]]\"", 2, ""),
        BOX("Lattice=[2.5,0,0,0,2.5,0,0,0,2.5]", 2, ""),
        BOX("Lattice=2.5,0,0,0,2.5,0,0,0,2.5", 2, ""),
        BOX("Lattice=\"2.5 2.5 2.5\"", 2, ""),
        BOX("Lattice=\"2.5D0 0 0 0 2.5d+00 0 0 0 2.5E+00\"", 2, ""),
        BOX("energy = -1.5, Lattice=\"" CELL "\", Properties=species:S:1:pos:R:3, pbc=\"T T T\"", 2, ""),
        BOX("i = 1, E = -3.5 Lattice=\"" CELL "\"", 2, ""),
        BOX("config_type=a_b don't Lattice=\"" CELL "\"", 2, ""),
        BOX("note= Lattice=\"" CELL "\"", 2, ""),
        BOX("a=b=c Lattice=\"" CELL "\" virial=\"1 0 0 0 1 0 0 0 1\"", 2, ""),
        BOX(LATTICE "Lattice=\"" CELL "\"", 2, ""),
        BOX(LATTICE "lattice_constant=2.5 cell=other", 2, ""),
        BOX(LATTICE "Origin=\"0 0 0\" origin=\"0 0 0\"", 2, ""),
        BOX("", 1, ""),
        BOX("water in a box, cell of NaCl, lattice made by hand, E=-5", 1, ""),
        BOX("energy: -5.07 gnorm: 0.0006 xtb: 6.4.1", 1, ""),
        BOX("pbc=\"F F F\" cell=\"2.5 2.5 2.5\"", 1, ""),
    };
    CHECK_ALL(rows);
}
END_TEST

START_TEST(the_periodic_directions_of_an_xyz_are_read_however_they_are_written) {
    static const wild rows[] = {
        BOX(LATTICE "pbc=\"T T T\"", 2, ""),
        BOX(LATTICE "pbc = \"T T F\"", 1, ""),
        BOX(LATTICE "pbc='F F F'", 1, ""),
        BOX(LATTICE "PBC=\"F F F\"", 1, ""),
        BOX(LATTICE "pbc=[1,1,1]", 2, ""),
        BOX(LATTICE "pbc=[1, 1, 0]", 1, ""),
        BOX(LATTICE "pbc=[true, true, true]", 2, ""),
        BOX(LATTICE "pbc=T,T,F", 1, ""),
        BOX(LATTICE "pbc={T T F}", 1, ""),
        BOX(LATTICE "pbc=TTT", 2, ""),
        BOX(LATTICE "pbc=\"TTF\"", 1, ""),
        BOX(LATTICE "pbc=F", 1, ""),
        BOX("pbc\t=\t\"F F F\"\t" LATTICE, 1, ""),
        BOX(LATTICE "pbc=\"1\t1\t0\"", 1, ""),
        BOX(LATTICE "pbc=\"p p p\"", REFUSED, "'p' in pbc= is neither T nor F"),
        BOX(LATTICE "pbc= T T F", REFUSED, "'T' stands behind the value of pbc=: three flags need quotes"),
        BOX(LATTICE "pbc=1 1 0", REFUSED, "'1' stands behind the value of pbc="),
        BOX("pbc=True False True " LATTICE, REFUSED, "'False' stands behind the value of pbc="),
        BOX(LATTICE "pbc=T F=2 T1", 2, ""),
        BOX(LATTICE "pbc=110", REFUSED, "'110' in pbc="),
        BOX(LATTICE "pbc=", REFUSED, "pbc= has 0 words"),
        BOX("pbc= " LATTICE, REFUSED, "pbc= has 0 words"),
        BOX(LATTICE "pbc=T pbc=F", REFUSED, "pbc= stands in the line twice"),
        BOX(LATTICE "periodic=\"F F F\"", REFUSED, "'periodic=' is not understood"),
        BOX(LATTICE "pbc: F F F", REFUSED, "'pbc:' is not understood"),
        BOX(LATTICE "pbc F F F", REFUSED,
            "'pbc' is not understood; the periodic directions are read from pbc="),
        BOX(LATTICE "boundary_conditions=\"F F F\"", REFUSED, "'boundary_conditions='"),
    };
    CHECK_ALL(rows);
}
END_TEST

START_TEST(a_word_of_an_xyz_that_is_meant_as_its_cell_is_refused) {
    static const wild rows[] = {
        BOX("Lattice \"" CELL "\"", REFUSED,
            "'Lattice' is not understood; the cell vectors are read from Lattice="),
        BOX("Lattice: " CELL, REFUSED, "'Lattice:' is not understood"),
        BOX("Lattice:\"" CELL "\"", REFUSED, "is not understood"),
        BOX("Lattice\"" CELL "\"", REFUSED, "is not understood"),
        BOX("lattice " CELL, REFUSED, "'lattice' is not understood"),
        BOX("Lattice_vectors=\"" CELL "\"", REFUSED, "'Lattice_vectors=' is not understood"),
        BOX("cell=\"" CELL "\"", REFUSED, "'cell=' is not understood"),
        BOX("Cell = \"" CELL "\" pbc=\"T T T\"", REFUSED, "'Cell='"),
        BOX("unit_cell=[2.5,2.5,2.5]", REFUSED, "'unit_cell='"),
        BOX("box=\"2.5 2.5 2.5\"", REFUSED, "'box='"),
        BOX("box 2.5 2.5 2.5", REFUSED, "'box'"),
        BOX("Latice=\"" CELL "\"", REFUSED, "'Latice='"),
        BOX("Lattices=\"" CELL "\"", REFUSED, "'Lattices='"),
        BOX("# CELL(abcABC): 2.5 2.5 2.5 90 90 90 Step: 0 Bead: 0 positions{angstrom} cell{angstrom}",
            REFUSED, "'CELL(abcABC):'"),
        BOX("virtual_lattice=\"" CELL "\"", REFUSED, "'virtual_lattice=' is not understood"),
        BOX("crystal=\"2.5 2.5 2.5 90 90 90\"", REFUSED, "'crystal=' is not understood"),
        BOX("cell_angles=\"90 90 90\"", REFUSED, "'cell_angles=' is not understood"),
        BOX("a= 2.5 b= 2.5 c= 2.5", REFUSED,
            "'c=' is not understood; the sides of a cell are read from Lattice="),
        BOX("A=\"2.5 0 0\" B=\"0 2.5 0\" C=\"0 0 2.5\"", REFUSED, "'C=' is not understood; the sides"),
        BOX("Lx=2.5 Ly=2.5 Lz=2.5", REFUSED, "'Lz=' is not understood; the sides"),
        BOX("step=1 L_x = 2.5 L_y = 2.5 L_z = 2.5", REFUSED, "'L_z=' is not understood"),
        BOX("boxx=2.5 boxy=2.5 boxz=2.5", REFUSED, "'boxz=' is not understood"),
        BOX("box_length_z=2.5 box_length_y=2.5 box_length_x=2.5", REFUSED, "'box_length_x=' is not"),
        BOX("a1=\"2.5 0 0\" a2=\"0 2.5 0\" a3=\"0 0 2.5\"", REFUSED, "'a3=' is not understood"),
        BOX("cell_x=2.5, cell_y=2.5, cell_z=2.5", REFUSED, "'cell_z=' is not understood"),
        BOX("x=2.5 y=2.5 z=2.5", 1, ""),
        BOX("a1=0.4 a2=4.8 a3=1", 1, ""),
        BOX("Lx=2.5 Ly=2.5", 1, ""),
        BOX(LATTICE "Lx=2.5 Ly=2.5 Lz=2.5", 2, ""),
        BOX("a=2.5 b=2.5", 1, ""),
        BOX(CELL, REFUSED, "the comment line looks like a cell; cell vectors are read from Lattice="),
        BOX("  2.5 2.5 2.5 90 90 90", REFUSED, "the comment line looks like a cell"),
        BOX("%PBC 2.5 2.5 2.5 90 90 90", REFUSED, "the comment line looks like a cell"),
        BOX("Crystal: 2.5, 2.5, 2.5, 90, 90, 90", REFUSED, "the comment line looks like a cell"),
        BOX("pbc=\"F F F\" " CELL, 1, ""),
        BOX("1 2 3 4 5 6", 1, ""),
        BOX("-5.07 0.0006", 1, ""),
        BOX("Lattice=" CELL, REFUSED, "Lattice= has 1 number, and a cell has nine or three"),
        BOX("Lattice=", REFUSED, "Lattice= has 0 numbers"),
        BOX("Lattice=\"2.5 0 0 0 2.5 0 0 0\"", REFUSED, "Lattice= has 8 numbers"),
        BOX("Lattice=\"2.5 2.5 2.5 90 90 90\"", REFUSED, "Lattice= has 6 numbers"),
        BOX("Lattice=\"2,5 0 0 0 2,5 0 0 0 2,5\"", REFUSED, "Lattice= has 12 numbers"),
        BOX("Lattice=\"2.5 0 0 0 nan 0 0 0 2.5\"", REFUSED, "'nan' in Lattice= is not a finite number"),
        BOX(LATTICE "Lattice=\"3 3 3\"", REFUSED, "Lattice= stands in the line twice"),
        BOX(LATTICE "Origin=\"a b c\"", REFUSED, "'a' in Origin= is not a finite number"),
        BOX("Lattice=\"" CELL, REFUSED, "Lattice= begins with a quote that is not closed"),
        BOX("Lattice=[[2.5,0,0],[0,2.5,0],[0,0,2.5]", REFUSED, "Lattice= begins with a quote"),
        BOX("comment=\"a \"b\" c\" " LATTICE, REFUSED, "comment= begins with a quote"),
    };
    CHECK_ALL(rows);
}
END_TEST

#define COLUMNS(comment, atoms, pairs, says)                                                                 \
    { "a.xyz", "3\n" comment "\n" atoms, 0.6, pairs, says }
/* Velocities, of which two are near, before positions, of which none are. */
#define VELOCITIES "H 0 0 0 1 0 0\nH .1 0 0 2 0 0\nH 9 0 0 3 0 0\n"

START_TEST(the_columns_of_an_xyz_are_those_of_its_properties) {
    static const wild rows[] = {
        COLUMNS("Properties=species:S:1:vel:R:3:pos:R:3", VELOCITIES, 0, ""),
        COLUMNS("Properties = \"species:S:1:vel:R:3:pos:R:3\"", VELOCITIES, 0, ""),
        COLUMNS("Properties\t=\tspecies:S:1:vel:R:3:pos:R:3", VELOCITIES, 0, ""),
        COLUMNS("PROPERTIES='species:S:1:vel:R:3:pos:R:3'", VELOCITIES, 0, ""),
        COLUMNS("\"Properties\" = species:S:1:vel:R:3:pos:R:3", VELOCITIES, 0, ""),
        COLUMNS("properties=\"species:S:1 : vel:R:3 : pos:R:3\"", VELOCITIES, 0, ""),
        COLUMNS("properties=species:S:1:force:R:3:Pos:R:3", VELOCITIES, 0, ""),
        COLUMNS("Properties=species:S:1:pos:R:3:forces:R:3", VELOCITIES, 1, ""),
        COLUMNS("Properties=pos:R:3:species:S:1:id:I:1", "0 0 0 H 1\n.5 0 0 H 2\n3 0 0 H 3\n", 1, ""),
        COLUMNS("Properties=id:I:1:species:S:1:pos:R:3", "1 H 0 0 0\n2 H .5 0 0\n3 H 3 0 0\n", 1, ""),
        COLUMNS("Properties=species:S:1:pos:R:3:tag:S:1", "H 0 0 0 a\nH .5 0 0 b\nH 3 0 0 c\n", 1, ""),
        COLUMNS("Properties=species:S:1:pos:R:3:move_mask:L:1", "H 0 0 0 T\nH .5 0 0 F\nH 3 0 0 T\n", 1, ""),
        COLUMNS("Properties=species:S:1:pos:R:3", "H\t0\t0\t0\nH  0.5D+00 0d0 0\nH 3.0D+0 0 0\n", 1, ""),
        COLUMNS("Properties species:S:1:vel:R:3:pos:R:3", VELOCITIES, REFUSED,
                "the columns are read from Properties="),
        COLUMNS("Properties: species:S:1:vel:R:3:pos:R:3", VELOCITIES, REFUSED, "is not understood"),
        COLUMNS("species:S:1:vel:R:3:pos:R:3", VELOCITIES, REFUSED, "is not understood"),
        COLUMNS("Property=species:S:1:vel:R:3:pos:R:3", VELOCITIES, REFUSED, "'Property=' is not understood"),
        COLUMNS("Propeties=species:S:1:vel:R:3:pos:R:3", VELOCITIES, REFUSED, "'Propeties='"),
        COLUMNS("columns=species:S:1:vel:R:3:pos:R:3", VELOCITIES, REFUSED, "'columns='"),
        COLUMNS("Properties=species:S:1:vel:R:3:positions:R:3", VELOCITIES, REFUSED, "has no pos:R:3"),
        COLUMNS("Properties=species:S:1:pos:R:3:pos:R:3", VELOCITIES, REFUSED, "Properties= names pos twice"),
        COLUMNS("Properties=species:S:1:pos:R:3", VELOCITIES, REFUSED, "has 7 words, and by Properties= 4"),
        COLUMNS("Properties=species:S:1:pos:R:3:forces:R:6", VELOCITIES, REFUSED,
                "has 7 words, and by Properties= 10"),
        COLUMNS("Properties=name:S:1:pos:R:3", "H 1 0 0 0\nH 2 .5 0 0\nH 3 3 0 0\n", REFUSED,
                "a.xyz:3: an atom line has 5"),
        COLUMNS("Properties=species:S:1:vel:R:3:pos:R", VELOCITIES, REFUSED,
                "not a list of name:type:columns"),
        COLUMNS("Properties=species:S:1 vel:R:3:pos:R:3", VELOCITIES, REFUSED, "has no pos"),
        COLUMNS("Properties=\"species:S:1 vel:R:3:pos:R:3\"", VELOCITIES, REFUSED, "not a list of name"),
        COLUMNS("Properties=species:X:1:pos:R:3", VELOCITIES, REFUSED, "types S, I, R and L"),
        COLUMNS("Properties=species:S:0:pos:R:3", VELOCITIES, REFUSED, "not a list of name"),
        COLUMNS("Properties=species:S:1:vel:R:3:pos:R:3 properties=pos:R:3:species:S:1:vel:R:3", VELOCITIES,
                REFUSED, "Properties= stands in the line twice"),
        COLUMNS("Properties=", VELOCITIES, REFUSED, "has no pos"),
    };
    CHECK_ALL(rows);
}
END_TEST

START_TEST(atoms_of_an_xyz_that_are_no_atoms_are_refused_with_their_line) {
    static const wild rows[] = {
        COLUMNS("", "H 0 0 0 -1 0.5\nH .5 0 0 +1 0.5\nH 3 0 0 0 0.5\n", 1, ""),
        COLUMNS("", "1 0 0 0\n6 .5 0 0\n8 3 0 0\n", 1, ""),
        COLUMNS("", "0.0 0.0 0.0 1.0\n0.5 0 0 1\n3 0 0 1\n", REFUSED, "a.xyz:3: '0.0' is no species"),
        COLUMNS("", "H 0,0 0 0\nH 0,5 0 0\nH 3 0 0\n", REFUSED,
                "a.xyz:3: '0,0' is not a number (the decimal separator is a point"),
        COLUMNS("", "H 1,000.5 0 0\nH 0 0 0\nH 3 0 0\n", REFUSED, "none for thousands"),
        COLUMNS("", "H, 0, 0, 0\nH, .5, 0, 0\nH, 3, 0, 0\n", REFUSED, "a.xyz:3: '0,' is not a number"),
        COLUMNS("", "H;0;0;0\nH;.5;0;0\nH;3;0;0\n", REFUSED, "has 1 words, at least 4"),
        COLUMNS("", "H 0 0 NaN\nH .5 0 0\nH 3 0 0\n", REFUSED, "a.xyz:3: a coordinate is not finite"),
        COLUMNS("", "H 0 0 *******\nH .5 0 0\nH 3 0 0\n", REFUSED, "'*******' is not a number"),
        COLUMNS("", "# x y z\nH 0 0 0\nH 3 0 0\n", REFUSED, "a.xyz:3: 'x' is not a number"),
        COLUMNS("", "H 0 0 0\nH .5 0 0\nTv 2.5 0 0\n", REFUSED, "a.xyz:5: 'Tv' is a cell vector, no atom"),
        COLUMNS("", "VEC1 9 0 0\nVEC2 0 9 0\nVEC3 0 0 9\n", REFUSED, "a.xyz:3: 'VEC1' is a cell vector"),
        {"a.xyz", "  3  \n" ATOMS, 0.6, 1, ""},
        {"a.xyz", "3 atoms\n" ATOMS, 0.6, REFUSED, "a.xyz:1: expected the number of atoms"},
        {"a.xyz", "3 angstroem\nfree\nH 0 0 0\n", 0.6, REFUSED, "a.xyz:1: expected the number of atoms"},
        {"a.xyz", "3.0\n" ATOMS, 0.6, REFUSED, "a.xyz:1: expected the number of atoms"},
        {"a.xyz", "0.5 1 2\n1 2 3\n", 0.6, REFUSED, "without a count are read by --format columns."},
        {"a.xyz", "1 2 3\n1 2 4\n", 0.6, REFUSED, "--format columns."},
        {"a.xyz", "512.3 49.1 3.5 128 255 0 0\n512 49 3 128 255 0 0\n", 0.6, REFUSED,
         "--format columns --columns 1,2,3"},
        {"a.xyz", "//X Y Z\n1 2 3\n", 0.6, REFUSED, "--format columns"},
        {"a.xyz", "x,y,z\n1,2,3\n", 0.6, REFUSED, "--format columns"},
        {"a.xyz", "2\n\nH 0 0 0\n.5 0 0\n", 0.6, REFUSED, "a.xyz:4: an atom line has 3 words"},
        {"a.xyz", "2\n\nH 0 0 0\n\nH 1 0 0\n", 0.6, REFUSED, "a.xyz:4: an atom line has 0 words"},
        {"a.xyz", "2\n\nH 0 0 0\nH .5 0 0\n3\n\nH 0 0 0\nH 1 0 0\nH 2 0 0\n", 0.6, 1, ""},
    };
    CHECK_ALL(rows);
}
END_TEST

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

START_TEST(a_line_ends_with_each_of_the_marks_and_with_all_of_them_in_one_text) {
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
END_TEST

/* A comment line that ends where the reader's buffer ends, one byte further in each round.  An end that is taken for two gives a
 * blank line, which is no atom. */
START_TEST(a_line_end_is_found_where_two_blocks_of_a_file_meet) {
    enum { BLOCK = 1 << 16 };
    static const char *const ends[] = {"\n", "\r\n", "\r", "\r\r\n"};
    static char text[BLOCK + 200];
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
        for (int at = BLOCK - 6; at < BLOCK + 3; at++) {
            const wild row = {"a.xyz", text, 0.6, 1, ""};
            memset(text, ' ', sizeof text);
            memcpy(text, "2\n", 2);
            snprintf(text + at, sizeof text - (size_t)at, "%sH 0 0 0%sH .5 0 0%s", ends[e], ends[e], ends[e]);
            check(&row);
        }
}
END_TEST

/* ---- tables ------------------------------------------------------------------------------------------- */

START_TEST(a_heading_with_a_name_less_than_columns_is_that_of_r) {
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
END_TEST

START_TEST(names_with_units_and_of_several_words_are_understood_or_refused) {
    static const wild rows[] = {
        {"a.txt", "x [m] y [m]\n0 0\n0.5 0\n2 2\n", 0.6, 1, "columns x [m] (1), y [m] (2) of 2"},
        {"a.txt", "x (nm)\ty (nm)\tz (nm)\n0 0 0\n0.5 0 0\n", 0.6, 1, "columns x (nm) (1)"},
        {"a.txt", "id x [m] y [m]\n1 0 0\n2 0.5 0\n", 0.6, 1, "columns x [m] (2), y [m] (3) of 3"},
        {"a.txt", "x [m] y [m]\n1 0 0\n2 0.5 0\n", 0.6, 1,
         "columns x [m] (2), y [m] (3) of 3; the first column"},
        {"a.txt", "'x' 'y'\n0 0\n0.5 0\n", 0.6, REFUSED, "names no x, y or z"},
        {"a.txt", "\"x [m]\" \"y [m]\"\n0 0\n0.5 0\n", 0.6, 1, "columns x [m] (1), y [m] (2)"},
        {"a.csv", "\"x, in m\",\"y, in m\"\n0,0\n0.5,0\n", 0.6, REFUSED, "names no x, y or z"},
        {"a.csv", "X,Y,Z,x,y\n0,0,0,7,8\n0.5,0,0,9,9\n", 0.6, REFUSED,
         "a.csv:1: the heading has several columns for"},
        {"a.csv", "x,y (px),x (m),z (m)\n0,0,0,7\n0.5,0,0,9\n", 0.6, REFUSED,
         "several columns for a coordinate"},
        {"a.csv", "X,Y,Z,x,y,z\n0,9,0,0,0,0\n9,0,0,0.5,0,0\n", 0.6, 1, "columns x (4), y (5), z (6) of 6"},
        {"a.csv", "x0,x1,x2,x3\n0,0,0,7\n0.5,0,0,9\n", 0.6, REFUSED,
         "a.csv:1: the heading has the names of more than three"},
        {"a.csv", "pos_x,pos_y,pos_z,x1,x2,x3\n0,0,0,7,7,7\n", 0.6, REFUSED, "more than three coordinates"},
        {"a.csv", "x1,x2,x3,x,y,z\n0,9,0,0,0,0\n9,0,0,0.5,0,0\n", 0.6, 1, "columns x (4), y (5), z (6) of 6"},
        {"a.csv", "x0,x1,x2\n0,0,0\n0.5,0,0\n", 0.6, 1, "columns x0 (1), x1 (2), x2 (3)"},
        {"a.csv", "x1,x2\n0,0\n0.5,0\n", 0.6, 1, "columns x1 (1), x2 (2) of 2"},
        {"a.csv", "x,Y,z (m)\n0,0,0\n0.5,0,0\n", 0.6, 1, "columns x (1), Y (2), z (m) (3)"},
        {"a.txt", "x pos y pos\n0 0\n0.5 0\n", 0.6, REFUSED,
         "a.txt:1: the heading has 4 names, and the lines below it have 2"},
        {"a.txt", "first name\tx\ty\nA\t0\t0\nB\t.5\t0\n", 0.6, REFUSED, "--format tsv"},
        {"a.txt", "x y z\nm m m\n0 0 0\n", 0.6, REFUSED, "a.txt:2: 'm' is not a number"},
        {"a.txt", "x y z\n0 0 0\nx y z\n.5 0 0\n", 0.6, REFUSED,
         "a.txt:3: the heading of line 1 is repeated here"},
        {"a.csv", "# a\nx,y\n0,0\n\nx,y\n.5,0\n", 0.6, REFUSED, "a.csv:5: the heading of line 2 is repeated"},
        {"a.txt", "a title of four words\n0 0\n.5 0\n", 0.6, 1, "line 1 is a title"},
    };
    CHECK_ALL(rows);
}
END_TEST

START_TEST(a_comment_above_the_numbers_may_be_their_heading) {
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
        {"a.txt", "# x y\n1 0 0\n1.5 0 0\n", 0.6, 1, "the comment in line 1 names coordinates, but not each"},
        {"a.txt", "# 1:id 2:x 3:y\n1 0 0\n2 0.5 0\n", 0.6, 1,
         "columns 2:x (2), 3:y (3) of 3; named by the comment"},
        {"a.txt", "# [1]=m [2]=x [3]=y\n1 0 0\n2 0.5 0\n", 0.6, 1, "columns [2]=x (2), [3]=y (3) of 3"},
        {"a.txt", "#(1)m (2)x[kpc] (3)y[kpc]\n1 0 0\n2 0.5 0\n", 0.6, 1, "columns (2)x[kpc] (2)"},
        {"a.txt", "#m(0) x(1) y(2)\n1 0 0\n2 0.5 0\n", 0.6, 1, "columns x(1) (2), y(2) (3) of 3"},
        {"a.txt", "# 1: 2x 3y\n1 0 0\n1.5 0 0\n", 0.6, 1, "columns 1, 2, 3 of 3"},
        {"a.txt", "# time z\n1 0\n2 0.5\n", 0.6, REFUSED,
         "a.txt:1: the heading names column z (2) of 2, but no column x"},
        {"a.txt", "# x y z\n#\n0 0 0\n0.5 0 0\n", 0.6, 1, "line 1"},
    };
    CHECK_ALL(rows);
}
END_TEST

START_TEST(numbers_as_other_countries_and_programs_write_them_are_read_or_refused) {
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
END_TEST

/* ---- LAMMPS ------------------------------------------------------------------------------------------- */

#define DUMP(bounds, columns, atoms)                                                                         \
    "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS" bounds "ITEM: ATOMS " columns "\n" atoms
#define CUBE "\n0 5\n0 5\n0 5\n"

START_TEST(files_of_lammps_say_what_was_assumed_and_refuse_what_is_not_known) {
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
END_TEST

TCase *wild_case(void) {
    TCase *tests = tcase_create("wild");
    tcase_add_test(tests, the_cell_of_an_xyz_is_found_however_its_key_is_written);
    tcase_add_test(tests, the_periodic_directions_of_an_xyz_are_read_however_they_are_written);
    tcase_add_test(tests, a_word_of_an_xyz_that_is_meant_as_its_cell_is_refused);
    tcase_add_test(tests, the_columns_of_an_xyz_are_those_of_its_properties);
    tcase_add_test(tests, atoms_of_an_xyz_that_are_no_atoms_are_refused_with_their_line);
    tcase_add_test(tests, a_line_ends_with_each_of_the_marks_and_with_all_of_them_in_one_text);
    tcase_add_test(tests, a_line_end_is_found_where_two_blocks_of_a_file_meet);
    tcase_add_test(tests, a_heading_with_a_name_less_than_columns_is_that_of_r);
    tcase_add_test(tests, names_with_units_and_of_several_words_are_understood_or_refused);
    tcase_add_test(tests, a_comment_above_the_numbers_may_be_their_heading);
    tcase_add_test(tests, numbers_as_other_countries_and_programs_write_them_are_read_or_refused);
    tcase_add_test(tests, files_of_lammps_say_what_was_assumed_and_refuse_what_is_not_known);
    return tests;
}
