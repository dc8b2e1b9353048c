/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/filters.h"

#include "points/points.h"
#include "points/exclusions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const filter_options[FILTER_FILES] = {"queries", "radii", "query-radii", "exclude"};

int filters_any(const filters *c) {
    return c->min_distance > 0 || c->types.cutoffs || c->names[OF_RADII] || c->names[OF_QUERY_RADII] ||
           c->names[OF_EXCLUDE];
}

uint64_t filters_rows(const filters *c, uint64_t points) {
    return c->names[OF_QUERIES] ? c->files[OF_QUERIES].n : points;
}

void filters_place(const filters *c, int file, uint64_t row, char place[FILTER_PLACE]) {
    const uint64_t *lines = c->files[file].lines;
    const char *part = NULL, *name = c->names[file];
    const size_t length = io_source_file(name, &part);
    if (lines)
        snprintf(place, FILTER_PLACE, "%.*s:%llu", length < 300 ? (int)length : 300, name,
                 (unsigned long long)lines[row]);
    else snprintf(place, FILTER_PLACE, "%.300s", name);
}

/* ---- radii and query points --------------------------------------------------------------------------- */

/* The frame of the query points and that of the source have the same number: both files end together. */
static int check_queries(const filters *c, const source_frame *at, text_problem *problem) {
    const io_frame *queries = &c->files[OF_QUERIES];
    const char *name = c->names[OF_QUERIES];
    const int goes_on = frames_go_on(at->chosen, at->number), source_ends = !at->points->more;
    if (queries->series && goes_on && queries->more == source_ends) {
        const unsigned long long ended = at->number + 1;
        return problem_set(
            problem, EXIT_INPUT,
            "%.300s has %llu frame%s, and %.300s has more: frame k of the query points goes with frame k of "
            "the points, so both files need the same number of frames, or --frames chooses those that both "
            "have (points for all frames: give them as .csv or .npy)",
            source_ends ? at->source : name, ended, ended == 1 ? "" : "s", source_ends ? name : at->source);
    }
    if (queries->dims == at->points->dims) return 0;
    return problem_set(problem, EXIT_INPUT,
                       "%.300s has %d dimension%s, and %.300s has %d: they must be the same", name,
                       queries->dims, queries->dims == 1 ? "" : "s", at->source, at->points->dims);
}

/* Radii are checked here, as a message of the library does not name the file. */
static int check_radii(const filters *c, int file, uint64_t n, const char *of, text_problem *problem) {
    const io_frame *radii = &c->files[file];
    const char *name = c->names[file];
    if (radii->more)
        return problem_set(
            problem, EXIT_INPUT,
            "%.300s has several frames: radii are for all frames, so write those of one frame to a .csv or "
            ".npy file",
            name);
    if (radii->dims != 1)
        return problem_set(problem, EXIT_INPUT,
                           "%.300s has %d columns: radii are one number a point (FILE:COLUMN chooses it)",
                           name, radii->dims);
    if (radii->n != n)
        return problem_set(problem, EXIT_INPUT, "%.300s has %llu radi%s, but %.300s has %llu point%s", name,
                           (unsigned long long)radii->n, radii->n == 1 ? "us" : "i", of,
                           (unsigned long long)n, n == 1 ? "" : "s");
    for (uint64_t k = 0; k < n; k++) {
        const double r = io_value(radii->positions, k, radii->type);
        char place[FILTER_PLACE];
        if (!(r < 0)) continue;
        filters_place(c, file, k, place);
        return problem_set(problem, EXIT_INPUT, "%s: the radius of point %llu is %g: it must not be negative",
                           place, (unsigned long long)k, r);
    }
    return 0;
}

/* ---- all of them -------------------------------------------------------------------------------------- */

