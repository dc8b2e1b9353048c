/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/search.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "primitives/run.h"
#include "search/measure.h"
#include "search/batch.h"
#include "search/ways.h"
#include "tune/capability.h"

#include <string.h>

nf_spec nf_search_spec(const nf_search *search, const char *source) {
    const nf_view *sources = &search->sources;
    nf_spec spec = nf_spec_of(search->context, source);
    nf_order_define(&spec, sources, &sources->cells, sources->sparse);
    if (search->rule->scaled) nf_define(&spec, "SCALED", 1);
    if (search->images) nf_define(&spec, "EMIT_IMAGES", 1);
    if (search->cell_order) nf_define(&spec, "CELL_ORDER", 1);
    if (search->before) nf_define(&spec, "FOLDED_BEFORE", 1);
    if (search->apart) nf_define(&spec, "QUERIES", 1);
    if (search->filters) nf_filters_define(search->filters, &spec);
    nf_part(&spec, search->parts->runs[sources->space->kind]);
    if (search->parts->decision) nf_part(&spec, search->parts->decision);
    if (search->add) search->add(search->what, &spec);
    return spec;
}

nf_status nf_search_program(const nf_search *search, const nf_walk_form *form, const char *source,
                            const char *emitter, nf_program **out) {
    nf_context *context = search->context;
    nf_spec spec = nf_search_spec(search, source);
    nf_lanes_define(&spec, nf_lanes_of(context));
    nf_define(&spec, "TILES", (int64_t)form->tiles);
    nf_define(&spec, "KEPT", (int64_t)form->kept);
    nf_define(&spec, "TEAM", (int64_t)form->team);
    nf_define(&spec, "MARGIN", search->rule->margin);
    nf_define(&spec, "FUSED", context->device.fma);
    if (nf_search_tile_points(search) < NF_SEARCH_TILE)
        nf_define(&spec, "WALK_POINTS", (int64_t)nf_search_tile_points(search));
    if (form->masks) {
        nf_define(&spec, "MASKS", (int64_t)form->masks);
        nf_define(&spec, "PARTS", (int64_t)form->parts);
    }
    if (form->measured) {
        nf_define(&spec, "MEASURED", 1);
        nf_measures_define(&spec, form->measured);
    }
    if (emitter) nf_part(&spec, emitter);
    return nf_program_get(context, &spec, out);
}

nf_shape nf_search_shape(const nf_search *search, const nf_walk_form *form) {
    const uint64_t points = NF_SEARCH_TILE * form->tiles;
    return nf_shape_for(nf_search_tile_count(search), form->tiles, (size_t)(points * form->team));
}

/* ---- launches -------------------------------------------------------------------------------------------- */

enum {
    VIEW_ARGS = 5,
    PLACE_ARGS = 6,
    FOLD_ARGS = 1,
    WALK_ARGS = 2 * VIEW_ARGS + PLACE_ARGS + FOLD_ARGS + 1 + NF_FILTER_ARGS + NF_SYSTEM_ARGS,
    OWN_ARGS = 48
};

static size_t view_args(const nf_view *view, nf_arg *to) {
    const nf_arg all[VIEW_ARGS] = {nf_in(view->axes), nf_u64(view->stride), nf_in(view->points),
                                   nf_u64(view->base), nf_in(view->index)};
    memcpy(to, all, sizeof all);
    return VIEW_ARGS;
}

/* The parameters WALK_CLOUD; returns their number, at most WALK_ARGS. */
static size_t walk_args(const nf_search *search, nf_arg inverse, nf_arg *to) {
    const nf_view *sources = &search->sources, *targets = &search->targets;
    const nf_arg places[PLACE_ARGS] = {nf_in(sources->places),
                                       nf_in(targets->grid),
                                       nf_u32((uint32_t)sources->n),
                                       nf_real(sources->type, search->rule->r2),
                                       nf_real(sources->type, search->rule->scale),
                                       inverse};
    size_t count = view_args(sources, to);
    memcpy(to + count, places, sizeof places);
    count += PLACE_ARGS;
    if (search->before) to[count++] = nf_in(search->before);
    if (search->apart) {
        count += view_args(targets, to + count);
        to[count++] = nf_u32((uint32_t)targets->n);
    }
    if (search->filters)
        count += nf_filters_args(search->filters, search->rule, targets, sources, to + count);
    count += nf_batch_args(search, to + count);
    return count;
}

