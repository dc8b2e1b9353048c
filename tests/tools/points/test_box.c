/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The box of the points: options, the choice between them and the file, and the report. */
#include "points/box.h"
#include "tools/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static text_problem problem;

static void is_cell(const char *text, int vectors, const double cell[9]) {
    box_options options = {0};
    ck_assert_msg(box_parse(text, &options, &problem) == 0, "%s: %s", text, problem.text);
    ck_assert_int_eq(options.vectors, vectors);
    for (int k = 0; k < 9; k++)
        ck_assert_msg(fabs(options.cell[k / 3][k % 3] - cell[k]) < 1e-12, "%s: cell[%d][%d] is %g", text,
                      k / 3, k % 3, options.cell[k / 3][k % 3]);
}

TEST(a_box_is_lengths_or_angles_or_vectors) {
    const double root = sqrt(3);
    is_cell("4", 1, (double[9]){4});
    is_cell("4,5", 2, (double[9]){4, 0, 0, 0, 5});
    is_cell("4 5.5\t,6e0 ", 3, (double[9]){4, 0, 0, 0, 5.5, 0, 0, 0, 6});
    is_cell("1,2,3,4", 2, (double[9]){1, 2, 0, 3, 4});
    is_cell("1 2 3 4 5 6 7 8 -9", 3, (double[9]){1, 2, 3, 4, 5, 6, 7, 8, -9});
    is_cell("4,5,6,90,90,90", 3, (double[9]){4, 0, 0, 0, 5, 0, 0, 0, 6});
    is_cell("4,5,6,90,90,60", 3, (double[9]){4, 0, 0, 2.5, 2.5 * root, 0, 0, 0, 6});
    /* The primitive cell of a face-centred cubic crystal. */
    is_cell("2,2,2,60,60,60", 3, (double[9]){2, 0, 0, 1, root, 0, 1, 1 / root, 2 * sqrt(2.0 / 3)});
}

TEST(right_angles_give_exact_zeros) {
    box_options options = {0};
    ck_assert_int_eq(box_parse("4,5,6,90,90,90", &options, &problem), 0);
    for (int k = 0; k < 9; k++)
        if (k % 4) ck_assert(!(fabs(options.cell[k / 3][k % 3]) > 0));
}

TEST(what_is_no_box_is_refused) {
    static const char *const words[] = {
        "",       "4,x",   "4,inf,4",         "1,2,3,4,5",       "1,2,3,4,5,6,7",  "-4",
        "2,2,-2", "4,4,0", "4,-4,4,90,90,90", "4,4,4,90,90,180", "4,4,4,10,10,90", "1,2,3,4,5,6,7,8,9,10"};
    box_options options = {0};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        ck_assert_msg(box_parse(words[k], &options, &problem) == EXIT_USAGE, "%s", words[k]);
        ck_assert_ptr_nonnull(strstr(problem.text, words[k]));
    }
}

TEST(the_periodic_vectors_are_letters) {
    static const struct {
        const char *text;
        int periodic[3];
    } rows[] = {{"xyz", {1, 1, 1}}, {"zx", {1, 0, 1}}, {"y", {0, 1, 0}}, {"none", {0, 0, 0}}};
    static const char *const wrong[] = {"", "xx", "w", "xy,z", "XY", "no"};
    box_options options = {0};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        ck_assert_int_eq(box_parse_axes(rows[k].text, &options, &problem), 0);
        ck_assert_mem_eq(options.periodic, rows[k].periodic, sizeof rows[k].periodic);
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        ck_assert_msg(box_parse_axes(wrong[k], &options, &problem) == EXIT_USAGE, "%s", wrong[k]);
}

static const io_frame slab = {
    .dims = 3,
    .box = {.origin = {1, 2, 3}, .cell = {{4, 0, 0}, {1, 5, 0}, {0, 0, 0}}, .periodic = {1, 1, 0}}};

/* The options of these words; NULL for one that is not options_of. */
static box_options options_of(const char *box, const char *axes) {
    box_options options = {0};
    if (box) ck_assert_int_eq(box_parse(box, &options, &problem), 0);
    if (axes) ck_assert_int_eq(box_parse_axes(axes, &options, &problem), 0);
    return options;
}

static void prints(const box_options *options, const io_frame *frame, const char *text, const char *json) {
    nf_box box;
    char *said = NULL;
    size_t size = 0;
    ck_assert_msg(box_choose(options, frame, "a.xyz", &box, &problem) == 0, "%s", problem.text);
    for (int as_json = 0; as_json < 2; as_json++) {
        FILE *to = open_memstream(&said, &size);
        ck_assert_ptr_nonnull(to);
        json_out j = {.to = to};
        if (as_json) box_print_json(&j, NULL, &box, frame->dims);
        else box_print(to, &box, frame->dims);
        (void)fclose(to);
        ck_assert_str_eq(said, as_json ? json : text);
        free(said);
    }
}