/* Reads up to the frame of the query points with the number of that of the source. */
static int read_queries(filters *c, const source_frame *at, text_problem *problem) {
    io_frame *frame = &c->files[OF_QUERIES];
    const char *name = c->names[OF_QUERIES];
    const int has_columns = c->query_columns && *c->query_columns;
    const io_source_options options = {.named = has_columns ? c->query_columns : NULL,
                                       .types = types_column(&c->types),
                                       .most = c->most_dims};
    int found = 1, failed = 0;
    if (frame->positions && !frame->series) return 0;
    if (!c->queries) failed = io_source_open(name, &options, &c->queries, problem);
    while (!failed && found && c->query_frames <= at->number && (frame->series || c->query_frames == 0)) {
        io_frame_free(frame);
        failed = io_source_next(c->queries, frame, &found, problem);
        c->query_frames += !failed && found;
    }
    if (!failed && !found)
        return problem_set(problem, EXIT_INPUT,
                           "%.300s has %llu frame%s, but query points are needed for frame %llu of %.300s",
                           name, (unsigned long long)c->query_frames, c->query_frames == 1 ? "" : "s",
                           (unsigned long long)at->number, at->source);
    if (!failed && (!frame->more || !frames_go_on(at->chosen, at->number)))
        failed = io_source_finish(c->queries, problem);
    if (failed) return problem->code;
    if (dims_reduce(frame, c->dims, NULL, name, problem) != 0) return problem->code;
    return to_precision(frame, at->points->type, name, "coordinate", problem);
}

static int read_file(filters *c, int file, const source_frame *at, text_problem *problem) {
    io_frame *frame = &c->files[file];
    const char *name = c->names[file];
    if (name && file == OF_QUERIES) return read_queries(c, at, problem);
    if (!name || frame->positions) return 0;
    if (file == OF_EXCLUDE) return exclusions_read(c, problem);
    const io_source_options options = {.value = "a radius", .lines = 1};
    if (io_read_first(name, &options, frame, problem) != 0) return problem->code;
    return to_precision(frame, at->points->type, name, "radius", problem);
}

int filters_take(filters *c, const source_frame *at, text_problem *problem) {
    const uint64_t n = at->points->n;
    int failed = 0;
    for (int k = 0; k < FILTER_FILES && !failed; k++) failed = read_file(c, k, at, problem);
    if (!failed && c->names[OF_QUERIES]) failed = check_queries(c, at, problem);
    if (!failed && c->names[OF_RADII]) failed = check_radii(c, OF_RADII, n, at->source, problem);
    if (!failed && c->names[OF_QUERY_RADII])
        failed = check_radii(c, OF_QUERY_RADII, c->files[OF_QUERIES].n, c->names[OF_QUERIES], problem);
    if (!failed && c->names[OF_EXCLUDE]) failed = exclusions_take(c, n, at->source, problem);
    if (!failed)
        failed =
            types_number(&c->types, at->points, at->source,
                         c->names[OF_QUERIES] ? &c->files[OF_QUERIES] : NULL, c->names[OF_QUERIES], problem);
    for (int k = 0; k < FILTER_FILES; k++) c->points[k] = points_of_frame(&c->files[k]);
    c->library = (nf_filters){.min_distance = c->min_distance,
                              .radii = c->names[OF_RADII] ? &c->points[OF_RADII] : NULL,
                              .query_radii = c->names[OF_QUERY_RADII] ? &c->points[OF_QUERY_RADII] : NULL,
                              .radii_rule = c->rule,
                              .type_cutoffs = c->types.table,
                              .type_count = c->types.table ? c->types.count : 0,
                              .exclusions = c->names[OF_EXCLUDE] ? &c->rows : NULL};
    return failed;
}

const nf_points *filters_queries(const filters *c) {
    return c->names[OF_QUERIES] ? &c->points[OF_QUERIES] : NULL;
}

const nf_filters *filters_asked(const filters *c) { return filters_any(c) ? &c->library : NULL; }

void filters_free(filters *c) {
    for (int k = 0; k < FILTER_FILES; k++) io_frame_free(&c->files[k]);
    types_free(&c->types);
    io_source_close(c->queries);
    c->queries = NULL;
    free(c->offsets);
    free(c->indices);
    c->offsets = NULL;
    c->indices = NULL;
}
