/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_paper_pairs(): the pairs of brute force, in the same order on the device and on the host. */
#include "support/answers/pairs.h"
#include "support/calls.h"

#include <stdio.h>
#include <string.h>

static const nf_slice nowhere = NF_DEFAULTS;

/* ---- every cloud ------------------------------------------------------------------------------------------ */

static void check_set(const support_pairs *got, const reference *wanted, int sorted, const char *what) {
    const support_pairs ascending = {wanted->pairs, wanted->count};
    if (sorted) support_same_bytes(&ascending, got, what);
    else reference_same_set(wanted, got->pairs, got->count, what);
}

TEST(every_cloud_has_the_pairs_of_brute_force_on_the_host) {
    for (int k = 0; k < support_cloud_count; k++)
        for (int dims = 1; dims <= 3; dims++)
            for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
                own_points cloud = support_cloud_make(k, dims, (nf_type)type);
                if (!cloud.data) continue;
                own_reference wanted = reference_pairs(&cloud.points, cloud.cutoff);
                for (int cells = 0; cells <= 3; cells++)
                    for (int sorted = 0; sorted < 2; sorted++) {
                        const nf_paper_pairs_options options = {.cells_per_cutoff = cells, .sorted = sorted};
                        char what[160];
                        snprintf(what, sizeof what, "%s, %dD, type %d, cells %d, sorted %d", cloud.name, dims,
                                 type, cells, sorted);
                        own_pairs got =
                            support_ask_paper(support_host(), &cloud.points, cloud.cutoff, &options);
                        check_set(&got, &wanted, sorted, what);
                    }
            }
}

/* The random comparison draws the other types, dims and numbers of cells. */
TEST(every_cloud_has_the_bytes_of_the_host_on_the_device) {
    own_context context = support_context(NULL);
    for (int k = 0; k < support_cloud_count; k++) {
        own_points cloud = support_cloud_make(k, 3, NF_FLOAT32);
        if (!cloud.data) continue;
        for (int sorted = 0; sorted < 2; sorted++) {
            const nf_paper_pairs_options options = {.cells_per_cutoff = 1, .sorted = sorted};
            own_pairs host = support_ask_paper(support_host(), &cloud.points, cloud.cutoff, &options),
                      got = support_ask_paper(context, &cloud.points, cloud.cutoff, &options);
            support_same_bytes(&host, &got, cloud.name);
        }
    }
}

TEST(the_pairs_of_a_point_follow_those_of_the_one_before) {
    /* cells of the cutoff: 0 and 2 in the first, 1 and 3 in the second */
    const double x[] = {0.0, 1.2, 0.5, 1.4};
    const nf_points points = {.n = 4, .dims = 1, .type = support_double(), .rows.host = x};
    const nf_paper_pairs_options one = {.cells_per_cutoff = 1};
    const int32_t wanted[] = {0, 2, 1, 2, 2, 3, 1, 3};
    own_context context = support_context(NULL);
    if (points.type == NF_FLOAT64) {
        own_pairs host = support_ask_paper(support_host(), &points, 1, &one),
                  got = support_ask_paper(context, &points, 1, &one);
        ck_assert_uint_eq(host.count, 4);
        ck_assert_mem_eq(host.pairs, wanted, sizeof wanted);
        support_same_bytes(&host, &got, "four points");
    }
}

