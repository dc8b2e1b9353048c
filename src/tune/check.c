/* The self-check: one row a probe. */
#include "tune/capability.h"
#include "tune/probe.h"
#include "tune/profile.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* X(name, what it proves, capability that needs it or "", needed, quick) */
#define CHECK_TABLE(X)                                                                                       \
    X(contraction, "a * b + c is rounded twice, as the pair rule requires", "", 1, 0)                        \
    X(atomics32, "32-bit atomics of all work-groups lose no update", "", 1, 0)                               \
    X(local, "local memory and barriers work in groups of any size, also with idle work-items", "", 1, 0)    \
    X(loops, "a work-item can run more than 65,535 loop iterations", "", 1, 0)                               \
    X(atomics64, "64-bit words are read, written and added to atomically", "int64_atomics", 0, 1)            \
    X(progress, "a work-group that waits for an earlier one makes progress", "look_back", 0, 1)              \
    X(progress_ptx, "the same with loads and stores in PTX", "look_back", 0, 1)                              \
    X(subgroups, "sub-groups are 32 consecutive work-items, and their operations are correct", "subgroups",  \
      0, 1)                                                                                                  \
    X(ptx, "operations in inline PTX are correct", "ptx", 0, 1)                                              \
    X(redux, "operations in inline PTX of compute capability 8.0 are correct", "redux", 0, 1)                \
    X(wave64, "AMD's instructions are correct in waves of 64", "wave64", 0, 1)                               \
    X(wave32, "AMD's instructions are correct in waves of 32", "wave32", 0, 1)                               \
    X(groups, "barriers work in loops, and where work-groups return early", "groups", 0, 0)                  \
    X(large, "buffers larger than 4 GiB work", "", 0, 0)                                                     \
    X(times, "event times are in order and agree with the clock", "", 0, 0)

static const nf_probe_info rows[] = {
#define X(name, proves, decides, needed, quick) {#name, proves, decides, needed, quick},
    CHECK_TABLE(X)
#undef X
};
static nf_probe *const probes[] = {
#define X(name, proves, decides, needed, quick) nf_probe_##name,
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

nf_status nf_probe_buffer(nf_work *work, const void *data, int byte, uint64_t bytes, cl_mem *out) {
    const unsigned char pattern = (unsigned char)byte;
    nf_status status = nf_scratch(work, bytes, out);
    if (status != NF_OK) return status;
    return data ? nf_write(work, *out, 0, data, bytes) : nf_fill(work, *out, &pattern, 1, 0, bytes);
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

nf_status nf_probe_try(nf_context *context, size_t number, const nf_shared *shared, cl_command_queue queue,
                       nf_finding *finding) {
    nf_work work;
    const nf_sync sync = {.queue = queue};
    memset(finding, 0, sizeof *finding);
    nf_status status = nf_work_begin(&work, context, &sync);
    if (status == NF_OK) status = probes[number](&work, shared, finding);
    status = nf_work_end(&work, status);
    if (nf_is_host_memory(context, status)) return status;
    if (status != NF_OK) {
        /* A failed call decides nothing: memory may be short for a moment. */
        nf_find(finding, status == NF_ERROR_BUILD ? NF_PROBE_UNBUILT : NF_PROBE_UNDECIDED, "%.*s",
                (int)sizeof finding->why - 1, context->error.text);
        context->error.text[0] = 0;
    }
    return NF_OK;
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
