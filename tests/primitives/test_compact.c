/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "primitives/run.h"
#include "primitives/tile.h"
#include "support/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One flag in `one_in` is set (0: none, 1: all), to any nonzero value. */
static void check_compact(nf_context *context, nf_type type, int indices, unsigned one_in, uint64_t n,
                          uint64_t *state) {
    const size_t size = nf_type_bytes(type);
    unsigned char *flags = support_allocate(n);
    own_memory char *values = support_allocate(n * size), *wanted = support_allocate(n * size),
                    *got = support_allocate(n * size);
    uint64_t kept = 0, count = 0;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t value = indices ? i : support_random(state);
        memcpy(values + i * size, &value, size);
        flags[i] = one_in && support_random(state) % one_in == 0
                       ? (unsigned char)(support_random(state) % 255 + 1)
                       : 0;
        if (flags[i]) memcpy(wanted + kept++ * size, values + i * size, size);
    }
    own_buffer f = support_buffer_of(context, flags, n, 1), v = support_buffer_of(context, values, n, size);
    own_buffer o = support_buffer_of(context, NULL, n, size), c = support_buffer_of(context, NULL, 1, 8);
    support_ok(context,
               nf_compact(context, type, f.at, indices ? nf_at(NULL, 0) : v.at, o.at, c.at, n, NULL));
    support_read(&c, &count);
    ck_assert_msg(count == kept, "n %llu: %llu kept instead of %llu", (unsigned long long)n,
                  (unsigned long long)count, (unsigned long long)kept);
    support_read_first(&o, got, kept); /* nothing is written after them */
    ck_assert_msg(memcmp(got, wanted, kept * size) == 0, "type %d, indices %d, n %llu", (int)type, indices,
                  (unsigned long long)n);
    free(flags);
}

TEST(every_type_values_or_indices_few_or_all) {
    const uint64_t sizes[] = {0, 1, 2, 255, 257, 2048, 2049, 16385, 300007};
    const unsigned shares[] = {0, 1, 2, 100};
    uint64_t state = 1;
    own_context context = support_context(NULL);
    for (int t = 0; t < 2; t++)
        for (int indices = 0; indices < 2; indices++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                for (int share = 0; share < 4; share++)
                    check_compact(context, t ? NF_UINT64 : NF_UINT32, indices, shares[share],
                                  support_size(sizes[s]), &state);
}

TEST(every_shape_of_group_keeps_the_same_at_every_boundary) {
    uint64_t state = 2, sizes[SUPPORT_SIZES_MOST];
    for (int k = 0; k < SUPPORT_GROUPS; k += support_group_step()) {
        char tuning[64];
        snprintf(tuning, sizeof tuning, "compact.GROUP=%d", support_groups[k]);
        own_context context = support_context(tuning);
        const nf_tile tile = nf_tile_fit(context, &nf_compact_family, (nf_tile_need){0});
        const int count = support_sizes(tile.group, tile.size, &state, sizes);
        for (int s = 0; s < count; s++)
            check_compact(context, s % 2 ? NF_UINT32 : NF_UINT64, s % 3 == 0, s % 2 ? 3 : 1, sizes[s],
                          &state);
    }
}

TEST(out_that_is_large_enough_is_left_alone_behind_what_is_kept) {
    const unsigned char flags[] = {0, 3, 0, 0, 255, 1, 0};
    uint32_t got[3];
    own_context context = support_context(NULL);
    own_buffer f = support_buffer_of(context, flags, 7, 1), o = support_buffer_of(context, NULL, 7, 4);
    own_buffer c = support_buffer_of(context, NULL, 1, 8);
    support_ok(context, nf_compact(context, NF_UINT32, f.at, nf_at(NULL, 0), o.at, c.at, 7, NULL));
    support_read_first(&o, got, 3);
    ck_assert(got[0] == 1 && got[1] == 4 && got[2] == 5);
}

TEST(scratch_is_what_was_said_before) {
    const uint64_t n = support_size(100003);
    uint64_t bytes = 0, first = 0, now = 0;
    own_context context = support_context("compact.GROUP=32 scan.GROUP=32 scan.ITEMS=2");
    own_buffer f = support_buffer_of(context, NULL, n, 1), o = support_buffer_of(context, NULL, n, 4);
    own_buffer c = support_buffer_of(context, NULL, 1, 8);
    nf_context_memory(context, &first, NULL);
    support_ok(context, nf_compact_scratch(context, NF_UINT32, n, &bytes));
    support_ok(context, nf_compact(context, NF_UINT32, f.at, nf_at(NULL, 0), o.at, c.at, n, NULL));
    support_ok(context, nf_context_finish(context));
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(now - first, bytes);
}

TEST(bad_arguments_are_named) {
    own_context context = support_context(NULL);
    own_buffer f = support_buffer_of(context, NULL, 100, 1), v = support_buffer_of(context, NULL, 100, 4);
    own_buffer o = support_buffer_of(context, NULL, 100, 4), one = support_buffer_of(context, NULL, 1, 4),
               c = support_buffer_of(context, NULL, 1, 8);
    const nf_slice none = nf_at(NULL, 0);
    ck_assert_int_eq(nf_compact(NULL, NF_UINT32, f.at, v.at, o.at, c.at, 100, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "type",
                  nf_compact(context, NF_INT32, f.at, v.at, o.at, c.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "flags",
                  nf_compact(context, NF_UINT32, none, v.at, o.at, c.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "values",
                  nf_compact(context, NF_UINT32, f.at, support_at(&v, 50), o.at, c.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "values is in host memory",
                  nf_compact(context, NF_UINT32, f.at, nf_from_host(&v), o.at, c.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "out",
                  nf_compact(context, NF_UINT32, f.at, v.at, none, c.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "out: needs 100 elements of 4 bytes",
                  nf_compact(context, NF_UINT32, f.at, v.at, one.at, c.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "count and out overlap",
                  nf_compact(context, NF_UINT32, f.at, v.at, o.at, support_at(&o, 97), 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "count",
                  nf_compact(context, NF_UINT32, f.at, v.at, o.at, none, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_compact(context, NF_UINT32, f.at, v.at, v.at, c.at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bytes", nf_compact_scratch(context, NF_UINT32, 100, NULL));
    support_ok(context, nf_compact(context, NF_UINT32, f.at, v.at, o.at, c.at, 100, NULL));
    support_ok(context, nf_compact(context, NF_UINT32, none, none, none, c.at, 0, NULL));
}
