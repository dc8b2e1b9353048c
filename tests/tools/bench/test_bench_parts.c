/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of `nearfield bench` that need no device: quartiles, sizes, the floor between two copies, numbers. */
#include "bench/bench.h"
#include "bench/report/columns.h"
#include "text/grouped.h"
#include "tools/support.h"

#include <stdlib.h>
#include <string.h>

TEST(median_and_quartiles_lie_between_the_nearest_samples) {
    bench_times times = {.ms = {9, 1, 3, 5, 7}, .count = 5};
    bench_summarise(&times);
    ck_assert_double_eq(times.least, 1);
    ck_assert_double_eq(times.lower, 3);
    ck_assert_double_eq(times.median, 5);
    ck_assert_double_eq(times.upper, 7);
    ck_assert_double_eq(times.spread, 40);
    bench_times four = {.ms = {4, 1, 2, 3}, .count = 4};
    bench_summarise(&four);
    ck_assert_double_eq(four.median, 2.5);
    ck_assert_double_eq(four.lower, 1.75);
    bench_times none = {.count = 0};
    bench_summarise(&none);
    ck_assert_double_eq(none.spread, 0);
}

static void check_sizes(const char *words, const uint64_t *expected, size_t count, int to_memory) {
    bench_plan plan;
    memset(&plan, 0, sizeof plan);
    ck_assert_int_eq(bench_read_sizes(words, &plan), 0);
    ck_assert_uint_eq(plan.size_count, count);
    for (size_t k = 0; k < count; k++) ck_assert_uint_eq(plan.sizes[k], expected[k]);
    ck_assert_int_eq(plan.to_memory, to_memory);
}

TEST(sizes_are_numbers_powers_and_ranges_by_tens) {
    check_sizes("1000", (const uint64_t[]){1000}, 1, 0);
    check_sizes("2^20,1e3,1000", (const uint64_t[]){1000, 1048576}, 2, 0);
    check_sizes("1e3:1e5", (const uint64_t[]){1000, 10000, 100000}, 3, 0);
    check_sizes("2000:50000", (const uint64_t[]){2000, 20000, 50000}, 3, 0);
    check_sizes("1e8:max", (const uint64_t[]){100000000, 1000000000}, 2, 1);
    check_sizes("max", NULL, 0, 1);
}

TEST(the_floor_follows_the_copies_or_the_arithmetic) {
    bench_floor floor;
    int arithmetic = 0;
    memset(&floor, 0, sizeof floor);
    floor.copy_count = 2;
    floor.copies[0] = (bench_copy){1e3, 1};
    floor.copies[1] = (bench_copy){1e5, 100};
    floor.bytes_per_s = 1e6;
    floor.operations_per_s[1] = 1e6;
    ck_assert_double_eq(bench_floor_ms(&floor, 10, 0, NF_UINT32, &arithmetic), 1);
    ck_assert_double_eq_tol(bench_floor_ms(&floor, 1e4, 0, NF_UINT32, &arithmetic), 10, 1e-9);
    ck_assert_double_eq_tol(bench_floor_ms(&floor, 1e6, 10, NF_FLOAT32, &arithmetic), 1000, 1e-9);
    ck_assert_int_eq(arithmetic, 0);
    ck_assert_double_eq_tol(bench_floor_ms(&floor, 1e3, 1e5, NF_FLOAT32, &arithmetic), 100, 1e-9);
    ck_assert_int_eq(arithmetic, 1);
}

TEST(numbers_have_three_digits_and_no_exponent) {
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0, "-"},       {0.0012345, "0.00123"}, {0.5, "0.500"},   {9.996, "10.0"},
                {99.96, "100"}, {123.4, "123"},         {4e6, "4000000"}, {3e-7, "0.000000"}};
    char text[BENCH_WORD];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        ck_assert_str_eq(bench_short(rows[k].value, text), rows[k].text);
    ck_assert_str_eq(grouped(54670692, text), "54,670,692");
    ck_assert_str_eq(grouped(7, text), "7");
}

/* A row whose device time was 1 ms before and is 2 ms now, and the times when it is measured again. */
static struct looks {
    double ms[4];
    int count;
} looks;

static bench_times steady(double ms) {
    bench_times times = {.ms = {ms, ms, ms}, .count = 3};
    bench_summarise(&times);
    return times;
}

static int look_again(bench_report *report, bench_device *on, bench_row *fresh, progress *line) {
    ck_assert(report && !on && !line);
    ck_assert_int_lt(looks.count, 4);
    ck_assert_uint_eq(fresh->n, 7);
    fresh->device = steady(looks.ms[looks.count++]);
    return 0;
}

static bench_mark mark_after(double first, double second, int expected_looks, double expected_ms) {
    const bench_row before = {.device = {.lower = 0.9, .median = 1, .upper = 1.1}};
    bench_row row = {.n = 7, .device = steady(2), .floor_ms = 1, .before = &before};
    bench_report report = {.rows = &row, .row_count = 1};
    looks = (struct looks){{first, second, 0, 0}, 0};
    bench_judge(&row.device_change, &before.device, &row.device);
    ck_assert_int_eq(row.device_change.mark, BENCH_SLOWER);
    ck_assert_int_eq(bench_confirm(&report, NULL, NULL, look_again), 0);
    ck_assert_int_eq(looks.count, expected_looks);
    ck_assert_double_eq(row.device.median, expected_ms);
    ck_assert_double_eq_tol(row.percent, 100 / expected_ms, 1e-9);
    ck_assert_int_eq(report.slower, row.device_change.mark == BENCH_SLOWER);
    ck_assert_int_eq(report.faster, row.device_change.mark == BENCH_FASTER);
    return row.device_change.mark;
}

TEST(slower_is_what_is_slower_at_every_look) {
    ck_assert_int_eq(mark_after(2, 2, 2, 2), BENCH_SLOWER);
    ck_assert_int_eq(mark_after(1, 0, 1, 1), BENCH_SAME);
    ck_assert_int_eq(mark_after(2, 1, 2, 1), BENCH_SAME);
    ck_assert_int_eq(mark_after(3, 0.5, 2, 0.5), BENCH_FASTER);
}

/* A second before; now the median is 1.5, and its quartiles reach below the earlier upper one, or not. */
TEST(slower_and_faster_are_apart_by_their_quartiles_and_by_3_percent) {
    static const struct {
        double lower, median, upper;
        bench_mark mark;
    } rows[] = {{1.2, 1.5, 1.6, BENCH_SLOWER}, {1.05, 1.5, 1.6, BENCH_SAME},  {0.5, 0.6, 0.8, BENCH_FASTER},
                {0.5, 0.6, 0.95, BENCH_SAME},  {1.11, 1.02, 1.2, BENCH_SAME}, {0.5, 0.98, 0.8, BENCH_SAME}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const bench_times now = {.lower = rows[k].lower, .median = rows[k].median, .upper = rows[k].upper};
        const bench_times before = {.lower = 0.9, .median = 1, .upper = 1.1};
        bench_change change;
        bench_judge(&change, &before, &now);
        ck_assert_msg(change.mark == rows[k].mark, "row %d: %d", (int)k, (int)change.mark);
    }
}
