/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Dumps of LAMMPS. */
#include "tools/formats/readers.h"

#define HEAD(n) "ITEM: TIMESTEP\n100\nITEM: NUMBER OF ATOMS\n" n "\n"
#define BOX     "ITEM: BOX BOUNDS pp ff pp\n-1 9\n0.5 20.5\n2 32\n"

TEST(a_dump_gives_its_atoms_by_the_names_of_its_columns) {
    static const double two[] = {1, 2, 3, -4.5, 5e-1, 6}, scaled[] = {4, 0.5, 32, -11, 40.5, 17};
    reads_text("a.dump", HEAD("2") BOX "ITEM: ATOMS id type x y z\n1 1 1 2 3\n2 1 -4.5 .5 6\n", 2, 3, two);
    reads_text("dump.melt", HEAD("2") BOX "ITEM: ATOMS z vx xu yu zu id \n9 9 1 2 3 1\n9 9 -4.5 .5 6 2\n", 2,
               3, two);
    reads_text("a.lammpstrj",
               "ITEM: UNITS\nlj\nITEM: TIME\n0.5\n" HEAD("2") "ITEM: ATOMS x y z\n1 2 3\n-4.5 .5 6\n", 2, 3,
               two);
    reads_text("a.dump", HEAD("2") BOX "ITEM: ATOMS xs ys zs\n.5 0 1\n-1 2 .5\n", 2, 3, scaled);
    reads_text("a.dump", HEAD("2") BOX "ITEM: ATOMS xsu ysu zsu xs\n.5 0 1 7\n-1 2 .5 7\n", 2, 3, scaled);
    reads_text("a.dump", HEAD("0") BOX "ITEM: ATOMS id x y z\n", 0, 3, two);
}

TEST(atoms_of_a_dump_ascend_with_their_ids) {
    static const double three[] = {1, 2, 3, -4.5, 5e-1, 6, 7, 8, 9};
    reads_text("a.dump", HEAD("3") BOX "ITEM: ATOMS x y z id\n1 2 3 1\n-4.5 .5 6 2\n7 8 9 3\n", 3, 3, three);
    reads_text("a.dump", HEAD("3") BOX "ITEM: ATOMS x y z id\n7 8 9 30\n1 2 3 1\n-4.5 .5 6 2\n", 3, 3, three);
    reads_text("a.dump", HEAD("3") BOX "ITEM: ATOMS x y z idx\n1 2 3 3\n-4.5 .5 6 1\n7 8 9 2\n", 3, 3, three);
    refuses_text("a.dump", HEAD("4") "ITEM: ATOMS id x y z\n1 1 2 3\n3 1 2 3\n3 1 2 3\n1 1 2 3\n",
                 "a.dump:8:", "the atom id 3 is that of the atom in line 7, too");
    refuses_text("a.dump", HEAD("1") "ITEM: ATOMS id x y z\n1.5 1 2 3\n",
                 "a.dump:6:", "'1.5' is not an atom id");
}

TEST(scaled_coordinates_are_fractions_of_the_cell_vectors) {
    static const double tilted[] = {-1 + 5 + 0.5 + 1, 0.5 + 10 + 1.5, 2 + 15};
    reads_text("a.dump",
               HEAD("1") "ITEM: BOX BOUNDS xy xz yz pp pp pp\n-1 12 1\n0.5 23.5 2\n2 32 3\n"
                         "ITEM: ATOMS xs ys zs\n.5 .5 .5\n",
               1, 3, tilted);
}

