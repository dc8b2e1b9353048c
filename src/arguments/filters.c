/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/filters.h"

#include "arguments/values.h"
#include "core/check.h"
#include "core/slice.h"
#include "space/points.h"
#include "space/batch.h"

#include <float.h>
#include <math.h>

nf_status nf_check_queries(const nf_points *queries, int dims, nf_type type, uint64_t systems,
                           nf_sentence *error) {
    nf_status status = NF_OK;
    if (!queries) return NF_OK;
    NF_TRY(nf_check_points(queries, "query points", error));
    NF_TRY(nf_batch_check_queries(queries->batch, systems, error));
    if (queries->dims != dims || queries->type != type)
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "query points have %d dims of %s, and the points of the cloud %d of %s: they must be the same",
            queries->dims, nf_type_name(queries->type), dims, nf_type_name(type));
done:
    return status;
}

const nf_points *nf_filters_own(const nf_filters *filters, const nf_points *queries) {
    if (!filters) return NULL;
    return queries ? filters->query_radii : filters->radii;
}

const nf_points *nf_filters_other(const nf_filters *filters) {
    return filters && filters->radii_rule != NF_RADII_QUERY ? filters->radii : NULL;
}

static nf_status check_rule(const nf_filters *filters, const nf_filters_case *of, nf_sentence *error) {
    const int has = filters->radii != NULL, asks = filters->query_radii != NULL;
    if (filters->radii_rule < NF_RADII_QUERY || filters->radii_rule > NF_RADII_LARGER)
        return nf_fail(error, NF_ERROR_ARGUMENT, "radii_rule %d is not an nf_radii_rule",
                       (int)filters->radii_rule);
    if (asks && !of->queries)
        return nf_fail(error, NF_ERROR_ARGUMENT, "query_radii are given, and no query points");
    if (!has && !asks && filters->radii_rule != NF_RADII_QUERY)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "radii_rule is set, and there are no radii: set radii, or leave the rule at 0");
    if (!has && !asks) return NF_OK;
    if (of->queries && !asks)
        return nf_fail(error, NF_ERROR_ARGUMENT, "query points have no radii: set query_radii");
    if (!has && filters->radii_rule != NF_RADII_QUERY)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the points of the cloud have no radii: set radii, or the rule of the query point");
    if (of->from != NF_FROM_BOTH && filters->radii_rule == NF_RADII_QUERY)
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "the radius of the query point bounds a pair for one of its points only, and the answer has each "
            "pair once: set radii_rule to the sum or the larger of both radii, or ask for full lists");
    return NF_OK;
}

static nf_status check_exclusions(const nf_csr *rows, uint64_t n, uint64_t points, nf_sentence *error) {
    const uint64_t *offsets = NULL;
    const int32_t *indices = NULL;
    nf_status status = NF_OK;
    if (!rows) return NF_OK;
    NF_TRY(nf_check_place(rows->offsets, "the offsets of the exclusions", n + 1, sizeof *offsets, error));
    NF_TRY(nf_check_place(rows->indices, "the indices of the exclusions", 0, sizeof *indices, error));
    offsets = nf_slice_memory(rows->offsets);
    indices = nf_slice_memory(rows->indices);
    if (offsets ? rows->indices.buffer != NULL : !rows->indices.buffer)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the offsets of the exclusions are %s, and the indices are not: give both in host "
                       "memory, or both in buffers",
                       offsets ? "in host memory" : "in a buffer");
    if (!offsets) return NF_OK;
    if (offsets[0] != 0)
        return nf_fail(error, NF_ERROR_ARGUMENT, "the offsets of the exclusions begin with %llu, not 0",
                       (unsigned long long)offsets[0]);
    for (uint64_t i = 0; i < n; i++)
        if (offsets[i + 1] < offsets[i])
            return nf_fail(
                error, NF_ERROR_ARGUMENT,
                "the offsets of the exclusions descend: offset %llu is %llu, and offset %llu is %llu",
                (unsigned long long)i, (unsigned long long)offsets[i], (unsigned long long)i + 1,
                (unsigned long long)offsets[i + 1]);
    if (offsets[n] && !indices) return nf_fail(error, NF_ERROR_ARGUMENT, "exclusions have no indices");
    for (uint64_t k = 0; k < offsets[n]; k++)
        if (indices[k] < 0 || (uint64_t)indices[k] >= points)
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "index %llu of the exclusions is %d: there are %llu points", (unsigned long long)k,
                           (int)indices[k], (unsigned long long)points);
