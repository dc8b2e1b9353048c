/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Frames of H5MD and MDTraj, with their boxes and times. */
#include "tools/formats/hdf5/hdf5_cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FRAMES = 3, N = 2 };

/* x of point i in frame f is 10 f + i. */
static const double moving[] = {0, 0, 0, 1, 0, 0, 10, 0, 0, 11, 0, 0, 20, 0, 0, 21, 0, 0};
static const double times[] = {0.5, 1, 4}, lengths[] = {5, 6, 7, 50, 60, 70, 500, 600, 700},
                    angles[] = {90, 90, 90, 90, 90, 60, 90, 90, 90}, vectors[] = {5, 0, 0, 1, 6, 0, 0, 2, 7};

static const char position[] = "/particles/all/position/value";

/* What a file of H5MD has besides positions of three frames. */
typedef struct h5md {
    const char *boundary[3];
    int boundaries;   /* 0: one word for all; -1: none */
    int varies;       /* how texts are stored */
    int edges_frames; /* of box/edges/value; 0: box/edges, of the shape a x b; -1: an attribute; -2: none */
    hsize_t a, b;
    const double *edges;
} h5md;

static hid_t make_h5md(const char *path, const h5md *about, hid_t stored) {
    const double step = 0.25, offset = 0.75;
    const hid_t file = make_file(path);
    put_cube(file, position, stored, FRAMES, N, 3, moving);
    /* The times of the frames, or that between two of them, from an offset on. */
    put_cube(file, "/particles/all/position/time", H5T_IEEE_F64LE, about->varies ? FRAMES : 0, 0, 0,
             about->varies ? times : &step);
    if (!about->varies)
        put_attribute(file, "/particles/all/position/time", "offset", H5T_NATIVE_DOUBLE, 0, &offset);
    put_text(file, position, "unit", "nm");
    put_cube(file, "/observables/energy", H5T_IEEE_F64LE, 3, 3, 0, lengths);
    put_attribute(file, "/particles/all/box", "dimension", H5T_NATIVE_INT, 0, &(int){3});
    if (about->boundaries >= 0)
        put_texts(file, "/particles/all/box", "boundary", (hsize_t)about->boundaries, about->boundary,
                  about->varies);
    if (about->edges_frames > 0)
        put_cube(file, "/particles/all/box/edges/value", H5T_IEEE_F64LE, (hsize_t)about->edges_frames,
                 about->a, about->b, about->edges);
    else if (about->edges_frames == 0)
        put_cube(file, "/particles/all/box/edges", H5T_IEEE_F64LE, about->a, about->b, 0, about->edges);
    else if (about->edges_frames == -1)
        put_attribute(file, "/particles/all/box", "edges", H5T_NATIVE_DOUBLE, about->a, about->edges);
    return file;
}

/* Reads all frames of `moving` and checks them; cells has the box of each. */
static void reads_frames(const char *path, const char *array, const double *cells, const int periodic[3],
                         const char *note) {
    const io_source_options options = {.array = array};
    io_source *source = NULL;
    io_frame frame = {0};
    text_problem problem = {0, ""};
    int found = 0;
    ck_assert_msg(io_source_open(path, &options, &source, &problem) == 0, "%s", problem.text);
    for (int f = 0; f < FRAMES; f++) {
        ck_assert_msg(io_source_next(source, &frame, &found, &problem) == 0, "%s", problem.text);
        ck_assert(found && frame.n == N && frame.dims == 3 && frame.type == NF_FLOAT64 && frame.series);
        ck_assert_int_eq(frame.more, f + 1 < FRAMES);
        ck_assert_mem_eq(frame.positions, moving + (ptrdiff_t)6 * f, 6 * sizeof *moving);
        for (int k = 0; k < 9; k++)
            ck_assert_double_eq_tol(frame.box.cell[k / 3][k % 3], cells[9 * f + k], 1e-12);
        for (int k = 0; k < 3; k++) ck_assert_int_eq(frame.box.periodic[k], periodic[k]);
        if (f == 1) ck_assert_str_eq(frame.note, note);
        ck_assert_str_eq(frame.warning, "");
        io_frame_free(&frame);
    }
    ck_assert_int_eq(io_source_next(source, &frame, &found, &problem), 0);
    ck_assert_int_eq(found, 0);
    io_source_close(source);
}

