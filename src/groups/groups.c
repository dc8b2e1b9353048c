/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/groups.h"

#include "core/whole.h"
#include "groups/dbscan.h"
#include "groups/fof.h"
#include "groups/labels.h"
#include "host/host.h"

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
    call->needs |= NF_WANT(NF_ARRAY_LABELS);
    call->rows[NF_ARRAY_LABELS] = call->rows[NF_ARRAY_CORES] = call->rows[NF_ARRAY_ORDER] = cloud->n;
done:
    return status;
}

/* ---- finding ---------------------------------------------------------------------------------------------- */

/* Writes what is asked for, and the number of groups into the word of the tree's user; the cloud has points. */
static nf_status write(nf_work *work, const nf_groups_call *g, int expects, const nf_tree **tree) {
    nf_cloud *cloud = g->call.cloud;
    const uint64_t n = cloud->n;
    const nf_label_outputs outputs = {.labels = nf_call_at(&g->call, NF_ARRAY_LABELS),
                                      .cores = nf_call_at(&g->call, NF_ARRAY_CORES),
                                      .order = nf_call_at(&g->call, NF_ARRAY_ORDER)};
    nf_groups groups = {.dbscan = g->min_points > 1};
    nf_leaves *leaves = &groups.leaves;
    nf_labels labels;
    nf_status status = NF_OK;
    NF_TRY(nf_tree_build(work, cloud, INT_MIN, 0, expects, &leaves->tree));
    *tree = leaves->tree;
    NF_TRY(nf_links_for(work, &leaves->links, leaves->tree, g->length, g->min_points));
    NF_TRY(nf_loops_take(work, &leaves->loops));
    NF_TRY(nf_scratch(work, n * 4, &groups.parents));
    NF_TRY(nf_scratch(work, n * 4, &groups.labels));
    nf_leaves_shape(leaves, work->context, &nf_fof_family);
    NF_TRY(nf_labels_take(work->context, &groups, &labels));
    if (groups.dbscan) NF_TRY(nf_dbscan_cores(work, &groups));
    NF_TRY(nf_fof_links(work, &groups, &labels));
    if (groups.dbscan) NF_TRY(nf_dbscan_border(work, &groups));
    NF_TRY(nf_loops_check(work, &leaves->loops));
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
        NF_TRY(nf_tree_confirm(work, call->cloud, status, &number, &again)); /* the last command */
    }
    call->total = number;
done:
    return status;
}

nf_status nf_groups_on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const nf_groups_call *g = (const nf_groups_call *)call;
    return nf_host_fof(cloud, g->length, g->min_points, answer);
}
