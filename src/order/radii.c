/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/radii.h"

#include "order/bounds.h"
#include "primitives/tile.h"

static nf_status program_for(nf_work *work, nf_type type, nf_tile tile, nf_program **program) {
    nf_spec spec = nf_spec_of(work->context, "order/radii.cl");
    nf_define(&spec, "REAL64", type == NF_FLOAT64);
    nf_define(&spec, "CLASSES", NF_CLASSES);
    nf_tile_define(&spec, tile);
    return nf_program_get(work->context, &spec, program);
}

nf_status nf_radii_mark(nf_work *work, nf_type type, cl_mem radii, uint64_t first, uint64_t n, double most,
                        int last, cl_mem marks, cl_mem numbers, uint64_t counts[NF_CLASSES]) {
    const nf_tile tile = nf_bounds_tile(work->context);
    const uint32_t zero = 0;
    uint32_t found[NF_CLASSES];
    nf_program *program = NULL;
    cl_mem sums = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_for(work, type, tile, &program));
    NF_TRY(nf_scratch(work, sizeof found, &sums));
    NF_TRY(nf_fill(work, sums, &zero, sizeof zero, 0, sizeof found));
    NF_TRY(nf_launch(work, program, "mark", nf_tile_shape(tile, n), nf_in(radii ? radii : sums),
                     nf_u64(first), nf_u32((uint32_t)n), nf_u32(radii != NULL), nf_u32((uint32_t)last),
                     nf_real(type, most), nf_out(marks), nf_out(numbers), nf_inout(sums)));
    NF_TRY(nf_read(work, sums, 0, found, sizeof found));
    for (int c = 0; c < NF_CLASSES; c++) counts[c] = found[c];
done:
    return status;
}

nf_status nf_radii_small_of(nf_work *work, nf_type type, cl_mem radii, uint64_t n, double most,
                            uint64_t *small) {
    const nf_tile tile = nf_bounds_tile(work->context);
    uint32_t found = 0;
    nf_program *program = NULL;
    cl_mem sum = NULL;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(program_for(work, type, tile, &program));
    NF_TRY(nf_scratch(work, sizeof found, &sum));
    NF_TRY(nf_fill(work, sum, &found, sizeof found, 0, sizeof found));
    NF_TRY(nf_launch(work, program, "count_small", nf_tile_shape(tile, n), nf_in(radii), nf_u32((uint32_t)n),
                     nf_real(type, most), nf_inout(sum)));
    NF_TRY(nf_read(work, sum, 0, &found, sizeof found));
    *small = found;
done:
    nf_scratch_back(work, mark);
    return status;
}
