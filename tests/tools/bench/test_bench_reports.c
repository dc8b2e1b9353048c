/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The reports of `nearfield bench`: well formed, and with figures that follow from each other. */
#include "tools/bench/bench_command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The times of a row, of which `of` is "device" or "wall". */
static void check_times(const cJSON *row, const char *of) {
    static const char *const names[] = {"least", "lower_quartile", "ms", "upper_quartile"};
    double before = 0;
    char name[32];
    for (size_t k = 0; k < 4; k++) {
        snprintf(name, sizeof name, "%s_%s", of, names[k]);
        ck_assert_double_le(before, number(row, name));
        before = number(row, name);
    }
    ck_assert_double_gt(before, 0);
    snprintf(name, sizeof name, "%s_samples", of);
    ck_assert_double_eq(number(row, name), 3);
}

/* Bytes and operations of the cases, independent of the code. */
static void check_cost(const cJSON *row) {
    const char *name = word(row, "case");
    const double n = number(row, "n"), result = number(row, "result"), points = 3 * n * 4;
    const struct {
        const char *name;
        double bytes, operations;
    } costs[] = {
        {"reduce", 4 * n, n},
        {"scan", 8 * n, n},
        {"compact", 5 * n + 4 * result, n},
        {"gather", 12 * n, 0},
        {"sort", 16 * n, n},
        {"sort-64", 24 * n, n},
        {"order", 2 * points + 4 * n, 0},
        {"count", points, 9 * result},
        {"pairs", points + 8 * result, 9 * result},
        {"lists", points + 8 * n + 4 * result, 4.5 * result},
        {"lists-into", points + 8 * n + 4 * result, 4.5 * result},
        {"lists-cells", points + 16 * n + 4 * result, 4.5 * result},
        {"lists-distances", points + 8 * n + 8 * result, 4.5 * result},
        {"lists-all", points + 8 * n + 20 * result, 4.5 * result},
        {"lists-open", points + 8 * n + 4 * result, 4.5 * result},
        {"lists-half", points + 8 * n + 4 * result, 9 * result},
        {"batch", points + 8 * n + 4 * result, 4.5 * result},
    };
    size_t k = 0;
    while (k < sizeof costs / sizeof *costs && strcmp(costs[k].name, name) != 0) k++;
    ck_assert_msg(k < sizeof costs / sizeof *costs, "a case that was not asked for: %s", name);
    ck_assert_double_eq(number(row, "bytes"), costs[k].bytes);
    ck_assert_double_eq(number(row, "operations"), costs[k].operations);
}

/* The floor follows from the copies and rates in the same file. */
static void check_floor(const cJSON *row, const cJSON *report) {
    const double bytes = number(row, "bytes"), operations = number(row, "operations");
    const double rate =
        number(report, *word(row, "precision") ? "float32_operations_per_s" : "uint32_operations_per_s");
    const cJSON *copy, *below = NULL, *above = NULL;
    cJSON_ArrayForEach(copy, part(report, "copies")) {
        if (number(copy, "bytes") <= bytes) below = copy;
        if (!above && number(copy, "bytes") >= bytes) above = copy;
    }
    ck_assert_ptr_nonnull(above);
    const double computing = operations / rate * 1e3, ms = number(row, "floor_ms");
    const double low = below ? number(below, "ms") : 0, high = number(above, "ms");
    if (strcmp(word(row, "bound"), "arithmetic") == 0) ck_assert_double_eq_tol(ms / computing, 1, 1e-5);
    else
        ck_assert(ms >= computing * 0.99999 && ms >= fmin(low, high) * 0.99999 &&
                  ms <= fmax(low, high) * 1.00001);
    const double percent = 100 * ms / number(row, "device_ms");
    ck_assert_double_eq_tol(number(row, "percent_of_floor") / percent, 1, 1e-4);
}

