/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Repeated searches of clouds of odd sizes, in which work-groups may wait for each other: the bytes of the host every time.
   NEARFIELD_TEST_REPEAT is the number of repetitions (20). */
#include "support/answers/pairs.h"
#include "support/numbers.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS_MOST = 20000, NEIGHBOURS_MOST = 40 };

/* Uniform in the unit cube; allocated by malloc. */
static void *random_points(uint64_t n, nf_type type, uint64_t *state) {
    void *coordinates = support_allocate(3 * n * (type == NF_FLOAT32 ? sizeof(float) : sizeof(double)));
    for (uint64_t k = 0; k < 3 * n; k++) support_set_number(coordinates, type, k, support_uniform(state));
    return coordinates;
}

/* All with one cloud and one result, so that buffers are too large, too small, and reused. */
static void ask_again(const char *tuning, uint64_t seed) {
    own_context context = support_context(tuning);
    own_cloud cloud = NULL;
    own_result result = NULL;
    for (int r = 0; r < support_repeats(); r++) {
        const uint64_t n = support_size(1 + support_random(&seed) % POINTS_MOST);
        const double neighbours = 1 + (double)(support_random(&seed) % NEIGHBOURS_MOST),
                     cutoff = cbrt(neighbours / (4.19 * (double)n));
        const int single = !nf_context_device(context)->fp64 || r % 2;
        const nf_type type = single ? NF_FLOAT32 : NF_FLOAT64;
        own_memory void *coordinates = random_points(n, type, &seed);
        const nf_points points = {.n = n, .dims = 3, .type = type, .rows.host = coordinates};
        own_pairs wanted = support_ask_once(support_host(), &points, cutoff, NULL);
        if (cloud) support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
        else cloud = support_cloud_on(context, &points, NULL);
        if (!result) support_ok(context, nf_pairs(cloud, cutoff, NULL, NULL, &result));
        own_pairs got = support_ask(context, result, cloud, cutoff, NULL);
        support_same_bytes(&wanted, &got, "a cloud asked again");
    }
}

TEST(searches_give_the_same_bytes_every_time) { ask_again(NULL, 1); }
TEST(searches_in_the_least_groups_do_too) { ask_again("search.GROUP=32 search.KEPT=64", 2); }