TEST(no_points_have_no_pairs) {
    own_context context = support_context(NULL);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    own_cloud on = support_cloud_on(context, &none, NULL);
    own_result result = NULL;
    uint64_t potential = 77;
    support_ok(context,
               nf_paper_pairs(on, 1, &(nf_paper_pairs_options){.potential = &potential}, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    ck_assert_uint_eq(potential, 0);
}

TEST(every_shape_gives_the_same_bytes) {
    static const char *const tunings[] = {"potential.GROUP=64 potential.ITEMS=2",
                                          "potential.GROUP=128 potential.ITEMS=1",
                                          "potential.GROUP=1 potential.ITEMS=64",
                                          "potential.GROUP=5 potential.ITEMS=3",
                                          "compact.GROUP=64",
                                          "compact.GROUP=256",
                                          "compact.GROUP=1"};
    own_points cloud = support_cloud_make(support_cloud_named("uniform"), 3, NF_FLOAT32);
    own_pairs host = support_ask_paper(support_host(), &cloud.points, cloud.cutoff, NULL);
    for (size_t k = 0; k < sizeof tunings / sizeof *tunings; k += (size_t)support_group_step()) {
        own_context context = support_context(tunings[k]);
        own_pairs got = support_ask_paper(context, &cloud.points, cloud.cutoff, NULL);
        support_same_bytes(&host, &got, tunings[k]);
    }
}

/* ---- numbers, outputs, costs --------------------------------------------------------------------------------- */

typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_cloud *on;
} stand;
#define own_stand OWNED_BY(take_down) stand

static stand stand_up(void) {
    stand s = {.context = support_context(NULL),
               .cloud = support_cloud_uniform(1000, 3, NF_FLOAT32, 0.15, 1)};
    s.on = support_cloud_on(s.context, &s.cloud.points, NULL);
    return s;
}

static void take_down(stand *s) {
    nf_cloud_free(s->on);
    support_cloud_free(&s->cloud);
    nf_context_free(s->context);
}

TEST(the_number_of_potential_pairs_is_told) {
    own_stand s = stand_up();
    own_cloud on_host = support_cloud_on(support_host(), &s.cloud.points, NULL);
    own_result result = NULL, host = NULL;
    uint64_t potential = 0, before = UINT64_MAX;
    for (int cells = 1; cells <= 3; cells++) { /* smaller cells have fewer candidates */
        const nf_paper_pairs_options options = {.cells_per_cutoff = cells, .potential = &potential};
        support_ok(s.context, nf_paper_pairs(s.on, 0.15, &options, NULL, &result));
        ck_assert_uint_gt(potential, nf_result_total(result));
        ck_assert_uint_lt(potential, before);
        before = potential;
        if (cells == 1) ck_assert_uint_gt(potential, 3 * nf_result_total(result));
        if (cells == 1) ck_assert_uint_le(potential, 1000 * 999 / 2);
    }
    nf_cost cost = {.assumed = 5};
    const nf_paper_pairs_options options = {.potential = &potential},
                                 costs = {.potential = &potential, .cost = &cost, .assumed_potential = 9};
    support_ok(s.context, nf_paper_pairs(s.on, 0.15, &costs, NULL, NULL));
    ck_assert_uint_eq(potential, before);
    support_ok(support_host(), nf_paper_pairs(on_host, 0.15, &options, NULL, &host));
    ck_assert_uint_eq(potential, 0);
    potential = 77;
    support_fails(s.context, NF_ERROR_ARGUMENT, "cutoff", nf_paper_pairs(s.on, 0, &options, NULL, &result));
    ck_assert_uint_eq(potential, 0);
}

TEST(outputs_receive_the_pairs_that_fit) {
    own_stand s = stand_up();
    for (int sorted = 0; sorted < 2; sorted++) {
        uint64_t needed = 0, on_device = 0, potential = 0;
        const nf_paper_pairs_options options = {.sorted = sorted, .potential = &potential};
        own_pairs host = support_ask_paper(support_host(), &s.cloud.points, 0.15, &options);
        const uint64_t room = host.count - 1;
        own_buffer pairs = support_buffer_of(s.context, NULL, host.count, 8),
                   total = support_buffer_of(s.context, NULL, 1, 8);
        own_pairs got = {support_allocate(host.count * 8), host.count};
        support_ok(s.context, paper_pairs_into(s.on, 0.15, &options, pairs.at, NULL, host.count, total.at,
                                               NULL, &needed));
        support_read(&pairs, got.pairs);
        support_read(&total, &on_device);
        support_same_bytes(&host, &got, "pairs in the caller's buffer");
        ck_assert_uint_eq(needed, host.count);
        ck_assert_uint_eq(on_device, host.count);
        ck_assert_uint_gt(potential, host.count);
        own_buffer less = support_buffer_of(s.context, NULL, host.count, 8);
        potential = 0;
        support_fails(s.context, NF_ERROR_CAPACITY, "room for",
                      paper_pairs_into(s.on, 0.15, &options, less.at, NULL, room, nowhere, NULL, NULL));
        const support_pairs first = {host.pairs, sorted ? 0 : room};
        got.count = first.count;
        support_read_first(&less, got.pairs, first.count);
        support_same_bytes(&first, &got, "the pairs that had room");
        ck_assert_uint_gt(potential, host.count);
    }
}

TEST(pairs_are_measured) {
    own_stand s = stand_up();
    const nf_paper_pairs_options options = {.arrays =
                                                NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS)};
    own_cloud on_host = support_cloud_on(support_host(), &s.cloud.points, NULL);
    own_result result = NULL, host = NULL;
    support_ok(s.context, nf_paper_pairs(s.on, 0.15, &options, NULL, &result));
    support_ok(support_host(), nf_paper_pairs(on_host, 0.15, &options, NULL, &host));
    ck_assert_uint_gt(nf_result_array(host, NF_ARRAY_DISTANCES)->rows, 100);
    support_same_results(host, result, "pairs with distances and vectors");
}

