/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "host/host.h"
#include "opencl/error.h"
#include "search/batch.h"
#include "search/questions/counts.h"

#include <nearfield/coordination.h>

static const nf_parts parts = {.runs = {"space/runs_full.cl", "space/runs_full_box.cl"},
                               .emit = "search/emit/histogram.cl",
                               .emit_cpu = "search/emit/histogram_cpu.cl",
                               .decision = "search/emit/slots_rows.cl"};

typedef struct coordination_call {
    nf_search_call search;
    nf_query query;
    nf_coordination_options options;
    uint32_t type_count;
} coordination_call;

static nf_status ask(nf_work *work, nf_call *call) {
    coordination_call *c = (coordination_call *)call;
    nf_query *query = &c->query;
    nf_cloud *cloud = call->cloud;
    const nf_coordination_options *options = &c->options;
    double cutoff = c->search.cutoff;
    nf_status status = NF_OK;
    NF_TRY(nf_query_begin(work, query, call, options->queries, options->filters, NF_FROM_BOTH, &cutoff));
    NF_TRY(nf_params_search(&query->params, nf_query_space(cloud), cloud->n,
                            cloud->n ? cloud->type : NF_FLOAT64, cutoff, options->filters,
                            &cloud->context->error));
    NF_TRY(nf_query_check_type_count(cloud, NULL, c->type_count));
    NF_TRY(nf_batch_take_rules(work, query, options->filters));
    query->parts = &parts;
    if (!call->outputs) call->arrays = NF_WANT(NF_ARRAY_COUNTS);
    if (!call->outputs) call->wait = NF_WAIT_TOTAL;
    call->needs = NF_WANT(NF_ARRAY_COUNTS);
    call->shape.row = (int)c->type_count;
    call->rows[NF_ARRAY_COUNTS] = nf_query_count(query);
done:
    return status;
}

static nf_status find(nf_work *work, nf_call *call) {
    coordination_call *c = (coordination_call *)call;
    const nf_arg types = nf_u32(c->type_count);
    nf_emit_args slots = {.count = 0};
    nf_counts_add_types(&slots, call->cloud->types);
    nf_emit_add(&slots, &types, 1);
    return nf_counts_find(work, call, &c->query, nf_query_count(&c->query) * c->type_count, &slots);
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const coordination_call *c = (const coordination_call *)call;
    return nf_host_coordination(cloud, c->search.cutoff, c->type_count, &c->options, answer);
}

static nf_status shape(nf_call *call) {
    coordination_call *c = (coordination_call *)call;
    return nf_shaped_take(&call->shaped, call->cloud, &c->search.cutoff, &c->options.queries,
                          &c->options.filters);
}

static const nf_question question = {
    .name = "nf_coordination",
    .results = "neighbours",
    .arrays = NF_WANT(NF_ARRAY_COUNTS),
    .options = {NF_OPTIONS(nf_coordination_options),
                .pointers = {NF_QUERIES_OF(nf_coordination_options), NF_FILTERS_OF(nf_coordination_options)}},
    .ask = ask,
    .find = find,
    .host = on_host,
    .shape = shape};

nf_status nf_coordination(nf_cloud *cloud, double cutoff, uint32_t type_count,
                          const nf_coordination_options *options, const nf_sync *sync, nf_result **result) {
    coordination_call c = {.search.cutoff = cutoff, .type_count = type_count};
    return nf_call_run(&c.search.call, &question, cloud, options, &c.options, sync, result);
}
