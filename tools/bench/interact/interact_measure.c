/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Measures the strategies of interactions: verifies each, and samples its times. */
#include "system/clock.h"
#include "bench/interact/interact_bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SAMPLES = 3, MOST_SAMPLES = 25, AT_ONCE = 50 };
static const double least_ms = 20, most_ms = 300; /* of the samples of one time */

static const char no_time[] = "no time was left (--seconds)";

/* A run, and what it has learnt of each function and strategy: the time of the case before. */
typedef struct run {
    interact_report *report;
    bench_device *on;
    progress *line;
    double end, share; /* when time is out; the ms that the samples of one time should take */
    double before[INTERACT_FUNCTIONS][INTERACT_STRATEGIES]; /* ms for one interaction; 0: not known */
} run;

PRINTF_LIKE(2, 3)
static void skip(interact_row *row, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(row->skipped, sizeof row->skipped, format, list);
    va_end(list);
    row->is_taken = 1;
}

/* ---- one strategy in one case -------------------------------------------------------------------------- */

static nf_status sample(const run *r, interact_trial *trial, interact_what what, bench_times *times) {
    double ms = 0;
    nf_status status = interact_trial_run(trial, what, 1, &ms);
    const int repeats = what == INTERACT_FRESH || ms > least_ms ? 1
                        : ms * AT_ONCE < least_ms               ? AT_ONCE
                                                                : 1 + (int)(least_ms / ms);
    const int asked = r->report->base.plan.repeats;
    const double begun = now_ms();
    times->count = 0;
    while (status == NF_OK && times->count < (asked ? asked : MOST_SAMPLES)) {
        if (!asked && times->count >= LEAST_SAMPLES && now_ms() - begun > r->share) break;
        status = interact_trial_run(trial, what, repeats, &times->ms[times->count]);
        times->count += status == NF_OK;
    }
    bench_summarise(times);
    return status;
}

/* The sum of all energies, if the function has such a sum. */
static nf_status add_energies(interact_trial *trial, double *energy) {
    const nf_function_info *info = nf_function_declares(trial->about->program);
    nf_status status = NF_OK;
    *energy = NAN;
    for (int k = 0; k < info->sums; k++) {
        void *values = NULL;
        uint64_t count = 0;
        if (strcmp(info->sum[k].name, "energies") != 0) continue;
        status = interact_trial_read(trial, k, &values, &count);
        *energy = 0;
        for (uint64_t i = 0; i < count && status == NF_OK; i++)
            *energy += io_value(values, i, trial->about->sum64 ? NF_FLOAT64 : trial->system->type);
        free(values);
    }
    return status;
}

/* Runs at each of the positions, which builds the kernels, and compares the sums with those of plain C. */
static nf_status verify(interact_trial *trial, const interact_reference *reference, interact_row *row,
                        int *agrees) {
    double ms = 0;
    *agrees = 1;
    nf_status status = interact_trial_check(trial);
    if (status == NF_OK) status = interact_trial_run(trial, INTERACT_ALONE, 1, &ms);
    if (status == NF_OK) status = add_energies(trial, &row->energy);
    if (status == NF_OK) status = interact_trial_run(trial, INTERACT_FRESH, 1, &ms);
    if (status == NF_OK) status = interact_trial_agrees(trial, reference, agrees);
    row->is_checked = reference->count > 0;
    return status;
}

/* Samples all times; those of kept lists last, whose sums are verified, too. */
static nf_status sample_all(run *r, interact_trial *trial, const interact_reference *reference,
                            interact_row *row, int *agrees) {
    nf_status status = sample(r, trial, INTERACT_FRESH, &row->times[INTERACT_FRESH]);
    double ms = 0;
    if (status == NF_OK) status = sample(r, trial, INTERACT_ALONE, &row->times[INTERACT_ALONE]);
    if (status != NF_OK) return status;
    status = sample(r, trial, INTERACT_KEPT, &row->times[INTERACT_KEPT]);
    if (status == NF_OK && trial->step == 0) status = interact_trial_run(trial, INTERACT_KEPT, 1, &ms);
    if (status == NF_OK) status = interact_trial_agrees(trial, reference, agrees);
    return status == NF_ERROR_UNSUPPORTED ? NF_OK : status;
}

static int measure_row(run *r, const interact_system *system, const interaction *about,
                       const interact_reference *reference, interact_row *row) {
    interact_trial trial;
    int agrees = 1;
    nf_status status = NF_OK;
    int code = interact_trial_open(&trial, r->on, system, about);
    if (code != EXIT_DONE) {
        interact_trial_close(&trial);
        return code;
    }
    trial.strategy = row->strategy;
    status = verify(&trial, reference, row, &agrees);
    if (status == NF_OK && agrees) status = sample_all(r, &trial, reference, row, &agrees);
    if (interact_trial_is_refused(&trial, status)) {
        skip(row, "%s", interact_trial_reason(&trial));
        status = NF_OK;
    } else if (!agrees) {
        skip(row, "its sums are not those of plain C");
        r->report->wrong++;
    }
    if (status != NF_OK) code = bench_failed(r->on->plain, status, row->strategy);
    interact_trial_close(&trial);
    return code;
}

