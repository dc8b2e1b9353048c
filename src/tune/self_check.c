/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The self-check: one row a probe; how they run; the verdict; and the quick part, which a user's first context runs. */
#include "opencl/host_device.h"
#include "opencl/queue/queue.h"
#include "tune/known.h"
#include "tune/probe.h"
#include "tune/profile.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* X(name, function, lanes, what it proves, capability that needs it or "", needed, quick) */
#define CHECK_TABLE(X)                                                                                       \
    X("contraction", contraction, LOCAL, "a * b + c is rounded twice, as the pair rule requires", "", 1, 0)  \
    X("rounding", rounding, LOCAL, "roots and quotients are correctly rounded", "", 1, 0)                    \
    X("atomics32", atomics32, LOCAL, "32-bit atomics of all work-groups lose no update", "", 1, 0)           \
    X("local", local, LOCAL,                                                                                 \
      "local memory and barriers work in groups of any size, also with idle work-items", "", 1, 0)           \
    X("loops", loops, LOCAL, "a work-item can run more than 65,535 loop iterations", "", 1, 0)               \
    X("atomics64", atomics64, LOCAL, "64-bit words are read, written and added to atomically",               \
      "int64_atomics", 0, 1)                                                                                 \
    X("progress", progress, LOCAL, "a work-group that waits for an earlier one makes progress", "look_back", \
      0, 1)                                                                                                  \
    X("progress_ptx", progress, PTX, "the same with loads and stores in PTX", "look_back", 0, 1)             \
    X("grid_barrier", grid_barrier, PTX,                                                                     \
      "work-groups that are as many as compute units wait for each other", "grid_barrier", 0, 1)             \
    NF_LANES_TABLE(LANES_PROBE)                                                                              \
    X("groups", groups, LOCAL, "barriers work in loops, and where work-groups return early", "groups", 0, 0)
#define LANES_PROBE(kind, word, on_cpus, wave, base, missing, meaning, proves)                               \
    X(word, lanes, kind, proves, word, 0, 1)

static const nf_probe_info rows[] = {
#define X(name, function, lanes, proves, decides, needed, quick) {name, proves, decides, needed, quick},
    CHECK_TABLE(X)
#undef X
};
static const struct {
    nf_probe *probe;
    nf_lanes lanes;
} probes[] = {
#define X(name, function, lanes, proves, decides, needed, quick) {nf_probe_##function, NF_LANES_##lanes},
    CHECK_TABLE(X)
#undef X
};
enum { ROWS = sizeof rows / sizeof *rows };

const nf_probe_info *nf_probes(size_t *count) {
    if (count) *count = ROWS;
    return rows;
}

/* ---- for the probes ----------------------------------------------------------------------------------- */

nf_status nf_find(nf_finding *finding, nf_outcome outcome, const char *words, ...) {
    va_list list;
    va_start(list, words);
    vsnprintf(finding->why, sizeof finding->why, words, list);
    va_end(list);
    finding->outcome = outcome;
    return NF_OK;
}

nf_spec nf_trial_spec(const nf_trial *t, uint32_t parts, uint32_t group) {
    nf_context *context = t->work->context;
    const int wide = context->device.int64_atomics != 0;
    const nf_lanes lanes = t->quick ? nf_lanes_to_try(context) : t->lanes;
    nf_spec spec = nf_spec_of(context, "tune/self_check.cl");
    if (t->quick) { /* the same for all probes: all parts that can be tried */
        group = 128;
        parts = (strcmp(nf_profile_type(&context->device), "cpu") == 0 ? 0 : NF_PART_PROGRESS) |
                (lanes == NF_LANES_LOCAL ? 0 : NF_PART_LANES) | (wide ? NF_PART_WORDS : 0);
    }
    nf_define(&spec, "PARTS", parts);
    nf_lanes_define(&spec, lanes);
    nf_define(&spec, "GROUP", group);
    nf_define(&spec, "WIDE", wide);
    return spec;
}

void nf_trial_blank(nf_trial *t, uint32_t in_words, uint32_t words) {
    t->in_words = in_words;
    t->words = words;
    memset(t->data, 0xff, words * sizeof *t->data);
}

