/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/check.h"
#include "core/whole.h"
#include "host/host.h"
#include "interact/kept_lists.h"
#include "interact/numbers.h"
#include "interact/strategy.h"
#include "interact/totals.h"
#include "search/query/query.h"
#include "search/batch.h"
#include "space/batch.h"

#include <stdio.h>
#include <string.h>

typedef struct interact_call {
    nf_search_call search;
    const nf_function *function;
    nf_interact_options options;
    nf_interaction interaction;
    /* Of shapes, for costs. */
    const char *strategy; /* that is asked for; NULL: that of the options */
    nf_numbers fields[NF_FIELDS_MOST], query_fields[NF_FIELDS_MOST], tables[NF_TABLES_MOST];
} interact_call;

/* ---- the question ---------------------------------------------------------------------------------------- */

static nf_status check(const nf_cloud *cloud, const nf_function *function, const nf_interact_options *o) {
    nf_context *context = cloud->context;
    nf_status status = NF_OK;
    if (!function) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "function is NULL");
    if (function->context != context)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "the function belongs to another context than the cloud");
    if (o->sum64 && !context->device.fp64)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "sum64: the device has no double precision");
    if (o->query_field_count && !o->queries)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "there are query_fields, but no query points");
    NF_TRY(nf_numbers_check(o, &context->error));
    NF_TRY(nf_check_skin(o->skin, &context->error));
done:
    return status;
}

static uint64_t columns_of(const nf_interaction *c, int sum_) {
    return c->function->info.sum[sum_].vector ? (uint64_t)c->query.cloud->dims : 1;
}

/* Which sums are computed: those of the answer, and all for their totals; and the shapes of the arrays. */
static nf_status ask_arrays(nf_call *call, nf_interaction *c) {
    const nf_function_info *info = &c->function->info;
    const uint64_t all = (NF_WANT(info->sums) - 1) << NF_ARRAY_SUMS, n = nf_query_count(&c->query);
    nf_array_shape *totals = &call->shape.shapes[0];
    const int has_totals = nf_call_has(call, NF_ARRAY_TOTALS);
    if (!call->names_arrays) call->arrays = all;
    if (call->arrays & NF_ALL_SUMS & ~all)
        return nf_fail(&call->cloud->context->error, NF_ERROR_ARGUMENT,
                       "a sum beyond those of the function is asked for: it has %d, NF_ARRAY_SUM(0) to "
                       "NF_ARRAY_SUM(%d)",
                       info->sums, info->sums - 1);
    call->needs = has_totals ? all : 0;
    c->wanted = (uint32_t)(((call->arrays | call->needs) & NF_ALL_SUMS) >> NF_ARRAY_SUMS);
    snprintf(totals->name, sizeof totals->name, "totals");
    totals->type = nf_totals_type(call->cloud->context);
    totals->columns = 1;
    call->rows[NF_ARRAY_TOTALS] = nf_totals_count(info, call->cloud->dims);
    for (int k = 0; k < info->sums; k++) {
        nf_array_shape *shape = &call->shape.shapes[1 + k];
        snprintf(shape->name, sizeof shape->name, "%s", info->sum[k].name);
        shape->type = c->type;
        shape->columns = (int)columns_of(c, k);
        call->rows[NF_ARRAY_SUMS + k] = nf_interaction_wants(c, k) ? n : 0;
    }
    call->wait = call->outputs ? NF_WAIT_NOTHING : NF_WAIT_ORDER;
    return NF_OK;
}

