/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search in two passes: the first counts pairs, the second writes them at the positions that follow. */
#include "core/whole.h"
#include "opencl/quirks.h"
#include "primitives/run.h"
#include "search/ways.h"

static nf_status fill_program(const nf_search *search, const nf_walk_form *form, nf_program **out) {
    return nf_search_program(search, form, "search/fill.cl", search->parts->emit, out);
}

/* Runs after each pass if the driver may have ended its loops: puts the total into the status. */
static nf_status settle(nf_work *work, const nf_search *search, const nf_walk_form *form, nf_found *found) {
    const nf_shape one = {1, 1, 0};
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (!nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS)) return NF_OK;
    NF_TRY(fill_program(search, form, &program));
    NF_TRY(nf_launch(work, program, "settle", one, nf_in(found->bases),
                     nf_u32((uint32_t)nf_search_tile_count(search)), nf_in(search->sources.grid),
                     nf_inout(found->status)));
    nf_search_total_in_status(found);
done:
    return status;
}

nf_status nf_fill_count(nf_work *work, const nf_search *search, nf_found *found) {
    const uint64_t count = search->targets.n, tiles = nf_search_tile_count(search);
    const nf_walk_form form = nf_walk_form_for(search, 0);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    work->stage = "search";
    found->mark = nf_scratch_mark(work);
    NF_TRY(nf_search_program(search, &form, "search/search.cl", search->parts->count, &program));
    NF_TRY(nf_scratch(work, count * 4, &found->counts));
    NF_TRY(nf_scratch(work, (tiles + 1) * 8, &found->bases));
    NF_TRY(nf_launch_walk(work, search, program, "nf_search", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), NULL, 0, nf_inout(found->status), nf_out(found->counts),
                          nf_out(found->bases)));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_elements_at(found->bases, 0),
                       nf_elements_at(found->bases, 0), tiles + 1));
    found->kept = form.kept;
    found->align = form.tiles;
    found->total = found->bases;
    found->total_at = tiles;
    NF_TRY(settle(work, search, &form, found));
done:
    return status;
}

nf_status nf_fill_fill(nf_work *work, const nf_search *search, nf_found *found, const nf_emit_args *output) {
    const nf_walk_form form = nf_walk_form_for(search, 0);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    work->stage = "search";
    if (found->kept != form.kept) { /* the cloud turned out to be dense */
        nf_scratch_back(work, found->mark);
        NF_TRY(nf_fill_count(work, search, found));
    }
    nf_shape shape = nf_search_shape(search, &form);
    if (output->tiles.end) {
        shape.first = output->tiles.first / form.tiles;
        shape.groups = nf_ceiling(output->tiles.end - output->tiles.first, form.tiles);
    }
    NF_TRY(fill_program(search, &form, &program));
    NF_TRY(nf_launch_walk(work, search, program, "fill", shape, nf_lanes_inverse(search), output->args,
                          output->count, nf_in(found->counts), nf_in(found->bases), nf_inout(found->status)));
    NF_TRY(settle(work, search, &form, found));
    nf_search_total_in_status(found);
done:
    return status;
}