static void check_json(void) {
    cJSON *report = json_of("a.json");
    const cJSON *row, *stage;
    int rows = 0;
    ck_assert_str_eq(word(report, "schema"), "nearfield-bench");
    ck_assert_double_eq(number(report, "schema_version"), 1);
    ck_assert_str_ne(word(part(report, "device"), "name"), "");
    ck_assert_double_gt(number(report, "copy_bytes_per_s"), 0);
    cJSON_ArrayForEach(row, part(report, "measurements")) {
        double sum = 0;
        rows++;
        check_times(row, "device");
        if (strcmp(word(row, "case"), "order") == 0)
            ck_assert_ptr_null(cJSON_GetObjectItemCaseSensitive(row, "wall_ms"));
        else check_times(row, "wall");
        check_cost(row);
        check_floor(row, report);
        cJSON_ArrayForEach(stage, part(row, "stages")) sum += stage->valuedouble;
        ck_assert_double_eq_tol(sum / number(row, "device_least"), 1, 1e-3); /* of the fastest run */
    }
    ck_assert_int_eq(rows, 18);
    cJSON_Delete(report);
}

static void check_csv(void) {
    char *text = text_of("a.csv"), *rest = NULL;
    int lines = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), lines++) {
        int commas = 0;
        for (const char *c = line; *c; c++) commas += *c == ',';
        ck_assert_msg(commas == 30, "%d commas: %s", commas, line);
        ck_assert(lines == 0 ? strncmp(line, "peer,version,same_result,case,", 30) == 0
                             : strncmp(line, ",,,", 3) == 0);
    }
    ck_assert_int_eq(lines, 19);
    free(text);
}

TEST(reports_are_well_formed_and_their_arithmetic_is_right) {
    own_place folder = new_place();
    ck_assert_int_eq(
        bench("reduce scan compact gather sort sort-64 order count pairs --sizes 1000,2345 --repeat 3 "
              "--precision single --json a.json --csv a.csv"),
        0);
    char *said = text_of("said");
    ck_assert_ptr_nonnull(strstr(said, "floor: copies"));
    ck_assert_ptr_nonnull(strstr(said, " floor ms    % of floor\n"));
    ck_assert_ptr_nonnull(strstr(said, "2,345"));
    free(said);
    check_json();
    check_csv();
    ck_assert_uint_eq(files_in(&place), 3); /* two reports and the output: no temporary file is left */
}

TEST(lists_have_as_many_neighbours_as_their_density_and_cutoff_give) {
    own_place folder = new_place();
    static const struct {
        const char *name;
        double
            neighbours; /* per point: 0.1 x 4/3 pi 5^3; in open space less near the faces, in a batch less in the last system */
    } cases[] = {{"lists", 52.4},     {"lists-into", 52.4}, {"lists-cells", 52.4}, {"lists-distances", 52.4},
                 {"lists-all", 52.4}, {"lists-open", 42.8}, {"lists-half", 26.2},  {"batch", 47.1}};
    const size_t count = sizeof cases / sizeof *cases;
    expect("lists lists-into lists-cells lists-distances lists-all lists-open lists-half batch --sizes 2500 "
           "--repeat 3 --precision single --json a.json",
           0, "batch, single");
    cJSON *report = json_of("a.json");
    const cJSON *row;
    size_t k = 0;
    cJSON_ArrayForEach(row, part(report, "measurements")) {
        ck_assert_uint_lt(k, count);
        ck_assert_str_eq(word(row, "case"), cases[k].name);
        ck_assert_double_eq(number(row, "cutoff"), 5);
        ck_assert_double_eq_tol(number(row, "result") / 2500 / cases[k++].neighbours, 1, 0.02);
        check_cost(row);
        check_floor(row, report);
    }
    ck_assert_uint_eq(k, count);
    cJSON_Delete(report);
    /* So many that plain C does not count them all. */
    expect("lists lists-into lists-open lists-half batch --sizes 21000 --repeat 1 --precision single", 0,
           "21,000");
}

TEST(neighbours_and_groups_have_no_cutoff) {
    own_place folder = new_place();
    expect("knn-8 fof catalogue count --sizes 500,700 --repeat 1 --precision single --json "
           "a.json",
           0, "700");
    cJSON *report = json_of("a.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, part(report, "measurements"))
        ck_assert_int_eq(cJSON_HasObjectItem(row, "cutoff"), strcmp(word(row, "case"), "count") == 0);
    cJSON_Delete(report);
    expect("--compare a.json --repeat 1", 0, "without a counterpart: 0 of this run, 0 of the older one");
}

TEST(json_alone_goes_to_standard_output) {
    own_place folder = new_place();
    ck_assert_int_eq(bench("reduce --sizes 1000 --repeat 1 --json -"), 0);
    cJSON *report = json_of("said");
    ck_assert_int_eq(cJSON_GetArraySize(part(report, "measurements")), 1);
    cJSON_Delete(report);
}
