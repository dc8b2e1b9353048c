/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield bench: measures the library on a device, and compares it with the device's own rates. */
#include "bench/bench.h"

#include "bench/interact/interact_bench.h"
#include "bench/report/columns.h"
#include "options/options.h"
#include "text/suggest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The options of the command line. */
typedef struct words {
    const char *sizes, *precision, *device, *json, *csv, *compare, *seconds, *repeats, *spacings;
    int peers, fail, list, quiet;
} words;

static const char *case_name(const void *table, size_t k) {
    (void)table;
    return bench_case_at(k) ? bench_case_at(k)->name : NULL;
}

/* The cases named, "all", or the usual ones. */
static int read_cases(const char *const *names, size_t count, bench_plan *plan) {
    char text[SUGGESTION];
    const int all = count == 1 && strcmp(names[0], "all") == 0;
    for (size_t k = 0; bench_case_at(k) && (count == 0 || all); k++)
        if (all || bench_case_at(k)->usual) plan->cases[plan->case_count++] = bench_case_at(k);
    for (size_t k = 0; k < count && !all; k++) {
        const bench_case *what = bench_case_named(names[k]);
        if (!what)
            return complain(EXIT_USAGE, "there is no case \"%s\"%s (nearfield bench --list)", names[k],
                            suggest(names[k], "", case_name, NULL, text));
        for (size_t c = 0; c < plan->case_count; c++)
            if (plan->cases[c] == what) return complain(EXIT_USAGE, "%s is named twice", names[k]);
        plan->cases[plan->case_count++] = what;
    }
    return EXIT_DONE;
}

enum { SINGLE = 1 << NF_FLOAT32, DOUBLE = 1 << NF_FLOAT64 };

static const choice precisions[] = {
    {"single", SINGLE}, {"double", DOUBLE}, {"both", SINGLE | DOUBLE}, {NULL, 0}};

static int read_plan(const words *w, const char *const *names, size_t count, bench_plan *plan) {
    int asked = 0;
    plan->seconds = 60;
    plan->any_case = count == 0;
    int code = read_cases(names, count, plan);
    if (code == EXIT_DONE) code = read_choice("precision", w->precision, precisions, &asked);
    if (code == EXIT_DONE) code = read_seconds(w->seconds, 0.1, &plan->seconds);
    if (code == EXIT_DONE) code = read_whole("repeat", w->repeats, 1, BENCH_SAMPLES, &plan->repeats);
    if (code == EXIT_DONE)
        code = read_number("spacings", w->spacings, (number_range){0.1, 20, 0}, &plan->spacings);
    plan->precisions = (unsigned)asked;
    if (code == EXIT_DONE && w->sizes) code = bench_read_sizes(w->sizes, plan);
    plan->while_quick = !w->sizes;
    if (code == EXIT_DONE && w->fail && !w->compare)
        code = complain(EXIT_USAGE, "--fail-if-slower goes with --compare");
    return code;
}

/* Without --precision: double if the device has it. */
static int choose_precision(bench_plan *plan, const nf_device_info *device) {
    if (!plan->precisions) plan->precisions = device->fp64 ? DOUBLE : SINGLE;
    return device->fp64 || !(plan->precisions & DOUBLE)
               ? EXIT_DONE
               : complain(EXIT_OTHER, "%s has no double precision: take --precision single", device->name);
}

static int measure(bench_report *report, const void *asked, progress *line) {
    const words *w = asked;
    bench_device on;
    progress_step(line, "opening the device");
    int code = bench_open_device(w->device, &on);
    if (code == EXIT_DONE) {
        report->device = *on.info;
        code = choose_precision(&report->plan, on.info);
    }
    progress_step(line, "measuring what the device can do");
    if (code == EXIT_DONE) code = bench_measure_floor(&on, &report->floor);
    if (code == EXIT_DONE) code = bench_read_tuning(on.plain, &report->tuning);
    if (code == EXIT_DONE) code = bench_measure(report, &on, line);
    if (code == EXIT_DONE && w->compare && report->row_count)
        code = bench_compare(report, &on, w->compare, line);
    bench_close_device(&on);
    if (code == EXIT_DONE && report->row_count == 0)
        return complain(EXIT_MEMORY, "nothing was measured: %s",
                        report->note_count ? report->notes[report->note_count - 1] : "there is no case");
    return code;
}

/* The answer to --fail-if-slower. */
static int judge(const bench_report *report, const char *older) {
    const bench_row *row = report->rows;
    char title[BENCH_WORD];
    if (report->other_device)
        return complain(EXIT_OTHER, "%s is the report of another device: the times cannot be compared",
                        older);
    if (!report->slower) return EXIT_DONE;
    while (row->device_change.mark != BENCH_SLOWER && row->wall_change.mark != BENCH_SLOWER) row++;
    return complain(EXIT_SLOWER, "%d time%s became slower than in %s%s: %s, %llu %s", report->slower,
                    report->slower == 1 ? "" : "s", older, report->slower == 1 ? "" : ", first of all",
                    bench_row_title(row, title), (unsigned long long)row->n, row->what->unit);
}

static int run(const words *w, bench_report *report) {
    const bench_output outputs[] = {{w->json, bench_write_json}, {w->csv, bench_write_csv}};
    bench_live live = {.outputs = outputs,
                       .output_count = sizeof outputs / sizeof *outputs,
                       .quiet = w->quiet,
                       .peers = w->peers,
                       .again = w->peers || w->compare,
                       .measure = measure,
                       .run_peers = bench_run_peers,
                       .tell = bench_tell,
                       .end = bench_tell_end};
    int code = w->compare ? bench_read_old(w->compare, report) : EXIT_DONE;
    if (report->plan.spacings <= 0) report->plan.spacings = 3;
    if (code == EXIT_DONE) code = bench_run(report, &live, w);
    return code == EXIT_DONE && w->fail ? judge(report, w->compare) : code;
}

