/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The rows of tiles whose masks the first pass did not store (search/second_pass.h). */
#include "core/whole.h"
#include "opencl/quirks.h"
#include "search/second_pass.h"
#include "search/ways.h"

/* The groups for tiles without masks, which are few: a row of lanes looks at up to TILES_A_ROW tiles, if there are enough for the device. */
static uint64_t groups_for_overflow(const nf_context *context, uint64_t groups, uint64_t tiles) {
    enum { TILES_A_ROW = 8, ROWS_A_UNIT = 32 };
    const uint64_t enough = (uint64_t)context->device.compute_units * ROWS_A_UNIT / tiles + 1;
    if (nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS)) return groups;
    return nf_min(groups, nf_max(nf_ceiling(groups, TILES_A_ROW), enough));
}

nf_status nf_overflow_write(nf_work *work, const nf_search *search, const nf_found *found,
                            const nf_emit_args *output) {
    nf_walk_form form = nf_walk_form_for(search, 0);
    nf_shape shape = nf_search_shape(search, &form);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    form.masks = found->kept;
    form.parts = found->parts;
    form.measured = search->measured;
    shape.groups = groups_for_overflow(work->context, shape.groups, form.tiles);
    NF_TRY(nf_search_program(search, &form, "search/overflow.cl", search->parts->emit, &program));
    NF_TRY(nf_launch_walk(work, search, program, "overflow", shape, nf_lanes_inverse(search), output->args,
                          output->count, nf_inout(found->status), nf_in(found->masks)));
done:
    return status;
}
