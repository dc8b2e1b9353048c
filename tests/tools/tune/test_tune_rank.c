/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The ranking of nearfield tune interact. */
#include "tune/interact.h"

#include "support/device.h"

#include <math.h>
#include <string.h>

TEST(strategies_are_ranked_by_their_medians_and_those_without_samples_come_last) {
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

TEST(the_fastest_is_stored_but_for_the_one_that_is_taken_by_name_only) {
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

TEST(a_strategy_is_given_up_when_its_fastest_sample_is_clearly_slower) {
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
