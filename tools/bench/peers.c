/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* --peers: runs other libraries on the same input.  tools/peers/README.md describes the protocol. */
#include "system/clock.h"
#include "bench/report/columns.h"
#include "bench/peers.h"
#include "system/child.h"

#include <cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 1024 };
static const double grace = 60; /* additional seconds: a compiler may have to run first */
static const uint64_t most_input = (uint64_t)1 << 30;
static const double same = 2e-5; /* relative; a peer may compute in another precision */

/* ---- finding them ------------------------------------------------------------------------------------- */

static int is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The folder that NEARFIELD_PEERS names, or the one that is installed with this program. */
int bench_find_peers(char *folder, size_t size) {
    const char *own = getenv("NEARFIELD_PEERS");
    char program[PATH] = "";
    char *slash = readlink("/proc/self/exe", program, sizeof program - 1) > 0 ? strrchr(program, '/') : NULL;
    if (own && *own) snprintf(folder, size, "%s", own);
    else {
        if (slash) *slash = 0;
        snprintf(folder, size, "%s/%s/nearfield/peers", program, NEARFIELD_DATA_FROM_BIN);
    }
    return is_folder(folder)
               ? EXIT_DONE
               : complain(EXIT_USAGE, "the peers' programs are not in %s, which NEARFIELD_PEERS can name",
                          folder);
}

static int is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* ---- their input -------------------------------------------------------------------------------------- */

static const char *type_word(const bench_row *row) {
    static const char *const words[] = {
        [NF_FLOAT32] = "float32", [NF_FLOAT64] = "float64", [NF_UINT32] = "uint32", [NF_UINT64] = "uint64"};
    return words[row->precision ? row->precision : row->what->type];
}

int bench_add_peer_work(FILE *work, const peer_work *line, const void *input) {
    FILE *to = input ? fopen(line->file, "wb") : NULL;
    const int written = to && fwrite(input, 1, line->bytes, to) == line->bytes;
    if ((to && fclose(to) != 0) || (input && !written))
        return complain(EXIT_OTHER, "%s cannot be written: %s", line->file, strerror(errno));
    fprintf(work, "%s %llu %s %.17g %s\n", line->name, (unsigned long long)line->n, line->type,
            line->parameter, line->file);
    return EXIT_DONE;
}

/* One line for each of our measurements; rows with the same input share it. */
static int write_work(bench_report *report, const char *folder) {
    char path[PATH];
    int code = EXIT_DONE;
    snprintf(path, sizeof path, "%s/work", folder);
    FILE *work = fopen(path, "w");
    for (size_t k = 0; k < report->row_count && code == EXIT_DONE && work; k++) {
        const bench_row *row = &report->rows[k];
        bench_job job = {.what = row->what, .n = row->n, .precision = row->precision};
        peer_work line = {.name = row->what->name,
                          .n = row->n,
                          .type = type_word(row),
                          .parameter = row->precision ? row->cutoff : row->what->bits,
                          .bytes = (size_t)bench_input_bytes(&job)};
        if (bench_input_bytes(&job) > most_input) {
            bench_add_note(report, "peers", "%s of n = %llu is not given to them: its input is over 1 GiB",
                           row->what->name, (unsigned long long)row->n);
            continue;
        }
        snprintf(line.file, sizeof line.file, "%s/%s-%llu-%d-%d-%g", folder, line.type,
                 (unsigned long long)row->n, row->what->bits, (int)row->what->keys, bench_width(&job));
        if (access(line.file, R_OK) != 0) code = bench_make_input(&job);
        if (code == EXIT_DONE) code = bench_add_peer_work(work, &line, job.input);
        free(job.input);
    }
    if (!work || fclose(work) != 0) code = complain(EXIT_OTHER, "%s cannot be written", path);
    return code;
}

/* ---- their answers ------------------------------------------------------------------------------------ */

const char *bench_word(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

void bench_read_times(const cJSON *object, const char *name, bench_times *times) {
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, name)) {
        if (cJSON_IsNumber(item) && item->valuedouble >= 0 && times->count < BENCH_SAMPLES)
            times->ms[times->count++] = item->valuedouble;
    }
    bench_summarise(times);
}

