/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/generated/generated.h"
#include "formats/source.h"
#include "tools/support.h"

#include <string.h>

/* The values come from std::mt19937_64 and std::uniform_real_distribution<double> of libstdc++ 12. */
TEST(the_generator_draws_as_the_one_of_cpp) {
    static const struct {
        uint64_t seed, first, second, last;
    } rows[] = {
        {42, UINT64_C(13930160852258120406), UINT64_C(11788048577503494824), UINT64_C(9487037760323427527)},
        {5489, UINT64_C(14514284786278117030), UINT64_C(4620546740167642908), UINT64_C(9981545732273789042)},
        {0, UINT64_C(2947667278772165694), UINT64_C(18301848765998365067), UINT64_C(16335088777103562557)},
        {UINT64_MAX, UINT64_C(478026398904862820), UINT64_C(13243134898385798468),
         UINT64_C(898929940823410802)},
    };
    io_mt19937_64 generator;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t drawn = 0;
        io_mt19937_64_seed(&generator, rows[i].seed);
        for (int k = 1; k <= 10000; k++) {
            drawn = io_mt19937_64_draw(&generator);
            if (k == 1) ck_assert_uint_eq(drawn, rows[i].first);
            if (k == 2) ck_assert_uint_eq(drawn, rows[i].second);
        }
        ck_assert_uint_eq(drawn, rows[i].last);
    }
}

TEST(a_draw_that_rounds_to_1_becomes_the_double_below_1) {
    io_mt19937_64 generator = {{0}, 0};
    /* tempering is a bijection; this state is drawn as 2^64 - 1 */
    uint64_t y = UINT64_MAX;
    y ^= y >> 43;
    y ^= (y << 37) & UINT64_C(0xFFF7EEE000000000);
    uint64_t x = y;
    for (int i = 0; i < 4; i++) x = y ^ ((x << 17) & UINT64_C(0x71D67FFFEDA60000));
    y = x;
    for (int i = 0; i < 4; i++) x = y ^ ((x >> 29) & UINT64_C(0x5555555555555555));
    generator.state[0] = generator.state[1] = x;
    ck_assert_uint_eq(io_mt19937_64_draw(&generator), UINT64_MAX);
    ck_assert(io_mt19937_64_uniform(&generator) == 0x1.fffffffffffffp-1);
}

TEST(random_points_are_uniform_draws_of_x_y_and_z) {
    static const double first[] = {0x1.82a3befaddcbcp-1, 0x1.472f1f73724ap-1, 0x1.81192cfe1cbcfp-1,
                                   0x1.171621fc50d6ap-3};
    static const double seeded[] = {0x1.4741be2e5a0eep-3, 0x1.fbfa74f87c81fp-1, 0x1.442642fe065d1p-5};
    io_frame points;
    text_problem problem;
    ck_assert_int_eq(io_read_first("random:1000000", NULL, &points, &problem), 0);
    ck_assert_uint_eq(points.n, 1000000);
    ck_assert_int_eq(points.dims, 3);
    ck_assert_int_eq(points.type, NF_FLOAT64);
    const double *values = points.positions;
    ck_assert_mem_eq(values, first, sizeof first);
    ck_assert(values[2999999] == 0x1.eb50b171a6338p-5);
    io_frame_free(&points);
    ck_assert_int_eq(io_read_first("random:1:0", NULL, &points, &problem), 0);
    ck_assert_mem_eq(points.positions, seeded, sizeof seeded);
    io_frame_free(&points);
    ck_assert_int_eq(io_read_first("random:2e3", NULL, &points, &problem), 0);
    ck_assert_uint_eq(points.n, 2000);
    io_frame_free(&points);
    ck_assert_int_eq(io_read_first("random:0", NULL, &points, &problem), 0);
    ck_assert_uint_eq(points.n, 0);
    ck_assert_ptr_nonnull(points.positions);
    io_frame_free(&points);
}

TEST(a_bad_number_or_seed_is_a_usage_problem) {
    static const struct {
        const char *source, *part;
    } rows[] = {
        {"random:", "whole number"},
        {"random:ten", "whole number"},
        {"random:-1", "whole number"},
        {"random:1.5e0", "whole number"},
        {"random:1e-3", "whole number"},
        {"random:1e", "whole number"},
        {"random:1e99", "whole number of at most 2147483647"},
        {"random:1e10", "at most"},
        {"random:10:", "SEED"},
        {"random:10:x", "SEED"},
        {"random:2147483648", "at most"},
        {"random:10:18446744073709551616", "SEED"},
        {"random:99999999999999999999", "at most"},
    };
    io_frame points;
    text_problem problem;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_int_eq(io_read_first(rows[i].source, NULL, &points, &problem), EXIT_USAGE);
        ck_assert_msg(strstr(problem.text, rows[i].part) != NULL, "%s", problem.text);
    }
    static const struct {
        io_source_options options;
        const char *part;
    } refused[] = {{{.format = "xyz"}, "takes no --format"},
                   {{.columns = "x,y"}, "takes no --columns"},
                   {{.array = "x"}, "takes no --array"}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        ck_assert_int_eq(io_read_first("random:1", &refused[i].options, &points, &problem), EXIT_USAGE);
        ck_assert_msg(strstr(problem.text, refused[i].part) != NULL, "%s", problem.text);
    }
    ck_assert_int_eq(io_read_first("random:1:18446744073709551615", NULL, &points, &problem), 0);
    io_frame_free(&points);
}
