/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Pairs and lists of few points by a table of images: the images of all points within reach of the box, sorted by cell, where cells are counted without
 * wrapping.  The partners of a point come in this order (cl/space/cells.cl), so each row of cells around it is one range of the table, in which there are
 * no pieces and no wrapping.  Points outside of the box are where they are folded to.  A test in float decides most candidates
 * (cl/space/margin_direct.cl), and the pair rule those near the cutoff.
 *
 *     points -> cells -> images (fill) -> partners of each query point, as positions in the table (find) -> arrays (write)
 *
 * The results are found before any is written, so that the number is known and each is written once, where the caller wants it.
 */
#ifndef NF_HOST_TABLE_H
#define NF_HOST_TABLE_H

#include "host/job.h"

/* Points by the cells of the grid. */
typedef struct host_cell_list {
    uint32_t *cells; /* of each point: x, y, z and the number */
    uint32_t *order; /* the points by cell, those of a cell by index */
    uint32_t *bases; /* bases[c]: the points in the cells before c; one more than there are cells */
    double *at[3];   /* of each point: where it is in the box, from the middle of all, over the cutoff */
    int32_t *wraps;  /* of each point: w of cl/space/space_box.cl; NULL if no point is outside of the box */
} host_cell_list;

struct host_table;

/* Images beyond the last one, which whole vectors read. */
enum { HOST_TABLE_BEYOND = 16 };

/* The variants (table_variant.h).  find: *served is 0, and nothing is found, if the table would be too large. */
typedef struct host_table_walk {
    nf_status (*find)(host_job *job, int counts_only, struct host_table **out, int *served);
    void (*write)(const struct host_table *table, uint64_t count, void *const *to);
} host_table_walk;
#define HOST_TABLES(space)                                                                                   \
    extern const host_table_walk nf_host_table_##space##_f32_1, nf_host_table_##space##_f32_2,               \
        nf_host_table_##space##_f32_3, nf_host_table_##space##_f64_1, nf_host_table_##space##_f64_2,         \
        nf_host_table_##space##_f64_3
HOST_TABLES(open);
HOST_TABLES(box);
#undef HOST_TABLES

/* What is found, in scratch memory of the call. */
typedef struct host_table {
    const host_table_walk *walk;
    int apart, half;     /* apart: the query points are others than the points; half: of host_job.params */
    int full;            /* 1: the ranges of a point are in all rows around it; 0: from its own image on */
    int counts_only;     /* 1: nothing is written, and `list` has no contents */
    uint32_t n, targets; /* targets: the number of query points */
    uint32_t first, query_first; /* in a batch: the first of the system; indices in the table count from it */
    const void *points, *query_points; /* as given, packed rows */
    nf_lattice_numbers lattice;        /* nf_lattice of cl/space/space_box.cl; zeros in open space */
    int low[3], wide[3]; /* along each axis: the first cell of the table, and the number of its cells */
    int reach[3];        /* so many cells away partners may be */
    host_cell_list cell_list, query_cell_list; /* the same if there are no other query points */
    double inverse;                            /* 1 / cutoff */
    float blur; /* the most by which t of cl/space/margin_direct.cl is off, beside NF_MARGIN */
    /* The images in order: (position - middle) / cutoff, the index of the point, the number of the image of the box. */
    float *at[3];
    int32_t *index, *box;
    int32_t (*boxes)[3]; /* of each image of the box: m */
    void *vectors;       /* of each: m.H, 3 numbers of the points' type */
    uint32_t *starts;    /* starts[c]: the images in the cells of the table before c */
    uint32_t *own;       /* of each point: its own image */
    uint32_t *list;      /* the partners, as positions of images, of the query points by cell */
    uint32_t *begins;    /* begins[o]: where those of the o-th begin; one more than there are query points */
    const uint64_t *offsets; /* of the rows of lists; NULL: pairs */
} host_table;

/* Sizes of a table, as they become known. */
typedef struct host_table_sizes {
    uint64_t n, targets;
    uint64_t grid_cells, cells;         /* of the grid, and of the table */
    uint64_t boxes, images, candidates; /* boxes: images of the box */
} host_table_sizes;

/* The most of each that a table is made for: the rest is walked (walk/walk.h). */
host_table_sizes nf_host_table_most(uint64_t n, uint64_t targets);

/* Take the scratch memory of the call for the arrays of a table: `plan` is copied to where the table is. */
nf_status nf_host_table_take(const nf_host_cloud *cloud, const host_table_sizes *sizes, int wraps,
                             const host_table *plan, host_table **table);
nf_status nf_host_table_take_images(const nf_host_cloud *cloud, const host_table_sizes *sizes,
                                    host_table *table);
nf_status nf_host_table_take_list(const nf_host_cloud *cloud, const host_table_sizes *sizes,
                                  host_table *table);

/* Finds the results of a system whose parameters are set, in scratch memory.  *out: NULL, and nothing is done, for what the table does not serve. */
nf_status nf_host_table_find(host_job *job, int counts_only, host_table **out);

/* The number of results. */
uint64_t nf_host_table_total(const host_table *table);

/* The offsets of lists, one more than there are query points, of which the first is given. */
void nf_host_table_offsets(host_table *table, uint64_t *offsets);

/* Makes the results, behind the `before` results of other systems, part of the answer.  Those of one system alone are written at the end, by answer->write;
   those of a batch at once, into arrays of the answer. */
nf_status nf_host_table_answer(const host_job *job, const host_table *table, uint64_t before,
                               nf_host_answer *answer);

#endif
