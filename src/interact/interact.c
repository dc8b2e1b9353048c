/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include <nearfield/interact.h>

#include "core/check.h"
#include "core/whole.h"
#include "interact/kept_lists.h"
#include "interact/numbers.h"
#include "interact/strategy.h"
#include "interact/symmetric.h"
#include "interact/totals.h"
#include "question/result.h"
#include "search/query.h"
#include "search/shaped.h"
#include "search/batch.h"
#include "space/batch.h"

#include <stdio.h>

static const nf_interact_options no_options = {0};

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

/* Bit k for the k-th sum that the call shall have. */
static nf_status take_wanted(nf_context *context, const nf_function_info *info, const nf_interact_options *o,
                             uint32_t *wanted) {
    const uint32_t all = (UINT32_C(1) << info->sums) - 1;
    *wanted = o->wanted ? o->wanted : all;
    if (*wanted & ~all)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "wanted is 0x%lx, but the function has %d sums, bits 0 to %d",
                       (unsigned long)o->wanted, info->sums, info->sums - 1);
    if (o->totals && *wanted != all)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "totals are those of all sums, but wanted leaves some out: give 0");
    return NF_OK;
}

static nf_status ask(nf_work *work, nf_interaction *c, nf_cloud *cloud, double cutoff,
                     const nf_function *function, const nf_interact_options *options) {
    const nf_interact_options *o = options ? options : &no_options;
    const nf_lists_options lists = {.queries = o->queries, .filters = o->filters};
    const nf_type type = cloud->n ? cloud->type : NF_FLOAT64;
    /* The caller's numbers have the type of the points, also where there are none, unless these have no type. */
    const nf_type given = cloud->type == NF_TYPE_NONE ? NF_FLOAT64 : cloud->type;
    nf_query *query = &c->query;
    nf_status status = NF_OK;
    NF_TRY(check(cloud, function, o));
    NF_TRY(nf_query_begin(work, query, cloud, o->queries, o->filters, NF_FROM_BOTH, &cutoff));
    NF_TRY(nf_params_lists(&query->params, nf_query_space(cloud), cloud->n, type, cutoff, &lists,
                           &cloud->context->error));
    NF_TRY(nf_batch_take_rules(work, query, o->filters));
    query->params.skin = o->skin;
    query->params.wide = cutoff + o->skin;
    c->function = function;
    c->options = o;
    NF_TRY(take_wanted(cloud->context, &function->info, o, &c->wanted));
    c->type = o->sum64 ? NF_FLOAT64 : cloud->n || !o->queries ? cloud->type : o->queries->type;
    if (c->type == NF_TYPE_NONE) c->type = NF_FLOAT64; /* points of which there are none need no type */
    NF_TRY(nf_fields_take(work, function, 0, o->fields, o->field_count, cloud->n, cloud->type, &c->fields));
    if (o->queries)
        NF_TRY(nf_fields_take(work, function, 1, o->query_fields, o->query_field_count, query->queries.n,
                              cloud->type, &c->query_fields));
    NF_TRY(nf_parameters_take(function, cloud->batch.cutoffs ? 0 : cutoff, o->parameters, o->parameter_count,
                              type, c->values));
    NF_TRY(nf_tables_take(work, function, o->tables, o->table_count, given, c->tables, c->table_counts));
    NF_TRY(nf_strategy_choose(c));
done:
    return status;
}

static uint64_t columns_of(const nf_interaction *c, int sum_) {
    return c->function->info.sum[sum_].vector ? (uint64_t)c->query.cloud->dims : 1;
}

/* By what the strategy keeps, or by an order of the points. */
static nf_status find_by_strategy(nf_work *work, nf_interaction *c, nf_knowing knowing) {
    const nf_output none = {0};
    int done = 0;
    nf_status status = NF_OK;
    if (c->query.params.skin > 0 && c->strategy->again) NF_TRY(c->strategy->again(work, c, knowing, &done));
    if (!done) {
        NF_TRY(nf_query_find(work, &c->query, &none, knowing));
        NF_TRY(nf_kept_lists_settle(work, c));
    }
    if (knowing != NF_KNOW_PLACE_OR_UNKNOWN) NF_TRY(nf_symmetric_look(work, c));
done:
    return status;
}

static nf_status find(nf_work *work, nf_interaction *c, nf_knowing knowing) {
    const size_t mark = nf_scratch_mark(work);
    const nf_status status = find_by_strategy(work, c, knowing);
    if (status != NF_ERROR_UNSUPPORTED || !nf_strategy_instead(c)) return status;
    nf_scratch_back(work, mark);
    return find_by_strategy(work, c, knowing);
}

