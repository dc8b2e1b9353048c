/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where the axes of charts end, the numbers beside them, and the colours. */
#include "charts/palette.h"
#include "charts/plot_axes.h"
#include "tools/support.h"

#include <math.h>
#include <string.h>

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

TEST(a_logarithmic_axis_has_two_numbers) {
    has_two_powers(20, 90);
    has_two_powers(20, 700);
    has_two_powers(20, 20);
    has_two_powers(1, 1);
    has_two_powers(1000, 1000);
    has_two_powers(0.002, 0.005);
    has_two_powers(3, 1e9);
}

TEST(a_linear_axis_ends_where_it_is_told_or_at_the_data) {
    const double x[] = {1, 2, 4}, y[] = {5, 10, 0};
    const plot_series series = {.x = x, .y = y, .count = 3};
    const plot drawing = {.x_most = 3, .series = &series, .series_count = 1};
    const plot_ends e = plot_find_ends(&drawing);
    ck_assert(!(fabs(e.most[0] - 3) > 0) && !(fabs(e.most[1] - 10.8) > 1e-12));
    ck_assert(!(fabs(e.least[0]) > 0) && !(fabs(e.least[1]) > 0));
}

/* The ticks of an axis are many enough, their texts are short, differ from each other, and give their values back. */
static void has_numbers(double least, double most) {
    enum { MOST = 16, TEXT = 32 };
    const plot_ticks t = plot_find_ticks(least, most, 8, 0);
    char texts[MOST][TEXT];
    int count = 0;
    for (double k = ceil((least - t.offset) / t.step - 1e-6); t.offset + k * t.step <= most; k++, count++) {
        double back = NAN;
        ck_assert_int_lt(count, MOST);
        plot_tick_text(&t, t.offset + k * t.step, texts[count], TEXT);
        ck_assert_int_eq(sscanf(texts[count], "%lf", &back), 1);
        ck_assert_msg(fabs(back * t.factor - k * t.step) <= 0.01 * t.step, "%g to %g: %s", least, most,
                      texts[count]);
        ck_assert_msg(strlen(texts[count]) <= 6, "%g to %g: %s is long", least, most, texts[count]);
        ck_assert_str_ne(texts[count], "-0");
        for (int before = 0; before < count; before++) ck_assert_str_ne(texts[before], texts[count]);
    }
    ck_assert_msg(count >= 3 && count <= 9, "%g to %g: %d numbers", least, most, count);
}

TEST(numbers_beside_an_axis_are_short_and_differ) {
    static const double ranges[] = {100, 1, 0.3, 1e-4, 1e-9, 7e12, 3e-300, 2e280};
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        const double r = ranges[k];
        has_numbers(0, r);
        has_numbers(-r, 0);
        has_numbers(-0.4 * r, 0.6 * r);
        for (int power = 0; power < 12; power++) {
            const double away = pow(7, power);
            has_numbers(away * r, (away + 1) * r);
            has_numbers(-(away + 1) * r, -away * r);
        }
    }
    has_numbers(-1e6, -999999.9989);
    has_numbers(449998, 450102);
    has_numbers(5399998, 5400102);
}

TEST(whole_numbers_have_whole_steps) {
    char text[32];
    for (int most = 1; most < 40; most++) {
        const plot_ticks t = plot_find_ticks(0.5, most + 0.5, 8, 1);
        ck_assert_msg(t.step >= 1 && !(fmod(t.step, 1) > 0), "0.5 to %d.5: steps of %g", most, t.step);
        plot_tick_text(&t, t.step, text, sizeof text);
        ck_assert_ptr_null(strchr(text, '.'));
    }
}

TEST(what_numbers_share_stands_in_the_title) {
    static const struct {
        double least, most;
        const char *label, *title;
    } rows[] = {{0, 100, "x (nm)", "x (nm)"},
                {450000, 450100, "x (nm)", "x - 450000 (nm)"},
                {-5400100, -5400000, "y (nm)", "y + 5400000 (nm)"},
                {0, 5e-9, "distance r (m)", "distance r / 1e-9 (m)"},
                {0, 2e10, "g(r)", "g(r) / 1e10"},
                {1, 1 + 1e-9, "x (nm)", "(x - 1) / 1e-9 (nm)"}};
    char text[64];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const plot_ticks t = plot_find_ticks(rows[k].least, rows[k].most, 8, 0);
        ck_assert_str_eq(plot_ticks_title(&t, rows[k].label, text, sizeof text), rows[k].title);
    }
}

/* ---- colours ------------------------------------------------------------------------------------------- */

static double linear(int byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void multiply(const double matrix[9], const double from[3], double to[3]) {
    for (int k = 0; k < 3; k++)
        to[k] = matrix[3 * k] * from[0] + matrix[3 * k + 1] * from[1] + matrix[3 * k + 2] * from[2];
}

/* How a colour is seen with one of four kinds of sight, in OKLab, of which black and white are 100 apart. */
static void see(const unsigned char color[3], int sight, double lab[3]) {
    static const double sights[4][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1},
        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};
    static const double cones[9] = {0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451,
                                    0.1073969566, 0.0883024619, 0.2817188376, 0.6299787005};
    static const double axes[9] = {0.2104542553, 0.7936177850, -0.0040720468, 1.9779984951, -2.4285922050,
                                   0.4505937099, 0.0259040371, 0.7827717662,  -0.8086757660};
    double seen[3], cone[3];
    multiply(sights[sight], (const double[]){linear(color[0]), linear(color[1]), linear(color[2])}, seen);
    for (int k = 0; k < 3; k++) seen[k] = fmin(fmax(seen[k], 0), 1);
    multiply(cones, seen, cone);
    for (int k = 0; k < 3; k++) cone[k] = 100 * cbrt(cone[k]);
    multiply(axes, cone, lab);
}

TEST(colours_are_distinct_also_for_the_colour_blind) {
    static const unsigned char grey[3] = {0x87, 0x87, 0x87};
    for (int sight = 0; sight < 4; sight++)
        for (int one = 0; one < PALETTE; one++)
            for (int other = one + 1; other <= PALETTE; other++) {
                double a[3], b[3];
                see(palette[one], sight, a);
                see(other < PALETTE ? palette[other] : grey, sight, b);
                const double apart = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
                ck_assert_msg(apart >= 7, "sight %d: colours %d and %d are %g apart", sight, one, other,
                              apart);
            }
}

TEST(colours_are_seen_on_white_and_on_dark_pages) {
    for (int k = 0; k < PALETTE; k++) {
        const double luminance =
            0.2126 * linear(palette[k][0]) + 0.7152 * linear(palette[k][1]) + 0.0722 * linear(palette[k][2]);
        ck_assert_msg(1.05 / (luminance + 0.05) >= 3, "colour %d on white", k);
        ck_assert_msg((luminance + 0.05) / (linear(0x12) + 0.05) >= 3, "colour %d on a dark page", k);
    }
}
