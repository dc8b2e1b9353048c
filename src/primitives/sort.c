/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sort: one pass for each digit, alternating between the caller's buffers and scratch. */
#include "core/sized.h"
#include "opencl/memory/tile_state.h"
#include "opencl/memory/cost.h"
#include "primitives/sort_cpu.h"
#include "primitives/sort_pass.h"
#include "primitives/sort_small.h"

/* ---- in place ----------------------------------------------------------------------------------------- */

/* Passes alternate between the caller's buffers and scratch.  With an odd number of passes, one goes through a second
   scratch, so that the last one ends in the caller's buffers; only a single pass needs a copy. */
nf_status nf_sort_run(nf_work *work, const nf_sort_options *options, nf_elements keys, nf_elements values,
                      uint64_t n) {
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    nf_sort_room room = {0};
    nf_sort_arrays own = {keys, values}, scratch[2] = {{{NULL, 0}, {NULL, 0}}, {{NULL, 0}, {NULL, 0}}};
    if (n < 2) return NF_OK;
    if (nf_is_alone(work->context, &nf_sort_family)) return nf_sort_cpu_run(work, options, keys, values, n);
    if (nf_sort_is_small(work->context, n)) {
        NF_TRY(nf_sort_small_in_place(work, options, own, n));
        goto done;
    }
    const nf_sort_plan plan = nf_sort_plan_of(work->context, options, n);
    const int odd = plan.split.passes % 2;
    NF_TRY(nf_sort_take_room(work, &plan, &room));
    NF_TRY(nf_sort_take_arrays(work, options, n, &scratch[0]));
    if (nf_sort_needs_second(&plan.split)) NF_TRY(nf_sort_take_arrays(work, options, n, &scratch[1]));
    if (plan.look_back) NF_TRY(nf_sort_count_all(work, &plan, &room, keys, n));
    nf_sort_arrays from = own;
    for (int pass = 0, shift = plan.split.first; pass < plan.split.passes;
         shift += nf_sort_width(&plan.split, pass), pass++) {
        const int left = plan.split.passes - 1 - pass;
        const nf_sort_arrays to = odd && pass == 0 ? scratch[0] : left % 2 == 0 ? own : scratch[odd];
        NF_TRY(nf_sort_pass(work, &plan, &room, n, from, to, pass, shift));
        from = to;
    }
    if (plan.split.passes == 1) NF_TRY(nf_sort_copy(work, options, from, own, n));
    if (plan.look_back) nf_tile_state_give(work, NF_TILE_STATE_SORT);
done:
    nf_scratch_back(work, mark);
    return status;
}

/* A call about n keys. */
typedef struct sort_shape {
    const nf_sort_options *options;
    uint64_t n;
} sort_shape;

static nf_status run_shape(nf_work *work, const void *what) {
    const sort_shape *shape = what;
    return nf_sort_run(work, shape->options, nf_elements_at(NULL, 0), nf_elements_at(NULL, 0), shape->n);
}

nf_status nf_sort_cost(nf_context *context, const nf_sort_options *options, uint64_t n, uint64_t *bytes) {
    return nf_cost_of(context, run_shape, &(sort_shape){options, n}, bytes);
}

/* ---- keys that another kernel computes ---------------------------------------------------------------- */

/* With an odd number of passes the keys are computed in scratch, with an even number in the final buffer. */
nf_status nf_sort_begin(nf_work *work, nf_sort_job *job) {
    nf_status status = NF_OK;
    job->mark = nf_scratch_mark(work);
    job->made = job->keys;
    job->counts = job->words = job->keys.buffer; /* placeholders, not accessed if nothing is counted */
    job->word_count = 0;
    if (nf_is_alone(work->context, &nf_sort_family)) return NF_OK;
    if (nf_sort_is_small(work->context, job->n)) {
        NF_TRY(nf_sort_take_arrays(work, &job->options, job->n, &job->scratch));
        job->made = job->scratch.keys;
        goto done;
    }
    const nf_sort_plan plan = nf_sort_plan_of(work->context, &job->options, job->n);
    nf_sort_room *room = &job->room;
    NF_TRY(nf_sort_take_room(work, &plan, room));
    NF_TRY(nf_sort_take_arrays(work, &job->options, job->n, &job->scratch));
    if (plan.split.passes % 2) job->made = job->scratch.keys;
    if (plan.look_back) {
        job->counts = room->counts;
        job->words = room->words[0];
        job->word_count = plan.words;
    }
done:
    return status;
}

void nf_sort_define(const nf_context *context, const nf_sort_job *job, nf_spec *spec) {
    const int alone = nf_is_alone(context, &nf_sort_family);
    const nf_sort_plan plan = nf_sort_plan_of(context, &job->options, job->n);
    const int counted = !alone && !nf_sort_is_small(context, job->n) && plan.look_back;
    nf_define(spec, "COUNTED", counted);
    nf_define(spec, "NUMBERED", alone);
    if (!counted) return; /* keys of any number of digits are made by one program */
    nf_define(spec, "DIGITS_FIRST", plan.split.first);
    nf_sort_define_digits(context, &plan, plan.split.passes, nf_sort_narrow(&plan), spec);
}

