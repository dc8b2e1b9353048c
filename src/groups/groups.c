/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/groups.h"

#include "core/whole.h"
#include "groups/dbscan.h"
#include "groups/fof.h"
#include "groups/labels.h"
#include "host/host.h"
#include "opencl/quirks.h"
#include "tree/folds.h"
#include "tune/capability.h"

#include <limits.h>

nf_status nf_groups_ask(nf_call *call) {
    const nf_cloud *cloud = call->cloud;
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    if (cloud->batch.count)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "groups are not found in a batch: make a cloud of each system");
    NF_TRY(nf_cloud_check_dims(cloud, call->question->name));
    if (!call->names_arrays) call->arrays = NF_WANT(NF_ARRAY_LABELS);
    if (!call->outputs) call->wait = NF_WAIT_TOTAL;
    call->needs = NF_WANT(NF_ARRAY_LABELS);
    call->rows[NF_ARRAY_LABELS] = call->rows[NF_ARRAY_CORES] = call->rows[NF_ARRAY_ORDER] = cloud->n;
done:
    return status;
}

/* ---- programs and launches -------------------------------------------------------------------------------- */

nf_spec nf_groups_spec(const nf_groups *groups, const char *source, nf_tile tile) {
    nf_spec spec = nf_spec_of(groups->cloud->context, source);
    nf_tile_define(&spec, tile);
    nf_tree_define(&spec, groups->tree);
    return spec;
}

/* CPUs have no lanes by local memory, but for a simulator: some of their compilers do not end with so many barriers in loops; nor are there lanes where
   drivers end loops, which lanes do not look for. */
static void take_leaves(nf_groups *groups, nf_tile tile) {
    const nf_context *context = groups->cloud->context;
    const nf_device_info *device = &context->device;
    const int is_slow = nf_is_cpu(device) && !nf_has_quirk(device, NF_QUIRK_SIMULATES);
    groups->lanes = groups->tree->width == 32 && !nf_is_alone(context, &nf_fof_family) &&
                    !(is_slow && nf_lanes_of(context) == NF_LANES_LOCAL) &&
                    !nf_has_quirk(device, NF_QUIRK_ENDS_LOOPS);
    groups->tile = groups->lanes ? nf_lanes_tile(context, tile) : tile;
}

nf_spec nf_groups_leaves_spec(const nf_groups *groups, const char *source, const char *by_lanes) {
    nf_spec spec = nf_groups_spec(groups, groups->lanes ? by_lanes : source, groups->tile);
    if (groups->lanes) nf_order_define_lanes(&spec, groups->cloud->context, groups->tile.group);
    return spec;
}

nf_status nf_launch_nodes_args(nf_work *work, const nf_groups *groups, nf_program *program,
                               const char *kernel, uint64_t nodes, const nf_arg *own, size_t own_count) {
    const nf_view *of = &groups->tree->of;
    enum {
        OWN_MOST = 8,
        SHARED = 4
    }; /* those of `join` in catalogue_chains.cl; nodes, links, folds, loops */
    nf_arg args[NF_TREE_ARGS + OWN_MOST + SHARED];
    size_t count = NF_TREE_ARGS;
    nf_folds folds;
    nf_tree_args(groups->tree, args);
    args[count++] = nf_u32((uint32_t)nodes);
    for (size_t k = 0; k < own_count; k++) args[count++] = own[k];
    args[count++] = nf_links_arg(of->type, &groups->links);
    if (of->space->kind == NF_SPACE_BOX) {
        folds = nf_folds_of(of->space, &groups->tree->scaling);
        args[count++] = nf_folds_arg(of->space, &folds);
    }
    if (groups->loops.count) args[count++] = groups->loops.args[0];
    return nf_launch_args(work, program, kernel, nf_tile_shape(groups->tile, nodes), args, count);
}

/* ---- finding ---------------------------------------------------------------------------------------------- */

/* Writes what is asked for, and the number of groups into the word of the tree's user; the cloud has points. */
static nf_status write(nf_work *work, const nf_groups_call *g, int expects, const nf_tree **tree) {
    nf_cloud *cloud = g->call.cloud;
    const uint64_t n = cloud->n;
    const nf_tile tile = nf_tile_fit(work->context, &nf_fof_family, (nf_tile_need){0});
    const nf_label_outputs outputs = {.labels = nf_call_at(&g->call, NF_ARRAY_LABELS),
                                      .cores = nf_call_at(&g->call, NF_ARRAY_CORES),
                                      .order = nf_call_at(&g->call, NF_ARRAY_ORDER)};
    nf_groups groups = {.cloud = cloud, .dbscan = g->min_points > 1};
    nf_labels labels;
    nf_status status = NF_OK;
    NF_TRY(nf_tree_build(work, cloud, INT_MIN, 0, expects, &groups.tree));
    *tree = groups.tree;
    NF_TRY(nf_links_for(work, &groups.links, groups.tree, g->length, g->min_points));
    NF_TRY(nf_loops_take(work, &groups.loops));
    NF_TRY(nf_scratch(work, n * 4, &groups.parents));
    NF_TRY(nf_scratch(work, n * 4, &groups.labels));
    take_leaves(&groups, tile);
    NF_TRY(nf_labels_take(&groups, tile, &labels));
    if (groups.dbscan) NF_TRY(nf_dbscan_cores(work, &groups));
    NF_TRY(nf_fof_links(work, &groups, &labels));
    if (groups.dbscan) NF_TRY(nf_dbscan_border(work, &groups));
    NF_TRY(nf_loops_check(work, &groups.loops));
    NF_TRY(nf_labels_put(work, &groups, &labels, &outputs));
    if (outputs.order.buffer) NF_TRY(nf_labels_order(work, &groups, &labels, &outputs));
done:
    return status;
}

/* The number of groups as a uint64. */
static nf_status take_number(nf_work *work, nf_call *call, const nf_tree *tree) {
    const uint64_t zero = 0;
    cl_mem number = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, sizeof zero, &number));
    NF_TRY(nf_fill(work, number, &zero, sizeof zero, 0, sizeof zero));
    NF_TRY(
        nf_copy(work, tree->found.buffer, NF_TREE_OWN_WORD * UINT64_C(4), number, 0, 4)); /* the lower half */
    call->found = nf_elements_at(number, 0);
done:
    return status;
}

/* A call that waits for the number of groups may build the tree with what is expected, and repeats what was wrong. */
nf_status nf_groups_find(nf_work *work, nf_call *call) {
    const nf_groups_call *g = (const nf_groups_call *)call;
    const size_t mark = nf_scratch_mark(work);
    const nf_tree *tree = NULL;
    uint32_t number = 0;
    nf_status status = NF_OK;
    if (call->cloud->n == 0) return NF_OK;
    if (call->wait != NF_WAIT_TOTAL) {
        NF_TRY(write(work, g, 0, &tree));
        if (nf_call_has(call, NF_ARRAY_FOUND)) NF_TRY(take_number(work, call, tree));
        return NF_OK;
    }
    for (int again = 1; again;) {
        nf_scratch_back(work, mark);
        status = write(work, g, 1, &tree);
        NF_TRY(nf_tree_look(work, call->cloud, status, &number, &again)); /* the last command */
    }
    call->total = number;
done:
    return status;
}

nf_status nf_groups_on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const nf_groups_call *g = (const nf_groups_call *)call;
    return nf_host_fof(cloud, g->length, g->min_points, answer);
}
