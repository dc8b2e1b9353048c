/* The shape of the order in one launch (order/counted_once.h) on made-up devices. */
#include "order/counted_once.h"
#include "support/device.h"
#include "tune/capability.h"

#include <string.h>

/* A device of so many compute units, whose groups may wait for each other or must not. */
static nf_context made_up(uint32_t units, size_t max_work_group, int meets) {
    const uint32_t both = 1u << NF_CAN_GRID_BARRIER | 1u << NF_CAN_PTX;
    nf_context context;
    memset(&context, 0, sizeof context);
    context.device.compute_units = units;
    context.device.max_work_group = max_work_group;
    context.known.forced = both;
    context.known.forced_on = meets ? both : 0;
    return context;
}

enum { MOST = 1 << 19 };

START_TEST(groups_are_as_many_as_meet_and_as_large_as_the_device_allows) {
    static const struct {
        uint32_t units;
        size_t max_work_group;
        int meets;
        uint64_t n;
        size_t groups, group;
    } rows[] = {
        {132, 1024, 1, 1, 1, 256},
        {132, 1024, 1, 257, 2, 256},
        {132, 1024, 1, 132 * 256, 132, 256},
        {132, 1024, 1, 132 * 256 + 1, 67, 512}, /* larger groups before work-items take several points */
        {132, 1024, 1, MOST, 132, 1024},
        {132, 1024, 1, MOST + 1, 0, 0},
        {132, 512, 1, MOST, 132, 512},
        {132, 256, 1, MOST, 132, 256},
        {132, 384, 1, MOST, 132, 256}, /* groups are powers of two */
        {132, 128, 1, 1, 0, 0},
        {300, 1024, 1, 1, 1, 512}, /* one group adds up the sums of all */
        {300, 1024, 1, MOST, 300, 1024},
        {300, 256, 1, MOST, 256, 256},
        {2000, 1024, 1, MOST, 512, 1024},
        {132, 1024, 0, 256, 1, 256}, /* one group alone */
        {132, 1024, 0, 4096, 1, 1024},
        {132, 1024, 0, 4097, 0, 0},
        {132, 256, 0, 1024, 1, 256},
        {132, 256, 0, 1025, 0, 0},
        {1, 1024, 1, 4097, 0, 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const nf_context context = made_up(rows[k].units, rows[k].max_work_group, rows[k].meets);
        const nf_shape shape = nf_counted_once_shape(&context, rows[k].n, MOST);
        ck_assert_msg(shape.groups == rows[k].groups, "row %zu: %zu groups", k, (size_t)shape.groups);
        if (shape.groups)
            ck_assert_msg(shape.group == rows[k].group, "row %zu: groups of %zu", k, (size_t)shape.group);
    }
}
END_TEST

int main(void) {
    const TTest *const tests[] = {groups_are_as_many_as_meet_and_as_large_as_the_device_allows};
    return support_main("order_counted_once", tests, sizeof tests / sizeof *tests);
}