nf_status nf_trial_run(nf_trial *t, const nf_spec *spec, const char *kernel, nf_shape shape, uint32_t n) {
    static const uint32_t zero;
    nf_work *work = t->work;
    nf_status status = NF_OK;
    nf_program *program = NULL;
    cl_mem in = NULL, data = NULL;
    const size_t mark = nf_scratch_mark(work);
    const uint64_t in_bytes = (uint64_t)t->in_words * 4, bytes = (uint64_t)t->words * 4;
    size_t wrong = 0;
    if (t->finding->outcome == NF_PROBE_FAILS || shape.group > work->context->device.max_work_group)
        return NF_OK;
    NF_TRY(nf_program_get(work->context, spec, &program));
    NF_TRY(nf_scratch(work, bytes + (uint64_t)t->room * 4, &data));
    NF_TRY(nf_write(work, data, 0, t->data, bytes));
    if (t->room) NF_TRY(nf_fill(work, data, &zero, sizeof zero, bytes, (uint64_t)t->room * 4));
    if (in_bytes) NF_TRY(nf_scratch(work, in_bytes, &in));
    if (in_bytes) NF_TRY(nf_write(work, in, 0, t->in, in_bytes));
    const nf_arg args[] = {nf_inout(data), nf_u32(n), nf_in(in)};
    NF_TRY(nf_launch_args(work, program, kernel, shape, args, in ? 3 : 2));
    NF_TRY(nf_read(work, data, 0, t->data, bytes));
    for (uint32_t k = 0; k < t->words; k++) wrong += t->data[k] != t->wanted[k];
    t->launches++;
    if (wrong)
        nf_find(t->finding, NF_PROBE_FAILS, "%zu of %u values are wrong in groups of %zu", wrong, t->words,
                shape.group);
done:
    nf_scratch_back(work, mark);
    return status;
}

int nf_is_out_of_host_memory(const nf_context *context, nf_status status) {
    return status == NF_ERROR_MEMORY && context->error.host_memory;
}

/* ---- running ------------------------------------------------------------------------------------------ */

nf_status nf_probe_with(nf_context *context, nf_probe *probe, nf_lanes lanes, int quick,
                        cl_command_queue queue, nf_finding *finding) {
    const char *missing = nf_lanes_missing(context, lanes);
    nf_work work;
    const nf_sync sync = {.size = sizeof sync, .queue = queue};
    nf_trial *t = NULL;
    memset(finding, 0, sizeof *finding);
    if (missing) return nf_find(finding, NF_PROBE_NOT_RUN, "%s", missing);
    nf_status status =
        nf_allocate(&context->allocator, 1, sizeof *t, "a probe", (void **)&t, &context->error);
    if (status != NF_OK) return status;
    t->work = &work;
    t->quick = quick;
    t->lanes = lanes;
    t->finding = finding;
    context->lacks = 0;
    for (uint32_t k = 0; k < NF_TRIAL_IN; k++) t->in[k] = (uint32_t)(NF_PROBE_RANDOM(k) >> 32);
    status = nf_work_begin(&work, context, &sync);
    if (status == NF_OK) status = probe(t);
    status = nf_work_end(&work, status);
    if (status == NF_OK && finding->outcome == NF_PROBE_NOT_RUN && !finding->why[0])
        nf_find(finding, t->launches ? NF_PROBE_HOLDS : NF_PROBE_NOT_RUN,
                t->launches ? "all values are right in %u launch%s" : "groups of this device are too small",
                t->launches, t->launches == 1 ? "" : "es");
    nf_release(&context->allocator, t);
    if (status == NF_ERROR_UNSUPPORTED && context->lacks) {
        context->error.text[0] = 0;
        return nf_find(finding, NF_PROBE_NOT_RUN, "the host has no kernel for it");
    }
    if (status == NF_OK || status == NF_ERROR_CANCELLED || nf_is_out_of_host_memory(context, status))
        return status;
    /* A failed call decides nothing: memory may be short for a moment. */
    nf_find(finding, status == NF_ERROR_BUILD ? NF_PROBE_UNBUILT : NF_PROBE_UNDECIDED, "%.*s",
            (int)sizeof finding->why - 1, context->error.text);
    context->error.text[0] = 0;
    return NF_OK;
}

nf_status nf_probe_run(nf_context *context, size_t number, nf_finding *finding) {
    if (!context) return NF_ERROR_ARGUMENT;
    if (number >= ROWS || !finding)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "probe %zu of %d, or no place for its finding",
                       number, ROWS);
    if (context->plain)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "a probe is of kernels: the host of this context computes in plain C");
    return nf_probe_with(context, probes[number].probe, probes[number].lanes, 0, NULL, finding);
}

nf_status nf_probe_verdict(const nf_finding *findings, nf_profile *profile) {
    if (!findings || !profile) return NF_ERROR_ARGUMENT;
    uint32_t held = 0, other = 0, suited = 0;
    for (size_t k = 0; k < ROWS; k++) {
        const int c = nf_capability_of(rows[k].decides);
        if (c < 0 || findings[k].outcome == NF_PROBE_NOT_RUN) continue;
        *(findings[k].outcome == NF_PROBE_HOLDS ? &held : &other) |= 1u << c;
    }
    for (int c = 0; c < NF_CAPABILITIES; c++)
        suited |= (uint32_t)nf_capability_is_for((nf_capability)c, profile->type) << c;
    /* Of groups, the stored or assumed value is kept if their probe did not run. */
    const uint32_t kept = 1u << NF_CAN_GROUPS & ~(held | other);
    profile->proved = (profile->proved & profile->checked & kept) | (held & ~other & suited);
    profile->checked = (profile->checked & kept) | (((1u << NF_CAPABILITIES) - 1) & ~kept);
    return NF_OK;
}

