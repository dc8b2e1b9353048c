/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Formats that chemfiles reads: positions, cells and frames. */
#include "source.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first[] =
    "ATOM      1  N   ALA A   1      27.250  24.500   2.750  1.00  9.67           N\n"
    "ATOM      2  CA  ALA A   1      26.125  -5.375   2.875  1.00 10.38           C\n";
static const char second[] =
    "ATOM      1  N   ALA A   1       1.000   2.000   3.000  1.00  9.67           N\n";
static const double positions[] = {27.250, 24.500, 2.750, 26.125, -5.375, 2.875};

/* A PDB file with this cell ("" for none) and two frames. */
static void make_pdb(char text[2048], const char *cell) {
    char line[100] = "";
    if (*cell) snprintf(line, sizeof line, "CRYST1%s P 1           1\n", cell);
    snprintf(text, 2048, "%sMODEL        1\n%sENDMDL\nMODEL        2\n%sENDMDL\nEND\n", line, first, second);
}

/* Components along the axes are exact in boxes with right angles. */
static void has_cell(const nf_box *box, const double cell[9], int periodic) {
    const double allowed = fabs(cell[3]) > 0 ? 1e-14 : 0;
    for (int k = 0; k < 9; k++)
        ck_assert_msg(!(fabs(box->cell[k / 3][k % 3] - cell[k]) > allowed), "cell[%d][%d] is %.17g", k / 3,
                      k % 3, box->cell[k / 3][k % 3]);
    for (int k = 0; k < 3; k++) ck_assert_int_eq(box->periodic[k], periodic);
}

/* chemfiles' own conversion of decimal numbers is not always correctly rounded. */
static void has_positions(const io_frame *frame) {
    const double *got = frame->positions;
    ck_assert_uint_eq(frame->n, 2);
    for (int k = 0; k < 6; k++) ck_assert_double_eq_tol(got[k], positions[k], 1e-12);
}

/* Reads both frames. */
static void reads_frames(const char *source, const io_source_options *options, const double cell[9],
                         int periodic, const char *warning) {
    io_source *opened = NULL;
    io_frame frame = {0};
    io_problem problem = {0, ""};
    int found = 0;
    ck_assert_msg(io_source_open(source, options, &opened, &problem) == 0, "%s", problem.text);
    for (int k = 0; k < 2; k++) {
        ck_assert_msg(io_source_next(opened, &frame, &found, &problem) == 0, "%s", problem.text);
        ck_assert_int_eq(found, 1);
        ck_assert_int_eq(frame.more, k == 0);
        ck_assert_uint_eq(frame.n, k ? 1 : 2);
        ck_assert_int_eq(frame.dims, 3);
        ck_assert_int_eq(frame.type, NF_FLOAT64);
        if (k == 0) has_positions(&frame);
        if (k == 0) has_cell(&frame.box, cell, periodic);
        ck_assert_str_eq(frame.warning, k ? frame.warning : warning);
        ck_assert_str_eq(frame.format, "chemfiles");
        io_frame_free(&frame);
    }
    ck_assert_int_eq(io_source_next(opened, &frame, &found, &problem), 0);
    ck_assert_int_eq(found, 0);
    io_source_close(opened);
}

START_TEST(the_cell_of_a_file_is_a_box) {
    static const struct {
        const char *text;
        double cell[9];
        int periodic;
        const char *warning;
    } rows[] = {{"   10.000   11.000   12.000  90.00  90.00  90.00", {10, 0, 0, 0, 11, 0, 0, 0, 12}, 1, ""},
                {"   10.000   11.000   12.000  90.00  90.00  60.00",
                 {10, 0, 0, 5.5, 9.526279441628825, 0, 0, 0, 12},
                 1,
                 ""},
                {"    0.000    0.000    0.000  90.00  90.00  90.00", {0}, 0, ""},
                {"    1.000    1.000    1.000  90.00  90.00  90.00",
                 {0},
                 0,
                 "its cell of 1 x 1 x 1 stands for none: space is open"},
                {"", {0}, 0, ""}};
    temporary place;
    char path[512], text[2048];
    make_temporary(&place);
    path_in(&place, "a.pdb", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        make_pdb(text, rows[k].text);
        write_file(path, text, strlen(text));
        reads_frames(path, NULL, rows[k].cell, rows[k].periodic, rows[k].warning);
    }
    remove_temporary(&place);
}
END_TEST

