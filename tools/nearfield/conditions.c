#include "conditions.h"

#include "precision.h"
#include "source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const condition_options[CONDITION_FILES] = {"queries", "radii", "query-radii", "exclude"};

static const io_source_options pairs_of_integers = {.usual = "1,2", .integers = 1, .lines = 1};

int conditions_any(const conditions *c) {
    return c->min_distance > 0 || c->names[OF_RADII] || c->names[OF_QUERY_RADII] || c->names[OF_EXCLUDE];
}

uint64_t conditions_rows(const conditions *c, uint64_t points) {
    return c->names[OF_QUERIES] ? c->files[OF_QUERIES].n : points;
}

static double value_at(const io_frame *frame, uint64_t k) {
    return frame->type == NF_FLOAT32 ? (double)((const float *)frame->positions)[k]
                                     : ((const double *)frame->positions)[k];
}

/* ---- radii and query points --------------------------------------------------------------------------- */

static int check_queries(const conditions *c, const io_frame *points, const char *source,
                         io_problem *problem) {
    const io_frame *queries = &c->files[OF_QUERIES];
    if (queries->dims == points->dims) return 0;
    return io_problem_set(
        problem, NF_EXIT_INPUT, "%.300s has %d dimension%s, and %.300s has %d: they must be the same",
        c->names[OF_QUERIES], queries->dims, queries->dims == 1 ? "" : "s", source, points->dims);
}

/* Radii are checked here, as a message of the library does not name the file. */
static int check_radii(const conditions *c, int file, uint64_t n, const char *of, io_problem *problem) {
    const io_frame *radii = &c->files[file];
    const char *name = c->names[file];
    if (radii->dims != 1)
        return io_problem_set(problem, NF_EXIT_INPUT,
                              "%.300s has %d columns: radii are one number a point (FILE:COLUMN chooses it)",
                              name, radii->dims);
    if (radii->n != n)
        return io_problem_set(problem, NF_EXIT_INPUT,
                              "%.300s and %.300s need as many radii as points: they have %llu and %llu", name,
                              of, (unsigned long long)radii->n, (unsigned long long)n);
    for (uint64_t k = 0; k < n; k++) {
        const double r = value_at(radii, k);
        if (r < 0)
            return io_problem_set(problem, NF_EXIT_INPUT,
                                  "%.300s: radius %llu is %g: it must not be negative", name,
                                  (unsigned long long)k, r);
    }
    return 0;
}

/* ---- excluded pairs ----------------------------------------------------------------------------------- */

static int no_such_point(const conditions *c, uint64_t pair, const char *what, double index, uint64_t n,
                         io_problem *problem) {
    const io_frame *pairs = &c->files[OF_EXCLUDE];
    const char *part = NULL, *name = c->names[OF_EXCLUDE];
    char place[400];
    const size_t length = io_source_file(name, &part);
    if (pairs->lines)
        snprintf(place, sizeof place, "%.*s:%llu", length < 300 ? (int)length : 300, name,
                 (unsigned long long)pairs->lines[pair]);
    else snprintf(place, sizeof place, "%.300s: row %llu", name, (unsigned long long)pair);
    return io_problem_set(problem, NF_EXIT_INPUT, "%s: there is no %s %.17g: there are %llu, numbered from 0",
                          place, what, index, (unsigned long long)n);
}

/* Checks the indices, which the readers give as floating-point numbers. */
static int check_pairs(const conditions *c, uint64_t rows, uint64_t points, io_problem *problem) {
    const io_frame *pairs = &c->files[OF_EXCLUDE];
    for (uint64_t k = 0; k < 2 * pairs->n; k++) {
        const uint64_t n = k % 2 ? points : rows;
        const double index = value_at(pairs, k);
        if (index >= 0 && index < (double)n && !(index > floor(index))) continue;
        return no_such_point(c, k / 2, k % 2 == 0 && c->names[OF_QUERIES] ? "query point" : "point", index, n,
                             problem);
    }
    return 0;
}