static const double each[] = {5, 0, 0, 0,  6,   0, 0, 0, 7,   50, 0, 0, 0,  60,
                              0, 0, 0, 70, 500, 0, 0, 0, 600, 0,  0, 0, 700},
                    same[] = {5, 0, 0, 0, 6, 0, 0, 0, 7, 5, 0, 0, 0, 6,
                              0, 0, 0, 7, 5, 0, 0, 0, 6, 0, 0, 0, 7},
                    leaning[] = {5, 0, 0, 1, 6, 0, 0, 2, 7, 5, 0, 0, 1, 6,
                                 0, 0, 2, 7, 5, 0, 0, 1, 6, 0, 0, 2, 7};

TEST(frames_of_h5md_have_their_positions_boxes_and_times) {
    static const struct {
        h5md about;
        const double *cells;
        int periodic[3];
    } rows[] = {{{{"periodic", "periodic", "periodic"}, 3, 1, FRAMES, 3, 0, lengths}, each, {1, 1, 1}},
                {{{"periodic", "none", "periodic"}, 3, 0, 0, 3, 0, lengths}, same, {1, 0, 1}},
                {{{"periodic"}, 0, 1, -1, 3, 0, lengths}, same, {1, 1, 1}},
                {{{"periodic", "periodic", "periodic"}, 3, 0, 0, 3, 3, vectors}, leaning, {1, 1, 1}},
                {{{"none", "none", "none"}, 3, 0, 0, 3, 0, lengths}, same, {0, 0, 0}}};
    const hid_t types[] = {H5T_IEEE_F64LE, H5T_STD_I32LE};
    static const char note[] = "dataset /particles/all/position/value; in nm; time 1";
    own_temporary place = new_temporary();
    char path[512];
    path_in(&place, "a.h5", path);
    for (size_t k = 0; k < 2 * sizeof rows / sizeof *rows; k++) {
        end_file(make_h5md(path, &rows[k / 2].about, types[k % 2]));
        reads_frames(path, NULL, rows[k / 2].cells, rows[k / 2].periodic, note);
        reads_frames(path, position, rows[k / 2].cells, rows[k / 2].periodic, note);
    }
}

/* Reads the points, whose box is not known without --box. */
static void has_fault(const char *path, const char *words) {
    io_frame frame;
    reads_points(path, NULL, N, 3, NF_FLOAT64, moving, &frame);
    ck_assert_msg(strstr(frame.box_fault, words) != NULL, "%s", frame.box_fault);
    io_frame_free(&frame);
}

TEST(the_box_of_h5md_that_cannot_be_told_is_refused_or_named) {
    static const struct {
        h5md about;
        const char *words, *fault; /* refused, or not known without --box */
    } rows[] = {
        {{{"periodic", "periodic", "periodic"}, 3, 1, 1, 3, 0, lengths},
         "has 1 boxes, but /particles/all/position/value has 3 frames.",
         ""},
        {{{"periodic", "reflecting", "none"}, 3, 1, 0, 3, 0, lengths},
         "boundary of /particles/all/box is 'reflecting'; it is periodic or none.",
         ""},
        {{{"periodic", "none"}, 2, 1, 0, 3, 0, lengths}, "has 2 words for 3 directions.", ""},
        {{{"periodic", "none", "none"}, 3, 1, 0, 2, 0, lengths},
         "has 2 numbers; 3 lengths or 3 x 3 vectors are expected.",
         ""},
        {{{NULL}, -1, 1, 0, 3, 0, lengths}, NULL, "has no attribute boundary, which says what is periodic"}};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.h5", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        end_file(make_h5md(path, &rows[k].about, H5T_IEEE_F64LE));
        if (rows[k].words) refuses_source(path, NULL, EXIT_INPUT, rows[k].words);
        else has_fault(path, rows[k].fault);
    }
    static const h5md sound = {{"periodic"}, 0, 1, 0, 3, 0, lengths};
    hid_t file = make_h5md(path, &sound, H5T_IEEE_F64LE);
    put_text(file, "/particles/all/box/edges", "unit", "Angstrom");
    end_file(file);
    has_fault(path, ": /particles/all/box/edges is in Angstrom, and /particles/all/position/value in nm");
    file = make_file(path);
    put_cube(file, "/coordinates", H5T_IEEE_F64LE, FRAMES, N, 3, moving);
    put_text(file, "/coordinates", "units", "nanometers");
    put_cube(file, "/cell_lengths", H5T_IEEE_F64LE, FRAMES, 3, 0, lengths);
    put_cube(file, "/cell_angles", H5T_IEEE_F64LE, FRAMES, 3, 0, angles);
    put_text(file, "/cell_lengths", "units", "angstroms");
    end_file(file);
    has_fault(path, ": /cell_lengths is in angstroms, and /coordinates in nanometers");
    file = make_file(path);
    put_cube(file, "/particles/all/position", H5T_IEEE_F64LE, N, 3, 0, moving);
    end_file(file);
    reads_points(path, NULL, N, 3, NF_FLOAT64, moving, &frame);
    ck_assert_str_eq(frame.warning, "/particles/all/box is missing: space is open");
    io_frame_free(&frame);
}

