/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* `nearfield bench interact --peers`: Lennard-Jones by other libraries. */
#include "bench/interact/interact_bench.h"
#include "bench/peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 1024 };
static const double same = 1e-4; /* relative; energies of a peer in single precision */

/* The number of the function that peers know, or that of functions. */
static size_t known_function(const interact_report *report) {
    size_t f = 0;
    while (f < report->function_count && strcmp(report->functions[f], "lennard-jones") != 0) f++;
    return f;
}

/* The energy by the first strategy that was measured; NaN if there is none. */
static double energy_of(const interact_report *report, size_t f, size_t c) {
    for (size_t s = 0; s < report->strategy_count; s++) {
        const interact_row *row = interact_row_of(report, f, c, s);
        if (!row->skipped[0]) return row->energy;
    }
    return NAN;
}

static void write_name(const interact_case *of, char name[BENCH_NAME]) {
    snprintf(name, BENCH_NAME, "interact-%dx%d", of->cells, of->per);
}

/* One line for each case that we have measured. */
static int write_work(const interact_report *report, size_t f, const char *folder) {
    char path[PATH], name[BENCH_NAME];
    int code = EXIT_DONE;
    snprintf(path, sizeof path, "%s/work", folder);
    FILE *work = fopen(path, "w");
    for (size_t c = 0; c < report->case_count && code == EXIT_DONE && work; c++) {
        const interact_case *of = &report->cases[c];
        interact_system system = {.n = of->n, .dims = 3, .density = of->per, .type = report->type};
        peer_work line = {.name = name,
                          .n = of->n,
                          .type = report->type == NF_FLOAT32 ? "float32" : "float64",
                          .parameter = of->cutoff,
                          .bytes = (size_t)(3 * of->n) * nf_type_bytes(report->type)};
        if (isnan(energy_of(report, f, c))) continue;
        write_name(of, name);
        snprintf(line.file, sizeof line.file, "%s/%s", folder, name);
        code = interact_system_make(&system);
        if (code == EXIT_DONE) code = bench_add_peer_work(work, &line, system.points[0]);
        interact_system_free(&system);
    }
    if (!work || fclose(work) != 0) code = complain(EXIT_OTHER, "%s cannot be written", path);
    return code;
}

/* The case of an answer, or the number of cases. */
static size_t case_of(const interact_report *report, const cJSON *answer) {
    char name[BENCH_NAME];
    size_t c = 0;
    for (; c < report->case_count; c++) {
        write_name(&report->cases[c], name);
        if (strcmp(name, bench_word(answer, "case")) == 0) break;
    }
    return c;
}

static int take_answer(bench_report *base, const char *peer, const cJSON *answer) {
    interact_report *report = (interact_report *)(void *)base;
    interact_row row = {.function = known_function(report), .of = case_of(report, answer), .is_taken = 1};
    const cJSON *result = cJSON_GetObjectItemCaseSensitive(answer, "result");
    if (*bench_word(answer, "left_out")) {
        bench_add_note(base, peer, "%s", bench_word(answer, "left_out"));
        return 1;
    }
    if (row.of == report->case_count || !cJSON_IsNumber(result)) return 0;
    snprintf(row.peer, sizeof row.peer, "%s %s", bench_word(answer, "peer"), bench_word(answer, "version"));
    bench_read_times(answer, "wall_ms", &row.times[INTERACT_FRESH]);
    bench_read_times(answer, "kept_ms", &row.times[INTERACT_KEPT]);
    if (!row.times[INTERACT_FRESH].count) return 0;
    row.energy = result->valuedouble;
    const double own = energy_of(report, row.function, row.of);
    row.is_checked = fabs(row.energy - own) <= same * fabs(own);
    interact_row *rows = realloc(report->rows, (report->row_count + 1) * sizeof *rows);
    if (!rows) return 0;
    report->rows = rows;
    rows[report->row_count++] = row;
    return 1;
}

int interact_run_peers(bench_report *base, const char *peers, const char *folder, progress *line) {
    const interact_report *report = (const interact_report *)(const void *)base;
    const size_t f = known_function(report);
    if (f == report->function_count) {
        bench_add_note(base, "peers", "they know lennard-jones alone, which was not measured");
        return EXIT_DONE;
    }
    progress_step(line, "writing the input of the peers");
    const int code = write_work(report, f, folder);
    return code == EXIT_DONE ? bench_ask_peers(base, peers, folder, take_answer, line) : code;
}
