/* `nearfield bench` as users run it: how kernels were shaped, what memory allows, peers and mistakes. */
#include "bench_command.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    const TTest *const tests[] = {
        reports_say_how_the_kernels_were_shaped,
        what_memory_does_not_allow_is_told_and_nothing_at_all_is_an_error,
        peers_stand_in_the_same_table_and_say_why_they_are_left_out,
        mistakes_are_named_before_anything_is_measured,
    };
    return run_bench_tests("bench", tests, sizeof tests / sizeof *tests);
}
