/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "papers/potential.h"

#include "primitives/run.h"
#include "primitives/tile.h"

static const nf_tunable potential_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
    {"ITEMS", 1, 4096, {1, 2, 4, 8, 16, 32, 64, 4096, 8192, 16384, 32768}, nf_fits_item},
};
const nf_family nf_potential_family = NF_FAMILY("potential", potential_tunables, 0, 0);

static nf_status program_for(const nf_search *search, nf_tile tile, nf_program **out) {
    nf_spec spec = nf_search_spec(search, "papers/potential.cl");
    nf_tile_define(&spec, tile);
    return nf_program_get(search->context, &spec, out);
}

nf_status nf_potential_run(nf_work *work, const nf_search *search, cl_mem *pairs, nf_found *found,
                           uint64_t *potential) {
    const nf_rule *rule = search->rule;
    nf_context *context = work->context;
    const nf_view *sources = &search->sources;
    const uint64_t n = sources->n;
    const nf_tile tile = nf_tile_fit(context, &nf_potential_family, (nf_tile_need){0});
    const nf_shape launch = nf_tile_shape(tile, n);
    nf_program *program = NULL;
    cl_mem bases = NULL, all = NULL, flags = NULL;
    nf_status status = NF_OK;
    work->stage = "search";
    NF_TRY(program_for(search, tile, &program));
    *found = (nf_found){0};
    NF_TRY(nf_scratch(work, 8, &found->total));
    NF_TRY(nf_search_status_take(work, &found->status));
    NF_TRY(nf_scratch(work, (n + 1) * 8, &bases));
    NF_TRY(nf_launch(work, program, "count_potential", launch, nf_in(sources->axes), nf_u64(sources->stride),
                     nf_in(sources->places), nf_in(sources->grid), nf_u32((uint32_t)n), nf_out(bases),
                     nf_inout(found->status)));
    NF_TRY(nf_search_status_check_now(work, found->status));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_elements_at(bases, 0),
                       nf_elements_at(bases, 0), n + 1));
    NF_TRY(nf_read_most(work, bases, n * 8, potential, sizeof *potential, potential));
    NF_TRY(nf_scratch(work, nf_multiply(*potential, 8), &all));
    NF_TRY(nf_scratch(work, nf_multiply(*potential, 8), pairs));
    NF_TRY(nf_scratch(work, *potential, &flags));
    NF_TRY(nf_launch(work, program, "potential", launch, nf_in(sources->axes), nf_u64(sources->stride),
                     nf_in(sources->places), nf_in(sources->grid), nf_u32((uint32_t)n),
                     nf_real(sources->type, rule->r2), nf_real(sources->type, rule->scale),
                     nf_in(sources->index), nf_in(bases), nf_out(all), nf_out(flags),
                     nf_inout(found->status)));
    NF_TRY(nf_search_status_check_now(work, found->status));
    NF_TRY(nf_compact_run(work, NF_UINT64, nf_elements_at(flags, 0), nf_elements_at(all, 0),
                          nf_elements_at(*pairs, 0), nf_elements_at(found->total, 0), *potential));
done:
    return status;
}