/* Reads two frames, of which the second is refused with these words, or not if they are NULL. */
static void refuses_second(const char *path, const io_source_options *options, const char *words) {
    io_source *source = NULL;
    io_frame frame = {0};
    text_problem problem = {0, ""};
    int found = 0;
    ck_assert_int_eq(io_source_open(path, options, &source, &problem), 0);
    for (int f = 0; f < 2; f++) {
        const int failed = io_source_next(source, &frame, &found, &problem);
        ck_assert_msg(failed == (f && words ? EXIT_INPUT : 0), "%d: %s", failed, problem.text);
        if (failed) ck_assert_msg(strstr(problem.text, words) != NULL, "%s", problem.text);
        io_frame_free(&frame);
    }
    io_source_close(source);
}

/* Each frame has the particles in an order of its own. */
TEST(particles_of_h5md_have_the_places_of_their_ids) {
    static const double swapped[] = {0, 0, 0, 1, 0, 0, 11, 0, 0, 10, 0, 0, 20, 0, 0, 21, 0, 0},
                        ids[] = {3, 7, 7, 3, 3, 7}, twins[] = {3, 3, 7, 3, 3, 7},
                        less[] = {3, -1, 7, 3, 3, 7}, charges[] = {-1, 1, 1, -1, -1, 1};
    static const char note[] = "dataset /particles/all/position/value";
    static const double none[9 * FRAMES] = {0};
    static const int open[3] = {0};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame = {0};
    io_source *source = NULL;
    text_problem problem = {0, ""};
    const io_source_options options = {.named = "charge"}, fixed = {.named = "mass"};
    int found = 0;
    path_in(&place, "a.h5", path);
    for (int k = 0; k < 3; k++) {
        const hid_t file = make_file(path);
        put_cube(file, position, H5T_IEEE_F64LE, FRAMES, N, 3, swapped);
        put_cube(file, "/particles/all/charge/value", H5T_IEEE_F64LE, FRAMES, N, 0, charges);
        put_cube(file, "/particles/all/id/value", H5T_STD_I32LE, FRAMES, N, 0,
                 k == 0   ? ids
                 : k == 1 ? twins
                          : less);
        put_cube(file, "/particles/all/mass", H5T_IEEE_F64LE, N, 0, 0, charges);
        put_text(file, "/particles/all/box", "boundary", "none");
        end_file(file);
        if (k == 0)
            refuses_second(path, &fixed,
                           "/particles/all/mass is the same in all frames, but by /particles/all/id/value");
        if (k == 0) reads_frames(path, NULL, none, open, note);
        else
            refuses_source(path, NULL, EXIT_INPUT,
                           k == 1 ? "rows 0 and 1 (from 0) have the same id, 3."
                                  : "row 1 (from 0) of /particles/all/id/value is -1");
        if (k > 0) continue;
        /* Columns beside the points move with them. */
        ck_assert_int_eq(io_source_open(path, &options, &source, &problem), 0);
        for (int f = 0; f < FRAMES; f++) {
            ck_assert_msg(io_source_next(source, &frame, &found, &problem) == 0, "%s", problem.text);
            ck_assert_mem_eq(io_frame_column(&frame, "charge")->data, charges, 2 * sizeof *charges);
            io_frame_free(&frame);
        }
        io_source_close(source);
    }
}

/* Ids that hold for all frames. */
TEST(particles_of_h5md_ascend_with_ids_that_stay) {
    static const double swapped[] = {1, 0, 0, 0, 0, 0}, ids[] = {7, 3};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.h5", path);
    for (int frames = 0; frames < 2; frames++) {
        const hid_t file = make_file(path);
        if (frames) put_cube(file, position, H5T_IEEE_F64LE, 1, N, 3, swapped);
        else put_cube(file, "/particles/all/position", H5T_IEEE_F64LE, N, 3, 0, swapped);
        put_cube(file, "/particles/all/id", H5T_STD_I32LE, N, 0, 0, ids);
        end_file(file);
        reads_points(path, NULL, N, 3, NF_FLOAT64, moving, &frame);
        io_frame_free(&frame);
    }
}

