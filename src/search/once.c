/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search in one launch, in which work-groups wait for earlier ones. */
#include "core/whole.h"
#include "opencl/memory/tile_state.h"
#include "search/ways.h"
#include "tune/capability.h"

/* All lanes poll the status words together; through local memory this would not pay off. */
int nf_once_holds(const nf_context *context) {
    return nf_lanes_of(context) != NF_LANES_LOCAL && nf_may_look_back64(context);
}

nf_status nf_once_fill(nf_work *work, const nf_search *search, nf_found *found, const nf_emit_args *output) {
    const nf_walk_form form = nf_walk_form_for(search, 1);
    const nf_shape shape = nf_search_shape(search, &form);
    nf_program *program = NULL;
    cl_mem words = NULL;
    nf_status status = NF_OK;
    work->stage = "search";
    NF_TRY(nf_search_program(search, &form, "search/once.cl", search->parts->emit, &program));
    NF_TRY(nf_tile_state_take(work, NF_TILE_STATE_SEARCH, nf_tile_state_words(shape.groups), &words));
    NF_TRY(nf_launch_walk(work, search, program, "once", shape, nf_lanes_inverse(search), output->args,
                          output->count, nf_inout(words),
                          nf_u32(nf_tile_state_epoch(work, NF_TILE_STATE_SEARCH)), nf_inout(found->status)));
    nf_tile_state_give(work, NF_TILE_STATE_SEARCH);
    nf_search_total_in_status(found);
done:
    return status;
}
