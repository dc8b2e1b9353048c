/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/fof.h"

#include "core/check.h"
#include "core/check_tree.h"
#include "core/whole.h"
#include "host/host.h"
#include "opencl/quirks.h"
#include "question/call.h"
#include "question/shaped.h"
#include "primitives/run.h"
#include "tree/folds.h"
#include "groups/labels.h"
#include "tune/capability.h"

#include <limits.h>

static const nf_tunable fof_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256}, nf_fits_group},
    /* Levels of a tree from which on lanes look what is near nodes before leaves look what is near them. */
    {"SURVEY", 4, 4, {3, 4, 8}, nf_fits_groups},
};
enum { SURVEY_ROW = 1 };
const nf_family nf_fof_family = NF_FAMILY("fof", fof_tunables, 1, 64);

/* One call, of nf_fof() or nf_dbscan(). */
typedef struct groups_call {
    nf_call call;
    double linking_length; /* the linking length, in the units of the points or in mean spacings */
    double length;         /* in the units of the points */
    uint32_t min_points;
    union {
        nf_fof_options fof;
        nf_dbscan_options dbscan;
    } options;
} groups_call;

/* ---- asking ----------------------------------------------------------------------------------------------- */

static nf_status ask(nf_call *call) {
    const nf_cloud *cloud = call->cloud;
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    if (cloud->batch.count)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "groups are not found in a batch: make a cloud of each system");
    NF_TRY(nf_cloud_check_dims(cloud, call->question->name));
    if (!call->names) call->arrays = NF_WANT(NF_ARRAY_LABELS);
    if (!call->outputs) call->knowing = NF_KNOW_NUMBER;
    call->needs = NF_WANT(NF_ARRAY_LABELS);
    call->rows[NF_ARRAY_LABELS] = call->rows[NF_ARRAY_CORES] = call->rows[NF_ARRAY_ORDER] = cloud->n;
done:
    return status;
}

static nf_status ask_fof(nf_work *work, nf_call *call) {
    groups_call *g = (groups_call *)call;
    const nf_cloud *cloud = call->cloud;
    const int in_spacings = g->options.fof.in_spacings;
    nf_status status = NF_OK;
    (void)work;
    NF_TRY(nf_check_linking_length(g->linking_length, &cloud->context->error));
    NF_TRY(ask(call));
    NF_TRY(nf_linking_length(in_spacings, &cloud->space, cloud->n, g->linking_length, &g->length,
                             &cloud->context->error));
done:
    return status;
}

static nf_status ask_dbscan(nf_work *work, nf_call *call) {
    groups_call *g = (groups_call *)call;
    nf_status status = NF_OK;
    (void)work;
    NF_TRY(nf_check_dbscan(g->linking_length, g->min_points, &call->cloud->context->error));
    g->length = g->linking_length;
    NF_TRY(ask(call));
done:
    return status;
}

/* ---- programs and launches -------------------------------------------------------------------------------- */

nf_spec nf_groups_spec(const nf_groups *groups, const char *source, nf_tile tile) {
    nf_spec spec = nf_spec_of(groups->cloud->context, source);
    nf_tile_define(&spec, tile);
    nf_tree_define(&spec, groups->cloud, groups->tree);
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
    const nf_cloud *cloud = groups->cloud;
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
    args[count++] = nf_links_arg(cloud, &groups->links);
    if (cloud->space.kind == NF_SPACE_BOX) {
        folds = nf_folds_of(&cloud->space, &groups->tree->scaling);
        args[count++] = nf_folds_arg(&cloud->space, &folds);
    }
    if (groups->loops.count) args[count++] = groups->loops.args[0];
    return nf_launch_args(work, program, kernel, nf_tile_shape(groups->tile, nodes), args, count);
}

/* ---- finding ---------------------------------------------------------------------------------------------- */

enum { SURVEY_WORDS = 33 }; /* NF_SURVEY in fof_lanes.cl */

/* The nodes of level 1, if there are levels enough above them. */
static uint64_t surveyed(const nf_groups *groups) {
    const uint64_t leaves = nf_ceiling(groups->cloud->n, groups->tree->width),
                   least = nf_most(3, (uint64_t)nf_tuned(groups->cloud->context, &nf_fof_family, SURVEY_ROW));
    return groups->tree->levels.count >= least ? nf_ceiling(leaves, groups->tree->width) : 0;
}

static nf_status link_by_lanes(nf_work *work, const nf_groups *groups, nf_program *program, cl_mem cores,
                               cl_mem heads) {
    const uint64_t nodes = surveyed(groups);
    cl_mem surveys = cores;
    nf_status status = NF_OK;
    if (nodes) {
        NF_TRY(nf_scratch(work, nodes * SURVEY_WORDS * 4, &surveys));
        NF_TRY(nf_launch_nodes(work, groups, program, "survey", nodes, nf_out(surveys)));
    }
    NF_TRY(nf_launch_leaves(work, groups, program, "link", nf_in(cores), nf_in(heads),
                            nf_inout(groups->parents), nf_in(surveys), nf_u32(nodes > 0)));
done:
    return status;
}