START_TEST(a_file_is_read_by_its_path_or_from_memory) {
    const double cell[9] = {0};
    const io_source_options options = {.format = "pdb"};
    temporary place;
    char path[512], text[2048];
    make_temporary(&place);
    make_pdb(text, "");
    path_in(&place, "a.pdb.gz", path);
    write_gzip(path, text, strlen(text));
    reads_frames(path, NULL, cell, 0, "");
    path_in(&place, "named-otherwise", path);
    write_file(path, text, strlen(text));
    reads_frames(path, &options, cell, 0, "");
    remove_temporary(&place);
}
END_TEST

START_TEST(mmcif_is_read_too) {
    static const char text[] =
        "data_x\n_cell.length_a 10\n_cell.length_b 11\n_cell.length_c 12\n_cell.angle_alpha 90\n"
        "_cell.angle_beta 90\n_cell.angle_gamma 90\nloop_\n_atom_site.group_PDB\n_atom_site.id\n"
        "_atom_site.type_symbol\n_atom_site.label_atom_id\n_atom_site.label_comp_id\n"
        "_atom_site.label_asym_id\n_atom_site.label_seq_id\n_atom_site.Cartn_x\n"
        "_atom_site.Cartn_y\n_atom_site.Cartn_z\n"
        "ATOM 1 N N ALA A 1 27.250 24.500 2.750\nATOM 2 C CA ALA A 1 26.125 -5.375 2.875\n";
    const double cell[9] = {10, 0, 0, 0, 11, 0, 0, 0, 12};
    temporary place;
    char path[512];
    io_frame frame = {0};
    io_problem problem = {0, ""};
    make_temporary(&place);
    path_in(&place, "a.mmcif", path);
    write_file(path, text, strlen(text));
    ck_assert_msg(io_read_first(path, NULL, &frame, &problem) == 0, "%s", problem.text);
    has_positions(&frame);
    has_cell(&frame.box, cell, 1);
    io_frame_free(&frame);
    remove_temporary(&place);
}
END_TEST

START_TEST(what_chemfiles_refuses_is_told) {
    static const struct {
        const char *name, *text, *format, *words;
    } rows[] = {
        {"a.mmcif", "hello\n", NULL, "a.mmcif: cannot be opened by chemfiles ("},
        {"a.pdb", "ATOM      1  N   ALA A   1      27.250  24.x30   2.750\nEND\n", NULL, "by chemfiles ("},
        {"a.xtc", "not a trajectory", NULL, "a.xtc: cannot be opened by chemfiles ("},
        {"a.foo", "x", "chemfiles", "a.foo: the format is not known by chemfiles ("}};
    temporary place;
    char path[512];
    make_temporary(&place);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const io_source_options options = {.format = rows[k].format};
        io_frame frame = {0};
        io_problem problem = {0, ""};
        path_in(&place, rows[k].name, path);
        write_file(path, rows[k].text, strlen(rows[k].text));
        ck_assert_int_eq(io_read_first(path, &options, &frame, &problem), NF_EXIT_INPUT);
        ck_assert_msg(strstr(problem.text, rows[k].words) != NULL, "%s", problem.text);
        ck_assert_ptr_null(frame.positions);
    }
    remove_temporary(&place);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("chemfiles");
    TCase *tests = tcase_create("chemfiles");
    tcase_add_test(tests, the_cell_of_a_file_is_a_box);
    tcase_add_test(tests, a_file_is_read_by_its_path_or_from_memory);
    tcase_add_test(tests, mmcif_is_read_too);
    tcase_add_test(tests, what_chemfiles_refuses_is_told);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
