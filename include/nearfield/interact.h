/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums of a pair function (function.h) over the neighbours of every point. */
#ifndef NEARFIELD_INTERACT_H
#define NEARFIELD_INTERACT_H

#include <nearfield/cloud.h>
#include <nearfield/filters.h>
#include <nearfield/function.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A parameter of a call.  This struct does not grow. */
typedef struct nf_parameter {
    const char *name; /* as declared */
    double value; /* rounded to the type of the points, in which it must be finite, and so must a default */
} nf_parameter;

/* Numbers of a call by name: a field, one for each point, or a table.  They have the type of the points, and
   are in host memory or on the device.  Every call copies them, without a look at their values: they may be
   infinite or NaN.  This struct does not grow. */
typedef struct nf_numbers {
    const char *name; /* as declared */
    uint64_t n;       /* how many: one for each point, or the elements of the table */
    nf_slice values;  /* in host memory or on the device */
    uint64_t stride;  /* the distance between them in numbers, not bytes; 0: 1 */
} nf_numbers;

/* Options of nf_interact.  All zeros are the defaults.  An array with a count that is not 0 must not be NULL.
   The members up to `chunks` are those of every question (outputs.h).  The arrays are NF_ARRAY_SUM(k), the
   k-th sum of the function, and NF_ARRAY_TOTALS, the sum of each array of sums over all points; without
   `arrays` all sums.  Sums that are neither named nor needed for totals are not computed. */
typedef struct nf_interact_options {
    uint32_t size;             /* sizeof(nf_interact_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: this question has no chunks */
    const nf_parameter *parameters; /* those that are not given have their defaults */
    size_t parameter_count;         /* the number of `parameters` */
    const nf_numbers *fields;       /* all that the function declares, n of each */
    size_t field_count;             /* the number of `fields` */
    const nf_numbers *tables;       /* all that the function declares */
    size_t table_count;             /* the number of `tables` */
    /* Nonzero: contributions are computed in the points' type and added in double, which the arrays have; not
       with float-only devices. */
    int sum64;
    /* Nonzero: the function's arithmetic may be contracted, and inverse(), root(), ... are the native
       functions of OpenCL C, with errors that the device defines.  Which points are neighbours does not
       depend on it.  It has no effect on the device "host". */
    int fast;
    /* Query points: sums are theirs, over points of the cloud.  They carry `query_fields`.  NULL: the points
       of the cloud. */
    const nf_points *queries;
    const nf_numbers *query_fields; /* as `fields`, for the query points */
    size_t query_field_count;       /* the number of `query_fields` */
    const nf_filters *filters;      /* filters of neighbours; NULL: none */
    /* The name of a strategy, by which neighbours are walked; NULL: the library chooses.  Sums of different
       strategies differ by rounding.  docs/embedding.md describes the strategies, and nf_strategy_name() in
       experimental/tuning.h lists them.  Names may change between versions, but for "symmetric" (see below).
     */
    const char *strategy;
    /* For the strategy "symmetric": the largest absolute value of each sum; 0, or NULL for all: as declared.
       Other strategies ignore it. */
    const double *ranges;
    double skin; /* for points that move in small steps: a length, or 0 for none; see Skin below */
} nf_interact_options;

