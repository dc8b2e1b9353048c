/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* `nearfield bench` as users run it: tuning in reports, too little memory, peers, and usage errors. */
#include "tools/bench/bench_command.h"

#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(reports_say_how_the_kernels_were_shaped) {
    own_place folder = new_place();
    ck_assert_int_eq(setenv("NEARFIELD_TUNING", "scan.ITEMS=3", 1), 0);
    expect("scan --sizes 700 --repeat 1 --json a.json", 0, "NEARFIELD_TUNING: scan.ITEMS=3");
    ck_assert_int_eq(unsetenv("NEARFIELD_TUNING"), 0);
    cJSON *report = json_of("a.json");
    ck_assert_str_eq(word(report, "NEARFIELD_TUNING"), "scan.ITEMS=3");
    ck_assert_ptr_nonnull(strstr(word(report, "tunables"), "scan.ITEMS=3"));
    ck_assert_ptr_nonnull(strstr(word(report, "tuning"), "Kernels "));
    cJSON_Delete(report);
}

TEST(what_memory_does_not_allow_is_told_and_nothing_at_all_is_an_error) {
    own_place folder = new_place();
    expect("pairs --sizes 2e9 --spacings 20", 5,
           "nothing was measured: pairs: n = 2,000,000,000 is left out: it takes ");
    expect("pairs --sizes 4e9", 5, "nothing was measured: pairs: n = 4,000,000,000 is left out: ");
}

/* ---- peers -------------------------------------------------------------------------------------------- */

static void add_peer(const char *name, const char *script) {
    char path[512];
    path_in(&place, name, path);
    write_file(path, script, strlen(script));
    ck_assert_int_eq(chmod(path, 0700), 0);
}

TEST(peers_stand_in_the_same_table_and_say_why_they_are_left_out) {
    own_place folder = new_place();
    /* Answers with the correct number of pairs: all of them, as the cutoff spans the cube. */
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
    expect("pairs --sizes 60 --spacings 10 --repeat 1 --peers --json report", 0, "right 1");
    cJSON *report = json_of("report");
    const cJSON *row;
    ck_assert_int_eq(cJSON_GetArraySize(part(report, "peers")), 2);
    cJSON_ArrayForEach(row, part(report, "peers")) {
        const int right = strcmp(word(row, "peer"), "right") == 0;
        ck_assert_double_eq(number(row, "wall_ms"), right ? 2 : 1);
        ck_assert_int_eq((int)number(row, "same_result"), right);
    }
    cJSON_Delete(report);
    char *said = text_of("said");
    ck_assert_ptr_nonnull(strstr(said, "ANOTHER RESULT"));
    ck_assert_ptr_nonnull(strstr(said, "absent: it is not installed"));
    ck_assert_ptr_nonnull(strstr(said, "broken: failed: no luck today"));
    ck_assert_ptr_nonnull(strstr(said, "noise: unexpected line of output: hello"));
    free(said);
    ck_assert_int_eq(unsetenv("NEARFIELD_PEERS"), 0);
}

/* ---- ended from outside --------------------------------------------------------------------------------- */

/* Starts the command with its temporary files, which are those for peers, in the folder's "own", and waits until one is there. */
static pid_t start_bench(temporary *own) {
    const int length = snprintf(own->folder, sizeof own->folder, "%.200s/own", place.folder);
    ck_assert_int_lt(length, (int)sizeof own->folder);
    ck_assert_int_eq(mkdir(own->folder, 0700), 0);
    const pid_t process = fork();
    if (process == 0) {
        (void)setenv("TMPDIR", own->folder, 1);
        (void)setenv("NEARFIELD_PEERS", place.folder, 1);
        (void)execl(NEARFIELD_COMMAND, "nearfield", "bench", "reduce", "--sizes", "1000", "--repeat", "1",
                    "--seconds", "1", "--quiet", "--peers", (char *)NULL);
        _exit(127);
    }
    ck_assert_int_gt(process, 0);
    while (files_in(own) == 0) ck_assert_int_eq(waitpid(process, NULL, WNOHANG), 0);
    return process;
}

/* Child processes may end a little later. */
static void wait_until_empty(const temporary *own) {
    for (int k = 0; files_in(own) > 0; k++) {
        ck_assert_msg(k < 6000, "the folder is still there after two minutes");
        (void)poll(NULL, 0, 20);
    }
    remove_temporary(own);
}

