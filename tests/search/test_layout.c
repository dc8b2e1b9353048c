/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The host's sizes of the search kernels' structs must be those of the kernels. */
#include "search/search.h"
#include "search/ways.h"
#include "support/layout.h"

#include <stdio.h>

#define PARTS "space/space_open.cl space/runs_half.cl "
#define GRID  "-D DIMS=3 -D CELLS_X=4 -D CELLS_YZ=1 -D SPARSE=0 "

/* The largest local memory besides that of the tiles. */
enum { BESIDE_MOST = 16 };

TEST(a_tile_s_room_in_local_memory_is_as_large_as_the_host_counts) {
    static const uint64_t kept[] = {64, 512, 4096};
    own_context context = support_context(NULL);
    for (int real64 = 0; real64 <= nf_context_device(context)->fp64; real64++)
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
            char options[256];
            snprintf(options, sizeof options,
                     GRID "-D REAL64=%d -D LANES_BY=0 -D KEPT=%d -D TEAM=1 -D MARGIN=1 -D FUSED=0", real64,
                     (int)kept[k]);
            const uint64_t device =
                               support_sizeof(context, PARTS "search/emit/pairs.cl", options, "nf_walk_room"),
                           host = nf_search_room_bytes(NF_ROOM_MASKS, kept[k]);
            ck_assert_msg(device <= host && device + BESIDE_MOST >= host,
                          "%s: %llu bytes, and the host has %llu", options, (unsigned long long)device,
                          (unsigned long long)host);
        }
}

/* Compiled for the layout alone: no program has a team without lanes. */
TEST(a_team_s_room_is_as_large_as_the_host_counts) {
    own_context context = support_context(NULL);
    ck_assert_uint_eq(support_sizeof(context, PARTS "search/emit/pairs.cl",
                                     GRID
                                     "-D REAL64=0 -D LANES_BY=0 -D KEPT=64 -D TEAM=2 -D MARGIN=1 -D FUSED=0",
                                     "nf_team_room"),
                      NF_TEAM_ROOM);
}

TEST(a_work_item_s_room_of_a_cpu_is_as_large_as_the_host_counts) {
    static const uint64_t lists[] = {16, 4096};
    own_context context = support_context(NULL);
    for (int real64 = 0; real64 <= nf_context_device(context)->fp64; real64++)
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
            char options[256];
            snprintf(options, sizeof options, GRID "-D REAL64=%d -D LIST=%d -D FLOAT_FIRST=%d", real64,
                     (int)lists[k], real64);
            ck_assert_uint_eq(support_sizeof(context, PARTS "search/emit/pairs_cpu.cl", options, "nf_room"),
                              nf_search_cpu_room_bytes(NF_SPACE_OPEN, lists[k]));
        }
}
