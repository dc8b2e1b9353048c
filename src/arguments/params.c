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

nf_status nf_params_histogram(nf_params *params, const nf_space *space, uint64_t n, nf_type type,
                              double cutoff, uint32_t bins, const nf_histogram_options *options,
                              nf_sentence *error) {
    nf_status status = NF_OK;
    if (bins < 1 || bins > NF_HISTOGRAM_BINS_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "there are %lu bins: give 1 to %d", (unsigned long)bins,
                       NF_HISTOGRAM_BINS_MOST);
    NF_TRY(nf_params_search(params, space, n, type, cutoff, options->filters, error));
    if (!params->rule.scaled) params->rule = nf_bins_rule(cutoff, bins, type);
done:
    return status;
}
