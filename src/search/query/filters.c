/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/query/filters.h"

#include "core/slice.h"
#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "order/pack.h"
#include "question/shaped.h"
#include "primitives/run.h"
#include "space/points.h"

#include <float.h>
#include <math.h>

/* The largest of radii on the device. */
static nf_status most_on_device(nf_work *work, const nf_points *radii, cl_mem packed, double *most) {
    static const float narrow_most[2] = {(float)NF_SHAPED_CUTOFF, (float)NF_SHAPED_CUTOFF};
    static const double wide_most[2] = {NF_SHAPED_CUTOFF, NF_SHAPED_CUTOFF};
    const size_t element = nf_type_bytes(radii->type);
    cl_mem two = NULL;
    float narrow[2];
    double wide[2];
    const int is_narrow = radii->type == NF_FLOAT32;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(nf_scratch(work, 2 * element, &two));
    NF_TRY(nf_reduce_run(work, radii->type, NF_MAX, nf_elements_at(packed, 0), nf_elements_at(two, 0),
                         radii->n));
    NF_TRY(nf_reduce_run(work, radii->type, NF_MIN, nf_elements_at(packed, 0), nf_elements_at(two, 1),
                         radii->n));
    NF_TRY(nf_read_most(work, two, 0, is_narrow ? (void *)narrow : (void *)wide, 2 * element,
                        is_narrow ? (const void *)narrow_most : (const void *)wide_most));
    for (int k = 0; k < 2 && is_narrow; k++) wide[k] = (double)narrow[k];
    if (!(wide[1] >= 0 && wide[0] <= DBL_MAX))
        NF_TRY(nf_fail(&work->context->error, NF_ERROR_ARGUMENT,
                       "the radii are between %g and %g: they must be finite and not negative", wide[1],
                       wide[0]));
    *most = wide[0];
done:
    nf_scratch_back(work, mark);
    return status;
}

/* Takes radii that the rule uses, packed.  Those on the device are read only if the cutoff depends on them. */
static nf_status take_radii(nf_work *work, nf_context *context, const nf_points *radii, int asks,
                            nf_filtered *out, cl_mem *packed, double *most) {
    nf_status status = NF_OK;
    *packed = NULL;
    *most = 0;
    if (!radii || radii->n == 0) return NF_OK;
    const int on_device = !nf_points_on_host(radii);
    if (!on_device) NF_TRY(nf_radii_most(radii, most, &context->error));
    if (!work) {
        out->unknown |= asks && on_device && !nf_cost_worst(context, 0, 1); /* a cost has any cutoff */
        return nf_pack_check(context, radii, "radii");
    }
    NF_TRY(nf_scratch(work, radii->n * nf_type_bytes(radii->type), packed));
    NF_TRY(nf_pack(work, radii, "radii", *packed));
    if (asks && on_device) NF_TRY(most_on_device(work, radii, *packed, most));
done:
    return status;
}

/* The cutoffs of types in the type of the points. */
static nf_status take_types(nf_work *work, nf_context *context, const nf_filters *filters, nf_type type,
                            nf_filtered *out) {
    const uint64_t count = (uint64_t)filters->type_count * filters->type_count;
    const size_t element = nf_type_bytes(type);
    void *table = NULL;
    nf_status status = NF_OK;
    if (!filters->type_cutoffs || !work) return NF_OK;
    out->type_count = filters->type_count;
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)count, element, "the cutoffs of types", &table,
                           &context->error));
    for (size_t k = 0; k < count; k++) {
        if (type == NF_FLOAT32) ((float *)table)[k] = (float)fmin(filters->type_cutoffs[k], (double)FLT_MAX);
        else ((double *)table)[k] = filters->type_cutoffs[k];
    }
    NF_TRY(nf_scratch(work, count * element, &out->type_cutoffs));
    NF_TRY(nf_write(work, out->type_cutoffs, 0, table, count * element));
done:
    nf_release(&context->allocator, table);
    return status;
}

