/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Extended xyz as other programs and people write it. */
#include "tools/formats/readers_wild.h"

#define ATOMS "\nH 0 0 0\nH .5 0 0\nH 2.2 2.2 2.2\n" /* two pairs below 0.6 in the cell, one without it */
#define BOX(comment, pairs, says)                                                                            \
    { "a.xyz", "3\n" comment ATOMS, 0.6, pairs, says }

TEST(the_cell_of_an_xyz_is_found_however_its_key_is_written) {
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

TEST(the_periodic_directions_of_an_xyz_are_read_however_they_are_written) {
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
    };
    CHECK_ALL(rows);
}

TEST(a_cell_of_an_xyz_that_is_malformed_is_refused_and_other_words_are_a_comment) {
    static const wild rows[] = {
        BOX("Lattice: " CELL, 1, ""),
        BOX("cell=\"" CELL "\"", 1, ""),
        BOX("Lx=2.5 Ly=2.5 Lz=2.5", 1, ""),
        BOX(CELL, 1, ""),
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

#define COLUMNS(comment, atoms, pairs, says)                                                                 \
    { "a.xyz", "3\n" comment "\n" atoms, 0.6, pairs, says }
/* Velocities, of which two are near, before positions, of which none are. */
#define VELOCITIES "H 0 0 0 1 0 0\nH .1 0 0 2 0 0\nH 9 0 0 3 0 0\n"

TEST(the_columns_of_an_xyz_are_those_of_its_properties) {
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

TEST(atoms_of_an_xyz_that_are_no_atoms_are_refused_with_their_line) {
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
