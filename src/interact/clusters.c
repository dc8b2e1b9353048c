/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/clusters.h"

static const nf_parts parts = {
    .runs = {"space/runs_full.cl", "space/runs_full_box.cl"},
    .emit = "interact/emit_clusters.cl",
    .decision = "search/walk/keep_all.cl",
    .stages_rows = 1,
};

/* The candidates whose numbers are kept: those that are being tested. */
enum { PASSING = 64 };

uint64_t nf_clusters_points(const nf_interaction *interaction) {
    const int wide = interaction->query.cloud->type == NF_FLOAT64 || interaction->type == NF_FLOAT64;
    return wide ? NF_CLUSTER_MOST / 2 : NF_CLUSTER_MOST;
}

nf_status nf_clusters_check(const nf_strategy *strategy, const nf_interaction *interaction,
                            nf_sentence *why) {
    const char *name = strategy->name;
    const nf_cloud *cloud = interaction->query.cloud;
    if (nf_search_is_cpu(cloud->context))
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: it needs the lanes of a GPU, and this device is a CPU", name);
    if (interaction->options->queries || interaction->options->filters || cloud->batch.count)
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: it serves neither query points, nor filters, nor systems", name);
    if (!interaction->query.params.rule.margin)
        return nf_fail(why, NF_ERROR_UNSUPPORTED, "strategy %s: the cutoff is too small or too large", name);
    return NF_OK;
}

/* Of many points that are not dense the walk takes less time. */
static int are_sparse(const nf_interaction *interaction) {
    enum { MANY = 131072, DENSE = 1 };
    const nf_cloud *cloud = interaction->query.cloud;
    const double per = nf_space_density(&cloud->space, cloud->n, interaction->query.params.cells.cutoff);
    return cloud->n >= MANY && per > 0 && per < DENSE;
}

void nf_clusters_prepare(nf_interaction *interaction) {
    enum { DENSE = 40, X = 8, YZ = 2 };
    nf_params *params = &interaction->query.params;
    const nf_cloud *cloud = interaction->query.cloud;
    const double per = nf_space_density(&cloud->space, cloud->n, params->cells.cutoff);
    interaction->side = "interact/side_own.cl";
    if (per >= DENSE) params->cells = nf_cells_with(params->cells.cutoff, cloud->type, X, YZ);
}

nf_status nf_clusters_begin(nf_work *work, nf_query *query, nf_search *search, nf_walk_form *form) {
    const nf_interaction *interaction = (const nf_interaction *)(const void *)query;
    query->parts = &parts;
    *search = nf_query_search(query);
    search->add = nf_interaction_add;
    search->what = interaction;
    search->tile_points = nf_clusters_points(interaction);
    *form = nf_walk_form_for(search, 0);
    form->kept = PASSING;
    query->found = (nf_found){0};
    work->stage = "search";
    return nf_search_status_take(work, &query->found.status);
}

static nf_status sum(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_interaction *interaction = (const nf_interaction *)(const void *)query;
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    nf_search search;
    nf_walk_form form;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    (void)output;
    NF_TRY(nf_clusters_begin(work, query, &search, &form));
    NF_TRY(nf_search_program(&search, &form, "search/search.cl", parts.emit, &program));
    NF_TRY(nf_launch_walk(work, &search, program, "nf_search", nf_search_shape(&search, &form),
                          nf_lanes_inverse(&search), args, nf_interaction_args(interaction, args),
                          nf_inout(query->found.status)));
    NF_TRY(nf_search_status_check_now(work, query->found.status));
done:
    return status;
}

static int suits(const nf_interaction *interaction) { return !are_sparse(interaction); }

const nf_strategy nf_strategy_clusters = {.name = "clusters",
                                          .method = {.expects = 1, .find = sum},
                                          .suits = suits,
                                          .check = nf_clusters_check,
                                          .prepare = nf_clusters_prepare};
