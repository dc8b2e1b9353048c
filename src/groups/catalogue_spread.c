/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/catalogue.h"

nf_status nf_catalogue_spread(nf_work *work, const nf_catalogue_query *c, nf_shape blocks, nf_shape rows) {
    const uint32_t dims = (uint32_t)c->cloud->dims;
    nf_arg args[NF_ROWS_ARGS + NF_VALUES_ARGS + 4];
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_catalogue_program(c, "groups/catalogue_spread.cl", &program));
    nf_rows_args(c, args);
    nf_values_args(c, args + NF_ROWS_ARGS);
    nf_arg *more = args + NF_ROWS_ARGS + NF_VALUES_ARGS;
    more[0] = nf_in(c->masses);
    more[1] = nf_in(c->outputs[NF_CATALOGUE_SPEEDS]);
    more[2] = nf_out(c->sums);
    more[3] = nf_u32(c->stride);
    NF_TRY(nf_launch_more(work, program, "spread_blocks", blocks, args, sizeof args / sizeof *args,
                          c->loops.args, c->loops.count));
    NF_TRY(nf_catalogue_fold(work, c, dims, dims));
    nf_rows_args(c, args);
    more = args + NF_ROWS_ARGS;
    more[0] = nf_in(c->sums);
    more[1] = nf_u32(c->stride);
    more[2] = nf_u32(c->step);
    more[3] = nf_out(c->spreads);
    NF_TRY(nf_launch_more(work, program, "spread_rows", rows, args, NF_ROWS_ARGS + 4, c->loops.args,
                          c->loops.count));
done:
    return status;
}