static nf_status take_exclusions(nf_work *work, nf_context *context, const nf_csr *rows, uint64_t n,
                                 nf_filtered *out) {
    nf_status status = NF_OK;
    if (!rows || n == 0) return NF_OK;
    const uint64_t *offsets = nf_slice_memory(rows->offsets), total = offsets ? offsets[n] : 0;
    if (offsets && !total) return NF_OK;
    NF_TRY(nf_take_slice(work, context, "the offsets of the exclusions", rows->offsets, n + 1, 8,
                         &out->offsets));
    NF_TRY(nf_take_slice(work, context, "the indices of the exclusions", rows->indices, total, 4,
                         &out->indices));
done:
    return status;
}

nf_status nf_filters_take(nf_work *work, nf_context *context, const nf_filters *filters,
                          const nf_filters_case *of, double *cutoff, nf_filtered *out) {
    const uint64_t queries = of->queries ? of->queries->n : of->n;
    double own = 0, other = 0;
    nf_status status = NF_OK;
    *out = (nf_filtered){0};
    if (!filters) return NF_OK;
    NF_TRY(nf_filters_check(filters, of, &context->error));
    out->min_distance = filters->min_distance;
    out->rule = filters->radii_rule;
    out->symmetric = !of->queries;
    const int asks = !(*cutoff > 0 || *cutoff < 0);
    NF_TRY(take_radii(work, context, nf_filters_own(filters, of->queries), asks, out, &out->own, &own));
    NF_TRY(take_radii(work, context, nf_filters_other(filters), asks, out, &out->other, &other));
    if (!out->unknown) NF_TRY(nf_filters_cutoff(filters, of, own, other, cutoff, &context->error));
    if (of->n) NF_TRY(take_types(work, context, filters, of->type, out));
    NF_TRY(take_exclusions(work, context, filters->exclusions, queries, out));
    out->any = out->min_distance > 0 || out->own || out->type_cutoffs || out->offsets.buffer;
done:
    return status;
}

nf_status nf_filters_order(nf_work *work, const nf_view *sources, nf_filtered *filters) {
    const uint64_t element = nf_type_bytes(sources->type);
    nf_status status = NF_OK;
    if (!filters->any || !filters->other) return NF_OK;
    NF_TRY(nf_scratch(work, (sources->n + NF_ORDER_BEYOND) * element, &filters->ordered));
    NF_TRY(nf_gather_run(work, (int)(element / 4), nf_elements_at(filters->other, 0), sources->n,
                         nf_elements_at(sources->index, 0), nf_elements_at(filters->ordered, 0), sources->n));
done:
    return status;
}

void nf_filters_define(const nf_filtered *filters, nf_spec *spec) {
    if (!filters->any) return;
    nf_define(spec, "FILTERS", 1);
    nf_define(spec, "LEAST", filters->min_distance > 0);
    nf_define(spec, "RADII", filters->own ? 1 + (int)filters->rule : 0);
    nf_define(spec, "TYPES", filters->type_cutoffs != NULL);
    nf_define(spec, "EXCLUDED", filters->offsets.buffer ? 1 + filters->symmetric : 0);
}

size_t nf_filters_args(const nf_filtered *filters, const nf_rule *rule, const nf_view *targets,
                       const nf_view *sources, nf_arg *args) {
    const nf_type type = sources->type;
    cl_mem any = sources->points;
    if (!filters->any) return 0;
    cl_mem own = filters->own ? filters->own : any, other = filters->other ? filters->other : any,
           own_types = filters->type_cutoffs ? targets->types.buffer : any,
           other_types = filters->type_cutoffs ? sources->types.buffer : any,
           offsets = filters->offsets.buffer ? filters->offsets.buffer : any,
           indices = filters->indices.buffer ? filters->indices.buffer : any;
    const nf_arg all[NF_FILTER_ARGS] = {nf_real(type, nf_rule_square(rule, filters->min_distance, type)),
                                        nf_in(own),
                                        nf_in(other),
                                        nf_in(filters->ordered ? filters->ordered : any),
                                        nf_in(own_types),
                                        nf_u64(targets->types.offset),
                                        nf_in(other_types),
                                        nf_u64(sources->types.offset),
                                        nf_in(filters->type_cutoffs ? filters->type_cutoffs : any),
                                        nf_u32(filters->type_count),
                                        nf_in(offsets),
                                        nf_u64(filters->offsets.offset),
                                        nf_in(indices),
                                        nf_u64(filters->indices.offset)};
    for (size_t k = 0; k < NF_FILTER_ARGS; k++) args[k] = all[k];
    return NF_FILTER_ARGS;
}
