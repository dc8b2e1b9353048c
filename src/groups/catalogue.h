/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The catalogue of groups.  catalogue_rows.c finds the groups and orders them, one a row, with their members in blocks; catalogue_members.c lists
 * these; catalogue_sums.c measures the groups by sums over the blocks.
 */
#ifndef NF_GROUPS_CATALOGUE_H
#define NF_GROUPS_CATALOGUE_H

#include "space/group_box.h"
#include "tree/links.h"
#include "tree/loops.h"
#include "tree/tree.h"

#include <nearfield/catalogue.h>

/* The arrays of a catalogue, in the order of their bits WANTS_... in cl/groups/catalogue_rows.cl; the last bit says that there are weights. */
enum {
    NF_CATALOGUE_GROUPS,
    NF_CATALOGUE_MEMBERS,
    NF_CATALOGUE_MASSES,
    NF_CATALOGUE_CENTRES,
    NF_CATALOGUE_SPEEDS,
    NF_CATALOGUE_RADII,
    NF_CATALOGUE_EXTENTS,
    NF_CATALOGUE_CHAINS,
    NF_CATALOGUE_ARRAYS
};

/* One call. */
typedef struct nf_catalogue_query {
    nf_cloud *cloud;
    const nf_tree *tree;
    nf_elements labels, weights, velocities;
    uint32_t least;  /* members of a group */
    uint64_t wanted; /* NF_WANT(array) */
    nf_tile tile;
    nf_program *program;
    nf_loops loops;
    uint64_t found, rows; /* the groups, and those that are written */
    uint32_t largest;     /* the members of the largest group, or 0 if there are few (catalogue.cl) */
    cl_mem keys, order;   /* n: the points by label */
    cl_mem starts, ends;  /* of the members of each label, n; the last member of each group */
    cl_mem first, blocks; /* the first member of each row; its blocks, rows + 1 */
    cl_mem masses, middles, sums;
    uint32_t stride, step; /* of the columns of `sums`, and of the sums of a row at last */
    double length, square; /* of links, and its scaled square (scaled.h); 0: not known */
    nf_group_box_numbers box;
    cl_mem flags;   /* rows + 1 (catalogue_rows.cl) */
    cl_mem images;  /* n x 3 of the points' type: S of members of groups with far ones; NULL: not known */
    cl_mem spreads; /* where dispersions are written, or NULL */
    cl_mem outputs[NF_CATALOGUE_ARRAYS]; /* from their first element on; NULL: not wanted */
} nf_catalogue_query;

/* The argument `wanted` of kernels. */
nf_arg nf_catalogue_wanted(const nf_catalogue_query *c);

/* Sorts the points by label, and finds the last members of groups that are large enough.  Waits for their number, `found`. */
nf_status nf_catalogue_find(nf_work *work, nf_catalogue_query *c);

/* Orders the groups, of which there are some. */
nf_status nf_catalogue_order(nf_work *work, const nf_catalogue_query *c);

/* Writes the points group after group, in the order of the groups, and then all others. */
nf_status nf_catalogue_members(nf_work *work, const nf_catalogue_query *c, cl_mem to);

/* Writes where the members of the first `rows` groups begin among these, and where the last ends: rows + 1 x uint64. */
nf_status nf_catalogue_offsets(nf_work *work, const nf_catalogue_query *c, cl_mem to);

/* Writes the labels and numbers of members of the first `rows` groups, whose members it divides into blocks. */
nf_status nf_catalogue_rows(nf_work *work, nf_catalogue_query *c);

/* Writes what else is wanted of these rows. */
nf_status nf_catalogue_measure(nf_work *work, nf_catalogue_query *c);

/* Finds the images of members of groups with far ones (catalogue_chains.cl), of which there are some; adds to `flags` the vectors around which these groups
   close on themselves.  Waits for the device. */
nf_status nf_catalogue_chains(nf_work *work, nf_catalogue_query *c);

/* Links of a catalogue, for the images in which they are looked for (nf_group_reach()).  *all: all groups close on themselves; then there are none.
   Errors  those of nf_links_for(). */
nf_status nf_links_for_chains(nf_links *links, const nf_tree *tree, double linking_length, int *all,
                              nf_sentence *error);

/* Sums of blocks of sums, until each row has one block of them.  Of the columns from `sum_columns` on they are the largest numbers. */
nf_status nf_catalogue_fold(nf_work *work, const nf_catalogue_query *c, uint32_t columns,
                            uint32_t sum_columns);

/* The dispersions of velocities, when masses and velocities are known; a work-item has a block, and then a row. */
nf_status nf_catalogue_spread(nf_work *work, const nf_catalogue_query *c, nf_shape blocks, nf_shape rows);

/* A program with the defines of a catalogue. */
nf_status nf_catalogue_program(const nf_catalogue_query *c, const char *source, nf_program **out);

/* The arguments ROWS_PARAMETERS of kernels, POSITIONS_PARAMETERS, and VALUES_PARAMETERS. */
enum { NF_ROWS_ARGS = 6, NF_POSITIONS_ARGS = 7, NF_VALUES_ARGS = 4 };
void nf_values_args(const nf_catalogue_query *c, nf_arg *args);
void nf_rows_args(const nf_catalogue_query *c, nf_arg *args);
void nf_positions_args(const nf_catalogue_query *c, nf_arg *args);

/* The tunables of the kernels. */
extern const nf_family nf_catalogue_family;

#endif
