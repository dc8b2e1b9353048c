/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/measure.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "question/result.h"
#include "primitives/tile.h"

const nf_array nf_measured_arrays[NF_MEASURES] = {NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS, NF_ARRAY_SHIFTS};

int nf_measures_need_images(const nf_space *space, uint64_t arrays) {
    return space->kind != NF_SPACE_OPEN && (arrays & NF_MEASURED) != 0;
}

void nf_measures_define(nf_spec *spec, uint64_t arrays) {
    nf_define(spec, "ROOT64", spec->context->device.fp64 != 0);
    static const char *const defines[NF_MEASURES] = {"DISTANCES", "VECTORS", "IMAGES"};
    for (int k = 0; k < NF_MEASURES; k++)
        nf_define(spec, defines[k], (arrays & NF_WANT(nf_measured_arrays[k])) != 0);
}

nf_measures_args nf_measures_args_for(const nf_measures *measures, cl_mem any) {
    nf_measures_args to = {.count = 0};
    for (int k = 0; k < NF_MEASURES; k++) {
        const nf_elements *place = &measures->places[k];
        to.args[to.count++] = nf_out(place->buffer ? place->buffer : any);
        to.args[to.count++] = nf_u64(place->buffer ? place->offset : 0);
    }
    return to;
}

static nf_status program_for(const nf_search *search, const nf_measures *measures, uint32_t row_items,
                             nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(search->context, "search/measure.cl");
    nf_order_define(&spec, &search->sources, NULL, 0);
    nf_tile_define(&spec, tile);
    if (search->rule->scaled) nf_define(&spec, "SCALED", 1);
    if (search->cell_order) nf_define(&spec, "CELL_ORDER", 1);
    nf_define(&spec, "ROWS", row_items);
    nf_measures_define(&spec, measures->arrays);
    return nf_program_get(search->context, &spec, out);
}

nf_status nf_measure_run(nf_work *work, const nf_search *search, const nf_measures *measures,
                         const nf_measured *measured) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0});
    cl_mem any = measured->entries.buffer;
    /* Consecutive work-items share a row, so that they read and write consecutive entries; on CPUs one has it all. */
    const uint32_t share = nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS) ? 1024 : 32;
    const uint32_t row_items = !measured->offsets.buffer ? 0 : tile.group % 32 == 0 ? share : 1;
    const nf_view *sources = &search->sources, *targets = &search->targets;
    const double scale = search->rule->scale;
    const uint64_t n = targets->n, items = row_items ? n * row_items : measured->most;
    nf_measures_args to = nf_measures_args_for(measures, any);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (!measures->arrays || !measured->most) return NF_OK;
    work->stage = "measure";
    NF_TRY(program_for(search, measures, row_items, tile, &program));
    if (targets->systems) {
        const nf_layout_args systems = nf_layout_args_of(&targets->layout);
        to.args[to.count++] = systems.args[0];
        to.args[to.count++] = nf_in(search->rules.buffer);
        to.args[to.count++] = nf_u32((uint32_t)search->rules.own);
    }
    if (row_items) {
        to.args[to.count++] = nf_in(targets->index);
        to.args[to.count++] = nf_u32((uint32_t)targets->first);
    }
    NF_TRY(nf_launch_with(
        work, program, "measure", nf_tile_shape(tile, items), &to, nf_in(targets->points),
        nf_u64(nf_view_begin(targets)), nf_in(sources->points), nf_u64(nf_view_begin(sources)),
        nf_u32((uint32_t)n), nf_real(sources->type, scale), nf_real(sources->type, 1 / scale),
        nf_in(targets->grid), nf_in(measured->total.buffer), nf_u64(measured->total.offset),
        nf_u64(measured->most), nf_in(measured->offsets.buffer ? measured->offsets.buffer : any),
        nf_u64(measured->offsets.offset), nf_in(any), nf_u64(measured->entries.offset),
        nf_in(measures->images ? measures->images : any)));
done:
    return status;
}

void nf_measures_place(nf_measures *measures, const nf_call *call) {
    for (int k = 0; k < NF_MEASURES; k++)
        measures->places[k] = measures->arrays & NF_WANT(nf_measured_arrays[k])
                                  ? nf_call_at(call, (int)nf_measured_arrays[k])
                                  : nf_elements_at(NULL, 0);
    measures->images = nf_call_at(call, NF_ARRAY_IMAGES).buffer;
}
