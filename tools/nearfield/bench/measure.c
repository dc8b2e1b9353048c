/* The cases at their sizes: warm up, verify, take samples of the wall time and of the device time. */
#include "cases.h"
#include "clock.h"
#include "format.h"
#include "room.h"

#include <math.h>
#include <string.h>

enum {
    LEAST_SAMPLES = 5,
    MOST_SAMPLES = 51,
    WARM_UPS = 2,
    FIRST_SIZE = 1000,
    CONSTANT_COST = 100000,
    SHARES = 150
};

/* Device stages of every sample, so that each stage has a median of its own. */
typedef struct stage_samples {
    bench_times times[BENCH_STAGES];
    const char *names[BENCH_STAGES];
    size_t count;
} stage_samples;

/* ---- one measurement ---------------------------------------------------------------------------------- */

static int enough(const bench_plan *plan, int samples, double begun) {
    if (plan->repeats) return samples >= plan->repeats;
    if (samples < LEAST_SAMPLES) return 0;
    return samples >= MOST_SAMPLES || now_ms() - begun > plan->seconds * 1e3 / SHARES;
}

/* Restores, runs and waits; *ms is the wall time of the run. */
static nf_status run_once(bench_job *job, nf_context *context, double *ms) {
    nf_status status = job->what->restore ? job->what->restore(job) : NF_OK;
    if (status == NF_OK) status = nf_context_finish(context);
    const double start = now_ms();
    if (status == NF_OK) status = job->what->run(job, context);
    if (status == NF_OK) status = nf_context_finish(context);
    *ms = now_ms() - start;
    return status;
}

static int take_wall(const bench_plan *plan, bench_job *job, bench_row *row) {
    double ms = 0;
    nf_status status = run_once(job, job->on->plain, &ms);
    if (status != NF_OK) return bench_failed(job->on->plain, status, job->what->name);
    const int code = job->what->verify(job);
    if (code != NF_EXIT_DONE) return code;
    for (int k = 1; k < WARM_UPS && status == NF_OK; k++) status = run_once(job, job->on->plain, &ms);
    const double begun = now_ms();
    while (status == NF_OK && !job->what->stage_apart && !enough(plan, row->wall.count, begun)) {
        status = run_once(job, job->on->plain, &ms);
        row->wall.ms[row->wall.count++] = ms;
    }
    if (status != NF_OK) return bench_failed(job->on->plain, status, job->what->name);
    bench_summarise(&row->wall);
    return NF_EXIT_DONE;
}

static bench_times *stage_times(stage_samples *samples, const char *name) {
    for (size_t k = 0; k < samples->count; k++)
        if (strcmp(samples->names[k], name) == 0) return &samples->times[k];
    if (samples->count == BENCH_STAGES) return NULL;
    samples->names[samples->count] = name;
    return &samples->times[samples->count++];
}

/* Device time of the last run: its stages, but those of the host, and what is not part of the case. */
static nf_status read_stages(const bench_job *job, stage_samples *samples, double *ms) {
    nf_stage stages[32];
    size_t count = 0;
    const nf_status status =
        nf_context_stages(job->on->timed, stages, sizeof stages / sizeof *stages, &count);
    *ms = 0;
    if (count > sizeof stages / sizeof *stages) count = sizeof stages / sizeof *stages;
    for (size_t k = 0; status == NF_OK && k < count; k++) {
        const char *name = stages[k].name;
        if (strcmp(name, "build") == 0 || strcmp(name, "load") == 0) continue;
        if (!(stages[k].launches || stages[k].ms > 0)) continue;
        if (job->what->stage_apart && strcmp(name, job->what->stage_apart) == 0) continue;
        bench_times *times = stage_times(samples, name);
        *ms += stages[k].ms;
        if (times && times->count < BENCH_SAMPLES) times->ms[times->count++] = stages[k].ms;
    }
    return status;
}

static nf_status sample_device(bench_job *job, stage_samples *samples, double *ms) {
    nf_status status = job->what->restore ? job->what->restore(job) : NF_OK;
    nf_context_reset_stages(job->on->timed);
    if (status == NF_OK) status = job->what->run(job, job->on->timed);
    if (status == NF_OK) status = nf_context_finish(job->on->timed);
    return status == NF_OK ? read_stages(job, samples, ms) : status;
}

