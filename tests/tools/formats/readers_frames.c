/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Every frame of a file, boxes, and columns beside the positions. */
#include "tools/formats/readers.h"

#include <stdlib.h>
#include <string.h>

static void is_same(const void *got, const void *expected, size_t size) {
    ck_assert_ptr_nonnull(got);
    ck_assert_int_eq(memcmp(got, expected, size), 0);
}

/* Reads `whole` frames and finds what is wrong with the next. */
static void refuses_frame(const char *name, const char *text, int whole, const char *part,
                          const char *other) {
    io_source *source = NULL;
    text_problem problem = {0, ""};
    io_frame frame = {0};
    int found = 0;
    ck_assert_int_eq(io_source_open_memory(name, text, strlen(text), NULL, &source, &problem), 0);
    for (int k = 0; k < whole; k++) {
        ck_assert_msg(io_source_next(source, &frame, &found, &problem) == 0, "%s", problem.text);
        io_frame_free(&frame);
    }
    ck_assert_int_eq(io_source_next(source, &frame, &found, &problem), EXIT_INPUT);
    ck_assert_ptr_null(frame.positions);
    ck_assert_int_eq(found, 0);
    holds(problem.text, part);
    holds(problem.text, other);
    io_source_close(source);
}

#define ATOM(x) "    1SOL     OW    1   " x "   0.628   0.113\n"
#define BOX     "   1.86206   1.86206   1.86206\n"

TEST(every_frame_of_a_file_is_read) {
    static const uint64_t n[] = {1, 2, 1};
    static const double x[] = {1, 4, 9};
    has_frames("a.xyz", "1\nfirst\nO 1 2 3\n2\nsecond\nO 4 5 6\nO 7 8 9\n\n 1\n\nO 9 8 7\n", n, x, 3);
    has_frames("a.gro",
               "t\n1\n" ATOM("1.000") BOX "t= 2\n2\n" ATOM("4.000") ATOM("5.000") BOX "\n1\n" ATOM("9.000")
                   BOX,
               n, x, 3);
    has_frames("a.csv", "1,2,3\n", n, x, 1);
}

TEST(each_frame_of_an_extended_xyz_has_its_own_columns_and_box) {
    static const char text[] = "1\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=pos:R:3:species:S:1\n1 2 3 O\n"
                               "1\nProperties=species:S:1:pos:R:2\nO 4 5\n";
    io_source *source = NULL;
    text_problem problem;
    io_frame frame = {0};
    int found = 0;
    ck_assert_int_eq(io_source_open_memory("a.xyz", text, sizeof text - 1, NULL, &source, &problem), 0);
    ck_assert_int_eq(io_source_next(source, &frame, &found, &problem), 0);
    ck_assert_int_eq(frame.dims, 3);
    ck_assert_int_eq(io_box_is_periodic(&frame.box), 1);
    io_frame_free(&frame);
    ck_assert_int_eq(io_source_next(source, &frame, &found, &problem), 0);
    ck_assert_int_eq(frame.dims, 2);
    ck_assert_int_eq(io_box_is_periodic(&frame.box), 0);
    ck_assert(frame.box.cell[0][0] == 0);
    io_frame_free(&frame);
    io_source_close(source);
}

TEST(a_damaged_frame_is_refused_with_its_line) {
    refuses_frame("a.xyz", "1\n\nO 1 2 3\n2\n\nO 4 5 6\n", 1,
                  "a.xyz:6:", "after 1 of the 2 atoms that line 4");
    refuses_frame("a.xyz", "1\n\nO 1 2 3\n1\n\nO 4 5 6\nrest\n", 1, "a.xyz:7:", "than the 1 that line 4");
    refuses_frame("a.gro", "t\n1\n" ATOM("1.000") BOX "t\n2\n" ATOM("1.000"), 1,
                  "a.gro:7:", "after 1 of the 2 atoms that line 6");
    refuses_frame("a.gro", "t\n1\n" ATOM("1.000") BOX "t\n1\n" ATOM("1.000") ATOM("1.000") BOX, 1,
                  "a.gro:8:", "box after the 1 atoms that line 6");
}

/* The reader stops before the checksum, which is compared when the next frame is looked for, or at the end. */
TEST(a_gzip_that_is_damaged_behind_the_last_frame_is_refused) {
    static const char text[] = "t\n1 atoms\n\nAtoms # atomic\n\n1 1 1 2 3\n\nVelocities\n\n";
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
    text_problem problem;
    path_in(&place, "data.a.gz", path);
    write_gzip(path, text, sizeof text - 1);
    own_memory char *bytes = read_whole_file(path, &size);
    bytes[size - 6] ^= 1; /* in the checksum */
    write_file(path, bytes, size);
    for (int finish = 0; finish < 2; finish++) {
        io_source *source = NULL;
        io_frame frame = {0};
        int found = 0;
        ck_assert_int_eq(io_source_open(path, NULL, &source, &problem), 0);
        ck_assert_int_eq(io_source_next(source, &frame, &found, &problem), 0);
        io_frame_free(&frame);
        ck_assert_int_eq(finish ? io_source_finish(source, &problem)
                                : io_source_next(source, &frame, &found, &problem),
                         EXIT_INPUT);
        holds(problem.text, "gzip file is damaged (incorrect data check)");
        io_source_close(source);
    }
}

