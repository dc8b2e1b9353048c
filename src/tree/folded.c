/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/folded.h"

#include "tree/folds.h"
#include "tree/tree.h"

/* Launches a kernel of folded.cl: "look", which writes to `state` (cl/tree/found.cl), or "fold", which writes folded points. */
static nf_status fold(nf_work *work, const nf_view *points, const char *kernel, cl_mem to) {
    const nf_lattice_numbers lattice = nf_folds_lattice(points->space);
    const nf_tile tile = nf_tile_fit(work->context, &nf_tree_family, (nf_tile_need){0});
    const nf_tree any = {.of = *points,
                         .width = nf_tree_width(work->context)}; /* of which the program needs no more */
    nf_spec spec = nf_tree_spec(work->context, &any, "tree/folded.cl", tile);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_launch(work, program, kernel, nf_tile_shape(tile, points->n), nf_in(points->points),
                     nf_u64(nf_view_begin(points)), nf_u32((uint32_t)points->n),
                     nf_lattice_arg(points->space, &lattice), nf_real(points->type, NF_FOLDS_MOST),
                     nf_out(to)));
done:
    return status;
}

nf_status nf_folded_find(nf_work *work, const nf_view *points, cl_mem found) {
    static const uint32_t zero = 0;
    nf_status status = NF_OK;
    work->stage = "bounds";
    NF_TRY(nf_fill(work, found, &zero, sizeof zero, 0, NF_ZFOUND_BYTES));
    NF_TRY(fold(work, points, "look", found));
done:
    return status;
}

nf_status nf_folded_points(nf_work *work, const nf_view *points, cl_mem to) {
    return fold(work, points, "fold", to);
}

nf_status nf_folded_refuse(nf_work *work, const nf_view *points, const char *name, const nf_zfound *found) {
    const uint32_t index = ~found->far;
    const size_t element = nf_type_bytes(points->type);
    const uint64_t row = (uint64_t)points->dims * element;
    double point[3] = {0};
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, points->points, nf_view_begin(points) * element + index * row, point, row));
    status = nf_space_refuse(points->space, name, (int)index, point, &work->context->error);
done:
    return status;
}

nf_status nf_folded_check_far(nf_work *work, const nf_view *points, const char *name) {
    const size_t mark = nf_scratch_mark(work);
    nf_zfound found;
    cl_mem place = NULL;
    nf_status status = NF_OK;
    if (points->space->kind != NF_SPACE_BOX || points->n == 0) return NF_OK;
    NF_TRY(nf_scratch(work, sizeof found, &place));
    NF_TRY(nf_folded_find(work, points, place));
    NF_TRY(nf_read(work, place, 0, &found, sizeof found));
    if (found.far) return nf_folded_refuse(work, points, name, &found);
    nf_scratch_back(work, mark);
done:
    return status;
}
