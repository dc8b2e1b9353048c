/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Groups on made-up devices: a wave of 64 work-items is two rows of lanes, and no half is idle. */
#include "search/ways.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "support/device.h"
#include "support/made_up.h"
#include "tune/capability.h"

#include <nearfield/experimental/tuning.h>
#include <string.h>

enum { WAVE64 = 1 << NF_CAN_WAVE64, WAVE32 = 1 << NF_CAN_WAVE32, PTX = 1 << NF_CAN_PTX, TUNABLES_MOST = 256 };

static nf_context made_up(char *tuning, uint32_t proved) {
    nf_context context = support_made_up();
    nf_known_of(&context)->tuning = tuning;
    context.device.type = CL_DEVICE_TYPE_GPU;
    context.device.max_work_group = 256;
    context.device.local_memory = 65536;
    nf_known_of(&context)->checked = nf_known_of(&context)->proved = proved;
    return context;
}

/* The smallest group that may be tried for a family. */
static int least_group(const nf_context *context, const char *family) {
    nf_tunable_info infos[TUNABLES_MOST];
    size_t count = 0;
    int least = 0;
    ck_assert_int_eq(nf_tunables(context, infos, TUNABLES_MOST, &count), NF_OK);
    for (size_t k = 0; k < count; k++)
        for (int v = 0; v < infos[k].value_count; v++)
            if (strcmp(infos[k].family, family) == 0 && strcmp(infos[k].name, "GROUP") == 0 &&
                (!least || infos[k].values[v] < least))
                least = infos[k].values[v];
    return least;
}

TEST(no_group_is_less_than_a_wave) {
    char none[] = "";
    const nf_context wide = made_up(none, WAVE64), narrow = made_up(none, WAVE32);
    ck_assert_int_eq(least_group(&wide, "search"), 64);
    ck_assert_int_eq(least_group(&narrow, "search"), 32);
    ck_assert_int_eq(nf_lanes_of(&wide), NF_LANES_WAVE64);
    ck_assert_int_eq(nf_lanes_of(&narrow), NF_LANES_WAVE32);
    char words[] = "scan.GROUP=32";
    const nf_context wished = made_up(words, WAVE64), plain = made_up(words, PTX);
    const nf_tile_need need = {.element = 4}, few = {.element = 4, .most = 8};
    ck_assert_uint_eq(nf_tile_for(&wished, &nf_scan_family, 64, need, 1, 1 << 20).group, 64);
    ck_assert_uint_eq(nf_tile_for(&plain, &nf_scan_family, 64, need, 1, 1 << 20).group, 32);
    ck_assert_uint_eq(nf_tile_for(&plain, &nf_scan_family, 64, need, 1, 1 << 20).items, 64);
    ck_assert_uint_eq(nf_tile_for(&plain, &nf_scan_family, 64, few, 1, 1 << 20).items, 8);
}

TEST(a_group_of_the_search_has_whole_waves) {
    static const struct {
        uint64_t kept, wide, narrow;
        char tuning[20];
    } rows[] = {
        {512, 4, 4, ""},
        {512, 2, 1, "search.GROUP=32"},
        {512, 2, 3, "search.GROUP=96"},
        {512, 4, 5, "search.GROUP=256"}, /* half of the local memory has room for five tiles */
        {2048, 2, 1, ""},                /* and for one tile */
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char tuning[20];
        memcpy(tuning, rows[k].tuning, sizeof tuning);
        const nf_context wide = made_up(tuning, WAVE64), narrow = made_up(tuning, WAVE32);
        ck_assert_msg(nf_search_tiles(&wide, NF_ROOM_MASKS, rows[k].kept) == rows[k].wide, "row %zu: %d", k,
                      (int)nf_search_tiles(&wide, NF_ROOM_MASKS, rows[k].kept));
        ck_assert_msg(nf_search_tiles(&narrow, NF_ROOM_MASKS, rows[k].kept) == rows[k].narrow, "row %zu: %d",
                      k, (int)nf_search_tiles(&narrow, NF_ROOM_MASKS, rows[k].kept));
    }
}

TEST(without_lanes_a_group_is_a_tile) {
    char none[] = "";
    const nf_context context = made_up(none, 0);
    ck_assert_uint_eq(nf_search_tiles(&context, NF_ROOM_MASKS, 512), 1);
    ck_assert_int_eq(nf_lanes_of(&context), NF_LANES_LOCAL);
}

/* A team has 32 work-items for each of its rows, and the group of a team has one tile. */
TEST(a_cloud_that_does_not_occupy_the_device_is_walked_by_teams) {
    static const struct {
        uint64_t n, team, kept;
        uint32_t proved;
        int teams;
        char tuning[32];
    } rows[] = {
        {1000, 8, 128, PTX, 1, ""},
        {1000, 1, 512, PTX, 0, ""},  /* the entry kernel takes no teams */
        {1000, 1, 512, 0, 1, ""},    /* rows of lanes that wait for each other */
        {12800, 8, 128, PTX, 1, ""}, /* 4 tiles for each of 100 compute units */
        {12801, 1, 512, PTX, 1, ""},
        {1000, 4, 256, WAVE64, 1, "search.TEAM=4"},
        {1000, 1, 512, PTX, 1, "search.TEAM=1"},
        {1000, 8, 256, PTX, 1, "search.KEPT=1024"},
        {1000, 4, 1216, PTX, 1, "search.KEPT=2432"}, /* 8 rows do not fit into local memory */
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char tuning[32];
        memcpy(tuning, rows[k].tuning, sizeof tuning);
        nf_context context = made_up(tuning, rows[k].proved);
        context.device.compute_units = 100;
        const nf_space open = {.kind = NF_SPACE_OPEN};
        const nf_view points = {.n = rows[k].n, .space = &open};
        const nf_search search = {.context = &context, .sources = points, .targets = points};
        const nf_walk_form form = nf_walk_form_for(&search, rows[k].teams);
        const nf_shape shape = nf_search_shape(&search, &form);
        ck_assert_msg(form.team == rows[k].team && form.kept == rows[k].kept, "row %zu: team %d, kept %d", k,
                      (int)form.team, (int)form.kept);
        ck_assert_msg(form.team == 1 || form.tiles == 1, "row %zu: %d tiles", k, (int)form.tiles);
        ck_assert_uint_eq(shape.group, 32 * form.tiles * form.team);
        ck_assert_uint_ge(shape.groups * 32 * form.tiles, points.n);
        ck_assert_uint_le(shape.group, context.device.max_work_group);
    }
}
