/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Drivers that end the loops of a work-item after a number of iterations: a result is right or an error.  On other drivers a
   layer gives the device such a driver's name, and makes kernels report that their loops were ended. */
#include "support/calls.h"
#include "opencl/quirks.h"
#include "support/answers/pairs.h"
#include "support/ended_loops.h"
#include "support/run.h"
#include "tune/capability.h"
#include "support/layers.h"

#include <stdlib.h>
#include <string.h>

/* Why no layer makes up such a driver; NULL: one does.  A driver that does end loops needs none. */
static const char *fault;

static const char said[] = "\"host\" has no such limit"; /* the suggestion in the message */

/* ---- what is asked -------------------------------------------------------------------------------------- */

typedef enum asking { COUNT, LIST, SORTED, INTO, POTENTIAL, ASKINGS } asking;
static const char *const names[ASKINGS] = {"count", "list", "sorted", "into", "potential"};
static const nf_pairs_options options[ASKINGS] = {[SORTED] = {.sorted = 1}};

typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_cloud *on;
} stand;
#define own_stand OWNED_BY(take_down) stand

static stand stand_up(const char *ended) {
    const nf_context_options fresh = {.no_disk_cache = 1, .profile = 1};
    stand s = {.context = support_loops_ended(ended, &fresh),
               .cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4)};
    ck_assert(!nf_is_serial(s.context));
    s.on = support_cloud_on(s.context, &s.cloud.points, NULL);
    return s;
}

static void take_down(stand *s) {
    nf_cloud_free(s->on);
    support_cloud_free(&s->cloud);
    nf_context_free(s->context);
}

/* Searches, and compares a result with the host's. */
static nf_status ask(stand *s, asking what) {
    const double cutoff = s->cloud.cutoff;
    own_pairs host = what == POTENTIAL
                         ? support_ask_paper(support_host(), &s->cloud.points, cutoff, NULL)
                         : support_ask_once(support_host(), &s->cloud.points, cutoff, &options[what]);
    own_pairs got = {support_allocate(host.count * 8), 0};
    nf_status status = NF_OK;
    if (what == COUNT) status = pairs_count(s->on, cutoff, NULL, NULL, &got.count);
    else if (what == INTO) {
        support_buffer room = support_buffer_of(s->context, NULL, host.count, 8);
        status = pairs_into(s->on, cutoff, NULL, room.at, host.count, nf_at(NULL, 0), NULL, &got.count);
        support_read(&room, got.pairs);
        support_release(&room);
    } else {
        nf_result *result = NULL;
        status = what == POTENTIAL ? nf_paper_pairs(s->on, cutoff, NULL, NULL, &result)
                                   : nf_pairs(s->on, cutoff, &options[what], NULL, &result);
        got.count = nf_result_total(result);
        if (status == NF_OK && got.count == host.count)
            support_ok(s->context, nf_result_read(result, NF_ARRAY_PAIRS, 0, got.count, NULL, got.pairs));
        nf_result_free(result);
    }
    if (status == NF_OK) {
        ck_assert_uint_eq(got.count, host.count);
        if (what != COUNT) support_same_bytes(&host, &got, names[what]);
    }
    return status;
}

/* ---- ended, or not -------------------------------------------------------------------------------------- */

TEST(where_no_loop_was_ended_the_bytes_are_those_of_the_host) {
    if (fault) return;
    if (!support_can_end_loops(__func__)) return;
    own_stand s = stand_up(NULL);
    for (int what = 0; what < ASKINGS; what++) support_ok(s.context, ask(&s, (asking)what));
}

static const struct {
    const char *kernel;
    int fails[ASKINGS];
} rows[] = {
    {"nf_search", {[COUNT] = 1, [LIST] = 1, [SORTED] = 1, [INTO] = 1}},
    {"fill", {[LIST] = 1, [SORTED] = 1, [INTO] = 1}},
    {"count_potential", {[POTENTIAL] = 1}},
    {"potential", {[POTENTIAL] = 1}},
};

/* All searches of one cloud: after an error its order is built again. */
LOOP_TEST(a_kernel_whose_loops_were_ended_is_an_error_of_the_device, sizeof rows / sizeof *rows) {
    if (fault) return;
    if (!support_can_end_loops(__func__)) return;
    own_stand s = stand_up(rows[_i].kernel);
    for (int what = 0; what < ASKINGS; what++) {
        if (rows[_i].fails[what]) support_fails(s.context, NF_ERROR_DEVICE, said, ask(&s, (asking)what));
        else support_ok(s.context, ask(&s, (asking)what));
    }
    if (!rows[_i].fails[COUNT]) support_ok(s.context, ask(&s, COUNT));
}