/**
 * Sums a pair function over the neighbours of every point, or of every query point.
 *
 * Shapes  points: n x dims.  NF_ARRAY_SUM(k): the k-th sum of the function, n x dims for a vector or n, of
 *         the points' type, or float64 with `sum64`, in the order of the points; nf_result_array() gives its
 *         name.  NF_ARRAY_TOTALS: the totals of all sums, float64 (float32 on devices without it), one after
 *         the other, a vector with dims components.
 * Units   `cutoff` is in the units of the points.
 * Rule    that of nf_pairs() decides which points are neighbours.  Each image of a neighbour counts, a
 *         point's own images too.
 * Order   The same device, driver, tuning and calls give the same bits in every run: the order in which
 *         contributions are added depends on nothing else.  With a skin it is the order of the points when
 *         the lists were last built, so that the bits depend on the calls before.  Otherwise sums differ by
 *         rounding: of D, of the function, and by at most m - 1 roundings of the sum of the absolute values
 *         of m contributions.  The device "host" has an order of its own (Host).
 * Accuracy  Which points are neighbours is exact (Rule).  The D that the function gets is rounded: in float32
 *         each component is off by at most 2^-21 (L + cutoff), L the width of a group of up to 32 points that
 *         are neighbours in the sorted order, which is less than a cutoff where points are dense; for pairs
 *         across the faces of a periodic box, and points outside of it, also by 2^-23 of the difference of
 *         their coordinates as given.  In float64 it is off by a few units in the last place of the
 *         coordinates.  Of pairs much closer than the cutoff, steep functions lose as many digits as D does.
 * Systems For a batch (nf_batch) neighbours are points of the same system, and p->cutoff is that of the
 *         system.
 * Skin    For points that move in small steps: lists of neighbours within cutoff + skin are kept on the
 *         device, also when the cloud is moved.  A call with the same cutoff and skin sums from these lists,
 *         with the fields, parameters and function that it is given.  It builds them anew if a point is more
 *         than skin / 2 (less a share for rounding, as for nf_lists()) from where it was when they were
 *         built, or if the number, type or dims of the points or the box have changed; nf_cloud_lists_built()
 *         counts that.  In either case sums are those of the points where they are.
 *         Points are compared as given: one that the application wraps into the periodic box has moved by a
 *         cell vector.
 *         Lists are kept on GPUs, for rectangular boxes that are periodic along all axes.  Other calls sum
 *         anew, and so do those for points that are few, far from each other, or too dense somewhere, or
 *         boxes that are small, in cutoffs, and those that name a strategy without lists.
 *         With query points, filters and systems a skin has no effect.
 * Symmetric  For sums that must balance, and for dense points and costly functions: the strategy "symmetric",
 *         which is taken only by name.  It evaluates each pair once, and adds what it gives to one point to
 *         the other, too, with the sign that the sum declares.  All sums that the call has must declare sign
 *         and range, or have a range in `ranges`.
 *         Numbers are added in 64-bit fixed point, so that their order does not matter, in units of 2^-37 of
 *         the range or less for up to 16 million points.  What a point has by itself and what it gets from
 *         each 4 or 8 points before it are rounded to such a unit.  Odd sums of all points are exactly 0
 *         together, before they are rounded to their type.  A sum that leaves its range, or one over some of
 *         the neighbours that does, is an error that names it.
 *         It is for GPUs for which the self-check has proved 64-bit atomics, and rectangular boxes that are
 *         periodic along all axes, without query points, filters and systems.  Otherwise, and where points
 *         that follow each other in order are too far apart for lists, it is NF_ERROR_UNSUPPORTED.
 * Host    On the device "host" the function must be one that comes with the library.  Its numbers, D and d2
 *         are computed in double precision for points of either type, from the coordinates, fields and tables
 *         as given; parameters, the cutoff and cell vectors are rounded to the type of the points, as
 *         elsewhere.  The neighbours of a point are added in double precision, in ascending order of their
 *         index, and several images of one in ascending order of S.  Each sum is rounded once, to its type;
 *         totals add up rounded sums.  So the bits depend on the points, the function, the options and the C
 *         library's exp() alone.
 *         `fast` and `skin` have no effect on sums there.  The host has only the strategy "walk".  Fields and
 *         tables must be in host memory.
 * Result  as for nf_pairs().  nf_result_total() is 0.
 * Outputs For steps that follow each other without waiting.  Fields and tables may overlap the outputs, as
 *         they are copied first.
 *         The call waits for nothing if the order of the points is known, or is foreseen (Moving), and it has
 *         no query points, no filters, and no fields or tables in host memory.  The order is known after a
 *         call with this cutoff, function and strategy; and after nf_cloud_prepare() for this cutoff, unless
 *         the strategy has cells of its own, as it may for dense points.  A call with a skin that builds
 *         lists waits to learn whether they can be used, and some strategies that are named wait in every
 *         call.
 *         With a skin, a call that sums by lists that are kept does not wait to learn whether points have
 *         moved too far for them: if one has, all sums are NaN, in later calls too, until a call without
 *         outputs has built other lists.  An application that integrates such sums must therefore keep a copy
 *         of its state from before the calls, look at a sum after some steps, and return to the copy, and
 *         call for a result, if it is NaN.
 *         With the strategy "symmetric" a sum that leaves its range is NaN; if a sum over some of the
 *         neighbours leaves it, all sums are NaN.
 *         A call with `found`, which is 0, or with outputs in host memory waits as one for a result does, and
 *         returns its errors.
 * Moving  This is about outputs for a cloud that was searched or prepared, and then moved by nf_cloud_move().
 *         The call may order the new points without waiting; on GPUs it
 *         usually does.  It then assumes that they need cells of the same kind, and about as many.  If that
 *         is wrong, or if a point is not finite, all sums are NaN.  In that case call nf_cloud_prepare(), or
 *         nf_interact() for a result: it succeeds, or returns the error.
 * Memory  On GPUs it is mostly for lists, whose length depends on the density.  Of fields and tables only the
 *         names and numbers of elements are used.
 * Sync    as for nf_pairs().  The call waits for no result, except with a skin and with some strategies that
 *         are named.  Fields and tables in host memory may change when it returns.
 * Errors  as nf_pairs(); NF_ERROR_ARGUMENT also for an array that is NULL and has a count, a sum that the
 *         function does not have, a skin that is negative or not finite, a field or a table that is missing,
 *         names that the function does not declare or that are given twice, a parameter that is not finite in
 *         the type of the points, and a sum that leaves its range; NF_ERROR_BUILD for a function
 *         that the compiler does not accept; NF_ERROR_UNSUPPORTED for `sum64` without double precision, and
 *         for a `strategy` that cannot serve the call.  A call that is refused for its arguments keeps the
 *         lists of a skin.
 */
NF_API nf_status nf_interact(nf_cloud *cloud, double cutoff, const nf_function *function,
                             const nf_interact_options *options, const nf_sync *sync, nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
