/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* No tuning changes a result: random values of all tunables give the same bytes as the defaults. */
#include "support/device.h"

#include <nearfield/experimental/papers.h>
#include <nearfield/nearfield.h>
#include <nearfield/experimental/tuning.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TUNABLES_MOST = 256, RESULTS = 6 };

/* The bytes of all results. */
typedef struct answers {
    unsigned char *bytes[RESULTS];
    size_t sizes[RESULTS];
} answers;

/* A random value of each tunable's list, sometimes its default. */
static void random_words(const nf_context *context, uint64_t *state, char *words, size_t room) {
    static nf_tunable_info infos[TUNABLES_MOST];
    size_t count = 0, used = 0;
    ck_assert_int_eq(nf_tunables(context, infos, TUNABLES_MOST, &count), NF_OK);
    ck_assert(count > 0 && count <= TUNABLES_MOST);
    words[0] = 0;
    for (size_t k = 0; k < count && used < room; k++) {
        if (infos[k].value_count == 0) continue; /* not used here */
        const uint64_t r = support_random(state);
        const int value = infos[k].values[r % (uint64_t)infos[k].value_count];
        if (r >> 32 & 3)
            used += (size_t)snprintf(words + used, room - used, "%s.%s=%d ", infos[k].family, infos[k].name,
                                     value);
    }
    ck_assert_uint_lt(used, room);
}

static void keep(answers *a, int which, support_buffer *buffer, uint64_t n) {
    a->sizes[which] = (size_t)n * buffer->size;
    a->bytes[which] = support_allocate(a->sizes[which]);
    if (n == buffer->n) support_read(buffer, a->bytes[which]);
    else support_read_first(buffer, a->bytes[which], n);
    support_release(buffer);
}

static void ask_primitives(nf_context *context, uint64_t n, const uint32_t *data, answers *a) {
    const nf_sort_options options = {.key = NF_UINT32, .value = NF_UINT32};
    support_buffer in = support_buffer_of(context, data, n, 4), keys = support_buffer_of(context, data, n, 4);
    support_buffer values = support_buffer_of(context, data + n, n, 4),
                   flags = support_buffer_of(context, data, n, 1);
    support_buffer sums = support_buffer_of(context, NULL, n, 4),
                   kept = support_buffer_of(context, NULL, n, 4);
    support_buffer one = support_buffer_of(context, NULL, 1, 4),
                   count = support_buffer_of(context, NULL, 1, 8);
    uint64_t number = 0;
    support_ok(context, nf_sort(context, &options, keys.at, values.at, n, NULL));
    support_ok(context, nf_scan(context, NF_UINT32, NF_SUM, NF_EXCLUSIVE, in.at, sums.at, n, NULL));
    support_ok(context, nf_reduce(context, NF_FLOAT32, NF_SUM, in.at, one.at, n, NULL));
    support_ok(context, nf_compact(context, NF_UINT32, flags.at, in.at, kept.at, count.at, n, NULL));
    support_read(&count, &number);
    support_release(&count);
    support_release(&flags);
    support_release(&keys);
    support_release(&in);
    keep(a, 0, &values, n);
    keep(a, 1, &sums, n);
    keep(a, 2, &one, 1);
    keep(a, 3, &kept, number);
}

static void ask_pairs(nf_context *context, uint64_t n, const uint32_t *data, answers *a) {
    own_memory float *xyz = support_allocate(3 * n * sizeof *xyz);
    for (uint64_t k = 0; k < 3 * n; k++)
        xyz[k] = (float)(data[k % (2 * n)] * (uint32_t)(k / (2 * n) + 1) >> 8) * 0x1p-24f;
    const nf_points points = {.n = n, .dims = 3, .type = NF_FLOAT32, .rows.host = xyz};
    for (int which = 4; which < RESULTS; which++) {
        own_result pairs = NULL;
        own_cloud cloud = support_cloud_on(context, &points, NULL);
        support_ok(context, which == 4 ? nf_pairs(cloud, 0.15, NULL, NULL, &pairs)
                                       : nf_paper_pairs(cloud, 0.15, NULL, NULL, &pairs));
        const uint64_t total = nf_result_total(pairs);
        ck_assert_uint_gt(total, n);
        a->sizes[which] = (size_t)total * 8;
        a->bytes[which] = support_allocate(a->sizes[which]);
        support_ok(context,
                   nf_result_read(pairs, NF_ARRAY_PAIRS, 0, total, NULL, (int32_t *)(void *)a->bytes[which]));
    }
}

static void forget(answers *a) {
    for (int k = 0; k < RESULTS; k++) free(a->bytes[k]);
}

TEST(random_tunings_give_the_bytes_of_the_defaults) {
    static const char *const names[RESULTS] = {"sort",    "scan",  "reduce",
                                               "compact", "pairs", "potential pairs"};
    const int small = getenv("NEARFIELD_TEST_SMALL") != NULL, rounds = small ? 1 : 3;
    const uint64_t n = small ? 700 : 20011, cloud = small ? 300 : 3001;
    uint64_t state = 20261121;
    own_memory uint32_t *data = support_allocate(2 * n * 4);
    own_context context = support_context("");
    answers wanted;
    /* Floats of reasonable size, whose sum depends on the order in which they are added. */
    for (uint64_t k = 0; k < 2 * n; k++)
        data[k] = (uint32_t)(support_random(&state) >> 32) % 0x10000000u + 0x38000000u;
    ask_primitives(context, n, data, &wanted);
    for (uint64_t k = 0; k < 2 * n; k++) data[k] *= 2654435761u;
    ask_pairs(context, cloud, data, &wanted);
    for (int round = 0; round < rounds; round++) {
        char words[8192];
        answers got;
        random_words(context, &state, words, sizeof words);
        support_ok(context, nf_context_tune(context, words));
        for (uint64_t k = 0; k < 2 * n; k++)
            data[k] *= 244002641u; /* the inverse: as for the primitives before */
        ask_primitives(context, n, data, &got);
        for (uint64_t k = 0; k < 2 * n; k++) data[k] *= 2654435761u;
        ask_pairs(context, cloud, data, &got);
        for (int k = 0; k < RESULTS; k++)
            ck_assert_msg(got.sizes[k] == wanted.sizes[k] &&
                              memcmp(got.bytes[k], wanted.bytes[k], got.sizes[k]) == 0,
                          "%s differs with %s", names[k], words);
        forget(&got);
        nf_context_trim(context);
    }
    forget(&wanted);
}