/* Computes the sums, and the totals if `totals` has a buffer. */
static nf_status compute(nf_work *work, nf_interaction *c, nf_knowing knowing, nf_slice totals) {
    const nf_function_info *info = &c->function->info;
    const uint64_t n = nf_query_count(&c->query), zero = 0;
    nf_status status = NF_OK;
    if (c->query.cloud->n && n) NF_TRY(find(work, c, knowing));
    else
        for (int k = 0; k < info->sums && n; k++) {
            if (!nf_interaction_wants(c, k)) continue;
            const uint64_t row = columns_of(c, k) * nf_type_bytes(c->type);
            NF_TRY(nf_fill(work, c->sums[k].buffer, &zero, 4, c->sums[k].offset * row, n * row));
        }
    if (totals.buffer) NF_TRY(nf_totals_run(work, info, c->query.cloud->dims, c->type, c->sums, n, totals));
done:
    return status;
}

/* ---- into a result ---------------------------------------------------------------------------------------- */

static nf_status keep(nf_interaction *c, nf_result *result) {
    const nf_function_info *info = &c->function->info;
    const uint64_t n = nf_query_count(&c->query);
    nf_array_shape *totals = &result->shapes[0];
    nf_status status = NF_OK;
    snprintf(totals->name, sizeof totals->name, "totals");
    totals->type = nf_totals_type(result->context);
    totals->columns = 1;
    for (int k = 0; k < info->sums; k++) {
        const nf_array array = (nf_array)(NF_ARRAY_SUMS + k);
        nf_array_shape *shape = &result->shapes[array - NF_ARRAY_TOTALS];
        snprintf(shape->name, sizeof shape->name, "%s", info->sum[k].name);
        shape->type = c->type;
        shape->columns = (int)columns_of(c, k);
        if (!nf_interaction_wants(c, k)) continue;
        NF_TRY(nf_result_keep(result, array, n));
        c->sums[k] = nf_at(result->arrays[array].buffer, 0);
    }
    if (c->options->totals)
        NF_TRY(nf_result_keep(result, NF_ARRAY_TOTALS, nf_totals_count(info, c->query.cloud->dims)));
done:
    return status;
}

nf_status nf_interact(nf_cloud *cloud, double cutoff, const nf_function *function,
                      const nf_interact_options *options, const nf_sync *sync, nf_result **result) {
    nf_work work;
    nf_interaction c = {0};
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    NF_TRY(ask(&work, &c, cloud, cutoff, function, options));
    NF_TRY(keep(&c, *result));
    NF_TRY(compute(&work, &c, NF_KNOW_ORDER,
                   c.options->totals ? nf_at((*result)->arrays[NF_ARRAY_TOTALS].buffer, 0) : nf_at(NULL, 0)));
    NF_TRY(nf_result_wait(&work));
    for (int k = 0; k < function->info.sums; k++)
        if (nf_interaction_wants(&c, k)) (*result)->rows[NF_ARRAY_SUMS + k] = nf_query_count(&c.query);
    if (c.options->totals) (*result)->rows[NF_ARRAY_TOTALS] = nf_totals_count(&function->info, cloud->dims);
done:
    if (status != NF_OK) nf_kept_lists_drop(&c);
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

/* ---- into the caller's buffers ----------------------------------------------------------------------------- */

/* Takes the places of the sums and totals: each must be apart from the points, and from the others. */
static nf_status take_places(nf_interaction *c) {
    const nf_function_info *info = &c->function->info;
    nf_context *context = c->query.cloud->context;
    const nf_interact_options *o = c->options;
    const uint64_t n = nf_query_count(&c->query), totals = nf_totals_count(info, c->query.cloud->dims);
    nf_placed places[NF_SUMS_MOST + 1];
    size_t count = 0;
    nf_status status = NF_OK;
    if (!o->places) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "places is NULL");
    for (int k = 0; k < info->sums; k++) {
        if (!nf_interaction_wants(c, k)) continue;
        if (n && !o->places[k].buffer)
            return nf_fail(&context->error, NF_ERROR_ARGUMENT, "places[%d], of the sum \"%s\", is NULL", k,
                           info->sum[k].name);
        c->sums[k] = o->places[k];
        places[count++] =
            (nf_placed){info->sum[k].name, o->places[k], n, columns_of(c, k) * nf_type_bytes(c->type)};
    }
    if (o->totals && totals && !o->total_place.buffer)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "total_place is NULL");
    if (o->totals)
        places[count++] =
            (nf_placed){"totals", o->total_place, totals, nf_type_bytes(nf_totals_type(context))};
    for (size_t k = 0; k < count; k++)
        NF_TRY(nf_query_check_place(&c->query, places[k].name, places[k].at, places[k].n, places[k].size));
    NF_TRY(nf_check_all_apart(context, places, count));
