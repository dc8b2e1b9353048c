/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bench/interact/interact_trial.h"
#include "system/clock.h"

#include <stdlib.h>
#include <string.h>

static nf_points positions_of(const interact_trial *t) {
    return (nf_points){.n = t->system->n,
                       .dims = t->system->dims,
                       .type = t->system->type,
                       .rows.buffer = t->positions[t->step]};
}

static nf_type type_of(const interact_trial *t) { return t->about->sum64 ? NF_FLOAT64 : t->system->type; }

static uint64_t count_of(const interact_trial *t, int k) {
    return t->system->n * (uint64_t)interaction_width(t->about, k);
}

int interact_trial_open(interact_trial *t, bench_device *on, const interact_system *system,
                        const interaction *about) {
    const uint64_t bytes = (uint64_t)system->dims * system->n * nf_type_bytes(system->type);
    *t = (interact_trial){.context = on->plain, .system = system, .about = about};
    const nf_function_info *info = nf_function_declares(about->program);
    for (int step = 0; step < 2; step++) {
        t->positions[step] = bench_buffer(on, bytes, system->points[step]);
        if (!t->positions[step]) return EXIT_MEMORY;
    }
    for (int k = 0; k < info->sums; k++) {
        t->sums[k] = bench_buffer(on, count_of(t, k) * nf_type_bytes(type_of(t)), NULL);
        if (!t->sums[k]) return EXIT_MEMORY;
        t->outputs[k] = (nf_output){.array = NF_ARRAY_SUM(k), .buffer = t->sums[k], .capacity = t->system->n};
    }
    const nf_points points = positions_of(t);
    const nf_status status = nf_cloud_create(t->context, &points, &system->box, NULL, &t->cloud);
    return status == NF_OK ? EXIT_DONE : bench_failed(t->context, status, "making a cloud");
}

void interact_trial_close(interact_trial *t) {
    if (!t->context) return;
    nf_context_finish(t->context);
    nf_cloud_free(t->cloud);
    for (int step = 0; step < 2; step++)
        if (t->positions[step]) clReleaseMemObject(t->positions[step]);
    for (int k = 0; k < NF_SUMS_MOST; k++)
        if (t->sums[k]) clReleaseMemObject(t->sums[k]);
    nf_context_trim(t->context);
    *t = (interact_trial){.step = 0};
}

/* ---- what is timed ------------------------------------------------------------------------------------- */

static nf_interact_options options_of(const interact_trial *t, double skin) {
    nf_interact_options options = interaction_options(t->about);
    options.arrays &= ~NF_WANT(NF_ARRAY_TOTALS);
    options.strategy = t->strategy;
    options.skin = skin;
    return options;
}

/* Into the buffers of the trial, without waiting. */
static nf_status sum_into(interact_trial *t, double skin) {
    const nf_outputs outputs = {.count = (uint32_t)nf_function_declares(t->about->program)->sums,
                                .arrays = t->outputs};
    nf_interact_options options = options_of(t, skin);
    options.outputs = &outputs;
    return nf_interact(t->cloud, t->system->cutoff, t->about->program, &options, NULL, NULL);
}

static nf_status sum(interact_trial *t) { return sum_into(t, 0); }

static nf_status move(interact_trial *t) {
    t->step = !t->step;
    const nf_points points = positions_of(t);
    return nf_cloud_move(t->cloud, &points, &t->system->box, NULL);
}

/* New positions discard the order: the sums start from input order. */
static nf_status sum_fresh(interact_trial *t) {
    const nf_status status = move(t);
    return status == NF_OK ? sum(t) : status;
}

/* Sums of each step's positions, those of the cloud last. */
static nf_status check(interact_trial *t, double skin) {
    const nf_interact_options options = options_of(t, skin);
    nf_status status = NF_OK;
    for (int step = 0; step < 2 && status == NF_OK; step++) {
        nf_result *result = NULL;
        status = move(t);
        if (status == NF_OK)
            status = nf_interact(t->cloud, t->system->cutoff, t->about->program, &options, NULL, &result);
        nf_result_free(result);
    }
    return status;
}

