/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* `nearfield bench --compare`: what it marks as slower or faster, and when it marks nothing. */
#include "tools/bench/bench_command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many times apart are two runs, however busy the machine is, or the device with the work of others. */
static const double far = 1e6;

/* Multiplies all times of a report, and removes their spread, which can be large on a busy machine. */
static void doctor(const char *from, const char *to, double factor) {
    static const char *const names[] = {"ms", "lower_quartile", "upper_quartile", "least"};
    cJSON *report = json_of(from), *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(report, "measurements")) {
        for (size_t k = 0; k < 8; k++) {
            const char *of = k < 4 ? "device" : "wall";
            char median[32], name[32];
            (void)snprintf(median, sizeof median, "%s_ms", of);
            (void)snprintf(name, sizeof name, "%s_%s", of, names[k % 4]);
            /* the median is multiplied last */
            cJSON *item = cJSON_GetObjectItemCaseSensitive(row, name);
            if (item && k % 4) cJSON_SetNumberValue(item, number(row, median) * factor);
        }
        for (size_t t = 0; t < 2; t++) {
            cJSON *item = cJSON_GetObjectItemCaseSensitive(row, t ? "wall_ms" : "device_ms");
            if (item) cJSON_SetNumberValue(item, item->valuedouble * factor);
        }
    }
    char *text = cJSON_Print(report), path[512];
    path_in(&place, to, path);
    write_file(path, text, strlen(text));
    cJSON_free(text);
    cJSON_Delete(report);
}

static void check_marks(const char *mark, const char *counted) {
    cJSON *report = json_of("b.json");
    const cJSON *row;
    ck_assert_double_eq(number(report, counted), 4);
    cJSON_ArrayForEach(row, part(report, "measurements")) {
        ck_assert_str_eq(word(row, "device_change"), mark);
        ck_assert_str_eq(word(row, "wall_change"), mark);
    }
    cJSON_Delete(report);
}

TEST(what_became_slower_than_its_spread_is_marked) {
    own_place folder = new_place();
    const char *usual = "scan sort --sizes 5000 --repeat 5 --json";
    char line[256];
    snprintf(line, sizeof line, "%s a.json", usual);
    ck_assert_int_eq(bench(line), 0);
    doctor("a.json", "quick.json", 1 / far);
    doctor("a.json", "slow.json", far);
    snprintf(line, sizeof line, "%s b.json --compare quick.json", usual);
    expect(line, 0, "4 slower, 0 faster");
    check_marks("slower", "slower");
    snprintf(line, sizeof line, "%s b.json --compare quick.json --fail-if-slower", usual);
    expect(line, 6, "4 times became slower than in quick.json, first of all: scan, 5000 elements");
    snprintf(line, sizeof line, "%s b.json --compare slow.json --fail-if-slower", usual);
    expect(line, 0, "0 slower, 4 faster");
    check_marks("faster", "faster");
}

/* Replaces one member of the device, or of the report itself. */
static void replace(const char *from, const char *to, const char *object, const char *name, const char *text,
                    double factor) {
    cJSON *report = json_of(from);
    cJSON *holder = object ? cJSON_GetObjectItemCaseSensitive(report, object) : report;
    cJSON *item = cJSON_GetObjectItemCaseSensitive(holder, name);
    if (text) {
        cJSON_DeleteItemFromObjectCaseSensitive(holder, name);
        ck_assert_ptr_nonnull(cJSON_AddStringToObject(holder, name, text));
    } else {
        ck_assert_ptr_nonnull(item);
        cJSON_SetNumberValue(item, item->valuedouble * factor);
    }
    char *printed = cJSON_Print(report), path[512];
    path_in(&place, to, path);
    write_file(path, printed, strlen(printed));
    cJSON_free(printed);
    cJSON_Delete(report);
}

TEST(without_cases_those_of_the_older_run_are_compared_at_its_sizes) {
    own_place folder = new_place();
    ck_assert_int_eq(bench("scan pairs --sizes 700,900 --precision single --spacings 2 --repeat 3 "
                           "--json a.json"),
                     0);
    expect("--compare a.json --repeat 3 --json b.json", 0,
           "without a counterpart: 0 of this run, 0 of the older one");
    cJSON *report = json_of("b.json");
    const cJSON *row;
    int rows = 0;
    cJSON_ArrayForEach(row, part(report, "measurements")) {
        const double n = number(row, "n");
        rows++;
        ck_assert(n == 700 || n == 900);
        if (strcmp(word(row, "case"), "scan") == 0) continue;
        ck_assert_str_eq(word(row, "precision"), "single");
        ck_assert_double_eq_tol(number(row, "cutoff") * cbrt(n), 2, 1e-6);
    }
    ck_assert_int_eq(rows, 4);
    cJSON_Delete(report);
    expect("scan reduce --sizes 700 --compare a.json --repeat 3", 0,
           "without a counterpart: 1 of this run, 3 of the older one");
    expect("pairs --sizes 700 --precision single --spacings 3 --compare a.json --repeat 3", 0,
           "without a counterpart: 1 of this run, 4 of the older one");
}

TEST(nothing_is_marked_of_another_device_and_another_floor_or_tuning_is_told) {
    own_place folder = new_place();
    ck_assert_int_eq(bench("scan --sizes 700 --repeat 3 --json a.json"), 0);
    doctor("a.json", "quick.json", 1 / far);
    replace("quick.json", "other.json", "device", "name", "another device", 1);
    expect("--compare other.json --repeat 3 --json b.json", 0,
           "nothing is marked: other.json is the report of another device, another device");
    cJSON *report = json_of("b.json");
    ck_assert_ptr_null(cJSON_GetObjectItemCaseSensitive(report, "compared_with"));
    ck_assert_ptr_null(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(part(report, "measurements"), 0),
                                                        "device_change"));
    cJSON_Delete(report);
    expect("--compare other.json --fail-if-slower --repeat 3", 1, "cannot be compared");
    replace("a.json", "copies.json", NULL, "copy_bytes_per_s", NULL, 20);
    replace("copies.json", "floor.json", NULL, "uint32_operations_per_s", NULL, 20);
    expect("--compare floor.json --repeat 3", 0, "the floor differs from that of the older run: copies -");
    char *said = text_of("said");
    ck_assert_ptr_nonnull(strstr(said, " %, uint32 -")); /* in the same sentence */
    free(said);
    replace("a.json", "tuned.json", NULL, "tunables", "scan.ITEMS=3", 1);
    expect("--compare tuned.json --repeat 3", 0, "the older run had other shapes of kernels: scan.ITEMS=3");
}