/* Whether there is time for it. */
static int may_take(const run *r, interact_row *row, double before, double interactions) {
    const double s = before * interactions * 1e-3;
    if (now_ms() >= r->end) skip(row, "%s", no_time);
    else if (s > r->report->limit) skip(row, "one evaluation would take about %.2g s (--limit)", s);
    return !row->skipped[0];
}

/* ---- one case ------------------------------------------------------------------------------------------ */

/* The mean number of neighbours. */
static nf_status count_neighbours(const interact_system *system, nf_context *context, double *mean) {
    const nf_points points = {
        .n = system->n, .dims = 3, .type = system->type, .rows.host = system->points[0]};
    nf_cloud *cloud = NULL;
    uint64_t pairs = 0;
    const nf_outputs counted = {.found = &pairs};
    const nf_pairs_options options = {.outputs = &counted};
    nf_status status = nf_cloud_create(context, &points, &system->box, NULL, &cloud);
    if (status == NF_OK) status = nf_pairs(cloud, system->cutoff, &options, NULL, NULL);
    nf_cloud_free(cloud);
    *mean = 2 * (double)pairs / (double)system->n;
    return status;
}

static int open_function(const interact_report *report, size_t f, const interact_system *system,
                         bench_device *on, interaction *about) {
    const io_frame frame = {.n = system->n, .dims = 3, .type = system->type};
    text_problem problem = {.code = 0};
    char columns[16] = "";
    about->function = report->functions[f];
    int code = interaction_parse(about, 0, columns, sizeof columns);
    if (code != EXIT_DONE) return code;
    code = interaction_open(about, 0, on->plain, &problem);
    const nf_function_info *info = nf_function_declares(about->program);
    if (info->fields || info->tables)
        return complain(EXIT_USAGE, "bench interact takes functions without fields and tables, not %s",
                        about->function);
    if (code == 0) code = interaction_take(about, &frame, "the points", NULL, NULL, &problem);
    return code == 0 ? EXIT_DONE : complain(code, "%s", problem.text);
}

static int take_function(run *r, size_t f, size_t c, const interact_system *system, interaction *about) {
    interact_report *report = r->report;
    const double interactions = (double)system->n * (report->cases[c].neighbours + 1);
    interact_reference reference;
    int code = open_function(report, f, system, r->on, about);
    if (code == EXIT_DONE) interact_reference_make(&reference, system, 1, about);
    for (size_t s = 0; s < report->strategy_count && code == EXIT_DONE; s++) {
        interact_row *row = interact_row_of(report, f, c, s);
        if (!may_take(r, row, r->before[f][s], interactions)) continue;
        progress_step(r->line, row->strategy);
        progress_part(r->line, (double)(row - report->rows) / (double)report->row_count);
        code = measure_row(r, system, about, &reference, row);
        row->is_taken = 1;
        if (code == EXIT_DONE) code = bench_step(&report->base);
        if (row->times[INTERACT_FRESH].count)
            r->before[f][s] = row->times[INTERACT_FRESH].median / interactions;
    }
    if (code == EXIT_DONE) code = bench_step(&report->base); /* rows that were skipped */
    interaction_clear(about);
    interaction_close(about);
    interaction_free(about);
    return code;
}

static int take_case(run *r, size_t c) {
    interact_report *report = r->report;
    interact_case *of = &report->cases[c];
    interact_system system = {.n = of->n, .dims = 3, .density = of->per, .type = report->type};
    if (now_ms() >= r->end) {
        for (size_t k = 0; k < report->row_count; k++)
            if (report->rows[k].of == c) skip(&report->rows[k], "%s", no_time);
        return bench_step(&report->base);
    }
    int code = interact_system_make(&system);
    of->cutoff = system.cutoff;
    if (code == EXIT_DONE) {
        const nf_status status = count_neighbours(&system, r->on->plain, &of->neighbours);
        if (status != NF_OK) code = bench_failed(r->on->plain, status, "counting neighbours");
    }
    for (size_t f = 0; f < report->function_count && code == EXIT_DONE; f++) {
        interaction *about = calloc(1, sizeof *about);
        if (!about) code = complain(EXIT_MEMORY, "there is no memory for a pair function");
        else code = take_function(r, f, c, &system, about);
        free(about);
    }
    interact_system_free(&system);
    return code;
}

/* The case with the fewest interactions of those that were not taken: a later one is about as fast by interaction. */
static size_t next_case(const interact_report *report, const char taken[]) {
    size_t next = report->case_count;
    for (size_t c = 0; c < report->case_count; c++)
        if (!taken[c] &&
            (next == report->case_count || report->cases[c].n * (uint64_t)report->cases[c].per <
                                               report->cases[next].n * (uint64_t)report->cases[next].per))
            next = c;
    return next;
}

int interact_measure(interact_report *report, bench_device *on, progress *line) {
    const double all = report->base.plan.seconds * 1e3;
    run r = {.report = report, .on = on, .line = line, .end = now_ms() + all};
    char taken[INTERACT_SIZES * INTERACT_SIZES] = {0};
    int code = EXIT_DONE;
    r.share = fmin(fmax(all / (4.0 * (double)report->row_count), least_ms), most_ms);
    for (size_t k = 0; k < report->case_count && code == EXIT_DONE; k++) {
        const size_t c = next_case(report, taken);
        taken[c] = 1;
        code = take_case(&r, c);
    }
    return code;
}
