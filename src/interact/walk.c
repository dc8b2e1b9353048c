/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/strategy.h"

#define INTERACT_PARTS(keep)                                                                                 \
    {                                                                                                        \
        .runs = {"space/runs_full.cl", "space/runs_full_box.cl"}, .emit = "interact/emit_sums.cl",           \
        .emit_cpu = "interact/emit_sums_cpu.cl", .decision = (keep)                                          \
    }
static const nf_parts of_cloud = INTERACT_PARTS("search/keep_all.cl"),
                      of_queries = INTERACT_PARTS("search/keep_any.cl");

static nf_status sum(nf_work *work, nf_asked *asked, const nf_output *output) {
    const nf_interaction *c = (const nf_interaction *)(const void *)asked;
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    nf_status status = NF_OK;
    (void)output;
    asked->parts = asked->has_queries ? &of_queries : &of_cloud;
    nf_search search = nf_asked_search(asked);
    search.add = nf_interaction_add;
    search.what = c;
    asked->found = (nf_found){0};
    NF_TRY(nf_search_status_take(work, &asked->found.status));
    NF_TRY(nf_search_pass(work, &search, asked->parts->emit, asked->parts->emit_cpu, asked->found.status,
                          args, nf_interaction_args(c, args)));
    NF_TRY(nf_search_status_check_now(work, asked->found.status));
done:
    return status;
}

const nf_strategy nf_strategy_walk = {.name = "walk", .method = {.expects = 1, .find = sum}};
