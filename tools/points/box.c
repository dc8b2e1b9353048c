/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/box.h"

#include "formats/frame.h"
#include "text/json.h"
#include "text/words.h"

#include <math.h>
#include <string.h>

enum { MOST_NUMBERS = 9 };

static const char axes[] = "xyz";

/* ---- the options -------------------------------------------------------------------------------------- */

static const char *check_lengths(const double *lengths, int count) {
    for (int k = 0; k < count; k++)
        if (!(lengths[k] > 0))
            return "lengths must be positive (a left-handed cell is given by its vectors: nine numbers)";
    return NULL;
}

/* All that set vectors return NULL, or what is wrong.  From their lengths. */
static const char *from_lengths(const double *lengths, box_options *options) {
    for (int k = 0; k < options->vectors; k++) options->cell[k][k] = lengths[k];
    return check_lengths(lengths, options->vectors);
}

/* Sets the vectors from their components. */
static const char *from_rows(const double *rows, box_options *options) {
    for (int k = 0; k < options->vectors; k++)
        for (int a = 0; a < options->vectors; a++) options->cell[k][a] = *rows++;
    return NULL;
}

static const char *from_angles(const double *numbers, box_options *options) {
    return io_cell_from_angles(numbers, options->cell);
}

/* What so many numbers are. */
static const struct {
    int numbers, vectors;
    const char *(*set)(const double *numbers, box_options *options);
} forms[] = {{1, 1, from_lengths}, {2, 2, from_lengths}, {3, 3, from_lengths},
             {4, 2, from_rows},    {6, 3, from_angles},  {9, 3, from_rows}};

/* Reads numbers between commas and blanks.  Returns how many there are; 0 where a word is none, or there are too many. */
static int read_numbers(const char *text, double numbers[MOST_NUMBERS]) {
    int count = 0;
    for (text += strspn(text, ", \t"); *text; text += strspn(text, ", \t")) {
        const span word = {text, strcspn(text, ", \t")};
        if (count == MOST_NUMBERS || !parse_double(word, &numbers[count]) || !isfinite(numbers[count]))
            return 0;
        text += word.length;
        count++;
    }
    return count;
}

int box_parse(const char *text, box_options *options, text_problem *problem) {
    double numbers[MOST_NUMBERS];
    const int count = read_numbers(text, numbers);
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        if (forms[k].numbers != count) continue;
        memset(options->cell, 0, sizeof options->cell);
        options->vectors = forms[k].vectors;
        options->numbers = count;
        const char *wrong = forms[k].set(numbers, options);
        return wrong ? problem_set(problem, EXIT_USAGE, "--box %.200s: %s", text, wrong) : 0;
    }
    return problem_set(problem, EXIT_USAGE,
                       "--box takes lengths (4,4,4), lengths and angles (4,4,4,90,90,60) or the vectors, row "
                       "by row (4,0,0,2,4,0,0,0,4), not \"%.200s\"",
                       text);
}

int box_parse_axes(const char *text, box_options *options, text_problem *problem) {
    options->has_axes = 1;
    memset(options->periodic, 0, sizeof options->periodic);
    if (strcmp(text, "none") == 0) return 0;
    for (const char *c = text; *c; c++) {
        const char *axis = strchr(axes, *c);
        if (!axis || options->periodic[axis - axes]) break;
        options->periodic[axis - axes] = 1;
        if (!c[1]) return 0;
    }
    return problem_set(problem, EXIT_USAGE,
                       "--periodic takes letters of x, y and z (xy), or none, not \"%.200s\"", text);
}

/* ---- the choice --------------------------------------------------------------------------------------- */

/* Whether a vector has a component that is not 0 in these dimensions. */
static int has_vector(const nf_box *box, int k, int dims) {
    for (int a = 0; a < dims; a++)
        if (box->cell[k][a] > 0 || box->cell[k][a] < 0) return 1;
    return 0;
}

/* --box with more vectors than the points have dimensions, or fewer. */
static int wrong_count(const box_options *options, int dims, text_problem *problem) {
    static const char *const needed[] = {"", "1 is", "2 or 4 are", "3, 6 or 9 are"};
    return problem_set(problem, EXIT_USAGE, "--box has %d number%s; %s needed for points in %d dimension%s",
                       options->numbers, options->numbers == 1 ? "" : "s", needed[dims], dims,
                       dims == 1 ? "" : "s");
}

static int no_vector(const box_options *options, int k, int dims, const char *source, text_problem *problem) {
    if (options->vectors && options->vectors <= k) return wrong_count(options, dims, problem);
    if (options->vectors)
        return problem_set(
            problem, EXIT_USAGE,
            "--box has no cell vector along %c: give one for each of the %d dimensions, or --periodic",
            axes[k], dims);
    if (options->has_axes)
        return problem_set(problem, EXIT_USAGE,
                           "--periodic names %c, and %.300s has no cell vector along %c: give --box", axes[k],
                           source, axes[k]);
    return problem_set(
        problem, EXIT_INPUT,
        "%.300s: the box has no cell vector along %c, which is periodic: give --box, or --open", source,
        axes[k]);
}

