/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/strategy.h"

#define INTERACT_PARTS(keep)                                                                                 \
    {                                                                                                        \
        .runs = {"space/runs_full.cl", "space/runs_full_box.cl"}, .emit = "interact/emit_sums.cl",           \
        .emit_cpu = "interact/emit_sums_cpu.cl", .decision = (keep)                                          \
    }
static const nf_parts of_cloud = INTERACT_PARTS("search/walk/keep_all.cl"),
                      of_queries = INTERACT_PARTS("search/walk/keep_any.cl");

static nf_status sum(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_interaction *c = (const nf_interaction *)(const void *)query;
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    nf_status status = NF_OK;
    (void)output;
    query->parts = query->has_queries ? &of_queries : &of_cloud;
    nf_search search = nf_query_search(query);
    search.add = nf_interaction_add;
    search.what = c;
    query->found = (nf_found){0};
    NF_TRY(nf_search_status_take(work, &query->found.status));
    NF_TRY(nf_search_pass(work, &search, query->parts->emit, query->parts->emit_cpu, query->found.status,
                          args, nf_interaction_args(c, args)));
    NF_TRY(nf_search_status_check_now(work, query->found.status));
done:
    return status;
}

const nf_strategy nf_strategy_walk = {.name = "walk", .method = {.expects = 1, .find = sum}};