TEST(the_box_of_a_dump_is_read) {
    static const double at[] = {-1, 0.5, 2}, cube[] = {10, 0, 0, 0, 20, 0, 0, 0, 30},
                        tilted[] = {10, 0, 0, 1, 20, 0, 2, 3, 30}, left[] = {10, 0, 0, -4, 20, 0, 2, -3, 30},
                        cell[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, zero[9] = {0};
#define ATOM "ITEM: ATOMS x y z\n1 2 3\n"
    has_box("a.dump", HEAD("1") BOX ATOM, at, cube, "TFT");
    has_box("a.dump", HEAD("1") "ITEM: BOX BOUNDS ss pp fm\n-1 9\n0.5 20.5\n2 32\n" ATOM, at, cube, "FTF");
    has_box("a.dump", HEAD("1") "ITEM: BOX BOUNDS\n-1 9\n0.5 20.5\n2 32\n" ATOM, at, cube, "TTT");
    /* The bounds are those of the box around the cell: lo + min(0, xy, xz, xy + xz) and so on. */
    has_box("a.dump", HEAD("1") "ITEM: BOX BOUNDS xy xz yz pp pp ff\n-1 12 1\n0.5 23.5 2\n2 32 3\n" ATOM, at,
            tilted, "TTF");
    has_box("a.dump", HEAD("1") "ITEM: BOX BOUNDS xy xz yz pp pp pp\n-3 13 4\n0.5 23.5 -2\n2 32 3\n" ATOM, at,
            (double[]){10, 0, 0, 4, 20, 0, -2, 3, 30}, "TTT");
    has_box("a.dump", HEAD("1") "ITEM: BOX BOUNDS xy xz yz pp pp pp\n-5 11 -4\n-2.5 20.5 2\n2 32 -3\n" ATOM,
            at, left, "TTT");
    has_box("a.dump", HEAD("1") "ITEM: BOX BOUNDS abc origin pp pp pp\n1 2 3 -1\n4 5 6 .5\n7 8 9 2\n" ATOM,
            at, cell, "TTT");
    has_box("a.dump", HEAD("1") ATOM, zero, zero, "FFF");
}

TEST(every_frame_of_a_dump_is_read) {
    static const uint64_t n[] = {1, 2};
    static const double x[] = {1, 4};
    has_frames("a.dump",
               HEAD("1") BOX "ITEM: ATOMS x y z\n1 2 3\n\n" HEAD("2") BOX "ITEM: ATOMS y x z\n2 4 0\n2 5 0\n",
               n, x, 2);
}

TEST(a_damaged_dump_is_refused_with_its_line) {
#define ATOMS "ITEM: ATOMS x y z\n"
    refuses_text("a.dump", HEAD("2") ATOMS "1 2 3\n", "a.dump:6:", "after 1 of the 2 atoms");
    refuses_text("a.dump", HEAD("1") ATOMS "1 2 3\n4 5 6\n", "a.dump:7:", "more atoms than the 1");
    refuses_text("a.dump", HEAD("1") "ITEM: ATOMS id x y x z\n1 1 2 3 4\n",
                 "a.dump:5:", "names the column 'x' twice");
    refuses_text("a.dump", HEAD("1") "ITEM: ATOMS id x y z id\n1 1 2 3 4\n",
                 "a.dump:5:", "names the column 'id' twice");
    refuses_text("a.dump", HEAD("1") ATOMS "1 2\n", "a.dump:6:", "2 words, but ITEM: ATOMS names 3");
    refuses_text("a.dump", HEAD("1") ATOMS "1 2 nan\n", "a.dump:6:", "not finite");
    refuses_text("a.dump", HEAD("1") "ITEM: ATOMS id type\n", "a.dump:5:", "names no columns x y z");
    refuses_text("a.dump", HEAD("1") "ITEM: ATOMS x y\n", "a.dump:5:", "names no columns x y z");
    refuses_text("a.dump", HEAD("1") "ITEM: ATOMS xs ys zs\n0 0 0\n", "a.dump:5:", "before ITEM: BOX BOUNDS");
    refuses_text("a.dump", "ITEM: TIMESTEP\n0\n" ATOMS, "a.dump:3:", "before ITEM: NUMBER OF ATOMS");
    refuses_text("a.dump", HEAD("x"), "a.dump:4:", "expected the number of atoms");
    refuses_text("a.dump", HEAD("1"), "a.dump:4:", "after the items before ITEM: ATOMS");
    refuses_text("a.dump", "ITEM: NUMBER OF ENTRIES\n1\n", "a.dump:1:", "is no item of a LAMMPS dump");
    refuses_text("a.dump", "1 2 3\n", "a.dump:1:", "'1 2 3' is no item of a LAMMPS dump");
    refuses_text("a.dump", HEAD("1") "ITEM: BOX BOUNDS pp pp\n", "a.dump:5:", "is not a box of LAMMPS");
    refuses_text("a.dump", HEAD("1") "ITEM: BOX BOUNDS\n0 1\n0 1 2\n", "a.dump:7:", "has not 2 numbers");
    refuses_text("a.dump", HEAD("1") "ITEM: BOX BOUNDS\n0 1\n0 inf\n", "a.dump:7:", "not finite");
    refuses_text("a.dump", HEAD("1") "ITEM: BOX BOUNDS\n0 1\n0 1\n-1e308 1e308\n", "a.dump:8:", "too large");
    refuses_text("a.dump", HEAD("1") "ITEM: BOX BOUNDS\n0 1\n",
                 "a.dump:6:", "after 1 of the 3 lines of the box");
}
