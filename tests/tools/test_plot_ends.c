/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where the axes of charts end. */
#include "plot_ends.h"
#include "support.h"

#include <math.h>

static void has_two_powers(double least, double most) {
    const double values[] = {least, most};
    const plot_series series = {.x = values, .y = values, .count = 2};
    const plot drawing = {.logarithmic = {1, 1}, .series = &series, .series_count = 1};
    const plot_ends e = plot_find_ends(&drawing);
    for (int a = 0; a < 2; a++) {
        ck_assert_msg(floor(e.most[a]) - ceil(e.least[a]) >= 1, "%g to %g: from %g to %g", least, most,
                      e.least[a], e.most[a]);
        ck_assert(e.least[a] < log10(least) && e.most[a] > log10(most)); /* the points are inside */
        ck_assert(e.most[a] - e.least[a] < log10(most / least) + 2.2);
    }
}

START_TEST(a_logarithmic_axis_has_two_numbers) {
    has_two_powers(20, 90);
    has_two_powers(20, 700);
    has_two_powers(20, 20);
    has_two_powers(1, 1);
    has_two_powers(1000, 1000);
    has_two_powers(0.002, 0.005);
    has_two_powers(3, 1e9);
}
END_TEST

START_TEST(a_linear_axis_ends_where_it_is_told_or_at_the_data) {
    const double x[] = {1, 2, 4}, y[] = {5, 10, 0};
    const plot_series series = {.x = x, .y = y, .count = 3};
    const plot drawing = {.x_most = 3, .series = &series, .series_count = 1};
    const plot_ends e = plot_find_ends(&drawing);
    ck_assert(!(fabs(e.most[0] - 3) > 0) && !(fabs(e.most[1] - 10.8) > 1e-12));
    ck_assert(!(fabs(e.least[0]) > 0) && !(fabs(e.least[1]) > 0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plot_ends");
    TCase *tests = tcase_create("plot_ends");
    tcase_add_test(tests, a_logarithmic_axis_has_two_numbers);
    tcase_add_test(tests, a_linear_axis_ends_where_it_is_told_or_at_the_data);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