/* Makes rows of the excluded pairs: that of i has its partners j in the order of the file. */
static int take_excluded(conditions *c, uint64_t points, io_problem *problem) {
    const io_frame *pairs = &c->files[OF_EXCLUDE];
    const uint64_t rows = conditions_rows(c, points);
    if (check_pairs(c, rows, points, problem) != 0) return problem->code;
    free(c->offsets);
    free(c->indices);
    c->offsets = calloc((size_t)rows + 2, sizeof *c->offsets);
    c->indices = malloc((size_t)(pairs->n ? pairs->n : 1) * sizeof *c->indices);
    if (!c->offsets || !c->indices)
        return io_problem_set(problem, NF_EXIT_MEMORY, "there is no memory for the excluded pairs");
    for (uint64_t k = 0; k < pairs->n; k++) c->offsets[(uint64_t)value_at(pairs, 2 * k) + 2]++;
    /* offsets[i + 1] is where the next partner of i goes, and at the end the start of the row behind. */
    for (uint64_t k = 0; k < rows; k++) c->offsets[k + 2] += c->offsets[k + 1];
    for (uint64_t k = 0; k < pairs->n; k++)
        c->indices[c->offsets[(uint64_t)value_at(pairs, 2 * k) + 1]++] = (int32_t)value_at(pairs, 2 * k + 1);
    c->rows = (nf_rows){.host_offsets = c->offsets, .host_indices = c->indices};
    return 0;
}

/* ---- all of them -------------------------------------------------------------------------------------- */

static int read_file(conditions *c, int file, nf_type type, io_problem *problem) {
    const int excluded = file == OF_EXCLUDE;
    io_frame *frame = &c->files[file];
    const char *name = c->names[file];
    if (!name || frame->positions) return 0;
    if (io_read_first(name, excluded ? &pairs_of_integers : NULL, frame, problem) != 0) return problem->code;
    if (excluded && frame->dims != 2)
        return io_problem_set(problem, NF_EXIT_INPUT,
                              "%.300s has %d columns: excluded pairs are two indices a row", name,
                              frame->dims);
    return excluded ? 0
                    : to_precision(frame, type, name, file == OF_QUERIES ? "coordinate" : "radius", problem);
}

int conditions_take(conditions *c, const io_frame *points, const char *source, io_problem *problem) {
    int failed = 0;
    for (int k = 0; k < CONDITION_FILES && !failed; k++) failed = read_file(c, k, points->type, problem);
    if (!failed && c->names[OF_QUERIES]) failed = check_queries(c, points, source, problem);
    if (!failed && c->names[OF_RADII]) failed = check_radii(c, OF_RADII, points->n, source, problem);
    if (!failed && c->names[OF_QUERY_RADII])
        failed = check_radii(c, OF_QUERY_RADII, c->files[OF_QUERIES].n, c->names[OF_QUERIES], problem);
    if (!failed && c->names[OF_EXCLUDE]) failed = take_excluded(c, points->n, problem);
    for (int k = 0; k < CONDITION_FILES; k++) c->points[k] = points_of_frame(&c->files[k]);
    c->library = (nf_conditions){.min_distance = c->min_distance,
                                 .radii = c->names[OF_RADII] ? &c->points[OF_RADII] : NULL,
                                 .query_radii = c->names[OF_QUERY_RADII] ? &c->points[OF_QUERY_RADII] : NULL,
                                 .radii_rule = c->rule,
                                 .exclusions = c->names[OF_EXCLUDE] ? &c->rows : NULL};
    return failed;
}

const nf_points *conditions_queries(const conditions *c) {
    return c->names[OF_QUERIES] ? &c->points[OF_QUERIES] : NULL;
}

const nf_conditions *conditions_asked(const conditions *c) { return conditions_any(c) ? &c->library : NULL; }

void conditions_free(conditions *c) {
    for (int k = 0; k < CONDITION_FILES; k++) io_frame_free(&c->files[k]);
    free(c->offsets);
    free(c->indices);
    c->offsets = NULL;
    c->indices = NULL;
}
