/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Measures the strategies of nearfield tune interact for one cloud. */
#include "system/clock.h"
#include "text/grouped.h"
#include "tune/interact.h"

#include <math.h>
#include <nearfield/experimental/tuning.h>
#include <stdlib.h>
#include <string.h>

/* ---- the sums are the same ------------------------------------------------------------------------------- */

static void drop_wanted(tune_sums *t) {
    for (int k = 0; k < NF_SUMS_MOST; k++) {
        free(t->wanted[k]);
        t->wanted[k] = NULL;
    }
}

/* Whether sums are those of the first strategy, but for rounding: of all sums together, as that of one sum may be large where points are close to
   each other and the function is steep.  A sum that is not a number is none of them. */
static int is_same(const double *wanted, const void *values, uint64_t count, nf_type type, double within) {
    double squares = 0, off = 0;
    for (uint64_t k = 0; k < count; k++) {
        const double by = io_value(values, k, type) - wanted[k];
        squares += wanted[k] * wanted[k];
        off += by * by;
    }
    return off <= within * within * squares;
}

static nf_status compare(tune_sums *t, interact_trial *trial, int *same) {
    const nf_function_info *info = nf_function_declares(t->about->program);
    const nf_type points = trial->system->type, type = t->about->sum64 ? NF_FLOAT64 : points;
    nf_status status = NF_OK;
    *same = 1;
    for (int k = 0; k < info->sums && status == NF_OK; k++) {
        void *values = NULL;
        uint64_t count = 0;
        status = interact_trial_read(trial, k, &values, &count);
        if (status == NF_OK && t->wanted[k])
            *same &= is_same(t->wanted[k], values, count, type, points == NF_FLOAT32 ? 1e-4 : 1e-9);
        else if (status == NF_OK) {
            t->wanted[k] = malloc((size_t)count * sizeof *t->wanted[k]);
            for (uint64_t v = 0; t->wanted[k] && v < count; v++) t->wanted[k][v] = io_value(values, v, type);
            if (!t->wanted[k]) status = NF_ERROR_MEMORY;
        }
        free(values);
    }
    return status;
}

/* ---- measuring ------------------------------------------------------------------------------------------- */

/* The strategy of the library's rule, and the name under which the choice is stored. */
static nf_status ask_library(tune_sums *t, interact_trial *trial) {
    double ms = 0;
    trial->strategy = NULL;
    const nf_status status = interact_trial_run(trial, INTERACT_FRESH, 1, &ms);
    t->use = *nf_strategy_used(t->on.plain);
    return status;
}

/* Runs a strategy for the first time, which builds its kernels, and compares its sums. */
static nf_status try_first(tune_sums *t, interact_trial *trial, tune_strategy *s) {
    double ms = 0;
    int same = 1;
    trial->strategy = s->name;
    nf_status status = interact_trial_check(trial);
    trial->step = 1; /* so that all get the same positions, those of step 0 */
    if (status == NF_OK) status = interact_trial_run(trial, INTERACT_FRESH, 1, &ms);
    if (interact_trial_is_refused(trial, status)) {
        snprintf(s->refused, sizeof s->refused, "%s", interact_trial_reason(trial));
        return NF_OK;
    }
    if (status == NF_OK) status = compare(t, trial, &same);
    if (!same)
        snprintf(s->refused, sizeof s->refused,
                 "ANOTHER RESULT than others: a fault of the driver or of nearfield");
    return status;
}

static nf_status sample_all(tune_sums *t, interact_trial *trial, double *best) {
    nf_status status = NF_OK;
    for (size_t k = 0; k < t->count && status == NF_OK; k++) {
        tune_strategy *s = &t->strategies[k];
        if (s->refused[0] || tune_is_beaten(s, *best)) continue;
        trial->strategy = s->name;
        /* The first run leaves the cells of this strategy, which the second one expects, as in a simulation. */
        status = interact_trial_run(trial, INTERACT_FRESH, 1, &s->ms[s->count]);
        if (status == NF_OK) status = interact_trial_run(trial, INTERACT_FRESH, 1, &s->ms[s->count]);
        s->count += status == NF_OK;
    }
    *best = HUGE_VAL;
    for (size_t k = 0; k < t->count; k++) *best = fmin(*best, tune_median_of(&t->strategies[k]));
    return status;
}

/* The first runs: of the library's own choice, and of each strategy.  *complete is 1 if there was time for each of them. */
static nf_status try_all(tune_sums *t, interact_trial *trial, double steps, progress *line, int *complete) {
    nf_status status = ask_library(t, trial);
    size_t k = 0;
    for (; k < t->count && status == NF_OK && now_seconds() < t->end; k++) {
        progress_part(line, (double)k / steps);
        status = try_first(t, trial, &t->strategies[k]);
    }
    *complete = k == t->count;
    return status;
}