static int take_device(const bench_plan *plan, bench_job *job, bench_row *row) {
    stage_samples samples;
    double ms = 0, wall = 0;
    uint64_t now = 0;
    memset(&samples, 0, sizeof samples);
    nf_status status = NF_OK;
    for (int k = 0; k < WARM_UPS && status == NF_OK; k++) status = run_once(job, job->on->timed, &wall);
    const double begun = now_ms();
    while (status == NF_OK && !enough(plan, row->device.count, begun)) {
        status = sample_device(job, &samples, &ms);
        row->device.ms[row->device.count++] = ms;
    }
    if (status != NF_OK) return bench_failed(job->on->timed, status, job->what->name);
    bench_summarise(&row->device);
    for (size_t k = 0; k < samples.count; k++) {
        bench_summarise(&samples.times[k]);
        snprintf(row->stages[k].name, sizeof row->stages[k].name, "%s", samples.names[k]);
        row->stages[k].ms = samples.times[k].median;
    }
    row->stage_count = samples.count;
    nf_context_memory(job->on->timed, &now, &row->memory);
    return NF_EXIT_DONE;
}

/* A cloud and its result belong to one context. */
static void leave_context(bench_job *job, nf_context *context) {
    nf_result_free(job->result);
    nf_cloud_free(job->cloud);
    job->result = NULL;
    job->cloud = NULL;
    nf_context_trim(context);
}

static int measure_row(const bench_report *report, bench_job *job, bench_row *row) {
    int code = job->what->setup(job);
    if (code == NF_EXIT_DONE) code = take_wall(&report->plan, job, row);
    leave_context(job, job->on->plain);
    if (code == NF_EXIT_DONE) code = take_device(&report->plan, job, row);
    leave_context(job, job->on->timed);
    if (code != NF_EXIT_DONE) return code;
    row->what = job->what;
    row->n = job->n;
    row->precision = job->precision;
    row->cutoff = job->cutoff;
    row->found = job->found;
    row->cost = job->what->cost(job);
    row->floor_ms = bench_floor_ms(&report->floor, row->cost.bytes, row->cost.operations,
                                   job->precision ? job->precision : job->what->type, &row->arithmetic);
    row->percent = row->device.median > 0 ? 100 * row->floor_ms / row->device.median : 0;
    return NF_EXIT_DONE;
}

static int measure_size(bench_report *report, bench_job *job) {
    bench_row *row = bench_add_row(report);
    if (!row) return NF_EXIT_MEMORY;
    const int code = measure_row(report, job, row);
    if (code != NF_EXIT_DONE) report->row_count--;
    return code;
}

/* ---- which sizes -------------------------------------------------------------------------------------- */

static const char *label_of(const bench_job *job, char label[BENCH_NAME]) {
    char n[BENCH_WORD];
    snprintf(label, BENCH_NAME, "%s, n = %s%s%s", job->what->name, grouped(job->n, n),
             job->precision ? ", " : "", job->precision ? bench_precision_word(job->precision) : "");
    return label;
}

int bench_measure_again(bench_report *report, bench_device *on, bench_row *row, progress *line) {
    static char labels[2][BENCH_NAME]; /* the line shows one while the other is written */
    static int turn;
    bench_job job;
    bench_prepare(&job, &report->plan, on, row->what, row->precision, row->n);
    progress_step(line, label_of(&job, labels[turn = !turn]));
    const int code = measure_row(report, &job, row);
    bench_clear(&job);
    return code;
}

/* One size, when there is room for it; *ms is what measuring it took, 0 when the size was skipped. */
static int take_size(bench_report *report, bench_job *job, progress *line, char label[BENCH_NAME],
                     double *ms) {
    bench_need need;
    char n[BENCH_WORD];
    *ms = 0;
    if (!bench_fits(job, &need)) {
        char words[BENCH_SENTENCE];
        return bench_add_note(report, job->what->name, "n = %s is left out: %s", grouped(job->n, n),
                              bench_shortage(job, &need, words));
    }
    progress_step(line, label_of(job, label));
    const double start = now_ms();
    const int code = measure_size(report, job);
    bench_clear(job);
    *ms = now_ms() - start;
    if (code == NF_EXIT_MEMORY)
        bench_add_note(report, job->what->name, "n = %s is left out: memory ran out", grouped(job->n, n));
    return code == NF_EXIT_MEMORY ? NF_EXIT_DONE : code;
}

