/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Which dataset holds the points, and where the codes of snapshots write that a box is periodic. */
#include "tools/formats/hdf5/hdf5_cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 2 };

static const double moving[] = {0, 0, 0, 1, 0, 0, 10, 0, 0, 11, 0, 0, 20, 0, 0, 21, 0, 0};

/* ---- the choice --------------------------------------------------------------------------------------- */

TEST(a_dataset_is_chosen_by_its_name_and_not_by_its_shape) {
    static const struct {
        const char *paths[3]; /* of n x 3 numbers */
        const char *words;    /* of the refusal; NULL: the first is read */
        int integers;
    } rows[] = {
        {{"/positions", "/velocities", "/forces"}, NULL, 0},
        {{"/positions", "/velocities"}, NULL, 1},
        {{"/group/xyz", "/box/edges"}, NULL, 0},
        {{"/PartType4/Coordinates", "/PartType4/Velocities"}, NULL, 1},
        {{"/particles/all/position", "/particles/all/velocity"}, NULL, 1},
        {{"/anything"}, NULL, 0},
        {{"/anything", "/else"},
         "has no dataset with a name of points (H5MD, MDTraj, /PartTypeN/Coordinates, points, positions, "
         "coordinates, xyz): choose one, as by --array; it has /anything (2 x 3), /else (2 x 3).",
         0},
        {{"/particles/a/position", "/particles/b/position"},
         "has several datasets that may be the points (/particles/a/position, /particles/b/position); choose "
         "one",
         0},
        {{"/positions", "/coordinates"}, "has several datasets that may be the points", 0},
        {{"/particles/all/velocity", "/particles/all/force"}, "it has /particles/all/force (2 x 3)", 0},
        {{"/anything"}, "has no dataset of n x 1 to n x 3 floats; it has /anything (2 x 3 integers).", 1}};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.h5", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const hid_t file = make_file(path);
        for (int s = 0; s < 3 && rows[k].paths[s]; s++)
            put_cube(file, rows[k].paths[s], rows[k].integers && s == 0 ? H5T_STD_I64LE : H5T_IEEE_F64LE, N,
                     3, 0, moving + (ptrdiff_t)6 * s);
        end_file(file);
        if (rows[k].words) refuses_source(path, NULL, EXIT_INPUT, rows[k].words);
        else {
            reads_points(path, NULL, N, 3, NF_FLOAT64, moving, &frame);
            io_frame_free(&frame);
        }
    }
}

/* ---- periodic or not ---------------------------------------------------------------------------------- */

/* An attribute: a number, or a text where there is one. */
typedef struct said {
    const char *group, *name, *text;
    double number;
} said;

