/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/types.h"

#include "formats/reader/rows.h"

#include <stdlib.h>
#include <string.h>

const char *types_file(const point_types *t) { return t->column && *t->column == '@' ? t->column + 1 : NULL; }

/* Each line is one word, so that the number of a line tells its point. */
static int read_lines(io_input *in, io_named_column *types) {
    io_input_state state = IO_INPUT_LINE;
    char *line = NULL;
    int failed = io_input_refuse_binary(in);
    while (!failed && (state = io_input_line(in, &line)) == IO_INPUT_LINE) {
        span word = {NULL, 0};
        const size_t words = split_words(line, &word, 1);
        if (words == 1) failed = io_named_add_words(in, types, &word);
        else
            failed =
                io_input_fail_line(in, words == 0 ? "is blank: each line is the type of one point."
                                                  : "has several words: each line is the type of one point.");
    }
    if (!failed && state == IO_INPUT_PROBLEM) failed = in->problem->code;
    if (!failed && types->rows.n == 0) failed = io_input_fail(in, "the file is empty.");
    return failed ? failed : io_input_check_rest(in);
}

static int read_file(const char *name, io_frame *frame, text_problem *problem) {
    io_named_column types = {
        .name = "1", .type = NF_INT32, .width = 1, .rows = {.row_bytes = sizeof(int32_t)}};
    io_input in;
    if (io_input_refuse_folder(name, problem) != 0 || io_input_open(&in, name, problem) != 0)
        return problem->code;
    int failed = read_lines(&in, &types);
    frame->n = types.rows.n;
    if (!failed) failed = io_named_give_types(&in, &types, frame);
    free(types.rows.data);
    free(types.words);
    io_input_close(&in);
    return failed;
}

/* The file has a line for each point, so that the first line too many, or the last one, is where it went wrong. */
static int check_lines(const char *name, uint64_t lines, const char *source, uint64_t n,
                       text_problem *problem) {
    if (lines == n) return 0;
    return problem_set(problem, EXIT_INPUT,
                       "%.200s:%llu: %s: the file has %llu line%s, and %.200s %llu point%s: each line is the "
                       "type of one point",
                       name, (unsigned long long)(lines > n ? n + 1 : lines),
                       lines > n ? "this line has no point" : "no line follows", (unsigned long long)lines,
                       lines == 1 ? "" : "s", source, (unsigned long long)n, n == 1 ? "" : "s");
}

int types_take_file(point_types *t, io_frame *points, const char *source, text_problem *problem) {
    const char *name = types_file(t);
    io_frame *file = &t->file;
    if (!name) return 0;
    if (!file->types.of && read_file(name, file, problem) != 0) return problem->code;
    if (check_lines(name, file->n, source, points->n, problem) != 0) return problem->code;
    if (file->n == 0 || !file->types.of || file->types.count == 0) return 0;
    const size_t bytes = (size_t)file->n * sizeof *file->types.of,
                 names = file->types.count * sizeof *file->types.names;
    points->types.of = malloc(bytes);
    points->types.names = malloc(names);
    if (!points->types.of || !points->types.names)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for the types of the points");
    memcpy(points->types.of, file->types.of, bytes);
    memcpy(points->types.names, file->types.names, names);
    points->types.count = file->types.count;
    return 0;
}
