/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "primitives/run.h"
#include "groups/catalogue.h"

static nf_status program_of(const nf_catalogue_query *c, nf_program **program) {
    return nf_catalogue_program(c, "groups/catalogue_members.cl", program);
}

nf_status nf_catalogue_members(nf_work *work, const nf_catalogue_query *c, cl_mem to) {
    const uint64_t n = c->cloud->n;
    const uint32_t m = (uint32_t)c->found;
    const nf_shape shape = nf_tile_shape(c->tile, n);
    const nf_sort_options by_row = {.key = NF_UINT32, .value = NF_UINT32, .last_bit = nf_bits(c->found)};
    nf_program *program = NULL;
    cl_mem row_of = NULL, made = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_of(c, &program));
    NF_TRY(nf_scratch(work, n * 4, &row_of));
    NF_TRY(nf_scratch(work, n * 4, &made));
    NF_TRY(nf_fill(work, row_of, &m, sizeof m, 0, n * 4));
    if (m)
        NF_TRY(nf_launch(work, program, "number", nf_tile_shape(c->tile, m), nf_in(c->ends), nf_u32(m),
                         nf_in(c->keys), nf_out(row_of)));
    NF_TRY(nf_launch(work, program, "keys_by_row", shape, nf_in(c->labels.buffer), nf_u64(c->labels.offset),
                     nf_u32((uint32_t)n), nf_in(row_of), nf_u32(m), nf_out(made), nf_out(to)));
    if (m) NF_TRY(nf_sort_run(work, &by_row, nf_elements_at(made, 0), nf_elements_at(to, 0), n));
done:
    return status;
}

nf_status nf_catalogue_offsets(nf_work *work, const nf_catalogue_query *c, cl_mem to) {
    static const uint64_t zero = 0;
    const uint32_t m = (uint32_t)c->rows;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (!m) return nf_fill(work, to, &zero, sizeof zero, 0, sizeof zero);
    NF_TRY(program_of(c, &program));
    NF_TRY(nf_launch(work, program, "counts", nf_tile_shape(c->tile, m), nf_in(c->ends), nf_u32(m),
                     nf_in(c->keys), nf_in(c->starts), nf_out(to)));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_elements_at(to, 0), nf_elements_at(to, 0),
                       (uint64_t)m + 1));
done:
    return status;
}