/* Takes the radii of candidates in order, for walks that read them with the positions. */
static nf_status order_radii(nf_work *work, nf_search *search, nf_filtered *filters) {
    if (!search->filters || !nf_search_is_cpu(work->context)) return NF_OK;
    *filters = *search->filters;
    search->filters = filters;
    return nf_filters_order(work, &search->sources, filters);
}

nf_status nf_launch_walk_args(nf_work *work, const nf_search *search, nf_program *program, const char *kernel,
                              nf_shape shape, nf_arg inverse, const nf_arg *own, size_t own_count,
                              const nf_arg *more, size_t more_count) {
    nf_arg args[WALK_ARGS + OWN_ARGS];
    const size_t mark = nf_scratch_mark(work);
    nf_filtered filters;
    nf_search ordered = *search;
    nf_status status = NF_OK;
    NF_TRY(order_radii(work, &ordered, &filters));
    const size_t count = walk_args(&ordered, inverse, args);
    if (own_count > OWN_ARGS)
        NF_TRY(nf_fail(&work->context->error, NF_ERROR_DEVICE, "kernel %s has too many arguments", kernel));
    memcpy(args + count, own, own_count * sizeof *own);
    NF_TRY(nf_launch_more(work, program, kernel, shape, args, count + own_count, more, more_count));
done:
    nf_scratch_back(work, mark);
    return status;
}

void nf_emit_add(nf_emit_args *output, const nf_arg *args, size_t count) {
    if (output->count > NF_EMIT_ARGS || count > NF_EMIT_ARGS - output->count) {
        output->count = SIZE_MAX; /* more than nf_launch_more() takes */
        return;
    }
    memcpy(output->args + output->count, args, count * sizeof *args);
    output->count += count;
}

nf_arg nf_lanes_inverse(const nf_search *search) { return nf_real(NF_FLOAT32, search->rule->inverse); }

void nf_search_total_in_status(nf_found *found) {
    found->total = found->status;
    found->total_at = 0;
}

/* ---- the ways to search ----------------------------------------------------------------------------------- */

int nf_search_is_cpu(const nf_context *context) { return nf_is_alone(context, &nf_search_family); }
static int always(const nf_context *context) {
    (void)context;
    return 1;
}

static const nf_way ways[] = {
    /* valid if, count, fill, reads the grid first */
    {nf_search_is_cpu, nf_search_cpu_count, nf_search_cpu_fill, 1},
    {nf_once_holds, NULL, nf_once_fill, 0},
    {always, nf_fill_count, nf_fill_fill, 0},
};

static const nf_way *way_of(const nf_context *context, int counts) {
    const nf_way *way = ways;
    while (!way->holds(context) || (counts && !way->count)) way++;
    return way;
}

nf_status nf_search_pass(nf_work *work, const nf_search *search, const char *emit, const char *emit_cpu,
                         cl_mem search_status, const nf_arg *args, size_t count) {
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (nf_search_is_cpu(work->context)) return nf_search_cpu_pass(work, search, emit_cpu, args, count);
    const nf_walk_form form = nf_walk_form_for(search, 0);
    work->stage = "search";
    NF_TRY(nf_search_program(search, &form, "search/search.cl", emit, &program));
    NF_TRY(nf_launch_walk(work, search, program, "nf_search", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), args, count, nf_inout(search_status)));
done:
    return status;
}

int nf_search_looks_first(const nf_context *context) {
    return nf_cost_worst(context, (uint64_t)way_of(context, 0)->looks_first, 1) != 0;
}

nf_status nf_search_count(nf_work *work, const nf_search *search, nf_found *found) {
    found->way = way_of(work->context, 1);
    return found->way->count(work, search, found);
}

nf_status nf_search_fill(nf_work *work, const nf_search *search, nf_found *found,
                         const nf_emit_args *output) {
    return found->way->fill(work, search, found, output);
}

nf_status nf_search_write(nf_work *work, const nf_search *search, const nf_emit_args *output,
                          nf_found *found) {
    const nf_way *way = way_of(work->context, 0);
    nf_status status = NF_OK;
    *found = (nf_found){.way = way};
    NF_TRY(nf_search_status_take(work, &found->status));
    if (way->count) NF_TRY(way->count(work, search, found));
    if (output->capacity || !way->count) NF_TRY(way->fill(work, search, found, output));
done:
    return status;
}