nf_status nf_sort_finish(nf_work *work, nf_sort_job *job) {
    nf_status status = NF_OK;
    if (nf_is_alone(work->context, &nf_sort_family))
        return nf_sort_cpu_run(work, &job->options, job->keys, job->values, job->n);
    const nf_sort_arrays own = {job->keys, job->values};
    nf_sort_arrays from = {job->made, {NULL, 0}};
    if (nf_sort_is_small(work->context, job->n)) {
        NF_TRY(nf_sort_small_run(work, &job->options, from, own, job->n));
        goto done;
    }
    const nf_sort_plan plan = nf_sort_plan_of(work->context, &job->options, job->n);
    for (int pass = 0, shift = plan.split.first; pass < plan.split.passes;
         shift += nf_sort_width(&plan.split, pass), pass++) {
        const nf_sort_arrays to = (plan.split.passes - 1 - pass) % 2 == 0 ? own : job->scratch;
        NF_TRY(nf_sort_pass(work, &plan, &job->room, job->n, from, to, pass, shift));
        from = to;
    }
    if (plan.look_back) nf_tile_state_give(work, NF_TILE_STATE_SORT);
done:
    nf_scratch_back(work, job->mark);
    return status;
}

static nf_status run_job(nf_work *work, const void *what) {
    const sort_shape *shape = what;
    nf_sort_job job = {.options = *shape->options, .n = shape->n};
    nf_status status = NF_OK;
    NF_TRY(nf_sort_begin(work, &job));
    NF_TRY(nf_sort_finish(work, &job));
done:
    return status;
}

nf_status nf_sort_job_cost(nf_context *context, const nf_sort_options *options, uint64_t n, uint64_t *bytes) {
    return nf_cost_of(context, run_job, &(sort_shape){options, n}, bytes);
}

/* ---- the public function ------------------------------------------------------------------------------ */

static const nf_sized options_sized = {NF_SIZED(nf_sort_options)};

static nf_status check_options(nf_context *context, const nf_sort_options *options) {
    if (options->key != NF_UINT32 && options->key != NF_UINT64)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "options->key is %d: it must be NF_UINT32 or NF_UINT64", (int)options->key);
    if (options->value != NF_UINT32 && options->value != NF_UINT64 && options->value != NF_TYPE_NONE)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "options->value is %d: it must be NF_UINT32, NF_UINT64 or NF_TYPE_NONE",
                       (int)options->value);
    const int bits = (int)nf_type_bytes(options->key) * 8, first = options->first_bit,
              last = options->last_bit;
    if ((first != 0 || last != 0) && (first < 0 || last <= first || last > bits))
        return nf_fail(
            &context->error, NF_ERROR_ARGUMENT,
            "options->first_bit is %d and last_bit %d: they must be a range within the %d bits of a key",
            first, last, bits);
    return NF_OK;
}

static nf_status take_options(nf_context *context, const nf_sort_options *options, nf_sort_options *own) {
    nf_status status = NF_OK;
    if (!options) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "options is NULL");
    NF_TRY(nf_sized_take(&options_sized, "options", options, own, NULL, &context->error));
    NF_TRY(check_options(context, own));
done:
    return status;
}

static nf_status check_sort(nf_context *context, const nf_sort_options *options, nf_slice keys,
                            nf_slice values, uint64_t n, nf_sort_arrays *at) {
    nf_status status = NF_OK;
    const size_t key = nf_type_bytes(options->key), value = nf_type_bytes(options->value);
    NF_TRY(nf_check_slice(context, "keys", keys, n, key, NF_WRITTEN, &at->keys));
    if (value) {
        NF_TRY(nf_check_slice(context, "values", values, n, value, NF_WRITTEN, &at->values));
        NF_TRY(nf_check_apart(context, "keys", keys, nf_multiply(n, key), "values", values,
                              nf_multiply(n, value)));
    }
done:
    return status;
}

nf_status nf_sort(nf_context *context, const nf_sort_options *options, nf_slice keys, nf_slice values,
                  uint64_t n, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    nf_sort_options own = {.size = 0};
    nf_sort_arrays at = {.keys = {NULL, 0}};
    work.stage = "sort";
    NF_TRY(take_options(context, options, &own));
    NF_TRY(check_sort(context, &own, keys, values, n, &at));
    NF_TRY(nf_sort_run(&work, &own, at.keys, at.values, n));
done:
    return nf_work_end(&work, status);
}

nf_status nf_sort_scratch(nf_context *context, const nf_sort_options *options, uint64_t n, uint64_t *bytes) {
    nf_sort_options own = {.size = 0};
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(take_options(context, options, &own));
    NF_TRY(nf_sort_cost(context, &own, n, bytes));
done:
    return status;
}
