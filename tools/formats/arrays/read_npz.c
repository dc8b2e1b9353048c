/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/formats.h"
#include "formats/reader/rows.h"
#include "formats/source.h"
#include "formats/arrays/zip.h"
#include "text/append.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct archive {
    const char *wish; /* the value of --array, or NULL */
    int integers;     /* arrays of integers may be the points */
    io_named named;   /* arrays that are asked for by name */
    io_frame best;    /* the array of points so far */
    char name[256];
    int known;            /* its name is one of points, or that of --array */
    size_t equals;        /* the number of other arrays that may be the points */
    char others[120];     /* their names */
    char box[60];         /* the name of an array that may be a box */
    text_problem refusal; /* why the first array that cannot be points was refused */
} archive;

static int is_known(const archive *a, const char *name) {
    return a->wish ? strcmp(name, a->wish) == 0 : io_names_points(name);
}

/* Keeps the array of a known name, or else the first one. */
static void take(archive *a, const char *name, io_frame *points) {
    const int known = is_known(a, name);
    if (a->best.positions && known <= a->known) {
        a->equals += known == a->known;
        if (known == a->known) append(a->others, sizeof a->others, "", ", %.40s", name);
        io_frame_free(points);
        return;
    }
    io_frame_free(&a->best);
    a->best = *points;
    a->known = known;
    a->equals = 0;
    a->others[0] = '\0';
    snprintf(a->name, sizeof a->name, "%s", name);
}

/* Makes the array a column of the points. */
static int take_column(io_input *in, io_named_column *column, io_frame *values) {
    column->type = values->type;
    if (io_named_place(in, column, 0, values->dims) != 0) {
        io_frame_free(values);
        return in->problem->code;
    }
    column->rows.data = values->positions;
    column->rows.n = column->rows.capacity = values->n;
    values->positions = NULL;
    return 0;
}

/* The name of the array in the member.  Returns 0 when the member is not an array or is not needed. */
static int name_of(archive *a, const io_zip_member *member, char *name, io_named_column **column) {
    char *dot = NULL;
    snprintf(name, sizeof member->name, "%s", member->name);
    dot = strrchr(name, '.');
    if (!dot || strcmp(dot, ".npy") != 0) return 0;
    *dot = '\0';
    if (io_names_box(name)) snprintf(a->box, sizeof a->box, "%.50s", name);
    *column = io_named_find(&a->named, (span){name, strlen(name)});
    return *column || !a->wish || strcmp(name, a->wish) == 0;
}

/* Reads one member.  An array that cannot be points is skipped; a damaged member is an error. */
static int read_member(archive *a, io_zip_member *member) {
    char title[400], name[sizeof member->name];
    io_input array;
    io_frame points;
    text_problem problem = {0, ""};
    io_named_column *column = NULL;
    if (!name_of(a, member, name, &column)) return io_zip_finish(member);
    snprintf(title, sizeof title, "%.200s: %.150s", member->in->name, name);
    if (io_input_open_stream(&array, title, io_zip_read, member, &problem) != 0)
        return *member->in->problem = problem, problem.code;
    memset(&points, 0, sizeof points);
    array.integers = a->integers || column;
    array.value = member->in->value;
    const int refused = io_read_npy(&array, &points);
    io_input_close(&array);
    const int failed = member->in->problem->code != 0 ? member->in->problem->code : io_zip_finish(member);
    if (failed != 0) io_frame_free(&points);
    else if (refused == 0 && column) (void)take_column(member->in, column, &points);
    else if (refused == 0) take(a, name, &points);
    else if (problem.code != EXIT_INPUT || column) *member->in->problem = problem;
    else if (a->refusal.code == 0) a->refusal = problem;
    return member->in->problem->code;
}

/* Reads all members or, with `every`, up to the next array of points. */
static int read_members(io_input *in, archive *a, int every) {
    io_zip_member member = {.in = in};
    int found = 0;
    in->problem->code = 0;
    do {
        int failed = io_zip_next(&member, &found);
        if (failed == 0 && found) failed = read_member(a, &member);
        io_zip_close(&member);
        if (failed != 0) return failed;
    } while (found && !(every && a->best.positions));
    return 0;
}

static int refuse(io_input *in, const archive *a) {
    if (a->refusal.code == 0)
        return a->wish ? io_input_fail(in, "has no array '%.60s'.", a->wish)
                       : io_input_fail(in, "has no array.");
    *in->problem = a->refusal;
    return in->problem->code;
}

int io_read_npz(io_input *in, io_frame *frame) {
    archive a = {.wish = in->options->array, .integers = in->options->integers};
    const int every = in->options->every_array && !a.wish;
    int failed = io_named_begin(in, &a.named);
    if (failed == 0 && every && a.named.count > 0)
        failed = problem_set(in->problem, EXIT_USAGE,
                             "%.100s: named arrays need one array of points, not every array.", in->name);
    if (failed == 0) failed = read_members(in, &a, every);
    if (failed == 0 && !a.best.positions && every && in->frames > 0) return 0; /* no array is left */
    if (failed == 0 && !a.best.positions) failed = refuse(in, &a);
    if (failed == 0 && a.equals > 0)
        failed =
            io_input_fail(in, "has several arrays that may be the points (%.40s%s); choose one with --array.",
                          a.name, a.others);
    if (failed == 0) failed = io_named_check(in, &a.named);
    *frame = a.best;
    frame->more = every;
    snprintf(frame->note, sizeof frame->note, "array %.100s", a.name);
    if (*a.box && strcmp(a.box, a.name) != 0)
        io_frame_warn(frame, "the array %s is not read: give --box if it is the periodic box of the points",
                      a.box);
    return io_named_finish(in, &a.named, failed, frame);
}
