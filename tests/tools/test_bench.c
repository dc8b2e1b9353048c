/* `nearfield bench` as users run it: what it writes, what it says of changes, peers and mistakes. */
#include "support.h"

#include <cJSON.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static temporary place;

/* Runs the command in the temporary folder; what it prints goes to the file "said".  Answers the exit code. */
static int bench(const char *arguments) {
    char line[2048];
    ck_assert_int_lt(snprintf(line, sizeof line, "cd %s && %s bench %s >said 2>&1", place.folder,
                              NEARFIELD_COMMAND, arguments),
                     (int)sizeof line);
    const int status = system(line); /* NOLINT: a test's own command */
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static char *text_of(const char *name) {
    char path[512];
    size_t size = 0;
    path_in(&place, name, path);
    return read_whole_file(path, &size);
}

static void expect(const char *arguments, int code, const char *sentence) {
    const int answered = bench(arguments);
    char *said = text_of("said");
    ck_assert_msg(answered == code, "bench %s: exit code %d: %s", arguments, answered, said);
    ck_assert_msg(strstr(said, sentence) != NULL, "bench %s says: %s", arguments, said);
    free(said);
}

static cJSON *json_of(const char *name) {
    char *text = text_of(name);
    cJSON *value = cJSON_ParseWithOpts(text, NULL, 1);
    ck_assert_msg(value != NULL, "%s is no JSON: %s", name, text);
    free(text);
    return value;
}

static double number(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsNumber(item), "no number \"%s\"", name);
    return item->valuedouble;
}

static const char *word(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

static const cJSON *part(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(item != NULL, "no \"%s\"", name);
    return item;
}

static void set_up(void) { make_temporary(&place); }
static void tear_down(void) { remove_temporary(&place); }

/* ---- what it writes ----------------------------------------------------------------------------------- */

static void check_times(const cJSON *times) {
    ck_assert_double_gt(number(times, "median"), 0);
    ck_assert_double_le(number(times, "least"), number(times, "lower_quartile"));
    ck_assert_double_le(number(times, "lower_quartile"), number(times, "median"));
    ck_assert_double_le(number(times, "median"), number(times, "upper_quartile"));
    ck_assert_double_eq(number(times, "samples"), 3);
}

/* Bytes and operations that a case has to move and to compute, written down once more. */
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
    };
    size_t k = 0;
    while (k < sizeof costs / sizeof *costs && strcmp(costs[k].name, name) != 0) k++;
    ck_assert_msg(k < sizeof costs / sizeof *costs, "a case that was not asked for: %s", name);
    ck_assert_double_eq(number(row, "bytes"), costs[k].bytes);
    ck_assert_double_eq(number(row, "operations"), costs[k].operations);
}

