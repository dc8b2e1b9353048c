/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/exclusions.h"

#include "formats/source.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ------------------------------------------------------------------------------------------ */

/* Makes pairs of rows of partners, both of which the readers give as doubles. */
static int pairs_of_rows(const char *name, const io_frame *offsets, io_frame *indices,
                         text_problem *problem) {
    double *pairs = malloc((size_t)(indices->n ? 2 * indices->n : 1) * sizeof *pairs);
    if (!pairs) return problem_set(problem, EXIT_MEMORY, "there is no memory for the excluded pairs");
    double from = 0;
    int sound = offsets->n > 0 && offsets->dims == 1 && indices->dims == 1;
    for (uint64_t row = 0; sound && row < offsets->n; row++) {
        const double to = io_value(offsets->positions, row, offsets->type);
        sound = row == 0 ? !(to < 0 || to > 0) : to >= from && to <= (double)indices->n && !(to > floor(to));
        for (uint64_t k = (uint64_t)from; sound && k < (uint64_t)to; k++) {
            pairs[2 * k] = (double)(row - 1);
            pairs[2 * k + 1] = io_value(indices->positions, k, indices->type);
        }
        from = to;
    }
    if (!sound || from < (double)indices->n) {
        free(pairs);
        return problem_set(problem, EXIT_INPUT,
                           "%.300s: the offsets must ascend from 0 to the number of indices, %llu", name,
                           (unsigned long long)indices->n);
    }
    free(indices->positions);
    indices->positions = pairs;
    indices->type = NF_FLOAT64;
    indices->dims = 2;
    return 0;
}

static int read_rows(const char *name, const io_frame *offsets, io_frame *pairs, text_problem *problem) {
    const io_source_options options = {.array = "indices", .integers = 1, .value = "an index"};
    if (io_read_first(name, &options, pairs, problem) != 0 ||
        pairs_of_rows(name, offsets, pairs, problem) != 0)
        return problem->code;
    snprintf(pairs->note, sizeof pairs->note, "arrays offsets, indices");
    return 0;
}

/* The arrays, or the columns of a table with a heading, are tried by their names: a file that does not have them, or whose name says
 * what is read of it, is read as it is, and has two columns. */
int exclusions_read(filters *c, text_problem *problem) {
    const char *name = c->names[OF_EXCLUDE];
    const io_source_options starts = {.array = "offsets", .integers = 1, .value = "an offset"},
                            whole = {
                                .usual = "1,2", .integers = 1, .lines = 1, .empty = 1, .value = "an index"};
    io_source_options called = whole, headed = whole;
    io_frame *pairs = &c->files[OF_EXCLUDE], offsets;
    text_problem ignored;
    called.array = "pairs";
    headed.columns = "i,j";
    c->excluded_offsets = 0;
    if (io_read_first(name, &starts, &offsets, &ignored) == 0) {
        c->excluded_offsets = offsets.n;
        const int failed = read_rows(name, &offsets, pairs, problem);
        io_frame_free(&offsets);
        return failed;
    }
    if (io_read_first(name, &called, pairs, &ignored) != 0 &&
        io_read_first(name, &headed, pairs, &ignored) != 0 &&
        io_read_first(name, &whole, pairs, problem) != 0)
        return problem->code;
    if (pairs->n == 0 || pairs->dims == 2) return 0;
    return problem_set(problem, EXIT_INPUT, "%.300s has %d column%s: excluded pairs are two indices a row",
                       name, pairs->dims, pairs->dims == 1 ? "" : "s");
}

/* ---- checking and sorting ----------------------------------------------------------------------------- */

/* Reports an index that is none of the n points (`what`), with the line or row of its pair. */
static int no_such_point(const filters *c, uint64_t pair, const char *what, double index, uint64_t n,
                         text_problem *problem) {
    char place[FILTER_PLACE];
    filters_place(c, OF_EXCLUDE, pair, place);
    if (!c->files[OF_EXCLUDE].lines) append(place, sizeof place, ": ", "row %llu", (unsigned long long)pair);
    if (index > floor(index))
        return problem_set(problem, EXIT_INPUT, "%s: %.15g is not a whole number, which an index is", place,
                           index);
    return problem_set(problem, EXIT_INPUT, "%s: there is no %s %.17g: there are %llu, numbered from 0",
                       place, what, index, (unsigned long long)n);
}

/* Rows of partners must be those of the points. */
static int check_rows(const filters *c, uint64_t rows, const char *source, text_problem *problem) {
    const char *of = c->names[OF_QUERIES] ? c->names[OF_QUERIES] : source;
    if (c->excluded_offsets == 0 || c->excluded_offsets - 1 == rows) return 0;
    return problem_set(
        problem, EXIT_INPUT, "%.300s has %llu row%s of excluded points, but %.300s has %llu point%s",
        c->names[OF_EXCLUDE], (unsigned long long)(c->excluded_offsets - 1),
        c->excluded_offsets == 2 ? "" : "s", of, (unsigned long long)rows, rows == 1 ? "" : "s");
}

/* Checks the indices, which the readers give as floating-point numbers. */
static int check_pairs(const filters *c, uint64_t rows, uint64_t points, text_problem *problem) {
    const io_frame *pairs = &c->files[OF_EXCLUDE];
    for (uint64_t k = 0; k < 2 * pairs->n; k++) {
        const uint64_t n = k % 2 ? points : rows;
        const double index = io_value(pairs->positions, k, pairs->type);
        if (index >= 0 && index < (double)n && !(index > floor(index))) continue;
        return no_such_point(c, k / 2, k % 2 == 0 && c->names[OF_QUERIES] ? "query point" : "point", index, n,
                             problem);
    }
    return 0;
}

/* Makes rows of the excluded pairs: that of i has its partners j in the order of the file. */
int exclusions_take(filters *c, uint64_t points, const char *source, text_problem *problem) {
    const io_frame *pairs = &c->files[OF_EXCLUDE];
    const uint64_t rows = filters_rows(c, points);
    if (check_rows(c, rows, source, problem) != 0 || check_pairs(c, rows, points, problem) != 0)
        return problem->code;
    free(c->offsets);
    free(c->indices);
    c->offsets = calloc((size_t)rows + 2, sizeof *c->offsets);
    c->indices = malloc((size_t)(pairs->n ? pairs->n : 1) * sizeof *c->indices);
    if (!c->offsets || !c->indices)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for the excluded pairs");
    for (uint64_t k = 0; k < pairs->n; k++)
        c->offsets[(uint64_t)io_value(pairs->positions, 2 * k, pairs->type) + 2]++;
    /* offsets[i + 1] is where the next partner of i goes, and at the end the start of the row behind. */
    for (uint64_t k = 0; k < rows; k++) c->offsets[k + 2] += c->offsets[k + 1];
    for (uint64_t k = 0; k < pairs->n; k++)
        c->indices[c->offsets[(uint64_t)io_value(pairs->positions, 2 * k, pairs->type) + 1]++] =
            (int32_t)io_value(pairs->positions, 2 * k + 1, pairs->type);
    c->rows = (nf_csr){.offsets.host = c->offsets, .indices.host = c->indices};
    return 0;
}
