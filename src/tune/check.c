/* The self-check: one row a probe. */
#include "tune/capability.h"
#include "tune/probe.h"
#include "tune/profile.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* X(name, function, lanes, what it proves, capability that needs it or "", needed, quick) */
#define CHECK_TABLE(X)                                                                                       \
    X(contraction, contraction, LOCAL, "a * b + c is rounded twice, as the pair rule requires", "", 1, 0)    \
    X(atomics32, atomics32, LOCAL, "32-bit atomics of all work-groups lose no update", "", 1, 0)             \
    X(local, local, LOCAL,                                                                                   \
      "local memory and barriers work in groups of any size, also with idle work-items", "", 1, 0)           \
    X(loops, loops, LOCAL, "a work-item can run more than 65,535 loop iterations", "", 1, 0)                 \
    X(atomics64, atomics64, LOCAL, "64-bit words are read, written and added to atomically",                 \
      "int64_atomics", 0, 1)                                                                                 \
    X(progress, progress, LOCAL, "a work-group that waits for an earlier one makes progress", "look_back",   \
      0, 1)                                                                                                  \
    X(progress_ptx, progress, PTX, "the same with loads and stores in PTX", "look_back", 0, 1)               \
    X(subgroups, lanes, SUBGROUPS,                                                                           \
      "sub-groups are 32 consecutive work-items, and their operations are correct", "subgroups", 0, 1)       \
    X(ptx, lanes, PTX, "operations in inline PTX are correct", "ptx", 0, 1)                                  \
    X(redux, lanes, REDUX, "operations in inline PTX of compute capability 8.0 are correct", "redux", 0, 1)  \
    X(wave64, lanes, WAVE64, "AMD's instructions are correct in waves of 64", "wave64", 0, 1)                \
    X(wave32, lanes, WAVE32, "AMD's instructions are correct in waves of 32", "wave32", 0, 1)                \
    X(groups, groups, LOCAL, "barriers work in loops, and where work-groups return early", "groups", 0, 0)

static const nf_probe_info rows[] = {
#define X(name, function, lanes, proves, decides, needed, quick) {#name, proves, decides, needed, quick},
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

uint64_t nf_probe_random(uint64_t k) {
    uint64_t x = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

int nf_is_host_memory(const nf_context *context, nf_status status) {
    return status == NF_ERROR_MEMORY && context->error.host_memory;
}

/* ---- running ------------------------------------------------------------------------------------------ */

nf_status nf_probe_with(nf_context *context, nf_probe *probe, nf_lanes lanes, const nf_shared *shared,
                        cl_command_queue queue, nf_finding *finding) {
    const char *missing = nf_lanes_missing(context, lanes);
    nf_work work;
    const nf_sync sync = {.queue = queue};
    nf_trial *t = NULL;
    memset(finding, 0, sizeof *finding);
    if (missing) return nf_find(finding, NF_PROBE_NOT_RUN, "%s", missing);
    nf_status status =
        nf_allocate(&context->allocator, 1, sizeof *t, "a probe", (void **)&t, &context->error);
    if (status != NF_OK) return status;
    t->work = &work;
    t->shared = shared;
    t->lanes = lanes;
    t->finding = finding;
    for (uint32_t k = 0; k < NF_TRIAL_IN; k++) t->in[k] = (uint32_t)nf_probe_random(k);
    status = nf_work_begin(&work, context, &sync);
    if (status == NF_OK) status = probe(t);
    status = nf_work_end(&work, status);
    if (status == NF_OK && finding->outcome == NF_PROBE_NOT_RUN && !finding->why[0])
        nf_find(finding, t->launches ? NF_PROBE_HOLDS : NF_PROBE_NOT_RUN,
                t->launches ? "all values are right in %u launches" : "groups of this device are too small",
                t->launches);
    nf_release(&context->allocator, t);
    if (status == NF_OK || nf_is_host_memory(context, status)) return status;
    /* A failed call decides nothing: memory may be short for a moment. */
    nf_find(finding, status == NF_ERROR_BUILD ? NF_PROBE_UNBUILT : NF_PROBE_UNDECIDED, "%.*s",
            (int)sizeof finding->why - 1, context->error.text);
    context->error.text[0] = 0;
    return NF_OK;
}

nf_status nf_probe_try(nf_context *context, size_t number, const nf_shared *shared, cl_command_queue queue,
                       nf_finding *finding) {
    const nf_lanes lanes = probes[number].lanes;
    /* A program with NVIDIA's newer reductions also has kernels with the older ones. */
    const int has = shared && (lanes == NF_LANES_LOCAL || lanes == shared->lanes ||
                               (lanes == NF_LANES_PTX && shared->lanes == NF_LANES_REDUX));
    return nf_probe_with(context, probes[number].probe, lanes, has ? shared : NULL, queue, finding);
}

nf_status nf_probe_run(nf_context *context, size_t number, nf_finding *finding) {
    if (!context) return NF_ERROR_ARGUMENT;
    if (number >= ROWS || !finding)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "probe %zu of %d, or no place for its finding",
                       number, ROWS);
    return nf_probe_try(context, number, NULL, NULL, finding);
}

nf_status nf_probe_verdict(const nf_finding *findings, nf_profile *profile) {
    if (!findings || !profile) return NF_ERROR_ARGUMENT;
    const uint32_t groups = 1u << NF_CAN_GROUPS;
    profile->checked &= groups;
    profile->proved &= profile->checked;
    for (int c = 0; c < NF_CAPABILITIES; c++) {
        int held = 0, other = 0;
        for (int k = 0; k < ROWS; k++) {
            if (strcmp(rows[k].decides, nf_capability_word((nf_capability)c)) != 0) continue;
            held += findings[k].outcome == NF_PROBE_HOLDS;
            other += findings[k].outcome != NF_PROBE_HOLDS && findings[k].outcome != NF_PROBE_NOT_RUN;
        }
        if (c == NF_CAN_GROUPS && !held && !other) continue; /* keep the stored or assumed value */
        profile->checked |= 1u << c;
        profile->proved &= ~(1u << c);
        if (held && !other && nf_capability_is_for((nf_capability)c, profile->type))
            profile->proved |= 1u << c;
    }
    return NF_OK;
}