/* The floor is that of the copies and rates in the same file. */
static void check_floor(const cJSON *row, const cJSON *floor) {
    const double bytes = number(row, "bytes"), operations = number(row, "operations");
    const double rate =
        number(part(floor, "operations_per_s"), *word(row, "precision") ? "float32" : "uint32");
    const cJSON *copy, *below = NULL, *above = NULL;
    cJSON_ArrayForEach(copy, part(floor, "copies")) {
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
    const double percent = 100 * ms / number(part(row, "device_ms"), "median");
    ck_assert_double_eq_tol(number(row, "percent_of_floor") / percent, 1, 1e-4);
}

static void check_json(void) {
    cJSON *report = json_of("a.json");
    const cJSON *row, *stage;
    int rows = 0;
    ck_assert_str_eq(word(report, "schema"), "nearfield-bench");
    ck_assert_double_eq(number(report, "schema_version"), 1);
    ck_assert_str_ne(word(part(report, "device"), "name"), "");
    ck_assert_double_gt(number(part(report, "floor"), "copy_bytes_per_s"), 0);
    cJSON_ArrayForEach(row, part(report, "measurements")) {
        double sum = 0;
        rows++;
        check_times(part(row, "device_ms"));
        if (strcmp(word(row, "case"), "order") == 0) ck_assert(cJSON_IsNull(part(row, "wall_ms")));
        else check_times(part(row, "wall_ms"));
        check_cost(row);
        check_floor(row, part(report, "floor"));
        cJSON_ArrayForEach(stage, part(row, "stages")) sum += number(stage, "ms");
        ck_assert_double_gt(sum, 0.3 * number(part(row, "device_ms"), "median"));
        ck_assert_double_lt(sum, 3 * number(part(row, "device_ms"), "median"));
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
        ck_assert_msg(commas == 15, "%d commas: %s", commas, line);
        ck_assert(lines == 0 ? strncmp(line, "who,version,case,", 17) == 0
                             : strncmp(line, "nearfield,", 10) == 0);
    }
    ck_assert_int_eq(lines, 19);
    free(text);
}

/* Every tag that is opened is closed in turn, and nothing comes from elsewhere. */
static void check_html(void) {
    static const char *const empty[] = {"meta", "link", "!doctype", "path", "circle"};
    char *text = text_of("a.html"), open[64][16];
    int depth = 0, plots = 0;
    ck_assert_ptr_null(strstr(text, "http"));
    ck_assert_ptr_null(strstr(text, "<script"));
    ck_assert_ptr_null(strstr(text, "src="));
    ck_assert_ptr_null(strstr(text, "url("));
    ck_assert_ptr_null(strstr(text, "nan"));
    ck_assert_ptr_null(strstr(text, "inf\""));
    const char *style = strstr(text, "</style>");
    ck_assert_ptr_nonnull(style);
    for (const char *c = text; (c = strchr(c, '<')) != NULL; c++) {
        char name[16] = "";
        int alone = 0, closes = c[1] == '/';
        ck_assert_int_eq(sscanf(c + 1 + closes, "%15[a-z0-9!]", name), 1);
        const char *end = strchr(c, '>');
        ck_assert_ptr_nonnull(end);
        if (end[-1] == '/') alone = 1;
        for (size_t k = 0; k < sizeof empty / sizeof *empty; k++)
            alone |= strcmp(name, empty[k]) == 0 && end[-1] != 0;
        if (strcmp(name, "circle") == 0) alone = 0; /* holds its tooltip */
        plots += !closes && strcmp(name, "svg") == 0;
        if (alone && !closes) continue;
        if (closes) {
            ck_assert_msg(depth > 0 && strcmp(open[depth - 1], name) == 0, "</%s> closes <%s>", name,
                          depth ? open[depth - 1] : "nothing");
            depth--;
        } else {
            ck_assert_int_lt(depth, 64);
            memcpy(open[depth++], name, sizeof name);
        }
    }
    ck_assert_int_eq(depth, 0);
    ck_assert_int_eq(plots, 10); /* nine cases and the roofline */
    free(text);
}

START_TEST(reports_are_well_formed_and_their_arithmetic_is_right) {
    ck_assert_int_eq(
        bench("reduce scan compact gather sort sort-64 order count pairs --sizes 1000,2345 --repeat 3 "
              "--precision single --no-first-use --json a.json --csv a.csv --html a.html"),
        0);
    char *said = text_of("said");
    ck_assert_ptr_nonnull(strstr(said, "floor: copies"));
    ck_assert_ptr_nonnull(strstr(said, "2,345"));
    free(said);
    check_json();
    check_csv();
    check_html();
    ck_assert_uint_eq(files_in(&place), 4); /* three reports and what was said: nothing half written */
}
END_TEST

START_TEST(json_alone_goes_to_standard_output) {
    ck_assert_int_eq(bench("reduce --sizes 1000 --repeat 1 --no-first-use --json -"), 0);
    cJSON *report = json_of("said");
    ck_assert_int_eq(cJSON_GetArraySize(part(report, "measurements")), 1);
    cJSON_Delete(report);
}
END_TEST

START_TEST(the_first_use_is_measured_with_and_without_caches) {
    static const char *const caches[] = {"none", "cold", "warm"};
    ck_assert_int_eq(bench("reduce --sizes 1000 --repeat 1 --json a.json --quiet"), 0);
    cJSON *report = json_of("a.json");
    const cJSON *use;
    int k = 0;
    cJSON_ArrayForEach(use, part(report, "first_use")) {
        ck_assert_int_lt(k, 3);
        ck_assert_str_eq(word(use, "cache"), caches[k++]);
        ck_assert_double_gt(number(use, "open_ms"), 0);
        ck_assert_double_gt(number(use, "first_ms"), number(use, "second_ms"));
    }
    ck_assert_int_eq(k, 3);
    cJSON_Delete(report);
}
END_TEST

/* ---- changes ------------------------------------------------------------------------------------------ */

/* The report with all its times multiplied. */
static void doctor(const char *from, const char *to, double factor) {
    static const char *const names[] = {"median", "lower_quartile", "upper_quartile", "least"};
    cJSON *report = json_of(from), *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(report, "measurements")) {
        for (size_t t = 0; t < 2; t++) {
            cJSON *times = cJSON_GetObjectItemCaseSensitive(row, t ? "wall_ms" : "device_ms");
            for (size_t k = 0; k < 4; k++) {
                cJSON *item = cJSON_GetObjectItemCaseSensitive(times, names[k]);
                if (item) cJSON_SetNumberValue(item, item->valuedouble * factor);
            }
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
    ck_assert_double_eq(number(part(report, "compared"), counted), 4);
    cJSON_ArrayForEach(row, part(report, "measurements")) {
        ck_assert_str_eq(word(part(row, "device_change"), "mark"), mark);
        ck_assert_str_eq(word(part(row, "wall_change"), "mark"), mark);
    }
    cJSON_Delete(report);
}

START_TEST(what_became_slower_than_its_spread_is_marked) {
    const char *usual = "scan sort --sizes 5000 --repeat 5 --no-first-use --json";
    char line[256];
    snprintf(line, sizeof line, "%s a.json", usual);
    ck_assert_int_eq(bench(line), 0);
    doctor("a.json", "quick.json", 0.01);
    doctor("a.json", "slow.json", 100);
    snprintf(line, sizeof line, "%s b.json --compare quick.json", usual);
    expect(line, 0, "4 slower, 0 faster");
    check_marks("slower", "slower");
    snprintf(line, sizeof line, "%s b.json --compare quick.json --fail-if-slower", usual);
    expect(line, 6, "4 times became slower than in quick.json");
    snprintf(line, sizeof line, "%s b.json --compare slow.json --fail-if-slower", usual);
    expect(line, 0, "0 slower, 4 faster");
    check_marks("faster", "faster");
}
END_TEST

/* The report with one member of its device, or of its floor, replaced. */
static void replace(const char *from, const char *to, const char *object, const char *name, const char *text,
                    double factor) {
    cJSON *report = json_of(from);
    cJSON *holder = cJSON_GetObjectItemCaseSensitive(report, object);
    cJSON *item = cJSON_GetObjectItemCaseSensitive(holder, name);
    ck_assert_ptr_nonnull(item);
    if (text)
        ck_assert_int_eq(cJSON_ReplaceItemInObjectCaseSensitive(holder, name, cJSON_CreateString(text)), 1);
    else cJSON_SetNumberValue(item, item->valuedouble * factor);
    char *printed = cJSON_Print(report), path[512];
    path_in(&place, to, path);
    write_file(path, printed, strlen(printed));
    cJSON_free(printed);
    cJSON_Delete(report);
}

START_TEST(without_cases_those_of_the_older_run_are_compared_at_its_sizes) {
    ck_assert_int_eq(
        bench("scan pairs --sizes 700,900 --precision single --spacings 2 --repeat 3 --no-first-use "
              "--json a.json"),
        0);
    expect("--compare a.json --repeat 3 --no-first-use --json b.json", 0,
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
    expect("scan reduce --sizes 700 --compare a.json --repeat 3 --no-first-use", 0,
           "without a counterpart: 1 of this run, 3 of the older one");
    expect("pairs --sizes 700 --precision single --spacings 3 --compare a.json --repeat 3 --no-first-use", 0,
           "without a counterpart: 1 of this run, 4 of the older one");
}
END_TEST

START_TEST(nothing_is_marked_of_another_device_and_another_floor_or_tuning_is_told) {
    ck_assert_int_eq(bench("scan --sizes 700 --repeat 3 --no-first-use --json a.json"), 0);
    doctor("a.json", "quick.json", 0.01);
    replace("quick.json", "other.json", "device", "name", "another device", 1);
    expect("--compare other.json --repeat 3 --no-first-use --json b.json", 0,
           "nothing is marked: other.json is that of another device, another device");
    cJSON *report = json_of("b.json");
    ck_assert_ptr_null(cJSON_GetObjectItemCaseSensitive(report, "compared"));
    ck_assert_ptr_null(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(part(report, "measurements"), 0),
                                                        "device_change"));
    cJSON_Delete(report);
    expect("--compare other.json --fail-if-slower --repeat 3 --no-first-use", 1, "cannot be told");
    replace("a.json", "floor.json", "floor", "copy_bytes_per_s", NULL, 20);
    expect("--compare floor.json --repeat 3 --no-first-use", 0,
           "the floor is not that of the older run: copies -");
    replace("a.json", "tuned.json", "tuning", "tunables", "scan.ITEMS=3", 1);
    expect("--compare tuned.json --repeat 3 --no-first-use", 0,
           "the kernels have other shapes than in the older run, which had scan.ITEMS=3");
}
END_TEST

START_TEST(reports_say_how_the_kernels_were_shaped) {
    ck_assert_int_eq(setenv("NEARFIELD_TUNING", "scan.ITEMS=3", 1), 0);
    expect("scan --sizes 700 --repeat 1 --no-first-use --json a.json", 0, "NEARFIELD_TUNING: scan.ITEMS=3");
    ck_assert_int_eq(unsetenv("NEARFIELD_TUNING"), 0);
    cJSON *report = json_of("a.json");
    const cJSON *tuning = part(report, "tuning");
    ck_assert_str_eq(word(tuning, "words"), "scan.ITEMS=3");
    ck_assert_ptr_nonnull(strstr(word(tuning, "tunables"), "scan.ITEMS=3"));
    ck_assert_ptr_nonnull(strstr(word(tuning, "note"), "Kernels "));
    cJSON_Delete(report);
}
END_TEST

START_TEST(what_memory_does_not_allow_is_told_and_nothing_at_all_is_an_error) {
    expect("pairs --sizes 2e9 --spacings 20 --no-first-use", 5,
           "nothing was measured: pairs, n = 2,000,000,000 is left out: it takes ");
    expect("pairs --sizes 4e9 --no-first-use", 5,
           "nothing was measured: pairs, n = 4,000,000,000 is left out: ");
}
END_TEST

/* ---- peers -------------------------------------------------------------------------------------------- */

static void add_peer(const char *name, const char *script) {
    char path[512];
    path_in(&place, name, path);
    write_file(path, script, strlen(script));
    ck_assert_int_eq(chmod(path, 0700), 0);
}

START_TEST(peers_stand_in_the_same_table_and_say_why_they_are_left_out) {
    /* Answers with the number of pairs that the test knows: all of them, as the cutoff spans the cube. */
    add_peer("right",
             "#!/bin/sh\nread -r case n type rest\n"
             "echo '{\"peer\":\"right\",\"version\":\"1\",\"case\":\"'$case'\",\"n\":'$n',\"type\":\"'$type"
             "'\",\"wall_ms\":[3,1,2],\"result\":'$((n * (n - 1) / 2))'}'\n");
    add_peer("wrong",
             "#!/bin/sh\nread -r case n type rest\n"
             "echo '{\"peer\":\"wrong\",\"version\":\"2\",\"case\":\"'$case'\",\"n\":'$n',\"type\":\"'$type"
             "'\",\"wall_ms\":[1],\"result\":7}'\n");
    add_peer("absent", "#!/bin/sh\necho '{\"peer\":\"absent\",\"left_out\":\"it is not installed\"}'\n");
    add_peer("broken", "#!/bin/sh\necho 'no luck today' >&2\nexit 3\n");
    add_peer("noise", "#!/bin/sh\necho hello\n");
    ck_assert_int_eq(setenv("NEARFIELD_PEERS", place.folder, 1), 0);
    expect("pairs --sizes 60 --spacings 10 --repeat 1 --no-first-use --peers --json report", 0, "right 1");
    cJSON *report = json_of("report");
    const cJSON *row;
    ck_assert_int_eq(cJSON_GetArraySize(part(report, "peers")), 2);
    cJSON_ArrayForEach(row, part(report, "peers")) {
        const int right = strcmp(word(row, "peer"), "right") == 0;
        ck_assert_double_eq(number(part(row, "wall_ms"), "median"), right ? 2 : 1);
        ck_assert_int_eq(cJSON_IsTrue(part(row, "same_result")) != 0, right);
    }
    cJSON_Delete(report);
    char *said = text_of("said");
    ck_assert_ptr_nonnull(strstr(said, "ANOTHER RESULT"));
    ck_assert_ptr_nonnull(strstr(said, "absent: it is not installed"));
    ck_assert_ptr_nonnull(strstr(said, "broken: failed: no luck today"));
    ck_assert_ptr_nonnull(strstr(said, "noise: answers what nobody asked for: hello"));
    free(said);
    ck_assert_int_eq(unsetenv("NEARFIELD_PEERS"), 0);
}
END_TEST

/* ---- mistakes ----------------------------------------------------------------------------------------- */

START_TEST(mistakes_are_named_before_anything_is_measured) {
    static const struct {
        const char *arguments;
        int code;
        const char *sentence;
    } rows[] = {
        {"scan fly", 2, "there is no case \"fly\""},
        {"scan scan", 2, "scan is named twice"},
        {"--sizes 0", 2, "\"0\" is no whole number"},
        {"--sizes 1e3,x", 2, "\"x\" is no whole number"},
        {"--sizes 1e6:1e3", 2, "\"1e6:1e3\" is no range"},
        {"--precision half", 2, "--precision knows single, double, both"},
        {"--seconds never", 2, "--seconds takes a number"},
        {"--repeat 0", 2, "--repeat takes a number"},
        {"--fail-if-slower", 2, "--fail-if-slower goes with --compare"},
        {"--json - --csv -", 2, "one report alone"},
        {"--json a.json --csv a.csv --html a.json", 2, "one report alone can go to a.json"},
        {"--html no/such/folder/a.html", 1, "no/such/folder/a.html cannot be written"},
        {"--compare missing.json", 3, "missing.json cannot be read"},
        {"--compare text.json", 3, "text.json is no JSON: line 2"},
        {"--compare other.json", 3, "other.json is no report of nearfield bench"},
        {"--device no-such-device-anywhere", 4, "no-such-device-anywhere"},
    };
    char path[512];
    path_in(&place, "text.json", path);
    write_file(path, "{\"a\":1,\n\"b\":}", 13);
    path_in(&place, "other.json", path);
    write_file(path, "{\"a\":1}", 7);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect(rows[k].arguments, rows[k].code, rows[k].sentence);
    ck_assert_uint_eq(files_in(&place), 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bench");
    TCase *tests = tcase_create("bench");
    tcase_set_timeout(tests, 0);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, reports_are_well_formed_and_their_arithmetic_is_right);
    tcase_add_test(tests, json_alone_goes_to_standard_output);
    tcase_add_test(tests, the_first_use_is_measured_with_and_without_caches);
    tcase_add_test(tests, what_became_slower_than_its_spread_is_marked);
    tcase_add_test(tests, without_cases_those_of_the_older_run_are_compared_at_its_sizes);
    tcase_add_test(tests, nothing_is_marked_of_another_device_and_another_floor_or_tuning_is_told);
    tcase_add_test(tests, reports_say_how_the_kernels_were_shaped);
    tcase_add_test(tests, what_memory_does_not_allow_is_told_and_nothing_at_all_is_an_error);
    tcase_add_test(tests, peers_stand_in_the_same_table_and_say_why_they_are_left_out);
    tcase_add_test(tests, mistakes_are_named_before_anything_is_measured);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
