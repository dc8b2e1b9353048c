/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Formats that chemfiles reads: positions, cells and frames.  The library itself writes the files. */
#include "formats/source.h"
#include "tools/support.h"

#include <chemfiles.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double first[] = {1, 2, 3, 4, 5.5, 6}, second[] = {7, 8, 9, 1, 1.5, 1};

static void add_frame(CHFL_TRAJECTORY *file, const double *points, double side) {
    chfl_vector3d lengths = {side, side + 1, side + 2}, *positions = NULL;
    CHFL_FRAME *frame = chfl_frame();
    CHFL_CELL *cell = side > 0 ? chfl_cell(lengths, NULL) : NULL;
    uint64_t count = 0;
    ck_assert_int_eq(chfl_frame_resize(frame, 2), CHFL_SUCCESS);
    ck_assert_int_eq(chfl_frame_positions(frame, &positions, &count), CHFL_SUCCESS);
    memcpy(positions, points, 6 * sizeof *points);
    if (cell) ck_assert_int_eq(chfl_frame_set_cell(frame, cell), CHFL_SUCCESS);
    ck_assert_msg(chfl_trajectory_write(file, frame) == CHFL_SUCCESS, "%s", chfl_last_error());
    if (cell) chfl_free(cell);
    chfl_free(frame);
}

/* Two frames with cells of these sides; 0: none. */
static void make_trajectory(const char *path, const double sides[2]) {
    CHFL_TRAJECTORY *file = chfl_trajectory_open(path, 'w');
    ck_assert_msg(file != NULL, "%s", chfl_last_error());
    add_frame(file, first, sides[0]);
    add_frame(file, second, sides[1]);
    (void)chfl_trajectory_close(file);
}

/* Formats of trajectories have single precision, or less. */
static void has_frame(const io_frame *frame, const double *points, double side) {
    ck_assert(frame->n == 2 && frame->dims == 3 && frame->type == NF_FLOAT64 && frame->series);
    for (int k = 0; k < 6; k++)
        ck_assert_double_eq_tol(((const double *)frame->positions)[k], points[k], 1e-2);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(frame->box.periodic[k], side > 0);
        ck_assert_double_eq_tol(frame->box.cell[k][k], side > 0 ? side + k : 0, 1e-4);
    }
    ck_assert_str_eq(frame->note, "angstroms, as chemfiles gives them");
    ck_assert_str_eq(frame->format, "chemfiles");
}

TEST(each_frame_of_a_trajectory_has_its_own_cell) {
    static const char *const names[] = {"a.xtc", "a.trr", "a.dcd", "a.nc"};
    static const double sides[][2] = {{10, 20}, {0, 0}, {20, 20}};
    own_temporary place = new_temporary();
    char path[512];
    for (size_t k = 0; k < 3 * sizeof names / sizeof *names; k++) {
        io_source *source = NULL;
        io_frame frame = {0};
        text_problem problem = {0, ""};
        int found = 0;
        path_in(&place, names[k / 3], path);
        make_trajectory(path, sides[k % 3]);
        ck_assert_msg(io_source_open(path, NULL, &source, &problem) == 0, "%s", problem.text);
        for (int f = 0; f < 2; f++) {
            ck_assert_msg(io_source_next(source, &frame, &found, &problem) == 0, "%s", problem.text);
            ck_assert_int_eq(frame.more, f == 0);
            has_frame(&frame, f ? second : first, sides[k % 3][f]);
            io_frame_free(&frame);
        }
        io_source_close(source);
    }
}

static const char sdf[] =
    "name\n  by hand\n\n  2  0  0  0  0  0  0  0  0  0999 V2000\n"
    "    1.0000    2.0000    3.0000 C   0  0  0  0  0  0  0  0  0  0  0  0\n"
    "    4.0000    5.5000    6.0000 C   0  0  0  0  0  0  0  0  0  0  0  0\nM  END\n$$$$\n";

TEST(a_file_is_read_by_its_path_or_from_memory) {
    const io_source_options options = {.format = "sdf"};
    own_temporary place = new_temporary();
    char path[512];
    for (int k = 0; k < 2; k++) {
        io_frame frame = {0};
        text_problem problem = {0, ""};
        path_in(&place, k ? "named-otherwise" : "a.sdf.gz", path);
        if (k) write_file(path, sdf, strlen(sdf));
        else write_gzip(path, sdf, strlen(sdf));
        ck_assert_msg(io_read_first(path, k ? &options : NULL, &frame, &problem) == 0, "%s", problem.text);
        has_frame(&frame, first, 0);
        io_frame_free(&frame);
    }
}

/* chemfiles does not give the space group behind the angles. */
TEST(a_cell_whose_symmetry_is_not_given_is_not_used) {
    static const char text[] = "@<TRIPOS>MOLECULE\nname\n 2 0 0 0 0\nSMALL\nNO_CHARGES\n\n@<TRIPOS>ATOM\n"
                               "      1 C1    1.0000    2.0000    3.0000 C.3     1  RES1       0.0000\n"
                               "      2 C2    4.0000    5.5000    6.0000 C.3     1  RES1       0.0000\n"
                               "@<TRIPOS>BOND\n@<TRIPOS>CRYSIN\n    10.0 11.0 12.0 90.0 90.0 90.0 19 1\n";
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame = {0};
    text_problem problem = {0, ""};
    path_in(&place, "a.mol2", path);
    write_file(path, text, strlen(text));
    ck_assert_msg(io_read_first(path, NULL, &frame, &problem) == 0, "%s", problem.text);
    ck_assert_msg(strstr(frame.box_fault, "chemfiles gives its cell without the symmetry") != NULL, "%s",
                  frame.box_fault);
    io_frame_free(&frame);
}

TEST(what_is_not_read_is_refused_with_a_sentence) {
    static const struct {
        const char *name, *text, *format, *words;
    } rows[] = {
        {"a.sdf", "hello\n", NULL, "a.sdf: has no frame."},
        {"a.xtc", "not a trajectory", NULL, "a.xtc: cannot be opened by chemfiles ("},
        {"a.foo", "x", "chemfiles", "a.foo: its name does not tell a format that is read through chemfiles."},
        {"a.smi", "CCO\n", "chemfiles", "a.smi: its name does not tell a format"},
        {"a.pdb", "END\n", "chemfiles", "a.pdb: its name does not tell a format"}};
    own_temporary place = new_temporary();
    char path[512];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const io_source_options options = {.format = rows[k].format};
        io_frame frame = {0};
        text_problem problem = {0, ""};
        path_in(&place, rows[k].name, path);
        write_file(path, rows[k].text, strlen(rows[k].text));
        ck_assert_int_eq(io_read_first(path, &options, &frame, &problem), EXIT_INPUT);
        ck_assert_msg(strstr(problem.text, rows[k].words) != NULL, "%s", problem.text);
        ck_assert_ptr_null(frame.positions);
    }
}
