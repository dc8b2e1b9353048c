/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The ranking of nearfield tune interact. */
#include "tune/interact.h"

#include "support/device.h"

#include <math.h>
#include <string.h>

START_TEST(strategies_are_ranked_by_their_medians_and_those_without_samples_come_last) {
    tune_strategy rows[] = {{.name = "refused", .refused = "it has no lanes"},
                            {.name = "slow", .ms = {1, 9, 8}, .count = 3},
                            {.name = "fast", .ms = {7, 2, 3}, .count = 3},
                            {.name = "middle", .ms = {5}, .count = 1}};
    tune_rank(rows, 4);
    static const char *const names[] = {"fast", "middle", "slow", "refused"};
    for (int k = 0; k < 4; k++) ck_assert_str_eq(rows[k].name, names[k]);
    ck_assert_double_eq(rows[0].median, 3);
    ck_assert_double_eq(rows[2].median, 8);
    ck_assert_int_eq(isinf(rows[3].median), 1);
    ck_assert_double_eq(rows[0].ms[0], 7); /* the samples keep their order */
}
END_TEST

START_TEST(the_fastest_is_stored_but_for_the_one_that_is_taken_by_name_only) {
    const tune_strategy rows[] = {{.name = "symmetric", .ms = {1}, .count = 1},
                                  {.name = "walk", .ms = {2}, .count = 1},
                                  {.name = "clusters", .ms = {3}, .count = 1}},
                        none[] = {{.name = "symmetric", .ms = {1}, .count = 1},
                                  {.name = "walk", .refused = "there is no memory"}};
    ck_assert_ptr_eq(tune_choice(rows, 3), rows + 1);
    ck_assert_ptr_eq(tune_choice(rows + 1, 2), rows + 1);
    ck_assert_ptr_null(tune_choice(none, 2));
    ck_assert_ptr_null(tune_choice(none + 1, 1));
}
END_TEST

