/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/params.h"

#include "core/check.h"
#include "space/bins.h"
#include "arguments/filters.h"

#include <float.h>
#include <math.h>

nf_status nf_params_search(nf_params *params, const nf_space *space, uint64_t n, nf_type type, double cutoff,
                           const nf_filters *filters, nf_sentence *error) {
    nf_status status = NF_OK;
    NF_TRY(nf_check_cutoff(cutoff, type, error));
    NF_TRY(nf_space_check(space, n, cutoff, error));
    *params = (nf_params){.cells = nf_cells_for(cutoff, type)};
    NF_TRY(nf_filters_rule(filters, cutoff, type, &params->rule, error));
done:
    return status;
}

nf_status nf_params_pairs(nf_params *params, const nf_space *space, uint64_t n, nf_type type, double cutoff,
                          const nf_pairs_options *o, nf_sentence *error) {
    nf_status status = NF_OK;
    NF_TRY(nf_params_search(params, space, n, type, cutoff, o->filters, error));
    params->sorted = o->sorted;
done:
    return status;
}

/* The share by which the kept list is wider than cutoff + skin: that of the cells. */
static nf_status add_skin(nf_params *params, const nf_space *space, uint64_t n, nf_type type, double cutoff,
                          double skin, nf_sentence *error) {
    const double sum = cutoff + skin;
    nf_status status = NF_OK;
    if (!(skin > 0)) return NF_OK;
    params->skin = skin;
    params->wide = sum * (1 + nf_cells_slack(type));
    params->sorted = 1;
    if (nf_check_cutoff(params->wide, type, NULL) != NF_OK)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "cutoff + skin is %g, which is out of range for %s points: give a smaller skin", sum,
                       nf_type_name(type));
    NF_TRY(nf_space_check(space, n, params->wide, error));
done:
    return status;
}

nf_status nf_params_lists(nf_params *params, const nf_space *space, uint64_t n, nf_type type, double cutoff,
                          const nf_lists_options *o, nf_sentence *error) {
    nf_status status = NF_OK;
    if (o->half && o->queries)
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "half lists have each pair of points of one cloud once: query points have full lists only");
    if (!o->cell_order && (o->arrays & NF_WANT(NF_ARRAY_COUNTS)))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "arrays names NF_ARRAY_COUNTS, which comes with cell_order alone: set cell_order, or "
                       "leave it out");
    NF_TRY(nf_check_skin(o->skin, error));
    NF_TRY(nf_params_search(params, space, n, type, cutoff, o->filters, error));
    params->sorted = o->sorted;
    params->half = o->half;
    params->cell_order = o->cell_order;
    if (o->skin > 0 && o->cell_order)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "a list with a skin has its rows in the order of the points: give no cell_order");
    if (o->skin > 0 && (o->queries || nf_filters_any(o->filters)))
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "a list with a skin is that of the cloud's points, without query points and filters");
    NF_TRY(add_skin(params, space, n, type, cutoff, o->skin, error));
done:
    return status;
}

nf_status nf_check_bins(const nf_bins *bins, double cutoff, nf_sentence *error) {
    const double *edges = bins->edges;
    if (bins->count < 1 || bins->count > NF_HISTOGRAM_BINS_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "there are %lu bins: give 1 to %d",
                       (unsigned long)bins->count, NF_HISTOGRAM_BINS_MOST);
    if (!edges) return NF_OK;
    for (uint32_t k = 0; k <= bins->count; k++)
        if (!(edges[k] >= 0 && edges[k] <= DBL_MAX) || (k > 0 && !(edges[k] > edges[k - 1])))
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "edge %lu is %g: edges are finite, not negative, and each is larger than the one "
                           "before",
                           (unsigned long)k, edges[k]);
    if (cutoff < edges[bins->count] || cutoff > edges[bins->count])
        if (cutoff < 0 || cutoff > 0)
            return nf_fail(
                error, NF_ERROR_ARGUMENT,
                "the cutoff is %g and the last edge is %g: give the cutoff 0, which is the last edge", cutoff,
                edges[bins->count]);
    return NF_OK;
}

nf_status nf_params_histogram(nf_params *params, const nf_space *space, uint64_t n, nf_type type,
                              const nf_bins *bins, const nf_filters *filters, nf_sentence *error) {
    const double least = bins->cutoff * (type == NF_FLOAT32 ? 0x1p-36 : 0x1p-500);
    nf_status status = NF_OK;
    for (uint32_t k = 0; bins->edges && k < 2; k++)
        if (bins->edges[k] > 0 && bins->edges[k] < least)
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "edge %lu is %g: with the last edge %g it must be 0 or at least %g",
                           (unsigned long)k, bins->edges[k], bins->cutoff, least);
    NF_TRY(nf_params_search(params, space, n, type, bins->cutoff, filters, error));
    if (!params->rule.scaled) params->rule = nf_bins_rule(bins, type);
done:
    return status;
}
