/* --peers: runs other libraries on the same input.  tools/peers/README.md describes the protocol. */
#include "bench.h"
#include "clock.h"

#include <cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PATH = 1024 };
static const double grace = 60; /* additional seconds: a compiler may have to run first */
static const uint64_t most_input = (uint64_t)1 << 30;
static const double same = 2e-5; /* relative; a peer may compute in another precision */

/* ---- finding them ------------------------------------------------------------------------------------- */

static int is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The folder that NEARFIELD_PEERS names, the installed one, or that of the source tree. */
int bench_find_peers(char *folder, size_t size) {
    const char *own = getenv("NEARFIELD_PEERS");
    if (own && *own) {
        snprintf(folder, size, "%s", own);
        return is_folder(folder) ? NF_EXIT_DONE
                                 : complain(NF_EXIT_USAGE, "NEARFIELD_PEERS names no folder: %s", own);
    }
    char program[PATH];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash = length > 0 ? (program[length] = 0, strrchr(program, '/')) : NULL;
    if (slash) {
        *slash = 0;
        snprintf(folder, size, "%s/%s/nearfield/peers", program, NEARFIELD_DATA_FROM_BIN);
        if (is_folder(folder)) return NF_EXIT_DONE;
    }
    snprintf(folder, size, "%s", NEARFIELD_PEERS_HERE);
    return is_folder(folder)
               ? NF_EXIT_DONE
               : complain(NF_EXIT_OTHER,
                          "the peers' programs are not installed; NEARFIELD_PEERS may name their folder");
}

static int is_peer(const struct dirent *entry) {
    return entry->d_name[0] != '.' && strlen(entry->d_name) < BENCH_NAME;
}

static int is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* ---- their input -------------------------------------------------------------------------------------- */

static const char *type_word(const bench_row *row) {
    const nf_type type = row->precision ? row->precision : row->what->type;
    return type == NF_UINT32    ? "uint32"
           : type == NF_UINT64  ? "uint64"
           : type == NF_FLOAT32 ? "float32"
                                : "float64";
}

/* The input of a row as a raw file; rows with the same input share it. */
static int write_input(const bench_row *row, const char *path) {
    bench_job job;
    memset(&job, 0, sizeof job);
    job.what = row->what;
    job.n = row->n;
    job.precision = row->precision;
    if (access(path, R_OK) == 0) return NF_EXIT_DONE;
    int code = bench_make_input(&job);
    FILE *file = code == NF_EXIT_DONE ? fopen(path, "wb") : NULL;
    if (code == NF_EXIT_DONE) {
        const size_t bytes = (size_t)bench_input_bytes(&job);
        const int bad = !file || fwrite(job.input, 1, bytes, file) != bytes;
        if ((file && fclose(file) != 0) || bad)
            code = complain(NF_EXIT_OTHER, "%s cannot be written: %s", path, strerror(errno));
    }
    free(job.input);
    return code;
}

/* Writes one line for each of our measurements: CASE N TYPE PARAMETER FILE. */
static int write_work(bench_report *report, const char *folder) {
    char path[PATH], input[PATH];
    int code = NF_EXIT_DONE;
    snprintf(path, sizeof path, "%s/work", folder);
    FILE *work = fopen(path, "w");
    if (!work) return complain(NF_EXIT_OTHER, "%s cannot be written: %s", path, strerror(errno));
    for (size_t k = 0, rows = report->row_count; k < rows && code == NF_EXIT_DONE; k++) {
        const bench_row *row = &report->rows[k];
        const bench_job job = {.what = row->what, .n = row->n, .precision = row->precision};
        if (bench_input_bytes(&job) > most_input) {
            code = bench_add_note(report, "peers",
                                  "%s of n = %llu is not given to them: its input is over 1 GiB",
                                  row->what->name, (unsigned long long)row->n);
            continue;
        }
        snprintf(input, sizeof input, "%s/%s-%llu-%d-%d", folder, type_word(row), (unsigned long long)row->n,
                 row->what->bits, (int)row->what->keys);
        code = write_input(row, input);
        fprintf(work, "%s %llu %s %.17g %s\n", row->what->name, (unsigned long long)row->n, type_word(row),
                row->precision ? row->cutoff : row->what->bits, input);
    }
    return fclose(work) == 0 || code != NF_EXIT_DONE ? code
                                                     : complain(NF_EXIT_OTHER, "%s cannot be written", path);
}

/* ---- their answers ------------------------------------------------------------------------------------ */

static const char *word(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

static void read_times(const cJSON *object, const char *name, bench_times *times) {
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, name)) {
        if (cJSON_IsNumber(item) && item->valuedouble >= 0 && times->count < BENCH_SAMPLES)
            times->ms[times->count++] = item->valuedouble;
    }
    bench_summarise(times);
}

/* Our row of the same case, size and type as an answer. */
static const bench_row *own_row(const bench_report *report, const cJSON *answer) {
    const cJSON *n = cJSON_GetObjectItemCaseSensitive(answer, "n");
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (!*row->peer && cJSON_IsNumber(n) && n->valuedouble == (double)row->n &&
            strcmp(word(answer, "case"), row->what->name) == 0 &&
            strcmp(word(answer, "type"), type_word(row)) == 0)
            return row;
    }
    return NULL;
}