/* Adds the answer to one of our rows to the report.  Returns 0 if it is none. */
static int add_answer(bench_report *report, const cJSON *answer, bench_row *row) {
    const bench_row *own = report->rows, *end = own + report->row_count;
    while (own < end && (*own->peer || own->what != row->what || own->n != row->n ||
                         strcmp(type_word(own), bench_word(answer, "type")) != 0))
        own++;
    if (own == end) return 0;
    const double found = (double)own->found, theirs = (double)row->found;
    bench_read_times(answer, "device_ms", &row->device);
    bench_read_times(answer, "wall_ms", &row->wall);
    if (!row->device.count && !row->wall.count) return 0;
    row->precision = own->precision;
    row->cutoff = own->cutoff;
    row->agrees = fabs(theirs - found) <= (own->precision ? same * found : 0);
    bench_row *added = bench_add_row(report); /* moves the others */
    if (added) *added = *row;
    return added != NULL;
}

/* 1 if the line is a valid answer. */
static int take_answer(bench_report *report, const char *peer, const cJSON *answer) {
    bench_row row = {.what = NULL};
    snprintf(row.peer, sizeof row.peer, "%.*s", BENCH_NAME - 1, peer);
    bench_take(answer, bench_row_columns, &row);
    const int left_out = *bench_word(answer, "left_out") != 0;
    if (left_out) bench_add_note(report, row.peer, "%s", bench_word(answer, "left_out"));
    return left_out || add_answer(report, answer, &row);
}

/* ---- running one -------------------------------------------------------------------------------------- */

/* Reads all answers of a peer, and the last line of its standard error into `said`. */
static void read_answers(bench_report *report, const char *peer, const char *const files[3],
                         bench_take_answer *take, char said[BENCH_SENTENCE]) {
    char *line = NULL;
    size_t room = 0;
    snprintf(said, BENCH_SENTENCE, "it said nothing");
    for (int k = 1; k < 3; k++) {
        FILE *file = fopen(files[k], "r");
        while (file && getline(&line, &room, file) > 0) {
            line[strcspn(line, "\n")] = 0;
            if (k == 2 && *line) snprintf(said, BENCH_SENTENCE, "%s", line);
            if (k == 2 || !*line) continue;
            cJSON *answer = cJSON_Parse(line);
            if (!take(report, peer, answer))
                bench_add_note(report, peer, "unexpected line of output: %.120s", line);
            cJSON_Delete(answer);
        }
        if (file) fclose(file);
    }
    free(line);
}

static void run_one(bench_report *report, const char *path, const char *peer, const char *const files[3],
                    bench_take_answer *take) {
    /* A peer limits its own time; this limit is for one that hangs. */
    const double limit = report->plan.seconds + grace, end = now_seconds() + limit;
    char said[BENCH_SENTENCE], time[BENCH_NAME];
    snprintf(time, sizeof time, "%g", report->plan.seconds);
    const int code = run_program(path, (const char *const[]){"--seconds", time, NULL}, files, limit);
    const int late = now_seconds() > end;
    read_answers(report, peer, files, take, said);
    if (late) bench_add_note(report, peer, "was ended: it took more than %.0f s", limit);
    else if (code != 0) bench_add_note(report, peer, "failed: %s", said);
}

int bench_ask_peers(bench_report *report, const char *peers, const char *folder, bench_take_answer *take,
                    progress *line) {
    char names[3][PATH], path[2 * PATH];
    const char *const files[] = {names[0], names[1], names[2]};
    struct dirent **entries = NULL;
    int code = EXIT_DONE;
    const int count = scandir(peers, &entries, NULL, alphasort);
    snprintf(names[0], PATH, "%s/work", folder);
    snprintf(names[1], PATH, "%s/answers", folder);
    snprintf(names[2], PATH, "%s/said", folder);
    for (int k = 0; k < count; k++) {
        snprintf(path, sizeof path, "%s/%s", peers, entries[k]->d_name);
        progress_step(line, "running the peers");
        if (is_program(path) && code == EXIT_DONE) {
            run_one(report, path, entries[k]->d_name, files, take);
            code = bench_step(report);
        }
        free(entries[k]);
    }
    free(entries);
    return code;
}

int bench_run_peers(bench_report *report, const char *peers, const char *folder, progress *line) {
    progress_step(line, "writing the input of the peers");
    const int code = write_work(report, folder);
    return code == EXIT_DONE ? bench_ask_peers(report, peers, folder, take_answer, line) : code;
}
