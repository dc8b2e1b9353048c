/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/answers/pairs.h"

#include <stdlib.h>
#include <string.h>

void support_pairs_free(support_pairs *pairs) {
    free(pairs->pairs);
    pairs->pairs = NULL;
    pairs->count = 0;
}

static support_pairs read_all(nf_result *result) {
    return (support_pairs){support_array(result, NF_ARRAY_PAIRS), nf_result_total(result)};
}

support_pairs support_ask(nf_context *context, nf_result *result, nf_cloud *cloud, double cutoff,
                          const nf_pairs_options *options) {
    support_ok(context, nf_pairs(cloud, cutoff, options, NULL, &result));
    return read_all(result);
}

support_pairs support_ask_once(nf_context *context, const nf_points *points, double cutoff,
                               const nf_pairs_options *options) {
    own_result result = NULL;
    own_cloud cloud = support_cloud_on(context, points, NULL);
    support_ok(context, nf_pairs(cloud, cutoff, options, NULL, &result));
    support_pairs all = read_all(result);
    return all;
}

support_pairs support_ask_paper(nf_context *context, const nf_points *points, double cutoff,
                                const nf_paper_pairs_options *options) {
    own_result result = NULL;
    own_cloud cloud = support_cloud_on(context, points, NULL);
    support_ok(context, nf_paper_pairs(cloud, cutoff, options, NULL, &result));
    support_pairs all = read_all(result);
    return all;
}

void support_same_bytes(const support_pairs *wanted, const support_pairs *got, const char *what) {
    for (uint64_t k = 0; k < wanted->count && k < got->count; k++)
        if (memcmp(wanted->pairs + 2 * k, got->pairs + 2 * k, 8) != 0)
            ck_abort_msg("%s: pair %llu is (%d, %d), expected (%d, %d)", what, (unsigned long long)k,
                         got->pairs[2 * k], got->pairs[2 * k + 1], wanted->pairs[2 * k],
                         wanted->pairs[2 * k + 1]);
    ck_assert_msg(wanted->count == got->count, "%s: %llu pairs, expected %llu", what,
                  (unsigned long long)got->count, (unsigned long long)wanted->count);
}

uint64_t support_launches(nf_context *context, const char *stage) {
    nf_stage stages[32] = {{.size = sizeof stages[0]}};
    uint64_t launches = 0;
    size_t count = 0;
    support_ok(context, nf_context_stages(context, stages, 32, &count));
    for (size_t k = 0; k < count; k++)
        if (stage ? strcmp(stages[k].name, stage) == 0
                  : strcmp(stages[k].name, "build") != 0 && strcmp(stages[k].name, "load") != 0)
            launches += stages[k].launches;
    return launches;
}
