/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What kernels on an ordered cloud are told: their defines, parts and arguments. */
#include "opencl/quirks.h"
#include "order/order.h"
#include "tune/capability.h"

void nf_order_define(nf_spec *spec, const nf_view *points, const nf_cells *cells, int sparse) {
    nf_define(spec, "REAL64", points->type == NF_FLOAT64);
    nf_define(spec, "DIMS", points->dims);
    nf_define(spec, "CELLS_X", cells ? cells->x : 1);
    nf_define(spec, "CELLS_YZ", cells ? cells->yz : 1);
    nf_define(spec, "SPARSE", sparse);
    if (points->systems) nf_define(spec, "SYSTEMS", 1);
    if (nf_has_quirk(&spec->context->device, NF_QUIRK_ENDS_LOOPS)) nf_define(spec, "LOOPS_END", 1);
    nf_part(spec, nf_space_part(points->space));
}

void nf_space_args_for(nf_space_args *args, const nf_view *points, const nf_cells *cells) {
    args->lattice = nf_lattice_of(points->space, cells);
    args->args[0] = nf_struct(&args->lattice, NF_LATTICE * nf_type_bytes(points->type));
    args->count = points->space->kind == NF_SPACE_OPEN ? 0 : 1;
}

nf_layout_args nf_layout_args_of(const nf_layout *layout) {
    return (nf_layout_args){.args = {nf_in(layout->system)}, .count = layout->system != NULL};
}

void nf_order_add_keys(nf_spec *spec) { nf_part(spec, "order/keys_cells.cl"); }

void nf_order_define_lanes(nf_spec *spec, const nf_context *context, uint32_t group) {
    const nf_lanes lanes = nf_lanes_of(context);
    const uint32_t wave = (uint32_t)nf_lanes_wave(lanes);
    nf_lanes_define(spec, group % (wave > 32 ? wave : 32) == 0 ? lanes : NF_LANES_LOCAL);
}