nf_status interact_trial_check(interact_trial *t) { return check(t, 0); }

static double skin_of(const interact_trial *t) { return 0.1 * t->system->cutoff; }

/* The positions of both steps are nearer to each other than half of the skin. */
static nf_status sum_kept(interact_trial *t) {
    const nf_status status = move(t);
    return status == NF_OK ? sum_into(t, skin_of(t)) : status;
}

/* Makes lists that are kept. */
static nf_status build_lists(interact_trial *t) {
    const nf_status status = check(t, skin_of(t));
    t->keeps = status == NF_OK && nf_cloud_lists_built(t->cloud) > 0 ? 1 : -1;
    return status;
}

nf_status interact_trial_run(interact_trial *t, interact_what what, int repeats, double *ms) {
    static nf_status (*const runs[INTERACT_TIMES])(interact_trial *) = {
        [INTERACT_FRESH] = sum_fresh, [INTERACT_ALONE] = sum, [INTERACT_KEPT] = sum_kept};
    nf_status status = what == INTERACT_KEPT && !t->keeps ? build_lists(t) : NF_OK;
    if (what == INTERACT_KEPT && t->keeps < 0) return NF_ERROR_UNSUPPORTED;
    if (status == NF_OK) status = nf_context_finish(t->context);
    const double start = now_ms();
    for (int k = 0; k < repeats && status == NF_OK; k++) status = runs[what](t);
    if (status == NF_OK) status = nf_context_finish(t->context);
    *ms = (now_ms() - start) / repeats;
    return status;
}

/* What the context's sentence says behind the name of the strategy; NULL if it does not name it. */
static const char *behind_name(const interact_trial *t) {
    const char *name = strstr(nf_context_error(t->context), t->strategy);
    const size_t length = name ? strlen(t->strategy) : 0;
    return name && strncmp(name + length, ": ", 2) == 0 ? name + length + 2 : NULL;
}

int interact_trial_is_refused(const interact_trial *t, nf_status status) {
    return status == NF_ERROR_UNSUPPORTED || status == NF_ERROR_MEMORY ||
           (status == NF_ERROR_ARGUMENT && behind_name(t));
}

const char *interact_trial_reason(const interact_trial *t) {
    const char *reason = behind_name(t);
    return reason ? reason : nf_context_error(t->context);
}

/* ---- the sums ------------------------------------------------------------------------------------------ */

nf_status interact_trial_read(interact_trial *t, int k, void **values, uint64_t *count) {
    const size_t size = (size_t)count_of(t, k) * nf_type_bytes(type_of(t));
    *count = count_of(t, k);
    *values = malloc(size);
    if (!*values) return NF_ERROR_MEMORY;
    return clEnqueueReadBuffer(nf_context_queue(t->context), t->sums[k], CL_TRUE, 0, size, *values, 0, NULL,
                               NULL) == CL_SUCCESS
               ? NF_OK
               : NF_ERROR_DEVICE;
}

nf_status interact_trial_agrees(interact_trial *t, const interact_reference *reference, int *agrees) {
    const nf_function_info *info = nf_function_declares(t->about->program);
    nf_status status = NF_OK;
    *agrees = 1;
    for (int k = 0; k < info->sums && status == NF_OK && reference->count; k++) {
        const uint64_t width = (uint64_t)interaction_width(t->about, k);
        const int first = interaction_first(t->about, k);
        void *values = NULL;
        uint64_t count = 0;
        status = interact_trial_read(t, k, &values, &count);
        for (size_t p = 0; status == NF_OK && p < reference->count; p++)
            for (uint64_t a = 0; a < width; a++)
                *agrees &= pair_agrees(io_value(values, reference->points[p] * width + a, type_of(t)),
                                       &reference->rows[p][first + (int)a]);
        free(values);
    }
    return status;
}