static uint64_t peak_of(nf_context *context) {
    uint64_t peak = 0;
    nf_context_memory(context, NULL, &peak);
    return peak;
}

/* Starts with no memory, so that the peak is that of the search.  What is not known in advance is said in tests/search/outputs/test_memory.c. */
static void check_bound(uint64_t n, int dims, nf_type type, double cutoff, int sorted) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(n, dims, type, cutoff, n);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    nf_paper_pairs_options options = {.sorted = sorted, .cells_per_cutoff = 1};
    uint64_t potential = 0, bound = 0;
    options.potential = &potential;
    support_ok(context, nf_paper_pairs(on, cutoff, &options, NULL, &result));
    const uint64_t peak = peak_of(context);
    options.assumed_potential = potential;
    support_ok(context, paper_pairs_cost(context, &(nf_points){.n = n, .dims = dims, .type = type}, &options,
                                         nf_result_total(result), &bound));
    ck_assert_msg(peak <= bound && bound <= peak + 36 * n + peak / 16 + (640u << 10),
                  "n %llu, %dD, type %d, sorted %d: took %llu, said %llu", (unsigned long long)n, dims,
                  (int)type, sorted, (unsigned long long)peak, (unsigned long long)bound);
}

TEST(what_is_said_in_advance_bounds_what_is_taken) {
    for (int sorted = 0; sorted < 2; sorted++) {
        check_bound(1, 3, NF_FLOAT32, 0.5, sorted);
        check_bound(1000, 3, support_double(), 0.3, sorted);
        check_bound(5000, 2, NF_FLOAT32, 0.05, sorted);
    }
}

/* ---- errors ---------------------------------------------------------------------------------------------------- */

TEST(what_the_articles_do_not_have_is_refused) {
    own_stand s = stand_up();
    const uint64_t offsets[] = {0, 400, 1000};
    const nf_batch systems = {.count = 2, .offsets = offsets};
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {0, 0, 1}};
    nf_points batch = s.cloud.points;
    batch.batch = &systems;
    own_cloud periodic = support_cloud_on(s.context, &s.cloud.points, &box),
              many = support_cloud_on(s.context, &batch, NULL);
    own_result result = NULL;
    nf_cost cost = {.assumed = 1};
    for (int cells = -1; cells <= 4; cells += 5)
        support_fails(
            s.context, NF_ERROR_ARGUMENT, "cells_per_cutoff is 1, 2, 3 or 0",
            nf_paper_pairs(s.on, 0.15, &(nf_paper_pairs_options){.cells_per_cutoff = cells}, NULL, &result));
    support_fails(s.context, NF_ERROR_UNSUPPORTED, "nf_paper_pairs works in open space only",
                  nf_paper_pairs(periodic, 0.15, NULL, NULL, &result));
    support_fails(s.context, NF_ERROR_UNSUPPORTED, "nf_paper_pairs knows no systems",
                  nf_paper_pairs(many, 0.15, NULL, NULL, &result));
    support_fails(s.context, NF_ERROR_ARGUMENT, "so many potential pairs",
                  nf_paper_pairs(s.on, 0.15,
                                 &(nf_paper_pairs_options){.cost = &cost, .assumed_potential = UINT64_MAX},
                                 NULL, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "which nf_paper_pairs does not have",
                  nf_paper_pairs(s.on, 0.15, &(nf_paper_pairs_options){.arrays = NF_WANT(NF_ARRAY_LABELS)},
                                 NULL, &result));
    ck_assert_int_eq(nf_paper_pairs(NULL, 0.15, NULL, NULL, NULL), NF_ERROR_ARGUMENT);
    ck_assert_ptr_null(result);
    support_ok(s.context, nf_paper_pairs(s.on, 0.15, NULL, NULL, &result));
}
