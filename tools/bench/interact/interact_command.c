/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield bench interact: the strategies for sums of pair functions, in the cases of paper 004. */
#include "bench/interact/interact_bench.h"
#include "options/options.h"

#include <nearfield/experimental/tuning.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The options of the command line. */
typedef struct words {
    const char *functions[OPTION_MOST], *strategies[OPTION_MOST];
    int function_count, strategy_count;
    const char *grids, *per_cell, *precision, *device, *seconds, *limit, *repeats, *json;
    int quick, peers, quiet;
} words;

static const char *const usual_functions[] = {"low-flop", "lennard-jones", "high-flop"};
enum { USUAL = sizeof usual_functions / sizeof *usual_functions, CELLS_MOST = 256, PER_MOST = 10000 };

/* Reads "2,4,8": ascending, each once. */
static int read_list(const char *option, const char *word, int least, int most, int values[INTERACT_SIZES],
                     size_t *count) {
    for (const char *at = word; *count < INTERACT_SIZES;) {
        char *end = NULL;
        const long value = strtol(at, &end, 10);
        if (end == at || (*end && *end != ',') || value < least || value > most ||
            (*count && value <= values[*count - 1]))
            break;
        values[(*count)++] = (int)value;
        if (!*end) return EXIT_DONE;
        at = end + 1;
    }
    return complain(
        EXIT_USAGE,
        "--%s takes at most %d whole numbers from %d to %d, ascending and separated by commas, not "
        "\"%s\"",
        option, INTERACT_SIZES, least, most, word);
}

static int read_cases(const words *w, interact_report *report) {
    int cells[INTERACT_SIZES], per[INTERACT_SIZES];
    size_t cell_count = 0, per_count = 0;
    int code = read_list("grids",
                         w->grids   ? w->grids
                         : w->quick ? "2,4,8"
                                    : "2,4,8,16,32",
                         2, CELLS_MOST, cells, &cell_count);
    if (code == EXIT_DONE)
        code = read_list("per-cell",
                         w->per_cell ? w->per_cell
                         : w->quick  ? "1,10"
                                     : "1,10,100",
                         1, PER_MOST, per, &per_count);
    for (size_t k = 0; code == EXIT_DONE && k < cell_count * per_count; k++) {
        interact_case *of = &report->cases[report->case_count++];
        of->cells = cells[k % cell_count];
        of->per = per[k / cell_count];
        of->n = (uint64_t)of->cells * (uint64_t)of->cells * (uint64_t)of->cells * (uint64_t)of->per;
        if (of->n > INT32_MAX)
            return complain(EXIT_USAGE, "%d^3 cells of %d points are too many", of->cells, of->per);
    }
    return code;
}

static int add_strategy(interact_report *report, const char *name) {
    for (size_t k = 0; k < report->strategy_count; k++)
        if (strcmp(report->strategies[k], name) == 0) return EXIT_DONE;
    if (interaction_check_strategy(name) != EXIT_DONE) return EXIT_USAGE;
    report->strategies[report->strategy_count++] = name;
    return EXIT_DONE;
}

/* The strategies named, and that which speed-ups are over; or all. */
static int read_strategies(const words *w, interact_report *report) {
    int code = EXIT_DONE;
    report->baseline = "par-part-noloop";
    if (w->strategy_count) code = add_strategy(report, report->baseline);
    for (int k = 0; k < w->strategy_count && code == EXIT_DONE; k++)
        code =
            report->strategy_count < INTERACT_STRATEGIES ? add_strategy(report, w->strategies[k]) : EXIT_DONE;
    for (size_t k = 0; !w->strategy_count && nf_strategy_name(k) && k < INTERACT_STRATEGIES; k++)
        report->strategies[report->strategy_count++] = nf_strategy_name(k);
    return code;
}

static int read_functions(const words *w, interact_report *report) {
    if (w->function_count > INTERACT_FUNCTIONS)
        return complain(EXIT_USAGE, "--function is given more than %d times", INTERACT_FUNCTIONS);
    for (int k = 0; k < (w->function_count ? w->function_count : USUAL); k++) {
        const char *name = w->function_count ? w->functions[k] : usual_functions[k];
        interaction *about = calloc(1, sizeof *about);
        char columns[16] = "";
        if (!about) return complain(EXIT_MEMORY, "there is no memory for a pair function");
        about->function = name;
        const int code = interaction_parse(about, 0, columns, sizeof columns);
        free(about);
        if (code != EXIT_DONE) return code;
        report->functions[report->function_count++] = name;
    }
    return EXIT_DONE;
}

static int read_plan(const words *w, interact_report *report) {
    bench_plan *plan = &report->base.plan;
    int type = NF_FLOAT32;
    plan->seconds = w->quick ? 60 : 600;
    report->limit = 2;
    int code = read_choice("precision", w->precision, precision_choices, &type);
    if (code == EXIT_DONE) code = read_seconds(w->seconds, 0.1, &plan->seconds);
    if (code == EXIT_DONE)
        code = read_number("limit", w->limit, (number_range){1e-3, 1e6, 0}, &report->limit);
    if (code == EXIT_DONE) code = read_whole("repeat", w->repeats, 1, BENCH_SAMPLES, &plan->repeats);
    report->type = (nf_type)type;
    if (code == EXIT_DONE) code = read_cases(w, report);
    if (code == EXIT_DONE) code = read_strategies(w, report);
    if (code == EXIT_DONE) code = read_functions(w, report);
    return code;
}

