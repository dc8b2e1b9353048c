/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "groups/fof.h"

static nf_status program_of(const nf_groups *groups, nf_program **out) {
    const nf_spec spec = nf_groups_leaves_spec(groups, "groups/dbscan.cl", "groups/dbscan_lanes.cl");
    return nf_program_get(groups->cloud->context, &spec, out);
}

nf_status nf_dbscan_cores(nf_work *work, nf_groups *groups) {
    static const uint32_t nobody = UINT32_MAX;
    const nf_levels *levels = &groups->tree->levels;
    const uint64_t width = groups->tree->width, leaves = nf_ceiling(groups->tree->n, width),
                   nodes = (levels->start[levels->count - 1] + 1) * width;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, leaves * 4, &groups->cores));
    NF_TRY(nf_scratch(work, nodes * 4, &groups->heads));
    NF_TRY(nf_fill(work, groups->heads, &nobody, sizeof nobody, 0, nodes * 4));
    NF_TRY(program_of(groups, &program));
    work->stage = "cores";
    NF_TRY(nf_launch_leaves(work, groups, program, "count", nf_out(groups->cores)));
    NF_TRY(nf_launch_leaves(work, groups, program, "first", nf_in(groups->cores), nf_inout(groups->heads)));
done:
    return status;
}

nf_status nf_dbscan_border(nf_work *work, const nf_groups *groups) {
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_of(groups, &program));
    work->stage = "border";
    NF_TRY(nf_launch_leaves(work, groups, program, "border", nf_in(groups->cores), nf_in(groups->heads),
                            nf_in(groups->parents), nf_inout(groups->labels)));
done:
    return status;
}