done:
    return status;
}

static nf_status check_range(uint32_t count, const char *name, const nf_type_range *range,
                             nf_sentence *error) {
    if (!range->known || range->most < (int32_t)count) return NF_OK;
    return nf_fail(
        error, NF_ERROR_ARGUMENT,
        "the type of %s %llu is %d, and there are cutoffs or counts of %lu types: types are below that", name,
        (unsigned long long)range->at, (int)range->most, (unsigned long)count);
}

nf_status nf_check_type_count(const nf_filters_case *of, uint32_t count, nf_sentence *error) {
    nf_type_range range;
    nf_status status = NF_OK;
    if (count < 1 || count > NF_TYPES_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "type_count is %lu: give 1 to %d", (unsigned long)count,
                       NF_TYPES_MOST);
    if (!of->has_types && of->n)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "there are cutoffs or counts of types, and the points have no types: set their types");
    NF_TRY(check_range(count, "point", &of->types, error));
    if (!of->queries || !of->queries->n) return NF_OK;
    if (!nf_points_have_types(of->queries))
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "there are cutoffs or counts of types, and the query points have no types: set their types");
    NF_TRY(nf_check_types(of->queries, "query point", &range, error));
    NF_TRY(check_range(count, "query point", &range, error));
done:
    return status;
}

static nf_status check_types(const nf_filters *filters, const nf_filters_case *of, nf_sentence *error) {
    const uint32_t count = filters->type_count;
    const double *cutoffs = filters->type_cutoffs;
    nf_status status = NF_OK;
    if (!cutoffs) return NF_OK;
    NF_TRY(nf_check_type_count(of, count, error));
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++) {
            const double cutoff = cutoffs[a * count + b], other = cutoffs[b * count + a];
            if (!(cutoff >= 0 && cutoff <= DBL_MAX))
                return nf_fail(
                    error, NF_ERROR_ARGUMENT,
                    "the cutoff of the types %lu and %lu is %g: it must be finite and not negative",
                    (unsigned long)a, (unsigned long)b, cutoff);
            if (cutoff < other || cutoff > other)
                return nf_fail(
                    error, NF_ERROR_ARGUMENT,
                    "type_cutoffs is not symmetric: %g for the types %lu and %lu, and %g for %lu and "
                    "%lu",
                    cutoff, (unsigned long)a, (unsigned long)b, other, (unsigned long)b, (unsigned long)a);
        }
done:
    return status;
}

nf_status nf_filters_check(const nf_filters *filters, const nf_filters_case *of, nf_sentence *error) {
    const uint64_t queries = of->queries ? of->queries->n : of->n;
    nf_status status = NF_OK;
    if (!filters) return NF_OK;
    if (!(filters->min_distance >= 0 && filters->min_distance <= DBL_MAX))
        return nf_fail(error, NF_ERROR_ARGUMENT, "min_distance is %g: it must be finite and not negative",
                       filters->min_distance);
    NF_TRY(check_rule(filters, of, error));
    NF_TRY(nf_check_values(filters->radii, "radii", of->n, 1, of->type, error));
    NF_TRY(nf_check_values(filters->query_radii, "query_radii", queries, 1, of->type, error));
    NF_TRY(check_types(filters, of, error));
    NF_TRY(check_exclusions(filters->exclusions, queries, of->n, error));
done:
    return status;
}

int nf_filters_any(const nf_filters *filters) {
    return filters && (filters->min_distance != 0 || filters->radii || filters->query_radii ||
                       filters->type_cutoffs || filters->exclusions);
}

