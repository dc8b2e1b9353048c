/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search in one launch with look-back: with lanes in local memory, even if the library does not use this path. */
#include "search/query/query.h"
#include "search/ways.h"
#include "opencl/memory/tile_state.h"
#include "order/order.h"
#include "support/answers/pairs.h"
#include "tune/capability.h"

enum { TILE = 32, KEPT = 64 };

static const nf_parts parts = {{"space/runs_half.cl"},
                               "search/emit/pairs.cl",
                               "search/emit/pairs_cpu.cl",
                               "search/emit/count.cl",
                               "search/emit/count_cpu.cl",
                               NULL,
                               0};

static nf_status once_program(const nf_search *search, nf_program **out) {
    nf_context *context = search->context;
    nf_spec spec = nf_search_spec(search, "search/once.cl");
    nf_define(&spec, "LANES_BY", 0);
    nf_define(&spec, "TILES", 1);
    nf_define(&spec, "KEPT", KEPT);
    nf_define(&spec, "TEAM", 1);
    nf_define(&spec, "MARGIN", search->rule->margin);
    nf_define(&spec, "FUSED", context->device.fma);
    nf_part(&spec, parts.emit);
    return nf_program_get(context, &spec, out);
}

/* Orders the cloud, launches `once`, and returns its total. */
static nf_status run_once(nf_work *work, nf_cloud *on, double cutoff, nf_slice pairs, uint64_t capacity,
                          uint64_t *total) {
    const nf_rule rule = nf_rule_for(cutoff, on->type);
    const nf_cells cells = nf_cells_for(cutoff, on->type);
    nf_search search = {.context = on->context, .rule = &rule, .parts = &parts};
    const nf_shape shape = nf_shape_for(on->n, TILE, TILE);
    nf_program *program = NULL;
    cl_mem words = NULL, search_status = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_order_build_now(work, on, &cells));
    search.sources = search.targets = nf_view_of_cloud(on);
    NF_TRY(once_program(&search, &program));
    NF_TRY(nf_tile_state_take(work, NF_TILE_STATE_SEARCH, nf_tile_state_words(shape.groups), &words));
    NF_TRY(nf_search_status_take(work, &search_status));
    NF_TRY(nf_launch_walk(work, &search, program, "once", shape, nf_lanes_inverse(&search), NULL, 0,
                          nf_inout(words), nf_u32(nf_tile_state_epoch(work, NF_TILE_STATE_SEARCH)),
                          nf_out(search_status), nf_out(pairs.buffer), nf_u64(pairs.offset / 8),
                          nf_u64(capacity)));
    NF_TRY(nf_read(work, search_status, 0, total, sizeof *total));
    nf_tile_state_give(work, NF_TILE_STATE_SEARCH);
done:
    return status;
}

static void check_once(nf_context *context, const support_cloud *cloud, uint64_t leave_out) {
    own_pairs host = support_ask_once(support_host(), &cloud->points, cloud->cutoff, NULL);
    const uint64_t room = host.count - leave_out;
    own_cloud on = support_cloud_on(context, &cloud->points, NULL);
    own_buffer pairs = support_buffer_of(context, NULL, host.count, 8);
    support_pairs got = {support_allocate(room * 8), room}, first = {host.pairs, room};
    uint64_t total = 0;
    nf_work work;
    support_ok(context, nf_work_begin(&work, context, NULL));
    const nf_status status = run_once(&work, on, cloud->cutoff, pairs.at, room, &total);
    support_ok(context, nf_work_end(&work, status));
    ck_assert_uint_eq(total, host.count);
    support_read_first(&pairs, got.pairs, room);
    support_same_bytes(&first, &got, cloud->name);
    support_pairs_free(&got);
}

/* CPU drivers finish work-groups in the order of their tickets; on other devices all other tests run the device's paths. */
TEST(the_search_in_one_launch_has_the_bytes_of_the_host) {
    static const char *const names[] = {"33 points", "uniform", "dense cell", "lattice at the cutoff"};
    own_context context = support_context(NULL);
    /* Not on drivers that compute wrongly in groups of several work-items. */
    const int runs = nf_is_cpu(&context->device) && nf_can(context, NF_CAN_GROUPS);
    for (size_t k = 0; runs && k < sizeof names / sizeof *names; k++) {
        own_points cloud = support_cloud_make(support_cloud_named(names[k]), 3, NF_FLOAT32);
        check_once(context, &cloud, 0);
        check_once(context, &cloud, 11);
    }
}

/* Tells the most results that one launch counts. */
static nf_status find_the_most(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_search_status most = {.total = NF_SEARCH_ONCE_MOST};
    nf_status status = NF_OK;
    (void)output;
    NF_TRY(nf_search_status_take(work, &query->found.status));
    NF_TRY(nf_write(work, query->found.status, 0, &most, sizeof most));
    nf_search_total_in_status(&query->found);
done:
    return status;
}

TEST(where_there_are_more_results_than_one_launch_counts_they_are_counted_anew) {
    const nf_method method = {.expects = 1, .find = find_the_most};
    const nf_emit_args none = {.capacity = 0};
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_make(support_cloud_named("uniform"), 3, NF_FLOAT32);
    own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    nf_query query = {.cloud = on,
                      .params = {.cells = nf_cells_for(cloud.cutoff, NF_FLOAT32),
                                 .rule = nf_rule_for(cloud.cutoff, NF_FLOAT32)},
                      .parts = &parts,
                      .method = &method};
    nf_work work;
    support_ok(context, nf_work_begin(&work, context, NULL));
    const nf_status status = nf_query_find(&work, &query, &none, NF_WAIT_TOTAL);
    support_ok(context, nf_work_end(&work, status));
    ck_assert_uint_eq(query.total, host.count);
}

TEST(an_emitter_with_too_many_arguments_is_not_launched) {
    const nf_arg all[NF_EMIT_ARGS] = {nf_u32(0)};
    nf_context *context = support_context(NULL);
    nf_emit_args output = {.count = 0};
    nf_work work;
    support_ok(context, nf_work_begin(&work, context, NULL));
    nf_emit_add(&output, all, NF_EMIT_ARGS);
    ck_assert_uint_eq(output.count, NF_EMIT_ARGS);
    for (int k = 0; k < 2; k++) {
        nf_emit_add(&output, all, 1);
        support_fails(
            context, NF_ERROR_ARGUMENT, "arguments",
            nf_launch_more(&work, NULL, "none", (nf_shape){1, 1, 0}, all, 1, output.args, output.count));
    }
    support_ok(context, nf_work_end(&work, NF_OK));
    nf_context_free(context);
}