/* Refuses what the options say about directions that the points do not have. */
static int check_directions(const box_options *options, int dims, text_problem *problem) {
    for (int k = dims; k < 3; k++)
        if (options->has_axes && options->periodic[k])
            return problem_set(problem, EXIT_USAGE, "--periodic names %c, and the points have %d dimension%s",
                               axes[k], dims, dims == 1 ? "" : "s");
    return options->vectors > dims ? wrong_count(options, dims, problem) : 0;
}

/* A vector of the file that leaves the plane, or the line, of its points. */
static int leaves(const nf_box *box, int k, int dims) {
    for (int a = dims; a < 3; a++)
        if (box->cell[k][a] > 0 || box->cell[k][a] < 0) return 1;
    return 0;
}

/* Points of more than three dimensions are in open space. */
static int check_open(const box_options *options, const io_frame *points, const char *source,
                      text_problem *problem) {
    const int *axes_of = options->periodic, named = options->has_axes;
    if (options->vectors || (named && (axes_of[0] || axes_of[1] || axes_of[2])))
        return problem_set(problem, EXIT_USAGE,
                           "--box and --periodic are for 1 to 3 dimensions, and the points have %d",
                           points->dims);
    if (named || !io_box_is_periodic(&points->box)) return 0;
    return problem_set(
        problem, EXIT_INPUT,
        "%.300s has a periodic box, which is for 1 to 3 dimensions, and the points have %d: give "
        "--open",
        source, points->dims);
}

int box_choose(const box_options *options, const io_frame *points, const char *source, nf_box *box,
               text_problem *problem) {
    const int dims = points->dims;
    memset(box, 0, sizeof *box);
    if (options->open) return 0;
    if (dims > 3) return check_open(options, points, source, problem);
    if (check_directions(options, dims, problem) != 0) return problem->code;
    if (*points->box_fault && !options->vectors)
        return problem_set(problem, EXIT_INPUT, "%s: give --box, or --open", points->box_fault);
    *box = points->box;
    if (options->vectors) {
        memset(box, 0, sizeof *box);
        memcpy(box->cell, options->cell, sizeof box->cell);
        for (int k = 0; k < dims; k++) box->periodic[k] = 1;
    }
    if (options->has_axes) memcpy(box->periodic, options->periodic, sizeof box->periodic);
    for (int k = 0; k < 3; k++) {
        if (k >= dims) box->periodic[k] = 0;
        if (box->periodic[k] && !has_vector(box, k, dims))
            return no_vector(options, k, dims, source, problem);
        if (box->periodic[k] && leaves(box, k, dims))
            return problem_set(
                problem, EXIT_INPUT,
                "%.300s: the cell vector along %c leaves the %d dimension%s of the points: give "
                "--box, or --open",
                source, axes[k], dims, dims == 1 ? "" : "s");
    }
    return 0;
}

/* ---- the report --------------------------------------------------------------------------------------- */

/* Whether each vector is along its own axis. */
static int is_straight(const nf_box *box, int dims) {
    for (int k = 0; k < dims; k++)
        for (int a = 0; a < dims; a++)
            if (a != k && (box->cell[k][a] > 0 || box->cell[k][a] < 0)) return 0;
    return 1;
}

void box_print(FILE *to, const nf_box *box, int dims) {
    const int straight = is_straight(box, dims);
    for (int k = 0; k < dims; k++) {
        if (straight) {
            fprintf(to, "%s%g", k ? " x " : "", box->cell[k][k]);
            continue;
        }
        for (int a = 0; a < dims; a++)
            fprintf(to, "%s%g%s", a ? " " : k ? " (" : "(", box->cell[k][a], a + 1 < dims ? "" : ")");
    }
    const char *before = ", periodic along ";
    for (int k = 0; k < dims; k++) {
        if (!box->periodic[k]) continue;
        fprintf(to, "%s%c", before, axes[k]);
        before = ", ";
    }
}

void box_print_json(json_out *j, const char *name, const nf_box *box, int dims) {
    json_open(j, name, '{');
    json_open(j, "cell", '[');
    for (int k = 0; k < dims; k++) {
        json_open(j, NULL, '[');
        for (int a = 0; a < dims; a++) json_real(j, NULL, box->cell[k][a]);
        json_close(j, ']');
    }
    json_close(j, ']');
    json_open(j, "periodic", '[');
    for (int k = 0; k < dims; k++) json_truth(j, NULL, box->periodic[k]);
    json_close(j, ']');
    json_close(j, '}');
}