TEST(a_bench_that_is_ended_leaves_no_folder) {
    own_place folder = new_place();
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
        temporary own;
        const pid_t process = start_bench(&own);
        ck_assert_int_eq(kill(process, signals[k]), 0);
        ck_assert_int_eq(waitpid(process, NULL, 0), process);
        wait_until_empty(&own);
    }
}

/* Starts measuring many rows in the folder, with text in "said" and JSON in "part.json", and ends it by SIGKILL behind the first. */
static void end_behind_the_first_row(void) {
    char said[512], json[512];
    path_in(&place, "said", said);
    path_in(&place, "part.json", json);
    const pid_t process = fork();
    if (process == 0) {
        if (freopen(said, "w", stdout))
            (void)execl(NEARFIELD_COMMAND, "nearfield", "bench", "reduce", "scan", "compact", "gather",
                        "sort", "pairs", "lists", "--sizes", "1000,2000,3000", "--repeat", "50", "--json",
                        json, (char *)NULL);
        _exit(127);
    }
    ck_assert_int_gt(process, 0);
    while (access(json, F_OK) != 0) {
        ck_assert_int_eq(waitpid(process, NULL, WNOHANG), 0);
        (void)poll(NULL, 0, 1);
    }
    ck_assert_int_eq(kill(process, SIGKILL), 0);
    ck_assert_int_eq(waitpid(process, NULL, 0), process);
}

TEST(a_bench_that_is_ended_keeps_what_it_has_measured) {
    own_place folder = new_place();
    char line[32];
    end_behind_the_first_row();
    cJSON *report = json_of("part.json");
    const cJSON *rows = part(report, "measurements");
    const int count = cJSON_GetArraySize(rows);
    ck_assert(count > 0 && count < 21);
    ck_assert_str_eq(word(cJSON_GetArrayItem(rows, 0), "case"), "reduce");
    ck_assert_double_gt(number(cJSON_GetArrayItem(rows, 0), "device_ms"), 0);
    ck_assert_double_eq(number(report, "complete"), 0);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetArrayItem(part(report, "notes"), 0)),
                     "bench: the run was not complete when this was written");
    cJSON_Delete(report);
    own_memory char *said = text_of("said");
    ck_assert_ptr_nonnull(strstr(said, "\nreduce: "));
    (void)snprintf(line, sizeof line, "\n %23s ", "1,000");
    ck_assert_ptr_nonnull(strstr(said, line));
}

TEST(rows_are_printed_once_and_the_report_is_complete_at_the_end) {
    own_place folder = new_place();
    expect("reduce scan --sizes 700,900 --repeat 1 --json a.json", 0, "\nscan: ");
    cJSON *report = json_of("a.json");
    ck_assert_double_eq(number(report, "complete"), 1);
    ck_assert_int_eq(cJSON_GetArraySize(part(report, "notes")), 0);
    cJSON_Delete(report);
    char *said = text_of("said");
    int rows = 0;
    for (const char *at = said; (at = strstr(at, " 700 ")) != NULL; at++) rows++;
    ck_assert_int_eq(rows, 2);
    ck_assert_ptr_null(strstr(said, "all measurements again"));
    free(said);
    expect("reduce --sizes 700 --repeat 1 --compare a.json", 0,
           "all measurements again, with those of other libraries and the changes since an older run");
}

/* ---- mistakes ----------------------------------------------------------------------------------------- */

TEST(mistakes_are_named_before_anything_is_measured) {
    own_place folder = new_place();
    static const struct {
        const char *arguments;
        int code;
        const char *sentence;
    } rows[] = {
        {"scan fly", 2, "there is no case \"fly\""},
        {"scan scan", 2, "scan is named twice"},
        {"--sizes 0", 2, "\"0\" is not a whole number"},
        {"--sizes 1e3,x", 2, "\"x\" is not a whole number"},
        {"--sizes 1e6:1e3", 2, "\"1e6:1e3\" is not a range"},
        {"--precision half", 2, "--precision takes one of single, double, both"},
        {"--seconds never", 2, "--seconds takes a number"},
        {"--repeat 0", 2, "--repeat takes a whole number"},
        {"--fail-if-slower", 2, "--fail-if-slower goes with --compare"},
        {"--json - --csv -", 2, "one report alone"},
        {"--json a.json --csv a.json", 2, "one report alone can go to a.json"},
        {"--csv no/such/folder/a.csv", 1, "no/such/folder/a.csv cannot be written"},
        {"--compare missing.json", 3, "missing.json: cannot be opened"},
        {"--compare text.json", 3, "text.json is not JSON: line 2"},
        {"--compare other.json", 3, "other.json is not a report of nearfield bench"},
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