/* A row for each function, case and strategy. */
static int make_rows(interact_report *report) {
    report->row_count = report->function_count * report->case_count * report->strategy_count;
    report->rows = calloc(report->row_count + 1, sizeof *report->rows);
    if (!report->rows) return complain(EXIT_MEMORY, "there is no memory for the report");
    for (size_t k = 0; k < report->row_count; k++) {
        const size_t cases = k / report->strategy_count;
        report->rows[k] = (interact_row){.function = cases / report->case_count,
                                         .of = cases % report->case_count,
                                         .strategy = report->strategies[k % report->strategy_count],
                                         .energy = NAN};
    }
    return EXIT_DONE;
}

static int measure(bench_report *base, const void *asked, progress *line) {
    interact_report *report = (interact_report *)(void *)base;
    const words *w = asked;
    bench_device on;
    progress_step(line, "opening the device");
    int code = bench_open_device(w->device, &on);
    if (code == EXIT_DONE) {
        base->device = *on.info;
        code = bench_read_tuning(on.plain, &base->tuning);
    }
    if (code == EXIT_DONE && report->type == NF_FLOAT64 && !on.info->fp64)
        code = complain(EXIT_OTHER, "%s has no double precision", on.info->name);
    if (code == EXIT_DONE) code = interact_measure(report, &on, line);
    bench_close_device(&on);
    return code;
}

static int run(const words *w, interact_report *report) {
    const bench_output output = {w->json, interact_write_json};
    bench_live live = {.outputs = &output,
                       .output_count = 1,
                       .quiet = w->quiet,
                       .peers = w->peers,
                       .again = w->peers,
                       .measure = measure,
                       .run_peers = interact_run_peers,
                       .tell = interact_tell,
                       .end = interact_tell_end};
    int code = make_rows(report);
    if (code == EXIT_DONE) code = bench_run(&report->base, &live, w);
    if (code == EXIT_DONE && report->wrong)
        code = complain(EXIT_OTHER, "%d time%s the sums are not those of plain C", report->wrong,
                        report->wrong == 1 ? "" : "s");
    return code;
}

int command_bench_interact(int argc, char **argv) {
    words w = {.grids = NULL};
    const char *none[1];
    char name[] = "bench interact";
    size_t count = 0;
    const option_row rows[] = {
        {"function", 0, "F", "of the library or a file; several times (low-flop, lennard-jones, high-flop)",
         w.functions, &w.function_count},
        {"strategy", 0, "S", "one alone, besides that of speed-ups; several times (all)", w.strategies,
         &w.strategy_count},
        {"grids", 0, "A,B", "cells along each axis (2,4,8,16,32)", &w.grids, NULL},
        {"per-cell", 0, "A,B", "points a cell (1,10,100)", &w.per_cell, NULL},
        {"precision", 0, "P", "of points and sums: single or double (single)", &w.precision, NULL},
        {"quick", 0, NULL, "grids 2,4,8 with 1 and 10 points a cell, in a minute", NULL, &w.quick},
        {"device", 'd', "X", "index or part of a name (nearfield devices)", &w.device, NULL},
        {"seconds", 0, "T", "no row is begun later (600)", &w.seconds, NULL},
        {"limit", 0, "T", "seconds that one evaluation may take (2)", &w.limit, NULL},
        {"repeat", 0, "K", "samples of each time (as many as time allows)", &w.repeats, NULL},
        {"json", 0, "FILE", "write everything as JSON; - is standard output", &w.json, NULL},
        {"peers", 0, NULL, "run OpenMM on lennard-jones, where it is installed", NULL, &w.peers},
        {"quiet", 'q', NULL, "no table and no progress", NULL, &w.quiet},
    };
    const option_table table = {
        rows, sizeof rows / sizeof *rows,
        .head = "nearfield bench interact: measures every strategy for sums of pair functions\n\n"
                "usage: nearfield bench interact [options]\n\n"
                "The cases of table 1 of the paper about X-pencils: periodic cubes of 2^3 "
                "to 32^3\n"
                "cells, each as wide as the cutoff, with 1, 10 and 100 points, and functions of few and many "
                "operations.\n"
                "Sums of functions of the library are compared with plain C before they are timed.\n\n",
        .foot = "\nstrategies:"};
    argv[0] = name;
    int code = read_options(argc, argv, &table, none, 0, &count);
    for (size_t k = 0; code == EXIT_HELPED && nf_strategy_name(k); k++)
        printf(" %s%s", nf_strategy_name(k), nf_strategy_name(k + 1) ? "" : "\n");
    if (code != EXIT_DONE) return code;
    interact_report *report = calloc(1, sizeof *report);
    if (!report) return complain(EXIT_MEMORY, "there is no memory for the report");
    code = read_plan(&w, report);
    if (code == EXIT_DONE) code = run(&w, report);
    free(report->rows);
    free(report->base.notes);
    free(report);
    return code;
}
