/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists with a skin: what is refused, and builds that fail. */
#include "support/calls.h"
#include "order/order.h"
#include "support/answers/skin.h"

#include <math.h>
#include <string.h>

TEST(points_that_are_not_finite_are_named_and_good_ones_are_answered_afterwards) {
    own_context context = support_context(NULL);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    skin_scene s;
    skin_begin(&s, context, 30, 3, NF_FLOAT32);
    for (int k = 0; k < 3; k++) {
        ck_assert_msg(skin_ask(&s, "good points") == 1, "a failed search keeps no list");
        const double was = s.xyz[3 * 21 + k];
        s.xyz[3 * 21 + k] = bad[k];
        skin_move(&s);
        support_fails(context, NF_ERROR_POINTS, "point 21",
                      nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result));
        s.xyz[3 * 21 + k] = was;
        skin_move(&s);
    }
    support_fails(context, NF_ERROR_ARGUMENT, "dims",
                  nf_cloud_move(s.cloud, &(nf_points){.n = 1}, NULL, NULL));
    s.points.n = 0; /* that the cloud is empty now is not the list's concern */
    ck_assert(!skin_ask(&s, "no points"));
    skin_end(&s);
}

TEST(a_wrong_skin_is_named_on_devices_and_on_the_host) {
    own_context context = support_context(NULL);
    const double wrong[] = {-1, NAN, INFINITY, 1e38}, finite = 0x1p121;
    skin_scene s;
    skin_begin(&s, context, 30, 3, NF_FLOAT32);
    nf_cloud *host = support_cloud_on(support_host(), &s.points, NULL);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        uint64_t bytes = 0;
        nf_result *none = NULL;
        s.options.skin = k == 3 ? finite : wrong[k];
        support_fails(context, NF_ERROR_ARGUMENT, "skin",
                      nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result));
        support_fails(support_host(), NF_ERROR_ARGUMENT, "skin",
                      nf_lists(host, s.cutoff, &s.options, NULL, &none));
        support_fails(context, NF_ERROR_ARGUMENT, "skin",
                      lists_cost(context, &s.points, &s.options, 10, &bytes));
    }
    nf_cloud_free(host);
    skin_end(&s);
}

TEST(query_points_and_filters_have_no_skin) {
    own_context context = support_context(NULL);
    const nf_filters filters = {.min_distance = 0.1};
    skin_scene s;
    skin_begin(&s, context, 30, 3, NF_FLOAT32);
    nf_cloud *host = support_cloud_on(support_host(), &s.points, NULL);
    for (int k = 0; k < 2; k++) {
        nf_result *none = NULL;
        s.options.queries = k ? &s.points : NULL;
        s.options.filters = k ? NULL : &filters;
        support_fails(context, NF_ERROR_UNSUPPORTED, "skin",
                      nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result));
        support_fails(support_host(), NF_ERROR_UNSUPPORTED, "skin",
                      nf_lists(host, s.cutoff, &s.options, NULL, &none));
    }
    nf_cloud_free(host);
    skin_end(&s);
}

TEST(wrong_arguments_leave_the_kept_list) {
    own_context context = support_context(NULL);
    skin_scene s;
    skin_begin(&s, context, 30, 3, NF_FLOAT32);
    ck_assert(skin_ask(&s, "built"));
    support_buffer buffers[] = {support_buffer_of(context, NULL, s.points.n + 1, 8),
                                support_buffer_of(context, NULL, 4, 4)};
    const nf_slice offsets = buffers[0].at, indices = buffers[1].at, none = nf_at(NULL, 0);
    nf_lists_options wrong = s.options;
    const measured_slices over = {.shifts = nf_at(offsets.buffer, 72)};
    wrong.skin = -1;
    support_fails(context, NF_ERROR_ARGUMENT, "cutoff", nf_lists(s.cloud, -1, &s.options, NULL, &s.result));
    support_fails(context, NF_ERROR_ARGUMENT, "skin", nf_lists(s.cloud, s.cutoff, &wrong, NULL, &s.result));
    support_fails(context, NF_ERROR_ARGUMENT, "skin",
                  lists_into(s.cloud, s.cutoff, &wrong, offsets, indices, 4, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "offsets",
                  lists_into(s.cloud, s.cutoff, &s.options, nf_at(offsets.buffer, UINT64_MAX - 7), indices, 4,
                             NULL, NULL));
    s.xyz[0] += s.options.skin; /* the list is to be built anew */
    skin_move(&s);
    support_fails(
        context, NF_ERROR_ARGUMENT, "offsets and shifts overlap",
        measured_lists_into(s.cloud, s.cutoff, &s.options, offsets, none, indices, &over, 4, NULL, NULL));
    ck_assert_uint_eq(nf_cloud_lists_built(s.cloud), 1);
    s.xyz[0] -= s.options.skin;
    skin_move(&s);
    ck_assert_msg(!skin_ask(&s, "afterwards"), "the list stands");
    for (int p = 0; p < 2; p++) support_release(&buffers[p]);
    skin_end(&s);
}

/* The device seems to have less and less memory. */
TEST(a_build_that_fails_leaves_no_list) {
    own_context context = support_context(NULL);
    const uint64_t memory = context->device.global_memory;
    int failed = 0;
    skin_scene s;
    skin_begin(&s, context, 60, 3, NF_FLOAT32);
    s.cutoff = 1.2;
    s.box = skin_triclinic;
    for (uint64_t room = 1 << 18; room >= 64; room = room * 3 / 4) {
        nf_context_trim(context);
        nf_result_free(s.result);
        s.result = NULL;
        s.xyz[0] += 1;
        skin_move(&s);
        context->device.global_memory = room;
        const nf_status status = nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result);
        context->device.global_memory = memory;
        if (status != NF_OK) {
            ck_assert_int_eq(status, NF_ERROR_MEMORY);
            failed++;
        }
        ck_assert_int_eq(skin_ask(&s, "afterwards"), status != NF_OK);
    }
    ck_assert_int_gt(failed, 10);
    skin_end(&s);
}