static nf_status ask(nf_work *work, nf_call *call) {
    interact_call *interact = (interact_call *)call;
    nf_interaction *c = &interact->interaction;
    nf_cloud *cloud = call->cloud;
    const nf_function *function = interact->function;
    const nf_interact_options *o = &interact->options;
    double cutoff = interact->search.cutoff;
    const nf_type type = cloud->n ? cloud->type : NF_FLOAT64;
    /* The caller's numbers have the type of the points, also where there are none, unless these have no type. */
    const nf_type numbers = cloud->type == NF_TYPE_NONE ? NF_FLOAT64 : cloud->type;
    nf_query *query = &c->query;
    nf_status status = NF_OK;
    memset(c, 0, sizeof *c);
    NF_TRY(check(cloud, function, o));
    NF_TRY(nf_query_begin(work, query, call, o->queries, o->filters, NF_FROM_BOTH, &cutoff));
    NF_TRY(nf_params_search(&query->params, nf_query_space(cloud), cloud->n, type, cutoff, o->filters,
                            &cloud->context->error));
    NF_TRY(nf_batch_take_rules(work, query, o->filters));
    query->params.skin = o->skin;
    query->params.wide = cutoff + o->skin;
    c->function = function;
    c->options = o;
    c->type = o->sum64 ? NF_FLOAT64 : cloud->n || !o->queries ? cloud->type : o->queries->type;
    if (c->type == NF_TYPE_NONE) c->type = NF_FLOAT64; /* points of which there are none need no type */
    NF_TRY(ask_arrays(call, c));
    NF_TRY(nf_fields_take(work, function, 0, o->fields, o->field_count, cloud->n, cloud->type, &c->fields));
    if (o->queries)
        NF_TRY(nf_fields_take(work, function, 1, o->query_fields, o->query_field_count, query->queries.n,
                              cloud->type, &c->query_fields));
    NF_TRY(nf_parameters_take(function, cloud->batch.cutoffs ? 0 : cutoff, o->parameters, o->parameter_count,
                              type, c->values));
    NF_TRY(nf_tables_take(work, function, o->tables, o->table_count, numbers, c->tables, c->table_counts));
    NF_TRY(nf_strategy_choose(c));
done:
    return status;
}

/* By what the strategy keeps, or by an order of the points. */
static nf_status find_by_strategy(nf_work *work, nf_interaction *c, nf_wait wait) {
    const nf_emit_args none = {0};
    int done = 0;
    nf_status status = NF_OK;
    if (c->query.params.skin > 0 && c->strategy->again) NF_TRY(c->strategy->again(work, c, wait, &done));
    if (!done) {
        NF_TRY(nf_query_find(work, &c->query, &none, wait));
        NF_TRY(nf_kept_lists_settle(work, c));
    }
    if (wait != NF_WAIT_NOTHING && c->strategy->read_error) NF_TRY(c->strategy->read_error(work, c));
done:
    return status;
}

static nf_status find_sums(nf_work *work, nf_interaction *c, nf_wait wait) {
    const size_t mark = nf_scratch_mark(work);
    const nf_status status = find_by_strategy(work, c, wait);
    if (status != NF_ERROR_UNSUPPORTED || !nf_strategy_instead(c)) return status;
    nf_scratch_back(work, mark);
    return find_by_strategy(work, c, wait);
}

/* Computes the sums, and the totals if they are asked for. */
static nf_status find(nf_work *work, nf_call *call) {
    nf_interaction *c = &((interact_call *)call)->interaction;
    const nf_function_info *info = &c->function->info;
    const uint64_t n = nf_query_count(&c->query), zero = 0;
    const nf_elements totals = nf_call_at(call, NF_ARRAY_TOTALS);
    nf_status status = NF_OK;
    for (int k = 0; k < info->sums; k++) c->sums[k] = nf_call_at(call, NF_ARRAY_SUMS + k);
    if (call->cloud->n && n && c->wanted) NF_TRY(find_sums(work, c, call->wait));
    else
        for (int k = 0; k < info->sums && n; k++) {
            if (!nf_interaction_wants(c, k)) continue;
            const uint64_t row = columns_of(c, k) * nf_type_bytes(c->type);
            NF_TRY(nf_fill(work, c->sums[k].buffer, &zero, 4, c->sums[k].offset * row, n * row));
        }
    if (totals.buffer) NF_TRY(nf_totals_run(work, info, call->cloud->dims, c->type, c->sums, n, totals));
done:
    return status;
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const interact_call *interact = (const interact_call *)call;
    const nf_function *function = interact->function;
    return nf_host_interact(cloud, interact->search.cutoff, function->key, &function->info,
                            interact->interaction.type, &interact->options, answer);
}

