/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Realistic sizes, compared with the host by bytes, and the cloud of the articles. */
#include "support/calls.h"
#include "support/answers/pairs.h"
#include "support/clouds/mt19937_64.h"

#include <stdlib.h>

/* n points as in the articles: mt19937_64 with seed 42; x, y, z for each point. */
static support_cloud of_the_articles(uint64_t n, nf_type type, double cutoff) {
    support_twister twister;
    own_memory double *xyz = support_allocate(n * 3 * sizeof *xyz);
    support_twister_seed(&twister, 42);
    for (uint64_t k = 0; k < 3 * n; k++) xyz[k] = support_twister_uniform(&twister);
    support_cloud cloud = support_cloud_of("of the articles", xyz, n, 3, type, cutoff);
    return cloud;
}

static void check_size(uint64_t n, nf_type type, double cutoff, const nf_pairs_options *options) {
    own_context context = support_context(NULL);
    own_points cloud = of_the_articles(n, type, cutoff);
    own_pairs host = support_ask_once(support_host(), &cloud.points, cutoff, options),
              got = support_ask_once(context, &cloud.points, cutoff, options);
    ck_assert_uint_gt(host.count, n);
    support_same_bytes(&host, &got, cloud.name);
}

TEST(a_hundred_thousand_points) {
    const uint64_t n = support_small() ? 5000 : 100000;
    const double cutoff = support_small() ? 0.08 : 0.03;
    const nf_pairs_options sorted = {.sorted = 1};
    check_size(n, NF_FLOAT32, cutoff, NULL);
    check_size(n, support_double(), cutoff, &sorted);
}

TEST(a_million_points) {
    if (support_small()) return;
    check_size(1000000, NF_FLOAT32, 0.012, NULL);
    check_size(1000000, support_double(), 0.012, NULL);
}

TEST(the_cloud_of_the_articles_has_54670692_pairs) {
    if (support_small() || support_double() != NF_FLOAT64) return; /* the expected number is for double */
    uint64_t count = 0;
    own_context context = support_context(NULL);
    own_points cloud = of_the_articles(1000000, NF_FLOAT64, 0.03);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    support_ok(context, pairs_count(on, 0.03, NULL, NULL, &count));
    ck_assert_uint_eq(count, 54670692);
}

TEST(the_twister_is_that_of_the_standard) {
    support_twister twister;
    support_twister_seed(&twister, 5489);
    for (int k = 1; k < 10000; k++) (void)support_twister_draw(&twister);
    /* [rand.predef]: the 10000th number of a default-constructed mt19937_64 */
    ck_assert_uint_eq(support_twister_draw(&twister), UINT64_C(9981545732273789042));
}
