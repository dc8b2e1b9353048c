/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Checks of the arguments of nf_knn(), nf_fof() and nf_catalogue(); the message names the argument. */
#ifndef NF_ARGUMENTS_TREE_H
#define NF_ARGUMENTS_TREE_H

#include "core/fail.h"
#include "space/space.h"

#include <nearfield/catalogue.h>
#include <nearfield/fof.h>
#include <nearfield/knn.h>

/* The box, which may be NULL, of points of so many dims: more than 3 only in open space. */
nf_status nf_check_knn_box(const nf_box *box, int dims, nf_sentence *error);

/* k, max_distance and arrays.  options may be NULL.  Query points are checked by nf_check_knn_queries. */
nf_status nf_check_knn_options(uint32_t k, const nf_knn_options *options, nf_sentence *error);

/* Query points, which may be NULL, for points of a cloud. */
nf_status nf_check_knn_queries(const nf_points *queries, int dims, nf_type type, nf_sentence *error);

/* The arrays that answers may have. */
#define NF_KNN_ARRAYS_ALL                                                                                    \
    (NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_KTH_DISTANCES) |             \
     NF_WANT(NF_ARRAY_MEAN_DISTANCES) | NF_WANT(NF_ARRAY_DENSITIES) | NF_WANT(NF_ARRAY_ORDER) |              \
     NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS))
#define NF_CATALOGUE_ARRAYS_ALL                                                                              \
    (NF_WANT(NF_ARRAY_GROUPS) | NF_WANT(NF_ARRAY_MEMBERS) | NF_WANT(NF_ARRAY_MASSES) |                       \
     NF_WANT(NF_ARRAY_CENTRES) | NF_WANT(NF_ARRAY_VELOCITIES) | NF_WANT(NF_ARRAY_INERTIA_RADII) |            \
     NF_WANT(NF_ARRAY_EXTENTS) | NF_WANT(NF_ARRAY_PERCOLATES))

/* The linking length as given, and the points that make a core point. */
nf_status nf_check_linking_length(double linking_length, nf_sentence *error);
nf_status nf_check_dbscan(double linking_length, uint32_t min_points, nf_sentence *error);

/* Weights, velocities and arrays for points that were checked.  options may be NULL. */
nf_status nf_check_catalogue_options(const nf_catalogue_options *options, const nf_points *points,
                                     nf_sentence *error);

/* `count` packed rows of weights, or of velocities of `dims` components, the first of which is row `first`: they are finite, and weights are not negative. */
nf_status nf_check_weights(const void *rows, nf_type type, uint64_t first, uint64_t count,
                           nf_sentence *error);
nf_status nf_check_velocities(const void *rows, nf_type type, int dims, uint64_t first, uint64_t count,
                              nf_sentence *error);

/* NF_ERROR_ARGUMENT: label p of n points is not the index of one. */
nf_status nf_refuse_label(uint64_t p, int32_t label, uint64_t n, nf_sentence *error);

/* NF_ERROR_POINTS: point p (name: "point", or what it is) has fewer than k neighbours within `reach`.  NF_ERROR_ARGUMENT: the linking length
   reaches too many images. */
nf_status nf_refuse_far_point(const char *name, uint64_t p, double reach, nf_sentence *error);
nf_status nf_refuse_linking_length(double linking_length, nf_sentence *error);

/* The linking length of a catalogue; 0: it is not known. */
nf_status nf_catalogue_length(const nf_catalogue_options *options, const nf_space *space, uint64_t n,
                              double *length, nf_sentence *error);

/* The least number of points of a group of the catalogue, and its arrays. */
uint32_t nf_catalogue_least(const nf_catalogue_options *options);
uint64_t nf_catalogue_arrays(const nf_catalogue_options *options);

#endif
