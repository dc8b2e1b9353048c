/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/fof.h"

#include "core/check.h"
#include "core/check_tree.h"
#include "core/whole.h"
#include "opencl/quirks.h"
#include "question/result.h"
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

/* One call. */
typedef struct fof {
    nf_cloud *cloud;
    double length; /* in the units of the points */
    uint32_t min_points;
    nf_fof_places places;
} fof;

/* ---- asking ----------------------------------------------------------------------------------------------- */

static nf_status ask(fof *query, nf_cloud *cloud, double linking_length, const nf_fof_options *options) {
    nf_sentence *error = &cloud->context->error;
    nf_status status = NF_OK;
    *query = (fof){.cloud = cloud, .min_points = options ? options->min_points : 0};
    NF_TRY(nf_check_fof_options(linking_length, options, error));
    if (cloud->batch.count)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "groups are not found in a batch: make a cloud of each system");
    NF_TRY(nf_cloud_check_dims(cloud, "nf_fof"));
    NF_TRY(nf_linking_length(options, &cloud->space, cloud->n, linking_length, &query->length, error));
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
static nf_status find(nf_work *work, const nf_groups *groups, const nf_labels *labels) {
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
static nf_status write(nf_work *work, const fof *query, int expects) {
    const uint64_t n = query->cloud->n;
    const nf_tile tile = nf_tile_fit(work->context, &nf_fof_family, (nf_tile_need){0});
    nf_groups groups = {.cloud = query->cloud, .dbscan = query->min_points > 1};
    nf_labels labels;
    nf_status status = NF_OK;
    NF_TRY(nf_tree_build(work, query->cloud, INT_MIN, 0, expects, &groups.tree));
    NF_TRY(nf_links_for(work, &groups.links, query->cloud, groups.tree, query->length, query->min_points));
    NF_TRY(nf_loops_take(work, &groups.loops));
    NF_TRY(nf_scratch(work, n * 4, &groups.parents));
    NF_TRY(nf_scratch(work, n * 4, &groups.labels));
    take_leaves(&groups, tile);
    NF_TRY(nf_labels_take(&groups, tile, &labels));
    if (groups.dbscan) NF_TRY(nf_dbscan_cores(work, &groups));
    NF_TRY(find(work, &groups, &labels));
    if (groups.dbscan) NF_TRY(nf_dbscan_border(work, &groups));
    NF_TRY(nf_loops_check(work, &groups.loops));
    NF_TRY(nf_labels_put(work, &groups, &labels, &query->places));
    if (query->places.order.buffer) NF_TRY(nf_labels_order(work, &groups, &labels, &query->places));
done:
    return status;
}

/* The same, and waits for the number of groups. */
static nf_status write_and_count(nf_work *work, const fof *query, uint64_t *groups) {
    const size_t mark = nf_scratch_mark(work);
    uint32_t number = 0;
    nf_status status = NF_OK;
    for (int again = query->cloud->n > 0; again;) {
        nf_scratch_back(work, mark);
        NF_TRY(
            nf_tree_look(work, query->cloud, write(work, query, 1), &number, &again)); /* the last command */
    }
    *groups = number;
done:
    return status;
}

/* ---- the public functions ----------------------------------------------------------------------------------- */

static uint32_t arrays_of(const nf_fof_options *options) {
    return options && options->arrays ? options->arrays : NF_WANT(NF_ARRAY_LABELS);
}

/* Labels are found in any case: in scratch if the result shall not have them. */
static nf_status take_places(nf_work *work, fof *query, uint32_t arrays, nf_result *result) {
    static const nf_array all[] = {NF_ARRAY_LABELS, NF_ARRAY_CORES, NF_ARRAY_ORDER};
    nf_slice *places[] = {&query->places.labels, &query->places.cores, &query->places.order};
    const uint64_t n = query->cloud->n;
    nf_status status = NF_OK;
    for (int k = 0; k < 3; k++) {
        if (!(arrays & NF_WANT(all[k]))) continue;
        NF_TRY(nf_result_keep(result, all[k], n));
        *places[k] = nf_at(result->arrays[all[k]].buffer, 0);
        result->rows[all[k]] = n;
    }
    if (!query->places.labels.buffer) NF_TRY(nf_scratch(work, n * 4, &query->places.labels.buffer));
done:
    return status;
}

nf_status nf_fof(nf_cloud *cloud, double linking_length, const nf_fof_options *options, const nf_sync *sync,
                 nf_result **result) {
    nf_work work;
    fof query;
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    NF_TRY(ask(&query, cloud, linking_length, options));
    if (cloud->n) {
        NF_TRY(take_places(&work, &query, arrays_of(options), *result));
        NF_TRY(write_and_count(&work, &query, &(*result)->total));
    }
done:
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

static nf_status check_places(const nf_cloud *cloud, const nf_fof_places *places) {
    nf_context *context = cloud->context;
    const uint64_t n = cloud->n;
    nf_status status = NF_OK;
    if (!places) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "places is NULL");
    const struct {
        const char *name;
        nf_slice at;
    } all[] = {{"labels", places->labels}, {"cores", places->cores}, {"order", places->order}};
    for (int k = 0; k < 3; k++) {
        if (k > 0 && !all[k].at.buffer) continue;
        NF_TRY(nf_cloud_check_place(cloud, all[k].name, all[k].at, n, 4));
        for (int j = 0; j < k; j++)
            if (all[j].at.buffer)
                NF_TRY(nf_check_apart(context, all[j].name, all[j].at, all[k].name, all[k].at, n * 4, 4,
                                      n * 4, 4));
    }
done:
    return status;
}

nf_status nf_fof_into(nf_cloud *cloud, double linking_length, const nf_fof_options *options,
                      const nf_fof_places *places, const nf_sync *sync, uint64_t *groups) {
    nf_sync_clear(sync);
    if (groups) *groups = 0;
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_work work;
    fof query;
    nf_status status = NF_OK;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(ask(&query, cloud, linking_length, options));
    NF_TRY(check_places(cloud, places));
    query.places = *places;
    if (groups) NF_TRY(write_and_count(&work, &query, groups));
    else if (cloud->n) NF_TRY(write(&work, &query, 0));
done:
    return nf_work_end(&work, status);
}

static nf_status ask_shape(nf_cloud *cloud, const void *query) {
    nf_fof_options options = query ? *(const nf_fof_options *)query : (nf_fof_options){.min_points = 0};
    nf_result *result = NULL;
    options.in_spacings = 0;
    const nf_status status = nf_fof(cloud, NF_SHAPED_CUTOFF, &options, NULL, &result);
    nf_result_free(result);
    return status;
}

nf_status nf_fof_memory(nf_context *context, const nf_points *points, const nf_fof_options *options,
                        uint64_t *bytes) {
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(nf_check_shape(points, "points", &context->error));
    NF_TRY(nf_check_fof_options(1, options, &context->error));
    const nf_shaped_call call = {.shape = points, .ask = ask_shape, .query = options};
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, bytes));
done:
    return status;
}