/* The count may be too small, and so the room for the pairs. */
TEST(nothing_is_written_behind_a_count_whose_loops_were_ended) {
    if (fault) return;
    enum { CLEARED_COUNTED_AND_READ = 4 };
    if (!support_can_end_loops(__func__)) return;
    own_stand s = stand_up("count_potential");
    support_ok(s.context, nf_cloud_prepare(s.on, s.cloud.cutoff, NULL));
    nf_context_reset_stages(s.context);
    support_fails(s.context, NF_ERROR_DEVICE, said, ask(&s, POTENTIAL));
    ck_assert_uint_le(support_launches(s.context, "search"), CLEARED_COUNTED_AND_READ);
}

/* Without `needed` the call does not wait, so the total is reported on the device alone. */
LOOP_TEST(a_total_on_the_device_is_unknown_where_loops_were_ended, 2) {
    if (fault) return;
    static const char *const kernels[] = {"nf_search", "fill"};
    if (!support_can_end_loops(__func__)) return;
    own_stand s = stand_up(kernels[_i]);
    own_buffer room = support_buffer_of(s.context, NULL, 100, 8),
               total = support_buffer_of(s.context, NULL, 1, 8);
    uint64_t needed = 0, on_device = 0;
    for (int again = 0; again < 2; again++) { /* the second time with the existing order */
        support_ok(s.context, pairs_into(s.on, s.cloud.cutoff, NULL, room.at, 100, total.at, NULL, NULL));
        support_read(&total, &on_device);
        ck_assert_uint_eq(on_device, NF_UNKNOWN);
    }
    support_fails(s.context, NF_ERROR_DEVICE, said,
                  pairs_into(s.on, s.cloud.cutoff, NULL, room.at, 100, total.at, NULL, &needed));
}

/* ---- a driver that does ---------------------------------------------------------------------------------- */

/* n points in one cell, each a partner of all others. */
static support_cloud clump(uint64_t n, double cutoff) {
    return support_cloud_uniform(n, 3, NF_FLOAT32, cutoff, 5);
}

/* The pairs of the first tile: in turn t point l has the partner l + 1 + t. */
static void check_first_tile(const support_buffer *room, uint64_t count) {
    own_memory int32_t *pairs = support_allocate(count * 8);
    support_read(room, pairs);
    for (uint64_t k = 0; k < count; k++) {
        const int32_t i = (int32_t)(k % 32), j = i + 1 + (int32_t)(k / 32);
        ck_assert_msg(pairs[2 * k] == i && pairs[2 * k + 1] == j, "pair %llu is %d %d", (unsigned long long)k,
                      pairs[2 * k], pairs[2 * k + 1]);
    }
}

LOOP_TEST(a_list_of_points_too_dense_for_the_driver_is_never_wrong, 2) {
    static const uint64_t sizes[] = {4000, 32000};
    const uint64_t n = sizes[_i], room = 32 * (n - 32);
    own_context context = support_loops_as_they_are();
    if (nf_has_quirk(nf_context_device(context), NF_QUIRK_ENDS_LOOPS)) {
        own_points cloud = clump(n, 100);
        own_cloud on = support_cloud_on(context, &cloud.points, NULL);
        own_buffer pairs = support_buffer_of(context, NULL, room, 8);
        uint64_t needed = 0;
        const nf_status status =
            pairs_into(on, cloud.cutoff, NULL, pairs.at, room, nf_at(NULL, 0), NULL, &needed);
        if (status == NF_ERROR_DEVICE) {
            ck_assert_uint_gt(n, 4000);
            ck_assert_ptr_nonnull(strstr(nf_context_error(context), said));
        } else {
            ck_assert_int_eq(status, NF_ERROR_CAPACITY);
            ck_assert_uint_eq(needed, n * (n - 1) / 2);
            check_first_tile(&pairs, room);
        }
    }
}

/* For cutoffs outside the margin's range each candidate is an iteration. */
TEST(a_count_of_points_too_dense_for_the_driver_is_never_wrong) {
    const uint64_t n = 66000;
    own_context context = support_loops_as_they_are();
    if (nf_has_quirk(nf_context_device(context), NF_QUIRK_ENDS_LOOPS) && !support_small()) {
        own_points cloud = clump(n, 1e25);
        own_cloud on = support_cloud_on(context, &cloud.points, NULL);
        uint64_t count = 0;
        const nf_status status = pairs_count(on, cloud.cutoff, NULL, NULL, &count);
        if (status == NF_ERROR_DEVICE) ck_assert_ptr_nonnull(strstr(nf_context_error(context), said));
        else {
            ck_assert_int_eq(status, NF_OK);
            ck_assert_uint_eq(count, n * (n - 1) / 2);
        }
    }
}

int main(void) {
    fault = support_layer_fault(DRIVER_LAYER);
    if (!fault) support_use_layer(DRIVER_LAYER);
    else support_skip_test("loops that are said to be ended", fault);
    return support_main();
}