TEST(options_take_the_place_of_what_the_file_says) {
    const io_frame flat = {.dims = 2, .box = slab.box}, plain = {.dims = 3};
    box_options options = options_of("1,2,3", NULL);
    prints(&options, &slab, "1 x 2 x 3, periodic along x, y, z",
           "{\"cell\":[[1,0,0],[0,2,0],[0,0,3]],\"periodic\":[true,true,true]}");
    options = options_of("1,2", NULL);
    prints(&options, &flat, "1 x 2, periodic along x, y",
           "{\"cell\":[[1,0],[0,2]],\"periodic\":[true,true]}");
    options = options_of("1,2", "y");
    prints(&options, &plain, "1 x 2 x 0, periodic along y",
           "{\"cell\":[[1,0,0],[0,2,0],[0,0,0]],\"periodic\":[false,true,false]}");
    options = options_of(NULL, "x");
    prints(&options, &slab, "(4 0 0) (1 5 0) (0 0 0), periodic along x",
           "{\"cell\":[[4,0,0],[1,5,0],[0,0,0]],\"periodic\":[true,false,false]}");
}

TEST(open_space_has_no_box) {
    nf_box box, zero = {0};
    const box_options open = {.open = 1};
    ck_assert_int_eq(box_choose(&open, &slab, "a.xyz", &box, &problem), 0);
    ck_assert_mem_eq(&box, &zero, sizeof box);
}

TEST(a_periodic_direction_needs_a_vector) {
    const io_frame plain = {.dims = 3}, faulty = {.dims = 3, .box_fault = "a.xyz:2: wrong"};
    const box_options none = {.open = 0};
    nf_box box;
    io_frame broken = slab;
    broken.box.periodic[2] = 1;
    ck_assert_int_eq(box_choose(&none, &broken, "a.xyz", &box, &problem), EXIT_INPUT);
    ck_assert_str_eq(problem.text,
                     "a.xyz: the box has no cell vector along z, which is periodic: give --box, or --open");
    box_options options = options_of(NULL, "xyz");
    ck_assert_int_eq(box_choose(&options, &slab, "a.xyz", &box, &problem), EXIT_USAGE);
    ck_assert_str_eq(problem.text, "--periodic names z, and a.xyz has no cell vector along z: give --box");
    ck_assert_int_eq(box_choose(&options, &plain, "a.csv", &box, &problem), EXIT_USAGE);
    ck_assert_int_eq(box_choose(&none, &faulty, "a.xyz", &box, &problem), EXIT_INPUT);
    ck_assert_str_eq(problem.text, "a.xyz:2: wrong: give --box, or --open");
    ck_assert_int_eq(box_choose(&(box_options){.open = 1}, &faulty, "a.xyz", &box, &problem), 0);
    options = options_of("1,2,3", NULL);
    ck_assert_int_eq(box_choose(&options, &faulty, "a.xyz", &box, &problem), 0);
    options = options_of("1,2", NULL);
    ck_assert_int_eq(box_choose(&options, &plain, "a.csv", &box, &problem), EXIT_USAGE);
    ck_assert_str_eq(problem.text, "--box has 2 numbers; 3, 6 or 9 are needed for points in 3 dimensions");
    options = options_of("1 0 0 0 1 0 0 0 0", NULL);
    ck_assert_int_eq(box_choose(&options, &plain, "a.csv", &box, &problem), EXIT_USAGE);
    ck_assert_str_eq(
        problem.text,
        "--box has no cell vector along z: give one for each of the 3 dimensions, or --periodic");
}

TEST(options_of_other_dimensions_are_refused) {
    static const struct {
        int dims;
        const char *box, *axes, *text;
    } rows[] = {
        {2, NULL, "z", "--periodic names z, and the points have 2 dimensions"},
        {2, "1,2", "yz", "--periodic names z, and the points have 2 dimensions"},
        {1, "1", "xy", "--periodic names y, and the points have 1 dimension"},
        {3, "1,1,1,1", NULL, "--box has 4 numbers; 3, 6 or 9 are needed for points in 3 dimensions"},
        {2, "1,2,3", NULL, "--box has 3 numbers; 2 or 4 are needed for points in 2 dimensions"},
        {2, "1,2,3", "xy", "--box has 3 numbers; 2 or 4 are needed for points in 2 dimensions"},
        {1, "4,4,4,90,90,90", NULL, "--box has 6 numbers; 1 is needed for points in 1 dimension"},
        {2, "1", NULL, "--box has 1 number; 2 or 4 are needed for points in 2 dimensions"},
    };
    nf_box box;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const io_frame frame = {.dims = rows[k].dims};
        const box_options options = options_of(rows[k].box, rows[k].axes);
        ck_assert_msg(box_choose(&options, &frame, "a.csv", &box, &problem) == EXIT_USAGE, "%s",
                      rows[k].text);
        ck_assert_str_eq(problem.text, rows[k].text);
    }
}