/* 1 if the line is a valid answer. */
static int take_answer(bench_report *report, const char *peer, const char *line) {
    cJSON *answer = cJSON_Parse(line);
    const char *name = *word(answer, "peer") ? word(answer, "peer") : peer;
    int good = answer != NULL;
    if (*word(answer, "left_out"))
        good = bench_add_note(report, name, "%s", word(answer, "left_out")) == NF_EXIT_DONE;
    else if (good && own_row(report, answer)) {
        const bench_row own = *own_row(report, answer); /* a copy: adding a row may move the others */
        const cJSON *result = cJSON_GetObjectItemCaseSensitive(answer, "result");
        bench_row *row = bench_add_row(report);
        good = row != NULL;
        if (good) {
            row->what = own.what;
            row->n = own.n;
            row->precision = own.precision;
            row->cutoff = own.cutoff;
            snprintf(row->peer, sizeof row->peer, "%.*s", BENCH_NAME - 1, name);
            snprintf(row->version, sizeof row->version, "%s", word(answer, "version"));
            read_times(answer, "device_ms", &row->device);
            read_times(answer, "wall_ms", &row->wall);
            row->found =
                cJSON_IsNumber(result) && result->valuedouble >= 0 ? (uint64_t)result->valuedouble : 0;
            row->agrees = cJSON_IsNumber(result) && fabs(result->valuedouble - (double)own.found) <=
                                                        (own.precision ? same * (double)own.found : 0);
            good = row->device.count || row->wall.count;
            if (!good) report->row_count--;
        }
    } else good = 0;
    cJSON_Delete(answer);
    return good;
}

/* ---- running one -------------------------------------------------------------------------------------- */

/* Starts a peer in its own process group, with the file "work" as standard input, "answers" as standard output and "said"
   as standard error. */
static int start(const char *path, const char *folder, double seconds, pid_t *process) {
    static const struct {
        const char *name;
        int flags;
    } files[] = {{"work", O_RDONLY},
                 {"answers", O_WRONLY | O_CREAT | O_TRUNC},
                 {"said", O_WRONLY | O_CREAT | O_TRUNC}};
    char names[3][PATH], time[BENCH_NAME], option[] = "--seconds", program[PATH + BENCH_NAME];
    char *const arguments[] = {program, option, time, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    snprintf(program, sizeof program, "%s", path);
    snprintf(time, sizeof time, "%g", seconds);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    for (int k = 0; k < 3; k++) {
        snprintf(names[k], PATH, "%s/%s", folder, files[k].name);
        posix_spawn_file_actions_addopen(&actions, k, names[k], files[k].flags, 0600);
    }
    const int reason = posix_spawn(process, path, &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

/* Waits for the process; after `seconds` it kills the process group and sets *late. */
static int wait_for(pid_t process, double seconds, int *late) {
    static const struct timespec a_while = {0, 20000000};
    const double end = now_seconds() + seconds;
    int status = 0;
    for (pid_t ended = 0; ended == 0 || (ended < 0 && errno == EINTR);) {
        ended = waitpid(process, &status, WNOHANG);
        if (ended != 0) continue;
        *late = now_seconds() > end;
        if (*late) kill(-process, SIGKILL);
        nanosleep(&a_while, NULL);
    }
    return status;
}

/* Reads all answers of a peer, and the last line of its standard error into `said`. */
static void read_answers(bench_report *report, const char *peer, const char *folder,
                         char said[BENCH_SENTENCE]) {
    char path[PATH], *line = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/answers", folder);
    FILE *file = fopen(path, "r");
    while (file && getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = 0;
        if (*line && !take_answer(report, peer, line))
            bench_add_note(report, peer, "answers what nobody asked for: %.120s", line);
    }
    if (file) fclose(file);
    snprintf(path, sizeof path, "%s/said", folder);
    file = fopen(path, "r");
    said[0] = 0;
    while (file && getline(&line, &room, file) > 0)
        if (*line != '\n') snprintf(said, BENCH_SENTENCE, "%.*s", (int)strcspn(line, "\n"), line);
    if (file) fclose(file);
    free(line);
}

static void run_one(bench_report *report, const char *path, const char *peer, const char *folder) {
    /* A peer limits its own time; this limit is for one that hangs. */
    const double seconds = report->plan.seconds, limit = seconds + grace;
    char said[BENCH_SENTENCE];
    pid_t process = 0;
    int late = 0;
    const int reason = start(path, folder, seconds, &process);
    if (reason != 0) {
        bench_add_note(report, peer, "cannot be started: %s", strerror(reason));
        return;
    }
    const int status = wait_for(process, limit, &late);
    read_answers(report, peer, folder, said);
    if (late) bench_add_note(report, peer, "was ended: it took more than %.0f s", limit);
    else if (status != 0) bench_add_note(report, peer, "failed: %s", *said ? said : "it said nothing");
}

int bench_run_peers(bench_report *report, const char *peers, const char *folder, progress *line) {
    char work[PATH / 2], path[PATH + BENCH_NAME];
    struct dirent **entries = NULL;
    snprintf(work, sizeof work, "%s/peers", folder);
    const int count = scandir(peers, &entries, is_peer, alphasort);
    int code = mkdir(work, 0700) == 0
                   ? NF_EXIT_DONE
                   : complain(NF_EXIT_OTHER, "%s cannot be made: %s", work, strerror(errno));
    if (code == NF_EXIT_DONE) {
        progress_step(line, "writing the input of the peers");
        code = write_work(report, work);
    }
    for (int k = 0; k < count; k++) {
        snprintf(path, sizeof path, "%s/%s", peers, entries[k]->d_name);
        if (code == NF_EXIT_DONE && is_program(path)) {
            progress_step(line, entries[k]->d_name);
            run_one(report, path, entries[k]->d_name, work);
        }
    }
    progress_step(line, "done");
    for (int k = 0; k < count; k++) free(entries[k]);
    free(entries);
    return code;
}
