/* The quick part of the self-check, which a user's first context runs: which fast paths are safe with this device and
   driver.  It is one program and few launches, and all waits in it are bounded. */
#include "tune/probe.h"
#include "tune/profile.h"

#include <stdio.h>
#include <string.h>

enum { PROBES_MOST = 64 };

typedef struct quick {
    nf_context *context;
    cl_command_queue queue; /* of its own: the caller's queue may have unfinished commands */
    nf_shared shared;
    const nf_shared *use; /* NULL if that program does not build: the probes then build their own */
    nf_finding findings[PROBES_MOST];
    nf_profile profile;
    char unsure[320]; /* why the verdict must not be stored; "" if it may be */
} quick;

nf_spec nf_probe_spec(nf_context *context, uint32_t parts, nf_lanes lanes, uint32_t group, int wide) {
    nf_spec spec = nf_spec_of(context, "tune/self_check.cl");
    nf_define(&spec, "PARTS", parts);
    nf_lanes_define(&spec, lanes);
    nf_define(&spec, "GROUP", group);
    nf_define(&spec, "WIDE", wide);
    return spec;
}

/* Builds the program with all parts that can be tried on the device. */
static nf_status build(quick *q, int is_cpu) {
    static const nf_lanes fastest_last[] = {NF_LANES_SUBGROUPS, NF_LANES_WAVE32, NF_LANES_WAVE64,
                                            NF_LANES_PTX, NF_LANES_REDUX};
    const nf_device_info *device = &q->context->device;
    nf_shared *s = &q->shared;
    nf_program *program = NULL;
    for (size_t k = 0; k < sizeof fastest_last / sizeof *fastest_last; k++)
        if (!nf_lanes_missing(q->context, fastest_last[k])) s->lanes = fastest_last[k];
    s->group = device->max_work_group < 128 ? 32 : 128;
    const uint32_t parts = (is_cpu ? 0 : NF_PART_PROGRESS) |
                           (s->lanes == NF_LANES_LOCAL ? 0 : NF_PART_LANES) |
                           (device->int64_atomics ? NF_PART_WORDS : 0);
    s->spec = nf_probe_spec(q->context, parts, s->lanes, s->group, device->int64_atomics != 0);
    const nf_status status = nf_program_get(q->context, &s->spec, &program);
    q->use = status == NF_OK ? s : NULL;
    if (nf_is_host_memory(q->context, status)) return status;
    q->context->error.text[0] = 0;
    return NF_OK;
}

/* A probe that fails is run a second time, in all its shapes: a transient failure must not be stored. */
static nf_status judge(quick *q, const char *name, size_t row) {
    nf_finding second, *first = &q->findings[row];
    nf_status status = nf_probe_try(q->context, row, q->use, q->queue, first);
    if (status != NF_OK || first->outcome == NF_PROBE_HOLDS || first->outcome == NF_PROBE_NOT_RUN)
        return status;
    status = nf_probe_try(q->context, row, NULL, q->queue, &second);
    const nf_finding *doubt = second.outcome == NF_PROBE_UNDECIDED ? &second : first;
    if (doubt->outcome == NF_PROBE_UNDECIDED || second.outcome != first->outcome)
        snprintf(q->unsure, sizeof q->unsure,
                 "a second try of the probe \"%s\" found something else, or a call failed: %s", name,
                 doubt->why);
    return status;
}

static nf_status judge_all(quick *q, const char *type) {
    size_t count = 0, tried = 0, built = 0;
    nf_status status = NF_OK;
    const nf_probe_info *rows = nf_probes(&count);
    for (size_t k = 0; k < count && k < PROBES_MOST; k++) {
        if (!rows[k].quick || !nf_capability_is_for((nf_capability)nf_capability_of(rows[k].decides), type))
            continue;
        NF_TRY(judge(q, rows[k].name, k));
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
    nf_status status = NF_OK;
    NF_TRY(nf_profile_stored(context, &q->profile, NULL));
    NF_TRY(nf_probe_verdict(q->findings, &q->profile));
    if (!q->unsure[0]) {
        status = nf_profile_store(context, &q->profile);
        if (status == NF_OK || status == NF_ERROR_MEMORY) return status;
    }
    const nf_sentence why = context->error;
    context->error.text[0] = 0;
    nf_store_serve(context, q->profile.checked, q->profile.proved,
                   q->unsure[0]               ? q->unsure
                   : context->known.folder[0] ? why.text
                                              : "there is no folder for profiles");
    status = NF_OK;
done:
    return status;
}

nf_status nf_self_check(nf_context *context) {
    nf_status status = NF_OK;
    quick *q = NULL;
    if (!context) return NF_ERROR_ARGUMENT;
    const char *type = nf_profile_type(&context->device);
    NF_TRY(nf_allocate(&context->allocator, 1, sizeof *q, "a self-check", (void **)&q, &context->error));
    q->context = context;
    cl_int code = CL_SUCCESS;
    q->queue = clCreateCommandQueue(context->cl, context->device.device,
                                    context->profile ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
    if (code != CL_SUCCESS) q->queue = NULL;
    NF_TRY_CODE(context, code, "clCreateCommandQueue");
    NF_TRY(build(q, strcmp(type, "cpu") == 0));
    NF_TRY(judge_all(q, type));
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