TEST(what_h5md_has_beside_the_positions_is_of_their_steps) {
    static const double steps[] = {0, 10, 20}, others[] = {0, 20, 40}, ids[] = {3, 7, 3, 7, 3, 7}, ten = 10,
                        five = 5;
    static const char *const elements[] = {"box/edges", "id", "charge"};
    static const io_source_options charge = {.named = "charge"};
    own_temporary place = new_temporary();
    char path[512], at[100], words[200];
    path_in(&place, "a.h5", path);
    /* Lists, single numbers and one of each; k % 3 is the element, and the second half is sound. */
    for (int k = 0; k < 18; k++) {
        const int is_list = k % 9 / 3, sound = k >= 9;
        const char *element = elements[k % 3];
        const hid_t file = make_file(path);
        put_cube(file, position, H5T_IEEE_F64LE, FRAMES, N, 3, moving);
        put_cube(file, "/particles/all/position/step", H5T_STD_I64LE, is_list == 1 ? 0 : FRAMES, 0, 0,
                 is_list == 1 ? &ten : steps);
        put_text(file, "/particles/all/box", "boundary", "none");
        snprintf(at, sizeof at, "/particles/all/%s/value", element);
        put_cube(file, at, H5T_STD_I64LE, FRAMES, k % 3 ? N : 3, 0, k % 3 ? ids : lengths);
        snprintf(at, sizeof at, "/particles/all/%s/step", element);
        put_cube(file, at, H5T_STD_I64LE, is_list == 2 ? 0 : FRAMES, 0, 0,
                 is_list == 2 ? (sound ? &ten : &five) : (sound ? steps : others));
        end_file(file);
        snprintf(words, sizeof words, "%.90s/value is of step %d in frame 1, and %s of step 10.", element,
                 is_list == 2 ? 5 : 20, position);
        refuses_second(path, k % 3 == 2 ? &charge : NULL, sound ? NULL : words);
    }
}

TEST(frames_of_mdtraj_have_their_cells) {
    static const double one[] = {90, 90, 90, 90, 90, 90, 90, 90, 90};
    static const double none[9 * FRAMES] = {0};
    static const int all[3] = {1, 1, 1}, open[3] = {0};
    double cells[9 * FRAMES];
    own_temporary place = new_temporary();
    char path[512];
    path_in(&place, "a.h5", path);
    memcpy(cells, each, sizeof cells);
    cells[9 + 3] = 30, cells[9 + 4] = 60 * sqrt(0.75);
    for (int k = 0; k < 4; k++) { /* right angles, one of 60 degrees, no cell, no angles */
        const hid_t file = make_file(path);
        put_cube(file, "/coordinates", H5T_IEEE_F64LE, FRAMES, N, 3, moving);
        put_cube(file, "/time", H5T_IEEE_F64LE, FRAMES, 0, 0, times);
        put_text(file, "/coordinates", "units", "nanometers");
        if (k != 2) put_cube(file, "/cell_lengths", H5T_IEEE_F64LE, FRAMES, 3, 0, lengths);
        if (k < 2) put_cube(file, "/cell_angles", H5T_IEEE_F64LE, FRAMES, 3, 0, k ? angles : one);
        if (k == 1) put_text(file, "/cell_lengths", "units", "nanometers");
        end_file(file);
        if (k == 3) refuses_source(path, NULL, EXIT_INPUT, "has /cell_lengths, but no /cell_angles.");
        else
            reads_frames(path, NULL,
                         k == 2   ? none
                         : k == 1 ? cells
                                  : each,
                         k == 2 ? open : all, "dataset /coordinates; in nanometers; time 1");
    }
}

TEST(vectors_that_leave_the_chosen_columns_are_no_box) {
    static const double turned[] = {0, 0, 0, 1};
    static const h5md about = {{"periodic"}, 0, 1, 0, 3, 3, vectors};
    const io_source_options options = {.columns = "3,1"};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.hdf5", path);
    end_file(make_h5md(path, &about, H5T_IEEE_F64LE));
    reads_points(path, &options, N, 2, NF_FLOAT64, turned, &frame);
    ck_assert_ptr_nonnull(strstr(frame.box_fault, "the vectors of its box leave the chosen columns"));
    io_frame_free(&frame);
}
