/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/dbscan.h"

#include "arguments/tree.h"
#include "core/whole.h"

static nf_status program_of(nf_context *context, const nf_groups *groups, nf_program **out) {
    const nf_spec spec =
        nf_leaves_spec(context, &groups->leaves, "groups/dbscan.cl", "groups/dbscan_lanes.cl");
    return nf_program_get(context, &spec, out);
}

nf_status nf_dbscan_cores(nf_work *work, nf_groups *groups) {
    static const uint32_t nobody = UINT32_MAX;
    const nf_tree *tree = groups->leaves.tree;
    const nf_levels *levels = &tree->levels;
    const uint64_t leaves = nf_tree_leaves(tree),
                   nodes = (levels->start[levels->count - 1] + 1) * tree->width;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, leaves * 4, &groups->cores));
    NF_TRY(nf_scratch(work, nodes * 4, &groups->heads));
    NF_TRY(nf_fill(work, groups->heads, &nobody, sizeof nobody, 0, nodes * 4));
    NF_TRY(program_of(work->context, groups, &program));
    work->stage = "cores";
    NF_TRY(nf_launch_leaves(work, &groups->leaves, program, "count", nf_out(groups->cores)));
    NF_TRY(nf_launch_leaves(work, &groups->leaves, program, "first", nf_in(groups->cores),
                            nf_inout(groups->heads)));
done:
    return status;
}

nf_status nf_dbscan_border(nf_work *work, const nf_groups *groups) {
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_of(work->context, groups, &program));
    work->stage = "border";
    NF_TRY(nf_launch_leaves(work, &groups->leaves, program, "border", nf_in(groups->cores),
                            nf_in(groups->heads), nf_in(groups->parents), nf_inout(groups->labels)));
done:
    return status;
}

/* ---- the question ----------------------------------------------------------------------------------------- */

static nf_status ask(nf_work *work, nf_call *call) {
    nf_groups_call *g = (nf_groups_call *)call;
    nf_status status = NF_OK;
    (void)work;
    NF_TRY(nf_check_dbscan(g->linking_length, g->min_points, &call->cloud->context->error));
    g->length = g->linking_length;
    NF_TRY(nf_groups_ask(call));
done:
    return status;
}

static nf_status shape(nf_call *call) {
    ((nf_groups_call *)call)->linking_length = NF_SHAPED_CUTOFF;
    return NF_OK;
}

static const nf_question question = {.name = "nf_dbscan",
                                     .results = "groups",
                                     .arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_CORES) |
                                               NF_WANT(NF_ARRAY_ORDER) | NF_WANT(NF_ARRAY_GROUP_NUMBERS) |
                                               NF_WANT(NF_ARRAY_CORES_UINT8),
                                     .options = {NF_OPTIONS(nf_dbscan_options)},
                                     .ask = ask,
                                     .find = nf_groups_find,
                                     .host = nf_groups_on_host,
                                     .shape = shape};

nf_status nf_dbscan(nf_cloud *cloud, double linking_length, uint32_t min_points,
                    const nf_dbscan_options *options, const nf_sync *sync, nf_result **result) {
    nf_groups_call g = {.linking_length = linking_length, .min_points = min_points};
    return nf_call_run(&g.call, &question, cloud, options, &g.options.dbscan, sync, result);
}