TEST(the_box_of_a_file_is_read) {
    static const double zero[9], cell[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, at[] = {-1, 0.5, 2},
                                 cube[] = {5, 0, 0, 0, 6, 0, 0, 0, 7},
                                 triclinic[] = {10, 0, 0, 1, 20, 0, 2, 3, 30};
#define XYZ(comment) "1\n" comment "\nO 1 2 3\n"
    has_box("a.xyz", XYZ("Lattice=\"1 2 3 4 5 6 7 8 9\""), zero, cell, "TTT");
    has_box("a.xyz", XYZ("lattice={1 2 3 4 5 6 7 8 9} Origin='-1 .5 2' pbc=\"T F T\""), at, cell, "TFT");
    has_box("a.xyz", XYZ("pbc=[F, T, F] Lattice=[[1,2,3],[4,5,6],[7,8,9]]"), zero, cell, "FTF");
    has_box("a.xyz", XYZ("Lattice=\"5 6 7\" pbc=\"1 1 0\""), zero, cube, "TTF");
    has_box("a.xyz", XYZ("Lattice=\"1 2 3 4 5 6 7 8 9\" pbc=F"), zero, cell, "FFF");
    has_box("a.xyz", XYZ("Lattice=\"1 2 3\" pbc=T Origin=\"1 2\""), zero,
            (double[]){1, 0, 0, 0, 2, 0, 0, 0, 3}, "TTT");
    has_box("a.xyz", XYZ("Lattice=\"1 2 3 4 5 6 7 8 x\""), zero, zero, "TTT");
    has_box("a.xyz", XYZ("Lattice=\"1 2 3 4 5 6 7 8 inf\""), zero, zero, "TTT");
    has_box("a.xyz", XYZ("Lattice=\"1 2 3 4 5 6 7 8 9 10\""), zero, zero, "TTT");
    has_box("a.xyz", XYZ("water"), zero, zero, "FFF");
    has_box("a.gro", "t\n1\n" ATOM("1.000") "5 6 7\n", zero, cube, "TTT");
    /* v1(x) v2(y) v3(z) v1(y) v1(z) v2(x) v2(z) v3(x) v3(y) */
    has_box("a.gro", "t\n1\n" ATOM("1.000") "1 5 9 2 3 4 6 7 8\n", zero, cell, "TTT");
    has_box("a.gro", "t\n1\n" ATOM("1.000") "0 0 0\n", zero, zero, "FFF");
#define LAMMPS(box) "t\n1 atoms\n" box "\nAtoms\n\n1 1 1 2 3\n"
    has_box("a.data", LAMMPS("-1 9 xlo xhi\n0.5 20.5 ylo yhi\n2 32 zlo zhi\n1 2 3 xy xz yz\n"), at, triclinic,
            "TTT");
    has_box("a.data", LAMMPS("1 2 3 avec\n4 5 6 bvec\n7 8 9 cvec\n-1 .5 2 abc origin\n"), at, cell, "TTT");
    has_box("a.data", LAMMPS(""), zero, zero, "FFF");
    has_box("a.csv", "1,2,3\n", zero, zero, "FFF");
}

static void has_columns(const char *name, const char *named, const char *text, const double *first,
                        const double *second, int width) {
    io_frame frame = {0};
    text_problem problem = {0, ""};
    const io_source_options options = {.named = named};
    ck_assert_msg(io_read_first_memory(name, text, strlen(text), &options, &frame, &problem) == 0, "%s",
                  problem.text);
    ck_assert_uint_eq(frame.n, 2);
    ck_assert_uint_eq(frame.column_count, second ? 2 : 1);
    for (size_t k = 0; k < frame.column_count; k++) {
        ck_assert_int_eq(frame.columns[k].type, NF_FLOAT64);
        ck_assert_int_eq(frame.columns[k].width, width);
        is_same(frame.columns[k].data, k ? second : first, 2 * (size_t)width * sizeof *first);
        holds(named, frame.columns[k].name);
    }
    io_frame_free(&frame);
}

static void refuses_named(const char *name, const char *named, const char *text, int code, const char *part) {
    io_frame frame = {0};
    text_problem problem = {0, ""};
    const io_source_options options = {.named = named};
    ck_assert_int_eq(io_read_first_memory(name, text, strlen(text), &options, &frame, &problem), code);
    holds(problem.text, part);
    ck_assert_ptr_null(frame.positions);
    ck_assert_ptr_null(frame.columns);
}

#define EXTENDED "2\nProperties=species:S:1:pos:R:3:id:I:1:f:R:2\nO 1 2 3 7 .5 8\nO 4 5 6 9 .25 -1\n"
#define VERTICES(format)                                                                                     \
    "ply\nformat " format                                                                                    \
    " 1.0\nelement vertex 2\nproperty float x\nproperty uchar mass\nproperty float y\n"                      \
    "end_header\n"

TEST(columns_beside_the_positions_are_read_by_name) {
    static const double mass[] = {16, 1}, radius[] = {0.5, 0.25}, id[] = {7, 9}, force[] = {0.5, 8, 0.25, -1};
    has_columns("a.csv", "mass, radius", "x,mass,y,Radius (nm)\n1,16,2,.5\n3,1,4,.25\n", mass, radius, 1);
    has_columns("a.xyz", "id", EXTENDED, id, NULL, 1);
    has_columns("a.xyz", "f", EXTENDED, force, NULL, 2);
    has_columns("data.a", "id", "t\n2 atoms\n\nAtoms # atomic\n\n7 1 1 2 3\n9 1 4 5 6\n", id, NULL, 1);
    has_columns("data.a", "id", "t\n2 atoms\n\nAtoms # atomic\n\n9 1 4 5 6\n7 1 1 2 3\n", id, NULL, 1);
    has_columns("a.dump", "mass,radius",
                "ITEM: NUMBER OF ATOMS\n2\nITEM: ATOMS id x y z radius mass\n5 1 2 3 .25 1\n4 4 5 6 .5 16\n",
                mass, radius, 1);
    has_columns("a.ply", "mass", VERTICES("ascii") "1 16 2\n3 1 4\n", mass, NULL, 1);
}

TEST(columns_of_a_binary_ply_are_read_by_name) {
    static const char text[] =
        VERTICES("binary_little_endian") "\0\0\x80\x3f\x10\0\0\0\x40\0\0\x40\x40\1\0\0\x80\x40";
    static const double mass[] = {16, 1};
    io_frame frame = {0};
    text_problem problem = {0, ""};
    const io_source_options options = {.named = "mass"};
    ck_assert_msg(io_read_first_memory("a.ply", text, sizeof text - 1, &options, &frame, &problem) == 0, "%s",
                  problem.text);
    ck_assert_int_eq(frame.type, NF_FLOAT32);
    is_same(frame.columns[0].data, mass, sizeof mass);
    io_frame_free(&frame);
}

TEST(a_column_that_is_not_there_or_is_no_number_is_refused) {
    refuses_named("a.csv", "mass", "x,y\n1,2\n", EXIT_INPUT, "has no column named 'mass'");
    refuses_named("a.csv", "mass", "1,2\n", EXIT_INPUT, "the heading names no x, y or z");
    refuses_named("a.csv", "m", "x,m\n1,2\n3,\n", EXIT_INPUT, "a.csv:3: '' is not a number");
    refuses_named("a.csv", "m", "x,m\n1,2\n3,nan\n", EXIT_INPUT,
                  "point 1 has a value of 'm' that is not finite");
    refuses_named("a.xyz", "mass", "1\n\nO 1 2 3\n", EXIT_INPUT, "has no column named 'mass'");
    refuses_named("a.xyz", "species", EXTENDED, EXIT_INPUT, "species in Properties= is not numbers");
    refuses_named("a.xyz", "f", "2\nProperties=pos:R:3:f:R:2\n1 2 3 4 5\n1 2 3 4\n", EXIT_INPUT,
                  "has 4 words, and by Properties= 5 are needed");
    refuses_named("a.xyz", "f", "1\nProperties=pos:R:3:a:R:200:f:R:200\n1 2 3\n", EXIT_INPUT,
                  "in the first 256 columns");
    refuses_named("a.xyz", "f", "1\nProperties=pos:R:3:f:R:65\n1 2 3\n", EXIT_INPUT, "more than 64 values");
    refuses_named("data.a", "q", "t\n0 atoms\n", EXIT_INPUT, "has no column named 'q'");
    refuses_named("a.ply", "radius", VERTICES("ascii") "1 16 2\n3 1 4\n", EXIT_INPUT,
                  "has no column named 'radius'");
    refuses_named("a.xyz", "r", "1\nProperties=pos:R:3:r:R:1:r:R:1\n1 2 3 4 5\n", EXIT_INPUT,
                  "a.xyz:2: has two columns named 'r'");
    refuses_named("a.dump", "r", "ITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS x y z r r\n1 2 3 4 5\n", EXIT_INPUT,
                  "a.dump:3: has two columns named 'r'");
    refuses_named("a.ply", "r",
                  "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int r\n"
                  "property int r\nend_header\n1 2 3 4\n",
                  EXIT_INPUT, "a.ply:7: has two columns named 'r'");
    refuses_named("a.gro", "mass", "", EXIT_USAGE, "named columns are for xyz");
    refuses_named("a.csv", "m,,r", "x,m,r\n", EXIT_USAGE, "'m,,r' is not a list of distinct column names");
    refuses_named("a.csv", "m,m", "x,m,r\n", EXIT_USAGE, "'m,m' is not a list of distinct column names");
}