/* The sizes that an older run had of the case. */
static int take_targets(bench_report *report, bench_device *on, const bench_case *what, nf_type precision,
                        progress *line) {
    static char labels[2][BENCH_NAME];
    const bench_plan *plan = &report->plan;
    int code = NF_EXIT_DONE;
    for (size_t k = 0; k < plan->target_count && code == NF_EXIT_DONE; k++) {
        bench_job job;
        double ms = 0;
        if (plan->targets[k].what != what || plan->targets[k].precision != precision) continue;
        bench_prepare(&job, plan, on, what, precision, plan->targets[k].n);
        code = take_size(report, &job, line, labels[k % 2], &ms);
    }
    return code;
}

/* All sizes of one case within `budget` ms, where the sizes are ours to choose. */
static int take_sizes(bench_report *report, bench_device *on, const bench_case *what, nf_type precision,
                      double budget, progress *line) {
    const bench_plan *plan = &report->plan;
    static char labels[2][BENCH_NAME]; /* the line shows one while the other is written */
    const double start = now_ms();
    bench_job job;
    double ms = 0;
    int code = NF_EXIT_DONE;
    size_t k = 0;
    if (plan->target_count) return take_targets(report, on, what, precision, line);
    for (; code == NF_EXIT_DONE && k < plan->size_count; k++) {
        bench_prepare(&job, plan, on, what, precision, plan->sizes[k]);
        bench_need need;
        if (plan->to_memory && !bench_fits(&job, &need)) break;
        code = take_size(report, &job, line, labels[k % 2], &ms);
    }
    if (code == NF_EXIT_DONE && plan->to_memory) {
        bench_prepare(&job, plan, on, what, precision, bench_largest(plan, on, what, precision));
        return take_size(report, &job, line, labels[k % 2], &ms);
    }
    uint64_t n = FIRST_SIZE;
    bench_need need;
    char words[BENCH_WORD];
    for (; code == NF_EXIT_DONE && plan->while_quick; n *= 10, k++) {
        bench_prepare(&job, plan, on, what, precision, n);
        if (n > UINT32_MAX) break;
        if (!bench_fits(&job, &need)) {
            char why[BENCH_SENTENCE];
            code = bench_add_note(report, what->name, "stopped before n = %s: %s", grouped(n, words),
                                  bench_shortage(&job, &need, why));
            break;
        }
        /* What a small size takes is mostly building kernels, once. */
        const double next = (n > CONSTANT_COST ? 10 : 2) * ms;
        if (now_ms() - start + next > budget) {
            bench_add_note(report, what->name,
                           "stopped before n = %s, which would take about %.0f s more; "
                           "--seconds or --sizes asks for it",
                           grouped(n, words), 1e-3 * next);
            break;
        }
        code = take_size(report, &job, line, labels[k % 2], &ms);
    }
    return code;
}

int bench_measure(bench_report *report, bench_device *on, progress *line) {
    const bench_plan *plan = &report->plan;
    static const nf_type none[] = {NF_TYPE_NONE};
    double left = plan->seconds * 1e3;
    size_t units = 0;
    int code = NF_EXIT_DONE;
    for (size_t c = 0; c < plan->case_count; c++) units += plan->cases[c]->type ? 1 : plan->precision_count;
    for (size_t c = 0; c < plan->case_count && code == NF_EXIT_DONE; c++) {
        const bench_case *what = plan->cases[c];
        const nf_type *types = what->type ? none : plan->precisions;
        const size_t count = what->type ? 1 : plan->precision_count;
        for (size_t k = 0; k < count && code == NF_EXIT_DONE; k++, units--) {
            const double start = now_ms();
            code = take_sizes(report, on, what, types[k], left / (double)units, line);
            left -= now_ms() - start;
        }
    }
    return code;
}
