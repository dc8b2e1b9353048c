/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/filters.h"

#include "core/slice.h"
#include "space/points.h"

static nf_status take_radii(const nf_allocator *allocator, const nf_points *radii, void **packed,
                            double *most, nf_sentence *error) {
    nf_status status = NF_OK;
    *most = 0;
    if (!radii || radii->n == 0) return NF_OK;
    NF_TRY(nf_radii_most(radii, most, error));
    NF_TRY(nf_allocate(allocator, (size_t)radii->n, nf_type_bytes(radii->type), "the radii", packed, error));
    nf_points_pack(radii, 0, radii->n, *packed);
done:
    return status;
}

nf_status nf_host_filters_take(const nf_allocator *allocator, const nf_filters *filters,
                               const nf_filters_case *of, double *cutoff, host_filters *out,
                               nf_sentence *error) {
    double own = 0, other = 0;
    nf_status status = NF_OK;
    *out = (host_filters){0};
    if (!filters) return NF_OK;
    out->min_distance = filters->min_distance;
    out->rule = filters->radii_rule;
    if (filters->exclusions) {
        out->offsets = nf_slice_memory(filters->exclusions->offsets);
        out->indices = nf_slice_memory(filters->exclusions->indices);
    }
    out->symmetric = !of->queries;
    out->type_cutoffs = filters->type_cutoffs;
    out->type_count = filters->type_count;
    out->own_types = out->other_types = of->cloud_types;
    if (of->queries) out->own_types = nf_slice_memory(of->queries->types);
    NF_TRY(take_radii(allocator, nf_filters_own(filters, of->queries), &out->own, &own, error));
    NF_TRY(take_radii(allocator, nf_filters_other(filters), &out->other, &other, error));
    NF_TRY(nf_filters_cutoff(filters, of, own, other, cutoff, error));
    out->any = out->min_distance > 0 || out->own || out->type_cutoffs || out->offsets;
done:
    return status;
}

void nf_host_filters_end(const nf_allocator *allocator, host_filters *filters) {
    nf_release(allocator, filters->own);
    nf_release(allocator, filters->other);
}

void nf_host_filters_scale(host_filters *filters, const nf_rule *rule, nf_type type) {
    filters->least2 = nf_rule_square(rule, filters->min_distance, type);
}

static int is_named(const host_filters *filters, uint32_t i, uint32_t j) {
    for (uint64_t k = filters->offsets[i]; k < filters->offsets[i + 1]; k++)
        if (filters->indices[k] == (int32_t)j) return 1;
    return 0;
}

int nf_host_is_excluded(const host_filters *filters, uint32_t i, uint32_t j) {
    return filters->offsets && (is_named(filters, i, j) || (filters->symmetric && is_named(filters, j, i)));
}