/* Measures the strategies in turns, so that a machine that becomes slower or faster does not decide.  *complete is 1 if there was time
   for each of them. */
static nf_status measure(tune_sums *t, interact_trial *trial, progress *line, int *complete) {
    enum { LEAST = 3 };
    const double steps = (double)(t->count + TUNE_SAMPLES);
    double best = HUGE_VAL;
    nf_status status = try_all(t, trial, steps, line, complete);
    if (!*complete) return status;
    for (int round = 0; round < TUNE_SAMPLES && status == NF_OK; round++) {
        progress_part(line, ((double)t->count + round) / steps);
        if (round >= LEAST && now_seconds() >= t->end) break;
        status = sample_all(t, trial, &best);
    }
    tune_rank(t->strategies, t->count);
    return status;
}

/* ---- the report, and the store --------------------------------------------------------------------------- */

static const char *note_of(const tune_sums *t, const tune_strategy *s) {
    if (tune_is_by_name(s)) return "  taken by name only";
    if (t->is_part || s != tune_choice(t->strategies, t->count)) return "";
    return *nf_profile_path(t->on.plain)
               ? "  stored"
               : "  not stored: NEARFIELD_CONFIG is off, or there is no home folder";
}

static void print(const tune_sums *t) {
    const tune_strategy *best = t->strategies, *worst = best, *rule = NULL;
    for (const tune_strategy *s = best; s < best + t->count; s++) {
        if (s->refused[0]) printf("  %-22s cannot serve: %s\n", s->name, s->refused);
        if (!s->count) continue;
        printf("  %-22s %10.4f ms %7.2fx%s\n", s->name, s->median, s->median / best->median, note_of(t, s));
        worst = s;
        if (strcmp(s->name, t->use.rule) == 0) rule = s;
    }
    if (!best->count) return;
    printf("  A wrong choice costs up to %.2fx of the best; the rule takes %s", worst->median / best->median,
           t->use.rule);
    if (rule) printf(": %.2fx", rule->median / best->median);
    puts("");
}

static int tune_trial(tune_sums *t, interact_trial *trial) {
    int complete = 0;
    progress *line = progress_start(t->quiet);
    progress_step(line, "measuring strategies");
    nf_status status = measure(t, trial, line, &complete);
    progress_stop(line);
    if (interaction_is_wrong(t->about, status, nf_context_error(t->on.plain)))
        return complain(EXIT_INPUT, "%s", nf_context_error(t->on.plain));
    if (status != NF_OK) return bench_failed(t->on.plain, status, "measuring strategies");
    t->finished += complete;
    if (!complete) {
        if (!t->quiet) puts("  no time was left to measure all strategies: nothing is stored (--seconds)");
        return EXIT_DONE;
    }
    const tune_strategy *best = t->is_part ? NULL : tune_choice(t->strategies, t->count);
    const int may_store = best && *nf_profile_path(t->on.plain);
    if (may_store) status = nf_choice_store(t->on.plain, t->use.key, best->name);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", nf_context_error(t->on.plain));
    t->stored += may_store;
    if (!t->quiet) print(t);
    return EXIT_DONE;
}

int tune_cloud(tune_sums *t, interact_system system) {
    static const char *const cubes[] = {"", "an interval", "a square", "a cube"};
    const io_frame frame = {.n = system.n, .dims = system.dims, .type = system.type};
    text_problem problem = {.code = 0};
    interact_trial trial = {.step = 0};
    char n[GROUPED];
    if (!t->quiet)
        printf("\n%s, %s precision, %s points, %g in %s as wide as the cutoff\n", t->about->function,
               bench_precision_word(system.type), grouped(system.n, n), system.density, cubes[system.dims]);
    for (t->count = 0; t->count < t->name_count; t->count++)
        t->strategies[t->count] = (tune_strategy){.name = t->names[t->count]};
    int code = interact_system_make(&system);
    if (code == EXIT_DONE && interaction_take(t->about, &frame, "the cloud", NULL, NULL, &problem) != 0)
        code = complain(problem.code, "%s", problem.text);
    if (code == EXIT_DONE) code = interact_trial_open(&trial, &t->on, &system, t->about);
    if (code == EXIT_DONE) code = tune_trial(t, &trial);
    interact_trial_close(&trial);
    interaction_clear(t->about);
    interact_system_free(&system);
    drop_wanted(t);
    fflush(stdout);
    return code;
}
