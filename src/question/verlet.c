/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/verlet.h"

#include "order/bounds.h"
#include "core/real.h"

/* How many lists were built for a cloud. */
typedef struct verlet_builds {
    nf_keepsake keepsake;
    uint64_t count;
} verlet_builds;
static const nf_keepsake_kind kind = {"the number of lists with a skin", sizeof(verlet_builds), NULL};

static verlet_builds *builds_of(const nf_cloud *cloud) {
    return (verlet_builds *)nf_keepsake_of(cloud->keepsakes, &kind);
}

uint64_t nf_cloud_lists_built(const nf_cloud *cloud) {
    const verlet_builds *builds = cloud ? builds_of(cloud) : NULL;
    return builds ? builds->count : 0;
}

void nf_verlet_count(nf_cloud *cloud) { builds_of(cloud)->count++; }

static nf_verlet_key key_of(const nf_cloud *cloud, const nf_params *params) {
    return (nf_verlet_key){.n = cloud->n,
                           .cutoff = params->cells.cutoff,
                           .skin = params->skin,
                           .half = params->half != 0,
                           .space = cloud->space};
}

int nf_verlet_is_like(const nf_verlet *list, const nf_cloud *cloud, const nf_params *params) {
    const nf_verlet_key *key = &list->key, other = key_of(cloud, params);
    return key->n == other.n && nf_is_same(key->cutoff, other.cutoff) && nf_is_same(key->skin, other.skin) &&
           key->half == other.half && nf_space_equal(&key->space, &other.space);
}

int nf_verlet_is_for(const nf_verlet *list, const nf_cloud *cloud, const nf_params *params) {
    return list && list->built && nf_verlet_is_like(list, cloud, params) &&
           list->lost == nf_work_lost(cloud->context);
}

nf_status nf_verlet_keep(nf_verlet *list, nf_cloud *cloud) {
    nf_context *context = cloud->context;
    nf_keepsake *builds = NULL;
    const uint64_t bytes = cloud->n * (uint64_t)cloud->dims * nf_type_bytes(cloud->type);
    nf_status status = NF_OK;
    NF_TRY(nf_keepsake_take(context, &cloud->keepsakes, &kind, &builds));
    NF_TRY(nf_keep(context, &list->reference, bytes, "the points of a list with a skin"));
    NF_TRY(nf_keep(context, &list->grid, nf_grid_bytes(cloud->type), "the grid of a list with a skin"));
done:
    return status;
}

void nf_verlet_built(nf_verlet *list, const nf_cloud *cloud, const nf_params *params) {
    list->key = key_of(cloud, params);
    list->lost = nf_work_lost(cloud->context);
    list->built = 1;
}

void nf_verlet_free(nf_context *context, nf_verlet *list) {
    nf_kept_free(context, &list->reference);
    nf_kept_free(context, &list->grid);
}

/* A quarter of the slack for each point: half of it for both. */
nf_verlet_steps nf_verlet_steps_of(const nf_params *params, nf_type type, double slack) {
    return (nf_verlet_steps){{nf_real(type, params->skin / 2), nf_real(type, params->wide * slack / 4),
                              nf_real(type, params->rule.scale)}};
}