TEST(each_code_says_whether_its_box_is_periodic) {
    static const char unsaid[] = "the file does not say whether its box is periodic: it is taken to be";
    static const struct {
        said attributes[4];
        int periodic[3];
        double box[3];
        const char *note, *warning; /* words of them */
    } rows[] = {
        {{{NULL, NULL, NULL, 0}}, {1, 1, 1}, {10, 10, 10}, unsaid, ""},
        {{{"/Parameters", "PeriodicBoundariesOn", NULL, 0}},
         {0},
         {0},
         "not periodic by PeriodicBoundariesOn of /Parameters",
         ""},
        {{{"/Parameters", "PeriodicBoundariesOn", NULL, 1}}, {1, 1, 1}, {10, 10, 10}, "", ""},
        {{{"/Parameters", "InitialConditions:periodic", "0", 0}},
         {0},
         {0},
         "not periodic by InitialConditions:periodic of /Parameters",
         ""},
        {{{"/Parameters", "InitialConditions:periodic", "1", 0}}, {1, 1, 1}, {10, 10, 10}, "", ""},
        {{{"/RuntimePars", "PeriodicBoundariesOn", NULL, 0}},
         {0},
         {0},
         "not periodic by PeriodicBoundariesOn of /RuntimePars",
         ""},
        {{{"/Header", "PeriodicBoundariesOn", "false", 0}},
         {0},
         {0},
         "not periodic by PeriodicBoundariesOn of /Header",
         ""},
        {{{"/Config", "PERIODIC", "", 0}}, {1, 1, 1}, {10, 10, 10}, "", ""},
        {{{"/Config", "NSOFTCLASSES", NULL, 1}},
         {0},
         {0},
         "not periodic, as /Config of GADGET-4 has no PERIODIC",
         ""},
        {{{"/Config", "NSOFTCLASSES", NULL, 1}, {"/Config", "PERIODIC", "", 0}},
         {1, 1, 1},
         {10, 10, 10},
         "",
         ""},
        {{{"/Config", "SELFGRAVITY", "", 0}, {"/Parameters", "SofteningClassOfPartType1", NULL, 1}},
         {0},
         {0},
         "not periodic, as /Config of GADGET-4 has no PERIODIC",
         ""},
        {{{"/Config", "GRAVITY_NOT_PERIODIC", "", 0}},
         {0},
         {0},
         "not periodic by GRAVITY_NOT_PERIODIC of /Config",
         ""},
        {{{"/Config", "REFLECTIVE_X", NULL, 1}, {"/Parameters", "PeriodicBoundariesOn", NULL, 1}},
         {0, 1, 1},
         {0, 10, 10},
         "x is open by REFLECTIVE_X of /Config",
         ""},
        {{{"/Config", "REFLECTIVE_Y", NULL, 2}},
         {1, 0, 1},
         {10, 0, 10},
         "y is open by REFLECTIVE_Y of /Config",
         ""},
        {{{"/Config", "REFLECTIVE_Y", NULL, 0}}, {1, 1, 1}, {10, 10, 10}, unsaid, ""},
        {{{"/Config", "LONG_X", "4", 0}}, {1, 1, 1}, {40, 10, 10}, "x is 40 by LONG_X of /Config", ""},
        {{{"/Config", "LONG_Z_BITS", NULL, 1}, {"/Config", "PERIODIC", "", 0}},
         {1, 1, 1},
         {10, 10, 5},
         "z is 5 by LONG_Z_BITS of /Config",
         ""},
        {{{"/RuntimePars", "PeriodicBoundariesOn", NULL, 1},
          {"/Parameters", "InitialConditions:periodic", "0", 0}},
         {1, 1, 1},
         {10, 10, 10},
         "",
         "PeriodicBoundariesOn of /RuntimePars says that the box is periodic, and InitialConditions:periodic "
         "of /Parameters the opposite: the first is taken"},
        {{{"/Config", "GRAVITY_NOT_PERIODIC", "", 0}, {"/Parameters", "PeriodicBoundariesOn", NULL, 1}},
         {1, 1, 1},
         {10, 10, 10},
         "",
         "GRAVITY_NOT_PERIODIC of /Config the opposite"},
        {{{"/Parameters", "BoxSize", NULL, 20}},
         {1, 1, 1},
         {10, 10, 10},
         unsaid,
         "BoxSize is 10 in /Header and 20 in /Parameters: the first is taken"},
        {{{"/Parameters", "BoxSize", NULL, 10}}, {1, 1, 1}, {10, 10, 10}, unsaid, ""},
    };
    own_temporary place = new_temporary();
    char path[512];
    const double side = 10;
    io_frame frame;
    path_in(&place, "a.hdf5", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const hid_t file = make_file(path);
        put_cube(file, "/PartType1/Coordinates", H5T_IEEE_F64LE, N, 3, 0, moving);
        put_attribute(file, "/Header", "BoxSize", H5T_NATIVE_DOUBLE, 0, &side);
        for (int a = 0; a < 4 && rows[k].attributes[a].name; a++) {
            const said *s = &rows[k].attributes[a];
            if (s->text) put_text(file, s->group, s->name, s->text);
            else put_attribute(file, s->group, s->name, H5T_NATIVE_DOUBLE, 0, &s->number);
        }
        end_file(file);
        reads_points(path, NULL, N, 3, NF_FLOAT64, moving, &frame);
        for (int a = 0; a < 3; a++) {
            ck_assert_msg(frame.box.periodic[a] == rows[k].periodic[a], "row %zu: %c", k, "xyz"[a]);
            ck_assert_msg(!(fabs(frame.box.cell[a][a] - rows[k].box[a]) > 0), "row %zu: %g", k,
                          frame.box.cell[a][a]);
        }
        ck_assert_msg(strstr(frame.note, rows[k].note) && (*rows[k].note || !strchr(frame.note, ';')),
                      "row %zu: %s", k, frame.note);
        ck_assert_msg(strstr(frame.warning, rows[k].warning) && (*rows[k].warning || !*frame.warning),
                      "row %zu: %s", k, frame.warning);
        io_frame_free(&frame);
    }
}

TEST(a_snapshot_without_a_box_says_that_space_is_open) {
    const double sides[] = {0, -1}; /* -1: the file has none */
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.hdf5", path);
    for (int k = 0; k < 2; k++) {
        const hid_t file = make_file(path);
        put_cube(file, "/PartType1/Coordinates", H5T_IEEE_F64LE, N, 3, 0, moving);
        put_attribute(file, "/Header", sides[k] < 0 ? "Time" : "BoxSize", H5T_NATIVE_DOUBLE, 0, &sides[k]);
        end_file(file);
        reads_points(path, NULL, N, 3, NF_FLOAT64, moving, &frame);
        ck_assert(!io_box_is_periodic(&frame.box));
        ck_assert_str_eq(frame.note, "dataset /PartType1/Coordinates; space is open, as the file has no "
                                     "BoxSize above 0");
        io_frame_free(&frame);
    }
}

