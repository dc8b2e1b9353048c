// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The query points: the points whose partners are found.  They are the cloud's own, or others that are not in the cloud, ordered
// by the cells of its grid (src/order/queries.h).  For walks, which read them by these names:
//   QUERIES  1: others; 0 or undefined: the cloud's own
//   QUERY_COUNT(cloud)   their number                     QUERY_INDEX(cloud)   the caller's index of each in order
//   QUERY_AXES(cloud)  their positions in order, axis by axis, at a distance of QUERY_STRIDE(cloud)
//   QUERY_POINTS(cloud)  the caller's
#pragma once
#ifndef QUERIES
#define QUERIES 0
#endif
#if QUERIES
#define QUERY_PARAMETERS                                                                                     \
    , __global const real *restrict query_axes, ulong query_stride,                                          \
        __global const real *restrict query_points, ulong first_query_coordinate,                            \
        __global const uint *restrict query_index, uint queries
#define QUERY_PASS , query_axes, query_stride, query_points + first_query_coordinate, query_index, queries
#define QUERY_MEMBERS                                                                                        \
    __global const real *query_axes;                                                                         \
    ulong query_stride;                                                                                      \
    __global const real *query_points;                                                                       \
    __global const uint *query_index;                                                                        \
    uint queries;
#define QUERY_COUNT(cloud)  ((cloud)->queries)
#define QUERY_INDEX(cloud)  ((cloud)->query_index)
#define QUERY_AXES(cloud)   ((cloud)->query_axes)
#define QUERY_STRIDE(cloud) ((cloud)->query_stride)
#define QUERY_POINTS(cloud) ((cloud)->query_points)
#else
#define QUERY_PARAMETERS
#define QUERY_PASS
#define QUERY_MEMBERS
#define QUERY_COUNT(cloud)  ((cloud)->n)
#define QUERY_INDEX(cloud)  ((cloud)->index)
#define QUERY_AXES(cloud)   ((cloud)->axes)
#define QUERY_STRIDE(cloud) ((cloud)->stride)
#define QUERY_POINTS(cloud) ((cloud)->points)
#endif
