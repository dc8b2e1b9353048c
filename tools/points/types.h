/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The types of the points, such as species, and the cutoffs of pairs of types. */
#ifndef NEARFIELD_POINTS_TYPES_H
#define NEARFIELD_POINTS_TYPES_H

#include "formats/frame.h"
#include "text/problem.h"
#include "text/words.h"

/* "Na-Cl=3.2" of --pair-cutoffs; the names are told apart when those of the file are known. */
typedef struct type_cutoff {
    span pair;
    double cutoff;
} type_cutoff;

/* The types are numbered from 0 in ascending order of their names: by number if all are whole numbers, by their bytes otherwise.  They are
 * those of the first frame, and of the first frame of the query points, for all frames. */
typedef struct point_types {
    const char *column, *cutoffs; /* --types, a column or @FILE, and --pair-cutoffs; or NULL */
    int wanted;                   /* they are read */
    io_frame file;                /* of @FILE: n types, without positions */
    type_cutoff *pairs;           /* of --pair-cutoffs */
    size_t pair_count;
    double largest; /* of the cutoffs */
    uint32_t count; /* of the types; 0: they are not known yet */
    char (*names)[IO_TYPE_NAME];
    double *table; /* count x count: the cutoff of each pair of types, or 0; NULL without --pair-cutoffs */
    /* How many points, and how many query points, of the frame have each type. */
    uint64_t *points, *queries;
} point_types;

/* Reads the value of --pair-cutoffs.  Both return 0 or problem->code. */
int types_parse_cutoffs(point_types *t, text_problem *problem);

/* Gives the points of a frame, and the query points if they are not NULL, the numbers of their types in the place of those of the file.
 * Points whose types have no names have their numbers already. */
int types_number(point_types *t, io_frame *points, const char *name, io_frame *queries,
                 const char *queries_name, text_problem *problem);

/* For io_source_options.types. */
const char *types_column(const point_types *t);

/* FILE of --types @FILE, or NULL. */
const char *types_file(const point_types *t);

/* Gives the points of a frame the types of the file, whose lines are their types in order, for all frames; does nothing without a file.
 * Returns 0 or problem->code. */
int types_take_file(point_types *t, io_frame *points, const char *source, text_problem *problem);

/* "Cl,Na,": their names in order, with a comma behind each, which the caller frees; NULL without memory. */
char *types_list(const point_types *t);

void types_free(point_types *t);

#endif