/* Files of no convention, whose boxes nothing describes. */
TEST(a_box_that_is_not_read_is_named) {
    static const struct {
        const char *points, *box; /* a dataset, or an attribute behind a point */
        const char *warning;
    } rows[] = {
        {"/points", "/box", "box of / is not read: give --box if it is the periodic box of the points"},
        {"/points", "/box/edges", "box of / is not read"},
        {"/run/xyz", "/Cell", "Cell of / is not read"},
        {"/run/coordinates", "/run/cell_lengths", "cell_lengths of /run/ is not read"},
        {"/anything", "/.BoxSize", "BoxSize of / is not read"},
        {"/run/xyz", "/run.unit_cell", "unit_cell of /run/ is not read"},
        {"/run/xyz", "/run/xyz.box", "box of /run/xyz is not read"},
        {"/points", "/boxes", ""},
        {"/points", "/.version", ""},
        {"/run/xyz", "/other/box", ""},
        {"/PartType1/Coordinates", "/box", ""},
    };
    static const double edges[] = {3, 3, 3};
    own_temporary place = new_temporary();
    char path[512], owner[64];
    io_frame frame;
    path_in(&place, "a.h5", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const hid_t file = make_file(path);
        const char *dot = strchr(rows[k].box, '.');
        put_cube(file, rows[k].points, H5T_IEEE_F64LE, N, 3, 0, moving);
        snprintf(owner, sizeof owner, "%.*s", dot ? (int)(dot - rows[k].box) : 0, rows[k].box);
        if (dot) put_attribute(file, owner, dot + 1, H5T_NATIVE_DOUBLE, 3, edges);
        else put_cube(file, rows[k].box, H5T_IEEE_F64LE, 3, 1, 1, edges);
        end_file(file);
        const io_source_options options = {.array = rows[k].points};
        reads_points(path, &options, N, 3, NF_FLOAT64, moving, &frame);
        ck_assert_msg(strstr(frame.warning, rows[k].warning) && (*rows[k].warning || !*frame.warning),
                      "row %zu: '%s'", k, frame.warning);
        io_frame_free(&frame);
    }
}

TEST(a_flag_that_is_no_flag_is_refused) {
    own_temporary place = new_temporary();
    char path[512];
    path_in(&place, "a.hdf5", path);
    const hid_t file = make_file(path);
    put_cube(file, "/PartType1/Coordinates", H5T_IEEE_F64LE, N, 3, 0, moving);
    put_text(file, "/Parameters", "PeriodicBoundariesOn", "perhaps");
    end_file(file);
    refuses_source(path, NULL, EXIT_INPUT, "PeriodicBoundariesOn of /Parameters is 'perhaps'; it is 0 or 1.");
}

static const double sides[] = {10, 20, 30};

/* A snapshot of N rows of so many columns, in a box of these sides. */
static void make_boxed(const temporary *place, char path[512], hsize_t columns, const double *rows) {
    path_in(place, "a.hdf5", path);
    const hid_t file = make_file(path);
    put_cube(file, "/PartType1/Coordinates", H5T_IEEE_F64LE, N, columns, 0, rows);
    put_attribute(file, "/Header", "BoxSize", H5T_NATIVE_DOUBLE, 3, sides);
    end_file(file);
}

/* Such points are in open space, and the caller refuses the box that is still there (box.c). */
TEST(points_of_more_than_three_columns_keep_the_box) {
    static const double rows[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                        chosen[] = {4, 5, 6, 1, 10, 11, 12, 7}, mixed[] = {4, 1, 2, 10, 7, 8};
    const io_source_options four = {.columns = "4,5,6,1", .most = 8}, three = {.columns = "4,1,2"};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    make_boxed(&place, path, 6, rows);
    reads_points(path, &four, N, 4, NF_FLOAT64, chosen, &frame);
    for (int k = 0; k < 3; k++)
        ck_assert(frame.box.periodic[k] && !(fabs(frame.box.cell[k][k] - sides[k]) > 0));
    ck_assert_str_eq(frame.box_fault, "");
    io_frame_free(&frame);
    reads_points(path, &three, N, 3, NF_FLOAT64, mixed, &frame);
    ck_assert(!frame.box.periodic[0] && frame.box.periodic[1] && frame.box.periodic[2]);
    ck_assert_str_eq(frame.box_fault, "");
    io_frame_free(&frame);
}

TEST(the_box_turns_with_the_chosen_columns) {
    static const double turned[] = {0, 0, 0, 1};
    const io_source_options options = {.columns = "3,1"};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    make_boxed(&place, path, 3, moving);
    reads_points(path, &options, N, 2, NF_FLOAT64, turned, &frame);
    ck_assert(!(fabs(frame.box.cell[0][0] - 30) > 0) && !(fabs(frame.box.cell[1][1] - 10) > 0) &&
              !frame.box.periodic[2]);
    io_frame_free(&frame);
}
