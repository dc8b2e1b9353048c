/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * An ordered point set, const: what the points are, where they are, and what their order is.  Walks take two: the targets, whose partners they find, and the
 * sources, among which they look.  Both are views of the points of a cloud, of query points, of a part of either, of the points of a tree, or of points whose
 * lists are kept.  Whoever has a view needs no cloud to know its points.
 */
#ifndef NF_ORDER_VIEW_H
#define NF_ORDER_VIEW_H

#include "opencl/launch.h"
#include "space/space.h"

#include <nearfield/cloud.h>

/* The system of each point of some by its position in order, and their tiles; on the device (cl/order/batch.cl). */
typedef struct nf_layout {
    uint64_t tiles;
    cl_mem offsets, system, places;
} nf_layout;

/* A view owns nothing: its buffers and its space are those of a cloud, until the points of that are replaced, or of the work. */
typedef struct nf_view {
    uint64_t n;
    int dims; /* at most 3 in order, and NF_KNN_DIMS_MOST for trees */
    nf_type type;
    const nf_space *space;   /* in a batch that of the first system, and its kind that of all */
    uint64_t systems;        /* of a batch; 0: the points are one system */
    cl_mem points;           /* rows of dims; the point of index k begins at element base + k x dims */
    uint64_t base;           /* may wrap: points before `first` need not be there */
    uint64_t first;          /* the indices are first .. first + n - 1 */
    nf_elements types;       /* int32, of the points from index 0 on; no buffer: they have none */
    const uint64_t *offsets; /* of the systems, of the points from index 0 on; NULL if there is one */
    nf_layout layout;        /* of these points, in a batch */
    /* In order. */
    cl_mem grid;     /* of the cloud; for targets with what the rounding of these points needs */
    cl_mem index;    /* n x uint32: the index of each point */
    cl_mem axes;     /* coordinates, one axis after the other: dims x stride */
    uint64_t stride; /* the points of an axis, padded: vectors may be read beyond the last point */
    /* Of sources. */
    cl_mem places; /* ends of cells (uint32), or the sorted keys (uint64) of a sparse grid */
    nf_cells cells;
    int sparse;
} nf_view;

/* The points of a cloud, in order if they are ordered. */
nf_view nf_view_of_cloud(const nf_cloud *cloud);

/* The points [first, first + n) of those of a view, not in order. */
nf_view nf_view_part(const nf_view *view, uint64_t first, uint64_t n);

/* The element of the first point. */
uint64_t nf_view_begin(const nf_view *view);

/* The rows of the points, for checks of what a call reads and writes; name: "the points", or what they are. */
nf_named_array nf_view_named(const nf_view *view, const char *name);

/* The same of their types. */
nf_named_array nf_view_types_named(const nf_view *view, const char *name);

/* Checks query points for a cloud, and takes them: in place, or a packed copy in scratch; not in order.  work: NULL to check alone. */
nf_status nf_view_take(nf_work *work, const nf_cloud *cloud, const nf_points *points, nf_view *queries);

/* Orders a cloud for these cells, and the query points by its grid, in scratch.  If they are so far outside of a periodic box that the grid does
   not pay for them, the cloud is ordered with a reserve, in `cells`: again, unless the last query points were far, too.  Waits for the bounds of both.
   NF_ERROR_POINTS names a query point that is not finite or too far. */
nf_status nf_view_order(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_view *queries);

/* Orders the query points by the grid of a cloud that is ordered, with the reserve that they need: the last part of nf_view_order(), for costs. */
nf_status nf_view_order_queries(nf_work *work, nf_cloud *cloud, nf_cells *cells, nf_view *queries);

#endif
