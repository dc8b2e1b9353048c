/* --peers: other libraries on the same input.  tools/peers/README.md describes what a peer reads and answers. */
#include "cases.h"
#include "peer_process.h"

#include <cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 1024, PEERS = 64 };
static const double grace = 60; /* seconds beyond its time: a compiler may have to run first */
static const uint64_t most_input = (uint64_t)1 << 30;
static const double same = 2e-5; /* pairs on the edge, where a peer computes in another precision */

/* ---- where they are ----------------------------------------------------------------------------------- */

static int is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The caller's, those installed beside this program, those of this source tree. */
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

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

/* The executable files of the folder. */
static size_t list(const char *folder, char names[PEERS][BENCH_NAME]) {
    size_t count = 0;
    DIR *open = opendir(folder);
    for (const struct dirent *entry; open && (entry = readdir(open)) != NULL && count < PEERS;) {
        char path[PATH + BENCH_NAME];
        struct stat status;
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || length >= BENCH_NAME) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || access(path, X_OK) != 0) continue;
        memcpy(names[count++], entry->d_name, length + 1);
    }
    if (open) closedir(open);
    qsort(names, count, BENCH_NAME, by_name);
    return count;
}

/* ---- what they are given ------------------------------------------------------------------------------ */

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

/* One line a measurement of ours: CASE N TYPE PARAMETER FILE. */
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

/* ---- what they answer --------------------------------------------------------------------------------- */

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

/* Our row that an answer is about. */
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

/* Whether a line was understood. */
static int take_answer(bench_report *report, const char *peer, const char *line) {
    cJSON *answer = cJSON_Parse(line);
    const char *name = *word(answer, "peer") ? word(answer, "peer") : peer;
    int good = answer != NULL;
    if (*word(answer, "left_out"))
        good = bench_add_note(report, name, "%s", word(answer, "left_out")) == NF_EXIT_DONE;
    else if (good && own_row(report, answer)) {
        const bench_row own = *own_row(report, answer); /* rows move when one is added */
        const cJSON *result = cJSON_GetObjectItemCaseSensitive(answer, "result");
        bench_row *row = bench_add_row(report);
        good = row != NULL;
        if (good) {
            row->what = own.what;
            row->n = own.n;
            row->precision = own.precision;
            row->cutoff = own.cutoff;
            snprintf(row->peer, sizeof row->peer, "%s", name);
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

typedef struct listener {
    bench_report *report;
    const char *peer;
} listener;

static void hear(void *user, const char *line) {
    const listener *l = user;
    if (!take_answer(l->report, l->peer, line))
        bench_add_note(l->report, l->peer, "answers what nobody asked for: %.120s", line);
}

static void run_one(bench_report *report, const char *peers, const char *peer, const char *folder) {
    char path[PATH + BENCH_NAME], said[BENCH_SENTENCE];
    listener user = {report, peer};
    /* A peer keeps to its time by itself; the limit is for one that hangs. */
    const double seconds = report->plan.seconds, limit = seconds + grace;
    snprintf(path, sizeof path, "%s/%s", peers, peer);
    switch (bench_peer_process(path, folder, seconds, limit, hear, &user, said)) {
    case PEER_DONE: break;
    case PEER_NOT_STARTED: bench_add_note(report, peer, "cannot be started: %s", said); break;
    case PEER_LATE: bench_add_note(report, peer, "was ended: it took more than %.0f s", limit); break;
    case PEER_FAILED: bench_add_note(report, peer, "failed: %s", *said ? said : "it said nothing"); break;
    }
}

int bench_run_peers(bench_report *report, const char *peers, const char *folder, progress *line) {
    char path[PATH / 2], (*names)[BENCH_NAME] = calloc(PEERS, sizeof *names);
    if (!names) return complain(NF_EXIT_MEMORY, "there is no memory for the names of the peers");
    snprintf(path, sizeof path, "%s/peers", folder);
    const size_t count = list(peers, names);
    int code = mkdir(path, 0700) == 0
                   ? NF_EXIT_DONE
                   : complain(NF_EXIT_OTHER, "%s cannot be made: %s", path, strerror(errno));
    if (code == NF_EXIT_DONE) {
        progress_step(line, "writing the input of the peers");
        code = write_work(report, path);
    }
    for (size_t k = 0; k < count && code == NF_EXIT_DONE; k++) {
        progress_step(line, names[k]);
        run_one(report, peers, names[k], path);
    }
    progress_step(line, "done");
    free(names);
    return code;
}