/* ---- how much memory --------------------------------------------------------------------------------------- */

/* Of tables the numbers of elements count. */
static nf_status shape(nf_call *call) {
    interact_call *interact = (interact_call *)call;
    nf_interact_options *options = &interact->options;
    nf_numbers nowhere;
    nf_status status = NF_OK;
    if (!interact->function) return NF_OK; /* it is refused */
    const nf_function_info *info = &interact->function->info;
    NF_TRY(nf_numbers_check(options, &call->cloud->context->error));
    NF_TRY(nf_shaped_take(&call->shaped, call->cloud, &interact->search.cutoff, &options->queries,
                          &options->filters));
    options->skin = nf_shaped_length(options->skin, call->cloud->type);
    if (interact->strategy) options->strategy = interact->strategy;
    options->field_count = nf_numbers_shaped(info->field, info->fields, call->cloud->n, interact->fields);
    options->fields = interact->fields;
    if (options->queries)
        options->query_field_count =
            nf_numbers_shaped(info->field, info->fields, options->queries->n, interact->query_fields);
    options->query_fields = interact->query_fields;
    if (options->table_count > NF_TABLES_MOST) return NF_OK; /* more are refused */
    for (size_t k = 0; k < options->table_count; k++) {
        (void)nf_numbers_shaped(info->table, 1, options->tables[k].n, &nowhere);
        interact->tables[k] = nowhere;
        interact->tables[k].name = options->tables[k].name;
    }
    options->tables = interact->tables;
done:
    return status;
}

/* With the strategy that the options name, or the most of those that calls may take without naming it, which serve different calls; the walk serves
   all. */
static nf_status cost_of(nf_call *call, uint64_t *bytes) {
    interact_call *interact = (interact_call *)call;
    nf_context *context = call->cloud->context;
    nf_status status = NF_OK;
    if (interact->options.strategy) return nf_call_cost(call, bytes);
    interact->strategy = nf_strategy_walk.name;
    NF_TRY(nf_call_cost(call, bytes));
    for (const nf_strategy *const *row = nf_strategies_of(context)->rows; *row; row++) {
        uint64_t own = 0;
        if ((*row)->taken == NF_TAKEN_BY_NAME) continue;
        interact->strategy = (*row)->name;
        status = nf_call_cost(call, &own);
        if (status == NF_ERROR_UNSUPPORTED) status = NF_OK;
        NF_TRY(status);
        *bytes = nf_max(*bytes, own);
    }
    context->error.text[0] = 0;
done:
    return status;
}

/* Which strategy a cost was of is not what the last call used. */
static nf_status cost(nf_call *call, uint64_t *bytes) {
    nf_context *context = call->cloud->context;
    const nf_strategy_use use = nf_strategies_of(context)->used;
    const nf_status status = cost_of(call, bytes);
    nf_strategies_of(context)->used = use;
    return status;
}

static const nf_question question = {
    .name = "nf_interact",
    .arrays = NF_WANT(NF_ARRAY_TOTALS) | NF_ALL_SUMS,
    .options = {NF_OPTIONS(nf_interact_options),
                .pointers = {NF_QUERIES_OF(nf_interact_options), NF_FILTERS_OF(nf_interact_options)}},
    .ask = ask,
    .find = find,
    .host = on_host,
    .in_plain_c = 1,
    .shape = shape,
    .cost = cost};

nf_status nf_interact(nf_cloud *cloud, double cutoff, const nf_function *function,
                      const nf_interact_options *options, const nf_sync *sync, nf_result **result) {
    interact_call interact = {.search.cutoff = cutoff, .function = function};
    return nf_call_run(&interact.search.call, &question, cloud, options, &interact.options, sync, result);
}