/* The forest of the links, whose roots have the labels of the core points. */
static nf_status find_links(nf_work *work, const nf_groups *groups, const nf_labels *labels) {
    const uint32_t n = (uint32_t)groups->cloud->n;
    cl_mem any = groups->tree->index.buffer, cores = groups->dbscan ? groups->cores : any,
           heads = groups->dbscan ? groups->heads : any;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec = nf_groups_leaves_spec(groups, "groups/fof.cl", "groups/fof_lanes.cl");
    nf_define(&spec, "CORES", groups->dbscan);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    work->stage = "link";
    NF_TRY(nf_launch_leaves(work, groups, program, "begin", nf_in(cores), nf_in(heads),
                            nf_out(groups->parents), nf_out(groups->labels)));
    if (groups->lanes) NF_TRY(link_by_lanes(work, groups, program, cores, heads));
    else
        NF_TRY(nf_launch_leaves(work, groups, program, "link", nf_in(cores), nf_in(heads),
                                nf_inout(groups->parents)));
    work->stage = "label";
    NF_TRY(nf_launch_with(
        work, groups->lanes ? program : labels->program, "flatten",
        groups->lanes ? nf_shape_for(n, groups->tile.group, groups->tile.group) : labels->shape,
        &groups->loops, nf_u32(n), nf_in(groups->tree->index.buffer), nf_inout(groups->parents),
        nf_inout(groups->labels), nf_out(groups->tree->found.buffer), nf_u32(NF_TREE_OWN_WORD)));
done:
    return status;
}

/* Writes what is asked for, and the number of groups into the word of the tree's user; the cloud has points. */
static nf_status write(nf_work *work, const groups_call *g, int expects, const nf_tree **tree) {
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
    NF_TRY(nf_links_for(work, &groups.links, cloud, groups.tree, g->length, g->min_points));
    NF_TRY(nf_loops_take(work, &groups.loops));
    NF_TRY(nf_scratch(work, n * 4, &groups.parents));
    NF_TRY(nf_scratch(work, n * 4, &groups.labels));
    take_leaves(&groups, tile);
    NF_TRY(nf_labels_take(&groups, tile, &labels));
    if (groups.dbscan) NF_TRY(nf_dbscan_cores(work, &groups));
    NF_TRY(find_links(work, &groups, &labels));
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
static nf_status find(nf_work *work, nf_call *call) {
    const groups_call *g = (const groups_call *)call;
    const size_t mark = nf_scratch_mark(work);
    const nf_tree *tree = NULL;
    uint32_t number = 0;
    nf_status status = NF_OK;
    if (call->cloud->n == 0) return NF_OK;
    if (call->knowing != NF_KNOW_NUMBER) {
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

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const groups_call *g = (const groups_call *)call;
    return nf_host_fof(cloud, g->length, g->min_points, answer);
}

/* ---- the questions ------------------------------------------------------------------------------------------ */

/* A cloud of a shape has no spacings. */
static nf_status shape_fof(nf_call *call) {
    groups_call *g = (groups_call *)call;
    g->options.fof.in_spacings = 0;
    g->linking_length = NF_SHAPED_CUTOFF;
    return NF_OK;
}

static nf_status shape_dbscan(nf_call *call) {
    ((groups_call *)call)->linking_length = NF_SHAPED_CUTOFF;
    return NF_OK;
}

static const nf_question fof = {.name = "nf_fof",
                                .results = "groups",
                                .arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_ORDER),
                                .options = NF_OPTIONS(nf_fof_options),
                                .ask = ask_fof,
                                .find = find,
                                .host = on_host,
                                .shape = shape_fof},
                         dbscan = {.name = "nf_dbscan",
                                   .results = "groups",
                                   .arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_CORES) |
                                             NF_WANT(NF_ARRAY_ORDER),
                                   .options = NF_OPTIONS(nf_dbscan_options),
                                   .ask = ask_dbscan,
                                   .find = find,
                                   .host = on_host,
                                   .shape = shape_dbscan};

nf_status nf_fof(nf_cloud *cloud, double linking_length, const nf_fof_options *options, const nf_sync *sync,
                 nf_result **result) {
    groups_call g = {.linking_length = linking_length};
    return nf_call_run(&g.call, &fof, cloud, options, &g.options.fof, sync, result);
}

nf_status nf_dbscan(nf_cloud *cloud, double linking_length, uint32_t min_points,
                    const nf_dbscan_options *options, const nf_sync *sync, nf_result **result) {
    groups_call g = {.linking_length = linking_length, .min_points = min_points};
    return nf_call_run(&g.call, &dbscan, cloud, options, &g.options.dbscan, sync, result);
}