done:
    return status;
}

nf_status nf_interact_into(nf_cloud *cloud, double cutoff, const nf_function *function,
                           const nf_interact_options *options, const nf_sync *sync) {
    nf_work work;
    nf_interaction c = {0};
    nf_status status = NF_OK;
    nf_sync_clear(sync);
    if (!cloud) return NF_ERROR_ARGUMENT;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(ask(&work, &c, cloud, cutoff, function, options));
    NF_TRY(take_places(&c));
    NF_TRY(compute(&work, &c, NF_KNOW_PLACE_OR_UNKNOWN,
                   c.options->totals ? c.options->total_place : nf_at(NULL, 0)));
done:
    if (status != NF_OK) nf_kept_lists_drop(&c);
    return nf_work_end(&work, status);
}

/* ---- how much memory --------------------------------------------------------------------------------------- */

/* A call about a cloud of a shape. */
typedef struct interact_shape {
    const nf_function *function;
    const nf_interact_options *options;
    const char *strategy;
} interact_shape;

/* Of tables the numbers of elements count. */
static nf_status ask_shape(nf_cloud *cloud, const void *query) {
    const interact_shape *shape = query;
    const nf_function_info *info = &shape->function->info;
    nf_interact_options options = *shape->options;
    nf_numbers fields[NF_FIELDS_MOST], query_fields[NF_FIELDS_MOST], tables[NF_TABLES_MOST], nowhere;
    nf_shaped_query shaped;
    nf_result *result = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_shaped_take(cloud, options.queries, options.filters, &shaped));
    options.queries = shaped.queries;
    options.filters = shaped.filters;
    options.skin = nf_shaped_length(options.skin, cloud->type);
    options.strategy = shape->strategy;
    options.field_count = nf_numbers_shaped(info->field, info->fields, cloud->n, fields);
    options.fields = fields;
    if (options.queries)
        options.query_field_count =
            nf_numbers_shaped(info->field, info->fields, options.queries->n, query_fields);
    options.query_fields = query_fields;
    for (size_t k = 0; k < options.table_count && k < NF_TABLES_MOST; k++) {
        (void)nf_numbers_shaped(info->table, 1, options.tables[k].n, &nowhere);
        tables[k] = nowhere;
        tables[k].name = options.tables[k].name;
    }
    if (options.table_count <= NF_TABLES_MOST) options.tables = tables; /* more are refused */
    NF_TRY(nf_interact(cloud, shaped.cutoff, shape->function, &options, NULL, &result));
done:
    nf_result_free(result);
    nf_shaped_free(cloud, &shaped);
    return status;
}

/* With the strategy that the options name, or the most of those that calls may take without naming it, which serve different calls; the walk serves
   all. */
static nf_status cost_of(nf_context *context, const nf_points *points, interact_shape *shape,
                         uint64_t *bytes) {
    const nf_shaped_call call = {.shape = points, .ask = ask_shape, .query = shape};
    nf_status status = NF_OK;
    shape->strategy = shape->options->strategy;
    if (shape->strategy) return nf_shaped_cost(context, &call, NF_COST_MOST, bytes);
    shape->strategy = nf_strategy_walk.name;
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, bytes));
    for (const nf_strategy *const *row = context->strategies; *row; row++) {
        uint64_t own = 0;
        if ((*row)->taken == NF_TAKEN_BY_NAME) continue;
        shape->strategy = (*row)->name;
        status = nf_shaped_cost(context, &call, NF_COST_MOST, &own);
        if (status == NF_ERROR_UNSUPPORTED) status = NF_OK;
        NF_TRY(status);
        *bytes = nf_most(*bytes, own);
    }
    context->error.text[0] = 0;
done:
    return status;
}

nf_status nf_interact_memory(nf_context *context, const nf_points *points, const nf_function *function,
                             const nf_interact_options *options, uint64_t *bytes) {
    interact_shape shape = {.function = function, .options = options ? options : &no_options};
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    if (!function) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "function is NULL");
    NF_TRY(nf_check_shape(points, "points", &context->error));
    NF_TRY(nf_numbers_check(shape.options, &context->error));
    const nf_strategy_use use = context->strategy;
    status = cost_of(context, points, &shape, bytes);
    context->strategy = use;
done:
    return status;
}
