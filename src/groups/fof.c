/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/fof.h"

#include "arguments/tree.h"
#include "core/whole.h"
#include "tune/capability.h"

static const nf_tunable fof_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256}, nf_fits_group},
    /* Levels of a tree from which on lanes look what is near nodes before leaves look what is near them. */
    {"SURVEY", 4, 4, {3, 4, 8}, nf_fits_groups},
};
enum { SURVEY_ROW = 1 };
const nf_family nf_fof_family = NF_FAMILY("fof", fof_tunables, 1, 64);

/* ---- the links -------------------------------------------------------------------------------------------- */

enum { SURVEY_WORDS = 33 }; /* NF_SURVEY in fof_lanes.cl */

/* The nodes of level 1, if there are levels enough above them. */
static uint64_t surveyed(const nf_context *context, const nf_tree *tree) {
    const uint64_t least = nf_max(3, (uint64_t)nf_tuned(context, &nf_fof_family, SURVEY_ROW));
    return tree->levels.count >= least ? nf_ceiling(nf_tree_leaves(tree), tree->width) : 0;
}

static nf_status link_by_lanes(nf_work *work, const nf_groups *groups, nf_program *program, cl_mem cores,
                               cl_mem heads) {
    const nf_leaves *leaves = &groups->leaves;
    const uint64_t nodes = surveyed(work->context, leaves->tree);
    cl_mem surveys = cores;
    nf_status status = NF_OK;
    if (nodes) {
        NF_TRY(nf_scratch(work, nodes * SURVEY_WORDS * 4, &surveys));
        NF_TRY(nf_launch_nodes(work, leaves, program, "survey", nodes, nf_out(surveys)));
    }
    NF_TRY(nf_launch_leaves(work, leaves, program, "link", nf_in(cores), nf_in(heads),
                            nf_inout(groups->parents), nf_in(surveys), nf_u32(nodes > 0)));
done:
    return status;
}

nf_status nf_fof_links(nf_work *work, const nf_groups *groups, const nf_labels *labels) {
    const nf_leaves *leaves = &groups->leaves;
    const nf_tree *tree = leaves->tree;
    const uint32_t n = (uint32_t)tree->of.n;
    cl_mem any = tree->index.buffer, cores = groups->dbscan ? groups->cores : any,
           heads = groups->dbscan ? groups->heads : any;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec = nf_leaves_spec(work->context, leaves, "groups/fof.cl", "groups/fof_lanes.cl");
    nf_define(&spec, "CORES", groups->dbscan);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    work->stage = "link";
    NF_TRY(nf_launch_leaves(work, leaves, program, "begin", nf_in(cores), nf_in(heads),
                            nf_out(groups->parents), nf_out(groups->labels)));
    if (leaves->lanes) NF_TRY(link_by_lanes(work, groups, program, cores, heads));
    else
        NF_TRY(nf_launch_leaves(work, leaves, program, "link", nf_in(cores), nf_in(heads),
                                nf_inout(groups->parents)));
    work->stage = "label";
    NF_TRY(nf_launch_with(work, leaves->lanes ? program : labels->program, "flatten",
                          leaves->lanes ? nf_shape_for(n, leaves->tile.group, leaves->tile.group)
                                        : labels->shape,
                          &leaves->loops, nf_u32(n), nf_in(any), nf_inout(groups->parents),
                          nf_inout(groups->labels), nf_out(tree->found.buffer), nf_u32(NF_TREE_OWN_WORD)));
done:
    return status;
}

/* ---- the question ----------------------------------------------------------------------------------------- */

static nf_status ask(nf_work *work, nf_call *call) {
    nf_groups_call *g = (nf_groups_call *)call;
    const nf_cloud *cloud = call->cloud;
    const int in_spacings = g->options.fof.in_spacings;
    nf_status status = NF_OK;
    (void)work;
    NF_TRY(nf_check_linking_length(g->linking_length, &cloud->context->error));
    NF_TRY(nf_groups_ask(call));
    NF_TRY(nf_linking_length(in_spacings, &cloud->space, cloud->n, g->linking_length, &g->length,
                             &cloud->context->error));
done:
    return status;
}

/* A cloud of a shape has no spacings. */
static nf_status shape(nf_call *call) {
    nf_groups_call *g = (nf_groups_call *)call;
    g->options.fof.in_spacings = 0;
    g->linking_length = NF_SHAPED_CUTOFF;
    return NF_OK;
}

static const nf_question question = {.name = "nf_fof",
                                     .results = "groups",
                                     .arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_ORDER) |
                                               NF_WANT(NF_ARRAY_GROUP_NUMBERS),
                                     .options = {NF_OPTIONS(nf_fof_options)},
                                     .ask = ask,
                                     .find = nf_groups_find,
                                     .host = nf_groups_on_host,
                                     .shape = shape};

nf_status nf_fof(nf_cloud *cloud, double linking_length, const nf_fof_options *options, const nf_sync *sync,
                 nf_result **result) {
    nf_groups_call g = {.linking_length = linking_length};
    return nf_call_run(&g.call, &question, cloud, options, &g.options.fof, sync, result);
}