nf_status nf_filters_rule(const nf_filters *filters, double cutoff, nf_type type, nf_rule *rule,
                          nf_sentence *error) {
    const double least = cutoff * (type == NF_FLOAT32 ? 0x1p-36 : 0x1p-500);
    const int distances = filters && (filters->min_distance > 0 || filters->radii || filters->query_radii ||
                                      filters->type_cutoffs);
    if (filters && filters->min_distance > 0 && filters->min_distance < least)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "min_distance is %g: with the cutoff %g it must be 0 or at least %g",
                       filters->min_distance, cutoff, least);
    *rule = distances ? nf_rule_down_to(cutoff, 0, type) : nf_rule_for(cutoff, type);
    return NF_OK;
}

nf_status nf_radii_most(const nf_points *radii, double *most, nf_sentence *error) {
    enum { BLOCK = 256 };
    double block[BLOCK]; /* of either type */
    *most = 0;
    for (uint64_t first = 0; first < radii->n; first += BLOCK) {
        const uint64_t count = radii->n - first < BLOCK ? radii->n - first : BLOCK;
        nf_points_pack(radii, first, count, block);
        for (uint64_t k = 0; k < count; k++) {
            const double r = radii->type == NF_FLOAT32 ? (double)((const float *)block)[k] : block[k];
            if (!(r >= 0 && r <= DBL_MAX))
                return nf_fail(error, NF_ERROR_ARGUMENT,
                               "radius %llu is %g: it must be finite and not negative",
                               (unsigned long long)first + k, r);
            if (r > *most) *most = r;
        }
    }
    return NF_OK;
}

/* What a search checks about a cutoff. */
static nf_status check_cutoff(const nf_filters *filters, const nf_filters_case *of, double cutoff,
                              nf_sentence *error) {
    nf_rule rule;
    nf_status status = NF_OK;
    NF_TRY(nf_check_cutoff(cutoff, of->type, error));
    NF_TRY(nf_space_check(of->space, of->n, cutoff, error));
    NF_TRY(nf_filters_rule(filters, cutoff, of->type, &rule, error));
done:
    return status;
}

static double most_of_types(const nf_filters *filters) {
    double most = 0;
    for (size_t k = 0; filters->type_cutoffs && k < (size_t)filters->type_count * filters->type_count; k++)
        if (filters->type_cutoffs[k] > most) most = filters->type_cutoffs[k];
    return most;
}

/* If all are 0 there are no results, whatever the cutoff: a short one compares few points, and reaches no more images than any other. */
static double some_cutoff(const nf_filters_case *of) {
    double shortest = HUGE_VAL;
    for (int k = 0; of->space && k < of->space->dims; k++)
        if (of->space->heights[k] > 0) shortest = fmin(shortest, of->space->heights[k]);
    const double least = nf_cutoff_least(of->type);
    return shortest < HUGE_VAL ? fmax(least, shortest * 0x1p-20) : least;
}

nf_status nf_filters_cutoff(const nf_filters *filters, const nf_filters_case *of, double own, double other,
                            double *cutoff, nf_sentence *error) {
    nf_status status = NF_OK;
    const int radii = filters && (filters->radii || filters->query_radii);
    if (*cutoff != 0 || !filters || (!radii && !filters->type_cutoffs)) return NF_OK;
    const double of_radii = filters->radii_rule == NF_RADII_SUM                     ? own + other
                            : filters->radii_rule == NF_RADII_LARGER && other > own ? other
                                                                                    : own,
                 of_types = most_of_types(filters);
    const int by_radii = radii && (!filters->type_cutoffs || of_radii < of_types);
    const double most = by_radii ? of_radii : of_types;
    *cutoff = most > 0 ? most : some_cutoff(of);
    if (of->space && of->n) status = check_cutoff(filters, of, *cutoff, error);
    if (status != NF_OK)
        nf_blame(error, by_radii ? "no cutoff is given, so it is that of the radii: "
                                 : "no cutoff is given, so it is the largest of type_cutoffs: ");
    return status;
}
