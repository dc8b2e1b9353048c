/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Measures the cases at their sizes: warms up, verifies, and samples wall time and device time. */
#include "bench/bench.h"
#include "system/clock.h"
#include "text/grouped.h"

#include <math.h>
#include <string.h>

enum {
    LEAST_SAMPLES = 5,
    MOST_SAMPLES = 51,
    WARM_UPS = 2,
    FIRST_SIZE = 1000,
    CONSTANT_COST = 100000,
    SHARES = 150,
    SIZES_MOST = 512
};

/* ---- one measurement ---------------------------------------------------------------------------------- */

static int enough(const bench_plan *plan, int samples, double begun) {
    if (plan->repeats) return samples >= plan->repeats;
    if (samples < LEAST_SAMPLES) return 0;
    return samples >= MOST_SAMPLES || now_ms() - begun > plan->seconds * 1e3 / SHARES;
}

nf_status bench_run_once(bench_job *job, nf_context *context, double *ms) {
    nf_status status = job->what->restore ? job->what->restore(job) : NF_OK;
    if (status == NF_OK) status = nf_context_finish(context);
    const double start = now_ms();
    if (status == NF_OK) status = job->what->run(job, context);
    if (status == NF_OK && job->what->place) status = bench_read_back(job, context);
    if (status == NF_OK) status = nf_context_finish(context);
    *ms = now_ms() - start;
    return status;
}

/* The device time of the last run: its stages, without those of the host and the one that is not part of the case.  The row
   keeps the stages of the fastest run. */
static nf_status read_stages(const bench_job *job, bench_row *row, double *ms) {
    nf_stage stages[BENCH_STAGES] = {{.size = sizeof stages[0]}};
    bench_stage own[BENCH_STAGES];
    size_t count = 0, used = 0;
    const nf_status status = nf_context_stages(job->on->timed, stages, BENCH_STAGES, &count);
    *ms = 0;
    for (size_t k = 0; status == NF_OK && k < count && k < BENCH_STAGES; k++) {
        const char *name = stages[k].name;
        if (strcmp(name, "build") == 0 || strcmp(name, "load") == 0) continue;
        if (!(stages[k].launches || stages[k].ms > 0)) continue;
        if (job->what->stage_apart && strcmp(name, job->what->stage_apart) == 0) continue;
        snprintf(own[used].name, sizeof own[used].name, "%s", name);
        own[used++].ms = stages[k].ms;
        *ms += stages[k].ms;
    }
    if (row->device.count > 0 && *ms >= row->device.least) return status;
    row->device.least = *ms;
    row->stage_count = used;
    memcpy(row->stages, own, used * sizeof *own);
    return status;
}

/* Samples of the wall time in the context `plain`, of the device time in `timed`. */
static int take_samples(const bench_plan *plan, bench_job *job, nf_context *context, bench_row *row) {
    const int timed = context == job->on->timed;
    bench_times *times = timed ? &row->device : &row->wall;
    double ms = 0;
    uint64_t now = 0;
    nf_status status = bench_run_once(job, context, &ms);
    const int code = status == NF_OK && !timed ? job->what->verify(job) : EXIT_DONE;
    for (int k = 1; k < WARM_UPS && status == NF_OK && code == EXIT_DONE; k++)
        status = bench_run_once(job, context, &ms);
    const double begun = now_ms();
    while (status == NF_OK && code == EXIT_DONE && (timed || !job->what->stage_apart) &&
           !enough(plan, times->count, begun)) {
        nf_context_reset_stages(context);
        status = bench_run_once(job, context, &ms);
        if (status == NF_OK && timed) status = read_stages(job, row, &ms);
        times->ms[times->count++] = ms;
    }
    bench_summarise(times);
    nf_context_memory(context, &now, &row->memory);
    const int failed = status == NF_OK ? code : bench_failed(context, status, job->what->name);
    /* A cloud and its result belong to one context. */
    bench_leave(job);
    nf_context_trim(context);
    return failed;
}

static int measure_row(const bench_report *report, bench_job *job, bench_row *row) {
    int code = job->what->setup(job);
    if (code == EXIT_DONE) code = take_samples(&report->plan, job, job->on->plain, row);
    if (code == EXIT_DONE) code = take_samples(&report->plan, job, job->on->timed, row);
    row->what = job->what;
    row->n = job->n;
    row->precision = job->precision;
    row->cutoff = job->cutoff;
    row->found = job->found;
    row->cost = bench_cost_of(job);
    row->floor_ms = bench_floor_ms(&report->floor, row->cost.bytes, row->cost.operations,
                                   job->precision ? job->precision : job->what->type, &row->arithmetic);
    bench_rate(row);
    return code;
}

/* ---- one size ----------------------------------------------------------------------------------------- */

static bench_job prepare(const bench_plan *plan, bench_device *on, const bench_case *what, nf_type precision,
                         uint64_t n) {
    return (bench_job){.what = what,
                       .on = on,
                       .n = n,
                       .precision = precision,
                       .cutoff = what->lists                          ? what->lists->cutoff
                                 : precision && !what->without_cutoff ? plan->spacings * cbrt(1.0 / (double)n)
                                                                      : 0};
}

/* Why a job cannot be measured, or NULL. */
static const char *shortage(const bench_job *job, char words[BENCH_SENTENCE]) {
    bench_need need = job->what->need(job);
    if (job->what->place) need.host += need.device; /* points and results once more */
    const char *why = bench_shortage(job->on->info, &need, words);
    return why ? why : job->precision && job->n > INT32_MAX ? "an index of a point is an int32" : NULL;
}