static void print_cases(void) {
    for (size_t k = 0; bench_case_at(k); k++) {
        const bench_case *what = bench_case_at(k);
        printf("%c %-16s %-9s %s\n", what->usual ? '*' : ' ', what->name, what->unit, what->help);
    }
}

int command_bench(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "interact") == 0) return command_bench_interact(argc - 1, argv + 1);
    words w = {.sizes = NULL};
    const char *names[BENCH_CASES];
    size_t count = 0;
    const option_row rows[] = {
        {"sizes", 0, "S", "1000,1e6,2^20; 1e3:1e7 by factors of ten; 1e3:max up to the device's memory",
         &w.sizes, NULL},
        {"precision", 0, "P", "of points: single, double or both (double, if the device has it)",
         &w.precision, NULL},
        {"spacings", 0, "X", "cutoff of points in mean spacings (3), but not of lists", &w.spacings, NULL},
        {"device", 'd', "X", "index or part of a name (nearfield devices)", &w.device, NULL},
        {"seconds", 0, "T", "about how long all cases may take (60)", &w.seconds, NULL},
        {"repeat", 0, "K", "samples of each measurement (as many as time allows)", &w.repeats, NULL},
        {"json", 0, "FILE", "write everything as JSON; - is standard output", &w.json, NULL},
        {"csv", 0, "FILE", "write the table as CSV", &w.csv, NULL},
        {"compare", 0, "OLD.json", "mark what is slower or faster than in an older report", &w.compare, NULL},
        {"fail-if-slower", 0, NULL, "exit code 6 when --compare finds something slower", NULL, &w.fail},
        {"peers", 0, NULL, "run other installed libraries on the same input", NULL, &w.peers},
        {"list", 0, NULL, "list the cases", NULL, &w.list},
        {"quiet", 'q', NULL, "no table and no progress", NULL, &w.quiet},
    };
    const option_table table = {
        rows, sizeof rows / sizeof *rows,
        .head = "nearfield bench: measures the library on this device, and compares it with the device's own "
                "rates\n\n"
                "usage: nearfield bench [CASE...] [options]     nearfield bench interact [options]\n\n"
                "Without a CASE the usual ones are measured (* in --list); \"all\" names all. Without "
                "--sizes n grows\n"
                "from 1,000 by factors of ten for as long as --seconds allows. Every result is verified "
                "before it is timed.\n\n",
        .foot = "\nexit codes: 0 done, 2 usage, 3 bad input file, 4 no device, 5 memory, 6 slower "
                "(--fail-if-slower), 1 anything else\n"};
    int code = read_options(argc, argv, &table, names, BENCH_CASES, &count);
    if (code != EXIT_DONE) return code;
    if (w.list && count) return complain(EXIT_USAGE, "--list takes no CASE such as \"%s\"", names[0]);
    if (w.list) {
        print_cases();
        return EXIT_DONE;
    }
    bench_report *report = calloc(1, sizeof *report);
    if (!report) return complain(EXIT_MEMORY, "there is no memory for the report");
    code = read_plan(&w, names, count, &report->plan);
    if (code == EXIT_DONE) code = run(&w, report);
    bench_report_free(report);
    return code;
}

/* 1000, 1e6, 2^20, up to `end`, which is a comma, a colon or the end of the text; 0 for anything else. */
static uint64_t read_size(const char *word, const char *end) {
    char *rest = NULL;
    double value = strtod(word, &rest);
    if (rest != word && *rest == '^') value = pow(value, strtod(rest + 1, &rest));
    return rest == end && value >= 1 && value <= UINT32_MAX && value <= floor(value) ? (uint64_t)value : 0;
}

/* Keeps them in order, each once. */
static int add(bench_plan *plan, uint64_t size) {
    size_t at = plan->size_count;
    while (at > 0 && plan->sizes[at - 1] > size) at--;
    if (at > 0 && plan->sizes[at - 1] == size) return EXIT_DONE;
    if (plan->size_count == BENCH_SIZES)
        return complain(EXIT_USAGE, "--sizes takes %d sizes at most", BENCH_SIZES);
    memmove(&plan->sizes[at + 1], &plan->sizes[at], (plan->size_count++ - at) * sizeof *plan->sizes);
    plan->sizes[at] = size;
    return EXIT_DONE;
}

int bench_read_sizes(const char *text, bench_plan *plan) {
    int code = EXIT_DONE;
    for (const char *word = text; code == EXIT_DONE;) {
        const int length = (int)strcspn(word, ",");
        const char *end = word + length, *colon = memchr(word, ':', (size_t)length);
        const char *last = colon ? colon + 1 : word;
        const int to_memory = end - last == 3 && strncmp(last, "max", 3) == 0, open = to_memory && !colon;
        const uint64_t from = read_size(word, colon ? colon : end);
        const uint64_t to = to_memory ? UINT32_MAX : read_size(last, end);
        plan->to_memory |= to_memory;
        if (!open && (!from || !to || from > to))
            return complain(EXIT_USAGE, "--sizes: \"%.*s\" is not a %s", length, word,
                            colon ? "range such as 1e3:1e7 or 1e3:max"
                                  : "whole number from 1 to 2^32 - 1 (1000, 1e6, 2^20)");
        /* Decades, and the last size. */
        for (uint64_t n = from; !open && n <= to && code == EXIT_DONE; n *= 10) code = add(plan, n);
        if (code == EXIT_DONE && !to_memory) code = add(plan, to);
        if (!*end) break;
        word = end + 1;
    }
    return code;
}
