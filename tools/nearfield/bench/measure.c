/* Measures the cases at their sizes: warms up, verifies, and samples wall time and device time. */
#include "bench.h"
#include "clock.h"
#include "grouped.h"
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

/* The device stages of every sample: each stage has its own median. */
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

nf_status bench_run_once(bench_job *job, nf_context *context, double *ms) {
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
    nf_status status = bench_run_once(job, job->on->plain, &ms);
    if (status != NF_OK) return bench_failed(job->on->plain, status, job->what->name);
    const int code = job->what->verify(job);
    if (code != NF_EXIT_DONE) return code;
    for (int k = 1; k < WARM_UPS && status == NF_OK; k++) status = bench_run_once(job, job->on->plain, &ms);
    const double begun = now_ms();
    while (status == NF_OK && !job->what->stage_apart && !enough(plan, row->wall.count, begun)) {
        status = bench_run_once(job, job->on->plain, &ms);
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

/* The device time of the last run: its stages, without those of the host and the one that is not part of the case. */
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
    for (int k = 0; k < WARM_UPS && status == NF_OK; k++) status = bench_run_once(job, job->on->timed, &wall);
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
    row->cost = bench_cost_of(job);
    row->floor_ms = bench_floor_ms(&report->floor, row->cost.bytes, row->cost.operations,
                                   job->precision ? job->precision : job->what->type, &row->share.arithmetic);
    bench_rate(row);
    return NF_EXIT_DONE;
}

/* ---- which sizes -------------------------------------------------------------------------------------- */

/* For the progress line, which may still show the label before. */
static const char *label_of(const bench_job *job) {
    static char labels[2][BENCH_NAME];
    static int turn;
    char n[GROUPED], *label = labels[turn = !turn];
    snprintf(label, BENCH_NAME, "%s, n = %s%s%s", job->what->name, grouped(job->n, n),
             job->precision ? ", " : "", job->precision ? bench_precision_word(job->precision) : "");
    return label;
}

int bench_measure_again(bench_report *report, bench_device *on, bench_row *row, progress *line) {
    bench_job job;
    bench_prepare(&job, &report->plan, on, row->what, row->precision, row->n);
    progress_step(line, label_of(&job));
    const int code = measure_row(report, &job, row);
    bench_clear(&job);
    return code;
}

/* One size, if there is memory for it; *ms is the time that measuring took, 0 if the size was skipped. */
static int take_size(bench_report *report, bench_job *job, progress *line, double *ms) {
    bench_need need;
    char n[GROUPED], words[BENCH_SENTENCE];
    *ms = 0;
    if (!bench_fits(job, &need))
        return bench_add_note(report, job->what->name, "n = %s is left out: %s", grouped(job->n, n),
                              bench_shortage(job, &need, words));
    progress_step(line, label_of(job));
    const double start = now_ms();
    bench_row *row = bench_add_row(report);
    const int code = row ? measure_row(report, job, row) : NF_EXIT_MEMORY;
    if (row && code != NF_EXIT_DONE) report->row_count--;
    bench_clear(job);
    *ms = now_ms() - start;
    if (code != NF_EXIT_MEMORY) return code;
    return bench_add_note(report, job->what->name, "n = %s is left out: memory ran out", grouped(job->n, n));
}

/* The sizes that were asked for, or those of an older run. */
static size_t list_sizes(const bench_plan *plan, bench_device *on, const bench_case *what, nf_type precision,
                         uint64_t sizes[BENCH_TARGETS]) {
    bench_job job;
    bench_need need;
    size_t count = 0;
    for (size_t k = 0; k < plan->target_count; k++)
        if (plan->targets[k].what == what && plan->targets[k].precision == precision)
            sizes[count++] = plan->targets[k].n;
    for (size_t k = 0; k < plan->size_count; k++) {
        bench_prepare(&job, plan, on, what, precision, plan->sizes[k]);
        if (plan->to_memory && !bench_fits(&job, &need)) break;
        sizes[count++] = plan->sizes[k];
    }
    if (plan->to_memory) sizes[count++] = bench_largest(plan, on, what, precision);
    return count;
}

/* All sizes of one case; where none are asked for, decades from FIRST_SIZE on within `budget` ms. */
static int take_sizes(bench_report *report, bench_device *on, const bench_case *what, nf_type precision,
                      double budget, progress *line) {
    const bench_plan *plan = &report->plan;
    uint64_t sizes[BENCH_TARGETS];
    const size_t count = list_sizes(plan, on, what, precision, sizes);
    const double start = now_ms();
    char words[GROUPED], why[BENCH_SENTENCE];
    bench_job job;
    bench_need need;
    double ms = 0;
    int code = NF_EXIT_DONE;
    for (size_t k = 0; code == NF_EXIT_DONE && k < count; k++) {
        bench_prepare(&job, plan, on, what, precision, sizes[k]);
        code = take_size(report, &job, line, &ms);
    }
    if (!plan->while_quick || plan->target_count) return code;
    for (uint64_t n = FIRST_SIZE; code == NF_EXIT_DONE && n <= UINT32_MAX; n *= 10) {
        bench_prepare(&job, plan, on, what, precision, n);
        if (!bench_fits(&job, &need))
            return bench_add_note(report, what->name, "stopped before n = %s: %s", grouped(n, words),
                                  bench_shortage(&job, &need, why));
        /* The time of a small size is mostly that of building kernels. */
        const double next = (n > CONSTANT_COST ? 10 : 2) * ms;
        if (now_ms() - start + next > budget)
            return bench_add_note(report, what->name,
                                  "stopped before n = %s, which would take about %.0f s more; "
                                  "--seconds or --sizes asks for it",
                                  grouped(n, words), 1e-3 * next);
        code = take_size(report, &job, line, &ms);
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
