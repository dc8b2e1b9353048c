/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/batch.h"

#include "core/whole.h"
#include "opencl/keepsake.h"
#include "order/batch.h"
#include "search/ways.h"
#include "space/batch.h"

#include <math.h>
#include <string.h>

uint64_t nf_search_row_points(const nf_context *context, uint64_t queries) {
    enum { FEW_A_UNIT = 64 };
    const int few = queries <= (uint64_t)context->device.compute_units * FEW_A_UNIT;
    return few && queries && !nf_search_is_cpu(context) ? 1 : NF_SEARCH_TILE;
}

uint64_t nf_search_tile_points(const nf_search *search) {
    if (search->tile_points) return search->tile_points;
    const int rows = search->parts && search->parts->stages_rows && search->apart;
    return rows && !search->targets.systems ? nf_search_row_points(search->context, search->targets.n)
                                            : NF_SEARCH_TILE;
}

uint64_t nf_search_tile_count(const nf_search *search) {
    return search->targets.systems ? search->targets.layout.tiles
                                   : nf_ceiling(search->targets.n, nf_search_tile_points(search));
}

size_t nf_batch_args(const nf_search *search, nf_arg *to) {
    const nf_arg all[NF_SYSTEM_ARGS] = {nf_in(search->targets.layout.places),
                                        nf_u32((uint32_t)nf_search_tile_count(search)),
                                        nf_in(search->rules.buffer), nf_u32((uint32_t)search->rules.own)};
    if (!search->targets.systems) return 0;
    memcpy(to, all, sizeof all);
    return NF_SYSTEM_ARGS;
}

/* ---- the rules of systems -------------------------------------------------------------------------------- */

/* Those of the last search of a batch, which the cloud keeps: the commands in the queue may still read them. */
typedef struct system_rules {
    nf_keepsake keepsake;
    nf_kept rows;
} system_rules;

static void release(nf_context *context, nf_keepsake *keepsake) {
    nf_kept_free(context, &((system_rules *)keepsake)->rows);
}
static const nf_keepsake_kind kind = {"the rules of systems", sizeof(system_rules), release};

nf_stock nf_search_stock(const nf_cloud *cloud) {
    const system_rules *rules = (const system_rules *)nf_keepsake_of(cloud->keepsakes, &kind);
    nf_stock stock = nf_stock_of_order(cloud);
    if (!rules) return stock;
    stock.bytes += rules->rows.bytes;
    if (!cloud->batch.count) stock.spare += rules->rows.bytes;
    return stock;
}

/* nf_system_rule in cl/search/batch.cl, and its numbers. */
enum { RULE = 6 };
static void rule_numbers(const nf_rule *rule, double least, nf_type type, double *to) {
    to[0] = rule->r2;
    to[1] = rule->scale;
    to[2] = 1 / rule->scale;
    to[3] = nf_rule_square(rule, least, type);
    to[4] = (double)(float)rule->inverse;
    to[5] = 1 / sqrt(rule->r2);
}

/* Writes the rule of each system, or that of all if they have one cutoff.  The program is for all of them: scaled if one is, and
   with the margin if all have it. */
static nf_status write_rules(nf_query *query, const nf_filters *filters, void *to) {
    const nf_cloud *cloud = query->cloud;
    const nf_cloud_batch *batch = &cloud->batch;
    nf_rule *all = &query->params.rule, rule = *all;
    const uint64_t count = nf_cloud_batch_own_rules(batch) ? batch->count : 1;
    nf_status status = NF_OK;
    for (uint64_t s = 0; s < count; s++) {
        double numbers[RULE];
        if (batch->cutoffs)
            status = nf_filters_rule(filters, batch->cutoffs[s], cloud->type, &rule, &cloud->context->error);
        if (status != NF_OK) {
            nf_batch_blame(s, &cloud->context->error);
            return status;
        }
        all->scaled |= rule.scaled;
        all->margin &= rule.margin;
        rule_numbers(&rule, query->filters.min_distance, cloud->type, numbers);
        for (size_t k = 0; k < RULE; k++)
            if (cloud->type == NF_FLOAT32) ((float *)to)[s * RULE + k] = (float)numbers[k];
            else ((double *)to)[s * RULE + k] = numbers[k];
    }
    return NF_OK;
}

nf_status nf_batch_take_rules(const nf_work *work, nf_query *query, const nf_filters *filters) {
    nf_cloud *cloud = query->cloud;
    nf_context *context = cloud->context;
    nf_cloud_batch *batch = &cloud->batch;
    const uint64_t rules = nf_cloud_batch_own_rules(batch) ? batch->count : 1;
    const size_t size = RULE * nf_type_bytes(cloud->type);
    nf_keepsake *keepsake = NULL;
    void *rows = NULL;
    nf_status status = NF_OK;
    if (!batch->count) return NF_OK;
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)rules, size, "the rules of systems", &rows,
                           &context->error));
    NF_TRY(write_rules(query, filters, rows));
    if (!work) goto done;
    NF_TRY(nf_keepsake_take(context, &cloud->keepsakes, &kind, &keepsake));
    nf_kept *kept = &((system_rules *)keepsake)->rows;
    nf_kept_free(context, kept); /* the commands in the queue keep it */
    NF_TRY(nf_buffer_with(context, rows, rules * size, "the rules of systems", &kept->buffer));
    kept->bytes = kept->used = rules * size;
    query->rules = (nf_system_rules){kept->buffer, nf_cloud_batch_own_rules(batch)};
done:
    nf_release(&context->allocator, rows);
    return status;
}
