/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Tiles on made-up devices: if the driver ends loops, no tunable leads to long ones. */
#include "primitives/tile.h"

#include "primitives/run.h"
#include "papers/potential.h"
#include "search/search.h"
#include "support/device.h"
#include "support/made_up.h"

#include <stdio.h>
#include <string.h>

static nf_context made_up(const char *name, char *tuning) {
    nf_context context = support_made_up();
    (void)snprintf(context.device.name, sizeof context.device.name, "%s", name);
    nf_known_of(&context)->tuning = tuning;
    context.device.type = CL_DEVICE_TYPE_CPU;
    context.device.max_work_group = 1024;
    context.device.local_memory = 32768;
    return context;
}

TEST(where_the_driver_ends_loops_many_work_items_share_few_elements) {
    static const nf_family *const families[] = {&nf_reduce_family, &nf_gather_family, &nf_bounds_family,
                                                &nf_order_family, &nf_potential_family};
    enum { ENDS_AFTER = 65535, MOST_POINTS = INT32_MAX };
    for (size_t k = 0; k < sizeof families / sizeof *families; k++)
        for (int group = 1; group <= 1024; group *= 4)
            for (int items = 1; items <= 32768; items *= 8) {
                char words[96];
                (void)snprintf(words, sizeof words, "%s.GROUP=%d %s.ITEMS=%d", families[k]->name, group,
                               families[k]->name, items);
                const nf_context ends = made_up("llvmpipe (LLVM 15.0.6, 256 bits)", words),
                                 other = made_up("pthread", words);
                const nf_tile_need need = {.item = 56};
                const nf_tile tile = nf_tile_fit(&ends, families[k], need);
                const uint64_t turns = nf_tile_turns_most(&ends, tile);
                ck_assert_msg(nf_tile_count(tile, MOST_POINTS) / tile.group < ENDS_AFTER, "%s", words);
                ck_assert_msg(tile.items <= 64, "%s", words);
                ck_assert_msg(turns > 0 && turns * (6 * tile.items + 96) < ENDS_AFTER, "%s", words);
                ck_assert_uint_eq(nf_tile_turns_most(&other, tile), UINT64_MAX);
                if (items > 1)
                    ck_assert_uint_le(nf_tile_fit(&other, families[k], need).group, (uint32_t)group);
            }
}
