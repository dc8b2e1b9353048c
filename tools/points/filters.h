/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What else a task asks: query points, a smallest distance, radii, cutoffs of pairs of types, excluded pairs; and the files that have
 * them. */
#ifndef NEARFIELD_POINTS_FILTERS_H
#define NEARFIELD_POINTS_FILTERS_H

#include "points/frames.h"
#include "points/types.h"
#include "formats/source.h"

#include <nearfield/nearfield.h>

/* The files, each with the name of its option. */
enum { OF_QUERIES, OF_RADII, OF_QUERY_RADII, OF_EXCLUDE, FILTER_FILES };
extern const char *const filter_options[FILTER_FILES];

typedef struct filters {
    const char *names[FILTER_FILES]; /* NULL: not given */
    int dims;      /* of the points and query points: the coordinates that are used; 0: all that they have */
    int most_dims; /* that query points may have; 0: 3 */
    double min_distance;
    nf_radii_rule rule;
    point_types types;         /* of the points and of the query points */
    const char *query_columns; /* that are read with the query points, separated by commas; or NULL */
    /* What was read: for all frames of the source, or the frame of the query points that belongs to that of the source. */
    io_frame files[FILTER_FILES];
    io_source *queries;    /* the open file of the query points, or NULL */
    uint64_t query_frames; /* that were read of it */
    nf_points points[FILTER_FILES];
    uint64_t excluded_offsets; /* the number of offsets, where the excluded pairs were read as rows; or 0 */
    uint64_t *offsets;         /* rows of the excluded pairs */
    int32_t *indices;
    nf_csr rows;
    nf_filters library;
} filters;

/* "FILE:LINE" of a row of a table, otherwise "FILE". */
enum { FILTER_PLACE = 400 };
void filters_place(const filters *c, int file, uint64_t row, char place[FILTER_PLACE]);

/* Whether there are any but query points. */
int filters_any(const filters *c);

/* A frame of the source: its number, its points in the precision of the computation, and the frames that are chosen. */
typedef struct source_frame {
    const char *source;
    io_frame *points; /* whose types receive their numbers */
    uint64_t number;
    const frames *chosen;
} source_frame;

/* Reads the files, unless that was done for a frame before, and fits them to the points of this frame.  Query points in a file of
 * several frames go with the frames of the source, number by number; a file of a format without frames is for all.  Returns 0 or
 * problem->code. */
int filters_take(filters *c, const source_frame *at, text_problem *problem);

/* For the options of the library: NULL without. */
const nf_points *filters_queries(const filters *c);
const nf_filters *filters_asked(const filters *c);

/* The points whose partners are found: the query points, or these of the source. */
uint64_t filters_rows(const filters *c, uint64_t points);

void filters_free(filters *c);

#endif
