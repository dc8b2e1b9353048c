/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Every difficult cloud on the device: the bytes of the host, the set of brute force. */
#include "support/calls.h"
#include "support/answers/pairs.h"
#include "support/run.h"

#include <stdio.h>

typedef struct scene {
    nf_context *context;
    nf_cloud *cloud;
    nf_result *result;
} scene;

static void check_options(const scene *on, const support_cloud *cloud, const reference *wanted) {
    for (int sorted = 0; sorted < 2; sorted++) {
        const nf_pairs_options options = {.sorted = sorted};
        char what[200];
        snprintf(what, sizeof what, "%s, %dD, type %d, sorted %d", cloud->name, cloud->points.dims,
                 (int)cloud->points.type, sorted);
        own_pairs got = support_ask(on->context, on->result, on->cloud, cloud->cutoff, &options);
        if (sorted) {
            const support_pairs ascending = {wanted->pairs, wanted->count};
            support_same_bytes(&ascending, &got, what);
        } else {
            support_pairs host = support_ask_once(support_host(), &cloud->points, cloud->cutoff, &options);
            support_same_bytes(&host, &got, what);
            reference_same_set(wanted, got.pairs, got.count, what);
            support_pairs_free(&host);
        }
        uint64_t count = 0;
        support_ok(on->context, pairs_count(on->cloud, cloud->cutoff, &options, NULL, &count));
        ck_assert_uint_eq(count, wanted->count);
    }
}

/* The random comparison draws other dims. */
LOOP_TEST(every_cloud_has_the_pairs_of_brute_force_and_the_bytes_of_the_host, 2) {
    enum { DIMS = 3 };
    const nf_type type = _i ? support_double() : NF_FLOAT32;
    scene on = {.context = support_context(NULL)};
    const nf_points none = {.dims = DIMS, .type = type};
    on.cloud = support_cloud_on(on.context, &none, NULL);
    support_ok(on.context, nf_pairs(on.cloud, 1, NULL, NULL, &on.result));
    for (int k = 0; k < support_cloud_count; k++) {
        own_points cloud = support_cloud_make(k, DIMS, type);
        if (!cloud.data) continue;
        own_reference wanted = reference_pairs(&cloud.points, cloud.cutoff);
        support_ok(on.context, nf_cloud_move(on.cloud, &cloud.points, NULL, NULL));
        check_options(&on, &cloud, &wanted);
    }
    nf_result_free(on.result);
    nf_cloud_free(on.cloud);
    uint64_t now = 0, peak = 0;
    nf_context_trim(on.context);
    nf_context_memory(on.context, &now, &peak);
    ck_assert_uint_eq(now, 0);
    nf_context_free(on.context);
}
