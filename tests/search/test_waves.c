/* Groups on made-up devices: a wave of 64 work-items is two rows of lanes, and no half is idle. */
#include "search/search.h"
#include "library.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "support/device.h"
#include "tune/capability.h"

#include <nearfield/tuning.h>
#include <string.h>

enum { WAVE64 = 1 << NF_CAN_WAVE64, WAVE32 = 1 << NF_CAN_WAVE32, PTX = 1 << NF_CAN_PTX, TUNABLES_MOST = 256 };

static nf_context made_up(char *tuning, uint32_t proved) {
    nf_context context;
    memset(&context, 0, sizeof context);
    context.families = nf_families;
    context.tuning = tuning;
    context.device.type = CL_DEVICE_TYPE_GPU;
    context.device.max_work_group = 256;
    context.device.local_memory = 65536;
    context.known.checked = context.known.proved = proved;
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

START_TEST(no_group_is_less_than_a_wave) {
    char none[] = "";
    const nf_context wide = made_up(none, WAVE64), narrow = made_up(none, WAVE32);
    ck_assert_int_eq(least_group(&wide, "search"), 64);
    ck_assert_int_eq(least_group(&narrow, "search"), 32);
    ck_assert_int_eq(nf_lanes_of(&wide), NF_LANES_WAVE64);
    ck_assert_int_eq(nf_lanes_of(&narrow), NF_LANES_WAVE32);
    char words[] = "scan.GROUP=32";
    const nf_context wished = made_up(words, WAVE64), plain = made_up(words, PTX);
    const nf_tile_need need = {.element = 4}, few = {.element = 4, .most = 8};
    ck_assert_uint_eq(nf_tile_for(&wished, &nf_scan_family, 1, need, 1, 1 << 20).group, 64);
    ck_assert_uint_eq(nf_tile_for(&plain, &nf_scan_family, 1, need, 1, 1 << 20).group, 32);
    ck_assert_uint_eq(nf_tile_for(&plain, &nf_scan_family, 1, need, 1, 1 << 20).items, 64);
    ck_assert_uint_eq(nf_tile_for(&plain, &nf_scan_family, 1, few, 1, 1 << 20).items, 8);
}
END_TEST

START_TEST(a_group_of_the_search_has_whole_waves) {
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
        ck_assert_msg(nf_search_tiles(&wide, rows[k].kept) == rows[k].wide, "row %zu: %d", k,
                      (int)nf_search_tiles(&wide, rows[k].kept));
        ck_assert_msg(nf_search_tiles(&narrow, rows[k].kept) == rows[k].narrow, "row %zu: %d", k,
                      (int)nf_search_tiles(&narrow, rows[k].kept));
    }
}
END_TEST

START_TEST(without_lanes_a_group_is_a_tile) {
    char none[] = "";
    const nf_context context = made_up(none, 0);
    ck_assert_uint_eq(nf_search_tiles(&context, 512), 1);
    ck_assert_int_eq(nf_lanes_of(&context), NF_LANES_LOCAL);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {no_group_is_less_than_a_wave, a_group_of_the_search_has_whole_waves,
                                  without_lanes_a_group_is_a_tile};
    return support_main("waves", tests, sizeof tests / sizeof *tests);
}