/* ---- the quick part ----------------------------------------------------------------------------------- */

int nf_is_unchecked(const nf_context *context) {
    uint32_t decided = 0;
    for (size_t k = 0; k < ROWS; k++)
        if (rows[k].quick) decided |= 1u << nf_capability_of(rows[k].decides);
    return (decided & ~nf_known_of(context)->checked) != 0;
}

/* One program and few launches, and all waits in it are bounded. */
typedef struct quick {
    nf_context *context;
    cl_command_queue queue; /* of its own: the caller's queue may have unfinished commands */
    nf_finding findings[ROWS];
    nf_profile profile;
    char unsure[320]; /* why the verdict must not be stored; "" if it may be */
} quick;

static nf_status try(const quick *q, size_t row, int is_quick, nf_finding *finding) {
    return nf_probe_with(q->context, probes[row].probe, probes[row].lanes, is_quick, q->queue, finding);
}

/* A probe that fails is run a second time, in all its shapes: a transient failure must not be stored.  If a driver does not
   build the program of all parts, the probes build their own. */
static nf_status judge(quick *q, size_t row) {
    nf_finding second, *first = &q->findings[row];
    nf_status status = try(q, row, 1, first);
    if (status == NF_OK && first->outcome == NF_PROBE_UNBUILT) status = try(q, row, 0, first);
    if (status != NF_OK || first->outcome == NF_PROBE_HOLDS || first->outcome == NF_PROBE_NOT_RUN)
        return status;
    status = try(q, row, 0, &second);
    const nf_finding *doubt = second.outcome == NF_PROBE_UNDECIDED ? &second : first;
    if (doubt->outcome == NF_PROBE_UNDECIDED || second.outcome != first->outcome)
        snprintf(q->unsure, sizeof q->unsure,
                 "a second try of the probe \"%s\" found something else, or a call failed: %s",
                 rows[row].name, doubt->why);
    return status;
}

static nf_status judge_all(quick *q) {
    size_t tried = 0, built = 0;
    nf_status status = NF_OK;
    const char *type = nf_profile_type(&q->context->device);
    for (size_t k = 0; k < ROWS; k++) {
        if (!rows[k].quick || !nf_capability_is_for((nf_capability)nf_capability_of(rows[k].decides), type))
            continue;
        NF_TRY(judge(q, k));
        tried += q->findings[k].outcome != NF_PROBE_NOT_RUN;
        built += q->findings[k].outcome != NF_PROBE_NOT_RUN && q->findings[k].outcome != NF_PROBE_UNBUILT;
    }
    if (tried && !built) snprintf(q->unsure, sizeof q->unsure, "the driver built none of its kernels");
done:
    return status;
}

/* Adds the verdict to the stored profile; if it cannot be stored, this context uses it. */
static nf_status keep(quick *q) {
    nf_context *context = q->context;
    nf_status status = nf_profile_stored(context, &q->profile, NULL);
    if (status != NF_OK) return status;
    nf_probe_verdict(q->findings, &q->profile);
    if (!q->unsure[0]) status = nf_profile_store(context, &q->profile);
    if (status == NF_ERROR_MEMORY || (status == NF_OK && !q->unsure[0])) return status;
    nf_store_serve(context, q->profile.checked, q->profile.proved,
                   q->unsure[0]                      ? q->unsure
                   : nf_known_of(context)->folder[0] ? context->error.text
                                                     : "there is no folder for profiles");
    context->error.text[0] = 0;
    return NF_OK;
}

nf_status nf_self_check(nf_context *context) {
    nf_status status = NF_OK;
    quick *q = NULL;
    if (!context) return NF_ERROR_ARGUMENT;
    NF_TRY(nf_refuse_host(context, "the self-check"));
    NF_TRY(nf_allocate(&context->allocator, 1, sizeof *q, "a self-check", (void **)&q, &context->error));
    q->context = context;
    cl_int code = CL_SUCCESS;
    q->queue = clCreateCommandQueue(context->cl, context->device.device,
                                    context->profile ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
    if (code != CL_SUCCESS) q->queue = NULL;
    NF_TRY_CODE(context, code, "clCreateCommandQueue");
    NF_TRY(judge_all(q));
    NF_TRY(keep(q));
done:
    if (q && q->queue) {
        nf_finish(context, q->queue);
        if (context->last_queue == q->queue) nf_work_leave(context);
        clReleaseCommandQueue(q->queue);
    }
    nf_release(&context->allocator, q);
    return status;
}