START_TEST(a_strategy_is_given_up_when_its_fastest_sample_is_clearly_slower) {
    static const struct {
        tune_strategy strategy;
        int beaten;
    } rows[] = {{{.name = "none"}, 0},
                {{.name = "once", .ms = {15}, .count = 1}, 0},
                {{.name = "hopeless", .ms = {17}, .count = 1}, 1},
                {{.name = "twice", .ms = {30, 3.5}, .count = 2}, 0},
                {{.name = "very slow", .ms = {30, 4.5}, .count = 2}, 1},
                {{.name = "slow", .ms = {2, 2, 1.6}, .count = 3}, 1},
                {{.name = "disturbed", .ms = {9, 9, 1.4, 9}, .count = 4}, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        ck_assert_msg(tune_is_beaten(&rows[k].strategy, 1) == rows[k].beaten, "%s", rows[k].strategy.name);
}
END_TEST

START_TEST(the_part_of_the_beaten_strategies_is_told) {
    const tune_strategy rows[] = {{.name = "best", .ms = {2}, .count = 1, .median = 2},
                                  {.name = "near", .ms = {4}, .count = 1, .median = 4},
                                  {.name = "beaten", .ms = {40}, .count = 1, .median = 40},
                                  {.name = "slow", .ms = {34, 34}, .count = 2, .median = 34},
                                  {.name = "refused", .median = HUGE_VAL}};
    ck_assert_double_eq_tol(tune_beaten_part(rows, 5), 74. / 80, 1e-12);
    ck_assert_double_eq(tune_beaten_part(rows, 2), 0);
    ck_assert_double_eq(tune_beaten_part(rows + 4, 1), 0);
}
END_TEST

START_TEST(seconds_grow_with_the_work_but_for_the_first_runs) {
    const tune_spent known = {.made = 1, .first = 3, .samples = 2, .points = 5, .work = 10},
                     none = {.first = 3};
    const interact_system more = {.n = 20, .density = 1}, same = {.n = 5, .density = 1},
                          less = {.n = 1, .density = 0};
    ck_assert_double_eq_tol(tune_seconds_for(&known, &more), 15, 1e-12);
    ck_assert_double_eq_tol(tune_seconds_for(&known, &same), 6, 1e-12);
    ck_assert_double_eq_tol(tune_seconds_for(&known, &less), 5.2, 1e-12);
    ck_assert_double_eq_tol(tune_seconds_for(&none, &more), 3, 1e-12);
}
END_TEST

START_TEST(the_least_seconds_are_those_of_making_a_cloud_and_of_sums) {
    const tune_spent known = {.made = 1, .first = 3, .round = 2, .samples = 7, .points = 5, .work = 10},
                     none = {.work = 0};
    const interact_system more = {.n = 20, .density = 1}, denser = {.n = 5, .density = 7};
    ck_assert_double_eq_tol(tune_least_for(&known, &more), 24, 1e-12);
    ck_assert_double_eq_tol(tune_least_for(&known, &denser), 21, 1e-12);
    ck_assert_double_eq(tune_least_for(&none, &more), 0);
}
END_TEST

START_TEST(beaten_strategies_grow_with_the_points_and_not_with_the_density) {
    const tune_spent known = {
        .made = 1, .first = 3, .round = 10, .samples = 14, .rest = 9, .points = 100, .work = 200};
    const interact_system denser = {.n = 100, .density = 99}, larger = {.n = 200, .density = 1},
                          sparser = {.n = 100, .density = 0};
    ck_assert_double_eq_tol(tune_seconds_for(&known, &denser), 1 + 3 + 5 * 50 + 9, 1e-9);
    ck_assert_double_eq_tol(tune_least_for(&known, &denser), 1 + 2.5 * (50 + 9), 1e-9);
    ck_assert_double_eq_tol(tune_least_for(&known, &larger), 2 + 2.5 * 20, 1e-9);
    ck_assert_double_eq_tol(tune_least_for(&known, &sparser), 1 + 2.5 * 5, 1e-9);
    /* No cloud is left for lack of time that so many seconds are said to be enough for. */
    ck_assert_double_eq_tol(tune_seconds_for(&known, &larger), 52, 1e-9);
}
END_TEST

START_TEST(seconds_are_told_up_to_an_hour) {
    char text[TUNE_ENOUGH];
    ck_assert_str_eq(tune_enough(0.2, text), "about 1 seconds are enough");
    ck_assert_str_eq(tune_enough(89.5, text), "about 90 seconds are enough");
    ck_assert_str_eq(tune_enough(3600, text), "about 3600 seconds are enough");
    ck_assert_str_eq(tune_enough(3600.5, text), "more than an hour is needed");
    ck_assert_str_eq(tune_enough(HUGE_VAL, text), "more than an hour is needed");
}
END_TEST

START_TEST(smaller_clouds_are_measured_before_much_larger_ones) {
    const tune_spent none = {.work = 0}, some = {.work = 1e6}, much = {.work = 2e8};
    const interact_system small = {.n = 90000, .dims = 3, .density = 10},
                          large = {.n = 1000000000, .dims = 3, .density = 9},
                          dense = {.n = 1000000, .dims = 3, .density = 100000};
    ck_assert_uint_eq(tune_smaller(&none, &small), 0);
    ck_assert_uint_eq(tune_smaller(&none, &large), 100000);
    ck_assert_uint_eq(tune_smaller(&some, &large), 6400000);
    ck_assert_uint_eq(tune_smaller(&much, &large), 0);
    ck_assert_uint_eq(tune_smaller(&none, &dense), 800000); /* a box of two cutoffs */
    ck_assert_uint_eq(tune_smaller(&(tune_spent){.work = 8e10}, &dense), 0);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {strategies_are_ranked_by_their_medians_and_those_without_samples_come_last,
                                  the_fastest_is_stored_but_for_the_one_that_is_taken_by_name_only,
                                  a_strategy_is_given_up_when_its_fastest_sample_is_clearly_slower,
                                  the_part_of_the_beaten_strategies_is_told,
                                  seconds_grow_with_the_work_but_for_the_first_runs,
                                  beaten_strategies_grow_with_the_points_and_not_with_the_density,
                                  seconds_are_told_up_to_an_hour,
                                  the_least_seconds_are_those_of_making_a_cloud_and_of_sums,
                                  smaller_clouds_are_measured_before_much_larger_ones};
    return support_main("tune_rank", tests, sizeof tests / sizeof *tests);
}
