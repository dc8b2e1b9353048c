/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "primitives/run.h"
#include "primitives/tile.h"
#include "support/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Indices below m; one in eight is not. */
static void check_gather(nf_context *context, int words, uint64_t m, uint64_t n, uint64_t *state) {
    const size_t size = (size_t)words * 4;
    own_memory char *in = support_allocate(m * size), *wanted = support_allocate(n * size),
                    *got = support_allocate(n * size);
    own_memory uint32_t *indices = support_allocate(n * 4);
    for (uint64_t i = 0; i < m * size; i++) in[i] = (char)support_random(state);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t x = support_random(state);
        indices[i] = m == 0 || x % 8 == 0 ? (x % 16 ? UINT32_MAX : (uint32_t)m) : (uint32_t)(x / 8 % m);
        if (indices[i] < m) memcpy(wanted + i * size, in + indices[i] * size, size);
        else memset(wanted + i * size, 0, size);
    }
    own_buffer from = support_buffer_of(context, in, m, size), by = support_buffer_of(context, indices, n, 4);
    own_buffer to = support_buffer_of(context, NULL, n, size);
    support_ok(context, nf_gather(context, words, from.at, m, by.at, to.at, n, NULL));
    support_read(&to, got);
    ck_assert_msg(memcmp(got, wanted, n * size) == 0, "words %d, m %llu, n %llu", words,
                  (unsigned long long)m, (unsigned long long)n);
}

TEST(every_number_of_words_is_gathered_and_indices_beyond_give_zeros) {
    const uint64_t sizes[] = {0, 1, 2, 255, 256, 257, 4097, 100003};
    const char *const tunings[] = {NULL, "gather.GROUP=64"};
    uint64_t state = 1;
    for (int t = 0; t < 2; t++) {
        own_context context = support_context(tunings[t]);
        for (int words = 1; words <= 8; words++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                const uint64_t n = support_size(sizes[s]);
                check_gather(context, words, sizes[s], n, &state);
                check_gather(context, words, 17, n, &state);
                check_gather(context, words, 0, n, &state);
            }
    }
}

TEST(every_shape_of_group_gathers_the_same_at_every_boundary) {
    uint64_t state = 2, sizes[SUPPORT_SIZES_MOST];
    for (int k = 0; k < SUPPORT_GROUPS; k += support_group_step()) {
        char tuning[64];
        snprintf(tuning, sizeof tuning, "gather.GROUP=%d", support_groups[k]);
        own_context context = support_context(tuning);
        const nf_tile tile = nf_tile_fit(context, &nf_gather_family, (nf_tile_need){0});
        const int count = support_sizes(tile.group, tile.size, &state, sizes);
        for (int s = 0; s < count; s++) check_gather(context, 3, 5000, sizes[s], &state);
    }
}

TEST(bad_arguments_are_named) {
    own_context context = support_context(NULL);
    own_buffer from = support_buffer_of(context, NULL, 100, 4), by = support_buffer_of(context, NULL, 100, 4);
    own_buffer to = support_buffer_of(context, NULL, 100, 4);
    const nf_slice none = nf_at(NULL, 0);
    ck_assert_int_eq(nf_gather(NULL, 1, from.at, 100, by.at, to.at, 100, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "words",
                  nf_gather(context, 0, from.at, 100, by.at, to.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "words",
                  nf_gather(context, 9, from.at, 100, by.at, to.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "in",
                  nf_gather(context, 1, none, 100, by.at, to.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "in",
                  nf_gather(context, 1, from.at, 1000, by.at, to.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "indices",
                  nf_gather(context, 1, from.at, 100, none, to.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "out",
                  nf_gather(context, 1, from.at, 100, by.at, none, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_gather(context, 1, from.at, 100, by.at, from.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_gather(context, 1, from.at, 100, by.at, by.at, 100, NULL));
    support_ok(context, nf_gather(context, 1, from.at, 100, by.at, to.at, 100, NULL));
    support_ok(context, nf_gather(context, 1, none, 0, none, none, 0, NULL));
}