/* The largest size of two digits and zeros that fits. */
static uint64_t largest(const bench_plan *plan, bench_device *on, const bench_case *what, nf_type precision) {
    char words[BENCH_SENTENCE];
    for (uint64_t unit = 100000000; unit > 0; unit /= 10)
        for (uint64_t n = 99 * unit; n >= 10 * unit; n -= unit) {
            const bench_job job = prepare(plan, on, what, precision, n);
            if (n <= UINT32_MAX && !shortage(&job, words)) return n;
        }
    return 1;
}

int bench_measure_again(bench_report *report, bench_device *on, bench_row *row, progress *line) {
    bench_job job = prepare(&report->plan, on, row->what, row->precision, row->n);
    progress_step(line, job.what->name);
    const int code = measure_row(report, &job, row);
    bench_clear(&job);
    return code;
}

/* Adds a row, or a note if there is no memory; *ms is the time that measuring took, 0 if the size was skipped. */
static int take_size(bench_report *report, bench_job *job, progress *line, double *ms) {
    char n[GROUPED], words[BENCH_SENTENCE];
    const char *why = shortage(job, words);
    const double start = now_ms();
    int code = EXIT_MEMORY;
    *ms = 0;
    if (!why) {
        progress_step(line, job->what->name);
        bench_row *row = bench_add_row(report);
        if (row) code = measure_row(report, job, row);
        if (row && code != EXIT_DONE) report->row_count--;
        bench_clear(job);
        *ms = now_ms() - start;
        if (code == EXIT_DONE) return bench_step(report);
    }
    if (code != EXIT_MEMORY) return code;
    bench_add_note(report, job->what->name, "n = %s is left out: %s", grouped(job->n, n),
                   why ? why : "memory ran out");
    return EXIT_DONE;
}

/* ---- all sizes ---------------------------------------------------------------------------------------- */

/* The sizes that were asked for, those of an older run, or decades from FIRST_SIZE on. */
static size_t list_sizes(const bench_report *report, bench_device *on, const bench_case *what,
                         nf_type precision, uint64_t sizes[SIZES_MOST]) {
    const bench_plan *plan = &report->plan;
    const bench_report *old = plan->while_quick ? report->older : NULL;
    char words[BENCH_SENTENCE];
    size_t count = 0;
    for (size_t k = 0; old && k < old->row_count && count < SIZES_MOST; k++)
        if (old->rows[k].what == what && old->rows[k].precision == precision && old->rows[k].n >= 1 &&
            old->rows[k].n <= UINT32_MAX)
            sizes[count++] = old->rows[k].n;
    for (size_t k = 0; k < plan->size_count; k++) {
        const bench_job job = prepare(plan, on, what, precision, plan->sizes[k]);
        if (plan->to_memory && shortage(&job, words)) break;
        sizes[count++] = plan->sizes[k];
    }
    if (plan->to_memory) sizes[count++] = largest(plan, on, what, precision);
    for (uint64_t n = FIRST_SIZE; plan->while_quick && !old && n <= UINT32_MAX; n *= 10) sizes[count++] = n;
    return count;
}

/* All sizes of one case; decades end when they would exceed `budget` ms. */
static int take_sizes(bench_report *report, bench_device *on, const bench_case *what, nf_type precision,
                      double budget, progress *line) {
    const int decades = report->plan.while_quick && !report->older;
    uint64_t sizes[SIZES_MOST];
    const size_t count = list_sizes(report, on, what, precision, sizes);
    const double start = now_ms();
    double ms = 0;
    int code = EXIT_DONE;
    for (size_t k = 0; code == EXIT_DONE && k < count; k++) {
        /* The time of a small size is mostly that of building kernels. */
        const double next = (sizes[k] > CONSTANT_COST ? 10 : 2) * ms;
        char n[GROUPED];
        if (decades && now_ms() - start + next > budget) {
            bench_add_note(report, what->name,
                           "stopped before n = %s, which would take about %.0f s more; "
                           "--seconds or --sizes asks for it",
                           grouped(sizes[k], n), 1e-3 * next);
            break;
        }
        bench_job job = prepare(&report->plan, on, what, precision, sizes[k]);
        code = take_size(report, &job, line, &ms);
        if (decades && !(ms > 0)) break;
    }
    return code;
}

/* 1 if the case has points and the plan this precision of them, or if it has none and neither is the precision one. */
static int applies(const bench_plan *plan, const bench_case *what, nf_type precision) {
    return what->type ? !precision : precision && (plan->precisions >> precision & 1);
}

int bench_measure(bench_report *report, bench_device *on, progress *line) {
    static const nf_type types[] = {NF_TYPE_NONE, NF_FLOAT32, NF_FLOAT64};
    const bench_plan *plan = &report->plan;
    double left = plan->seconds * 1e3;
    int units = 0, code = EXIT_DONE;
    for (size_t k = 0; k < 3 * plan->case_count; k++)
        units += applies(plan, plan->cases[k / 3], types[k % 3]);
    for (size_t k = 0; k < 3 * plan->case_count && code == EXIT_DONE; k++) {
        const double start = now_ms();
        if (!applies(plan, plan->cases[k / 3], types[k % 3])) continue;
        code = take_sizes(report, on, plan->cases[k / 3], types[k % 3], left / units--, line);
        left -= now_ms() - start;
    }
    return code;
}
