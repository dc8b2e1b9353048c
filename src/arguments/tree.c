/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/tree.h"

#include "arguments/values.h"
#include "core/check.h"
#include "space/scaled.h"

#include <float.h>

nf_status nf_check_knn_box(const nf_box *box, int dims, nf_sentence *error) {
    for (int k = 0; box && dims > 3 && k < 3; k++)
        if (box->periodic[k])
            return nf_fail(
                error, NF_ERROR_ARGUMENT,
                "the box is periodic along vector %d, and points have %d dims: more than 3 only in "
                "open space",
                k, dims);
    return nf_check_box(box, error);
}

nf_status nf_check_knn_options(uint32_t k, const nf_knn_options *options, nf_sentence *error) {
    if (k < 1 || k > NF_KNN_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "k is %u: give 1 to %d", k, NF_KNN_MOST);
    if (!(options->max_distance >= 0 && options->max_distance <= DBL_MAX))
        return nf_fail(error, NF_ERROR_ARGUMENT, "max_distance is %g: it must be 0, or positive and finite",
                       options->max_distance);
    if (!options->z_order && (options->arrays & NF_WANT(NF_ARRAY_ORDER)))
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "arrays names NF_ARRAY_ORDER, which comes with z_order alone: set z_order, or leave it out");
    return NF_OK;
}

nf_status nf_check_knn_queries(const nf_points *queries, int dims, nf_type type, nf_sentence *error) {
    nf_status status = NF_OK;
    if (!queries) return NF_OK;
    NF_TRY(nf_check_points_of(queries, "query points", NF_KNN_DIMS_MOST, error));
    if (queries->batch)
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT, "the query points have systems, and the points have none"));
    if (queries->dims != dims || queries->type != type)
        status = nf_fail(error, NF_ERROR_ARGUMENT,
                         "query points have %d dims of %s, and the points of the cloud %d of %s: they must "
                         "be the same",
                         queries->dims, nf_type_name(queries->type), dims, nf_type_name(type));
done:
    return status;
}

nf_status nf_check_linking_length(double linking_length, nf_sentence *error) {
    if (!(linking_length > 0 && linking_length <= DBL_MAX))
        return nf_fail(error, NF_ERROR_ARGUMENT, "the linking length is %g: it must be positive and finite",
                       linking_length);
    return NF_OK;
}

nf_status nf_check_dbscan(double linking_length, uint32_t min_points, nf_sentence *error) {
    if (min_points < 1)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "min_points is 0: give at least 1, as a point counts itself");
    return nf_check_linking_length(linking_length, error);
}

nf_status nf_check_catalogue_options(const nf_catalogue_options *options, const nf_points *points,
                                     nf_sentence *error) {
    nf_status status = NF_OK;
    if (!(options->linking_length >= 0 && options->linking_length <= DBL_MAX))
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT,
                       "the linking length is %g: it must be 0, or positive and finite",
                       options->linking_length));
    if (!(options->linking_length > 0) && options->in_spacings)
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT,
                       "in_spacings is set, and there is no linking length: set linking_length"));
    if (!(options->linking_length > 0) && (options->arrays & NF_WANT(NF_ARRAY_PERCOLATES)))
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT,
                       "whether groups percolate is asked for, and links are not known: set linking_length"));
    if (!options->velocities &&
        (options->arrays & (NF_WANT(NF_ARRAY_VELOCITIES) | NF_WANT(NF_ARRAY_DISPERSIONS))))
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT,
                       "the velocities of groups are asked for, and the points have none: set velocities"));
    NF_TRY(nf_check_values(options->weights, "weights", points->n, 1, points->type, error));
    NF_TRY(nf_check_values(options->velocities, "velocities", points->n, points->dims, points->type, error));
done:
    return status;
}

static double value_of(const void *values, nf_type type, uint64_t k) {
    return type == NF_FLOAT32 ? (double)((const float *)values)[k] : ((const double *)values)[k];
}

nf_status nf_check_weights(const void *rows, nf_type type, uint64_t first, uint64_t count,
                           nf_sentence *error) {
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t p = first + k;
        const double x = value_of(rows, type, k);
        if (!(x >= 0 && x <= DBL_MAX))
            return nf_fail(error, NF_ERROR_ARGUMENT, "weight %llu is %g: it must be finite and not negative",
                           (unsigned long long)p, x);
    }
    return NF_OK;
}

nf_status nf_check_velocities(const void *rows, nf_type type, int dims, uint64_t first, uint64_t count,
                              nf_sentence *error) {
    for (uint64_t k = 0; k < count * (uint64_t)dims; k++) {
        const uint64_t p = first + k / (uint64_t)dims;
        const double x = value_of(rows, type, k);
        if (!(x >= -DBL_MAX && x <= DBL_MAX))
            return nf_fail(error, NF_ERROR_ARGUMENT, "velocity %llu has a component that is not finite",
                           (unsigned long long)p);
    }
    return NF_OK;
}

nf_status nf_refuse_label(uint64_t p, int32_t label, uint64_t n, nf_sentence *error) {
    return nf_fail(error, NF_ERROR_ARGUMENT,
                   "label %llu is %d: it must be the index of one of the %llu points, or -1",
                   (unsigned long long)p, (int)label, (unsigned long long)n);
}

nf_status nf_refuse_far_point(const char *name, uint64_t p, double reach, nf_sentence *error) {
    return nf_fail(
        error, NF_ERROR_POINTS,
        "%s %llu has fewer than k neighbours within %g, which reaches 2^24 images of the box: give "
        "a larger cell, a smaller k or a max_distance below that",
        name, (unsigned long long)p, reach);
}

nf_status nf_refuse_linking_length(double linking_length, nf_sentence *error) {
    return nf_fail(error, NF_ERROR_ARGUMENT,
                   "the linking length %g reaches more than 2^24 images of the box: give a smaller one "
                   "or a larger cell",
                   linking_length);
}

uint32_t nf_catalogue_least(const nf_catalogue_options *options) {
    return options->min_members ? options->min_members : 20;
}

uint64_t nf_catalogue_arrays(const nf_catalogue_options *options) {
    const int moves = options->velocities != NULL, links = options->linking_length > 0;
    if (options->arrays) return options->arrays;
    return NF_CATALOGUE_ARRAYS_ALL & ~(moves ? 0 : NF_WANT(NF_ARRAY_VELOCITIES)) &
           ~(links ? 0 : NF_WANT(NF_ARRAY_PERCOLATES));
}

nf_status nf_catalogue_length(const nf_catalogue_options *options, const nf_space *space, uint64_t n,
                              double *length, nf_sentence *error) {
    *length = 0;
    if (!options || !(options->linking_length > 0)) return NF_OK;
    return nf_linking_length(options->in_spacings, space, n, options->linking_length, length, error);
}
