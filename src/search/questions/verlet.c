/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/questions/verlet.h"

#include "order/bounds.h"
#include "core/real.h"

static nf_verlet_key key_of(const nf_query *query) {
    const nf_params *params = &query->params;
    return (nf_verlet_key){.n = query->cloud->n,
                           .cutoff = params->cells.cutoff,
                           .skin = params->skin,
                           .half = params->half != 0,
                           .space = query->cloud->space};
}

int nf_verlet_is_like(const nf_verlet *list, const nf_query *query) {
    const nf_verlet_key *key = &list->key, other = key_of(query);
    return key->n == other.n && nf_is_same(key->cutoff, other.cutoff) && nf_is_same(key->skin, other.skin) &&
           key->half == other.half && nf_space_equal(&key->space, &other.space);
}

int nf_verlet_is_for(const nf_verlet *list, const nf_query *query) {
    return list && list->built && nf_verlet_is_like(list, query) &&
           list->lost == nf_work_lost(query->cloud->context);
}

nf_status nf_verlet_keep(nf_verlet *list, const nf_cloud *cloud) {
    nf_context *context = cloud->context;
    const uint64_t bytes = cloud->n * (uint64_t)cloud->dims * nf_type_bytes(cloud->type);
    nf_status status = NF_OK;
    NF_TRY(nf_keep(context, &list->reference, bytes, "the points of a list with a skin"));
    NF_TRY(nf_keep(context, &list->grid, nf_grid_bytes(cloud->type), "the grid of a list with a skin"));
done:
    return status;
}

void nf_verlet_built(nf_verlet *list, const nf_query *query) {
    list->key = key_of(query);
    list->lost = nf_work_lost(query->cloud->context);
    list->built = 1;
}

void nf_verlet_free(nf_context *context, nf_verlet *list) {
    nf_kept_free(context, &list->reference);
    nf_kept_free(context, &list->grid);
}

/* A quarter of the slack for each point: half of it for both. */
nf_verlet_steps nf_verlet_steps_of(const nf_query *query, double slack) {
    const nf_params *params = &query->params;
    const nf_type type = query->cloud->type;
    return (nf_verlet_steps){{nf_real(type, params->skin / 2), nf_real(type, params->wide * slack / 4),
                              nf_real(type, params->rule.scale)}};
}
