/* Probe of forward progress between work-groups. */
#include "tune/probe.h"

#include <string.h>

/* The most polls of a waiting group, about a second: a GPU polls memory, a CPU its cache.  On a CPU a group can wait
   that long for a thread that the system has suspended. */
static uint32_t turns_most(const nf_context *context, const nf_shared *shared) {
    return context->device.type & CL_DEVICE_TYPE_CPU ? 1u << 27 : shared ? 1u << 20 : 1u << 22;
}

typedef struct trial {
    const nf_shared *shared;
    nf_lanes lanes;
    int wide;
    uint32_t group, groups;
} trial;

static const char *kernel_of(const trial *t) {
    if (t->lanes == NF_LANES_LOCAL) return t->wide ? "probe_progress_64" : "probe_progress_32";
    return t->wide ? "probe_progress_lanes_64" : "probe_progress_lanes_32";
}

static nf_status run_trial(nf_work *work, const trial *t, nf_finding *finding) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    const uint64_t size = t->wide ? 8 : 4, bytes = t->groups * size;
    const nf_spec spec = t->shared ? t->shared->spec
                                   : nf_probe_spec(context, NF_PART_PROGRESS, t->lanes, 32,
                                                   context->device.int64_atomics != 0);
    nf_program *program = NULL;
    const size_t mark = nf_scratch_mark(work);
    cl_mem counters = NULL, gave_up = NULL, words = NULL, before = NULL;
    uint32_t stopped = 0, ticket = 0;
    unsigned char *got = NULL;
    NF_TRY(nf_program_get(context, &spec, &program));
    NF_TRY(nf_allocate(&context->allocator, t->groups, size, "a probe", (void **)&got, &context->error));
    NF_TRY(nf_probe_buffer(work, NULL, 0, 4, &counters));
    NF_TRY(nf_probe_buffer(work, NULL, 0, 4, &gave_up));
    NF_TRY(nf_probe_buffer(work, NULL, 0, bytes, &words));
    NF_TRY(nf_probe_buffer(work, NULL, 0xff, bytes, &before));
    NF_TRY(nf_launch(work, program, kernel_of(t), nf_shape_for(t->groups, 1, t->group), nf_inout(counters),
                     nf_inout(words), nf_out(before), nf_inout(gave_up),
                     nf_u32(turns_most(context, t->shared))));
    NF_TRY(nf_read(work, gave_up, 0, &stopped, 4));
    NF_TRY(nf_read(work, counters, 0, &ticket, 4));
    NF_TRY(nf_read(work, before, 0, got, bytes));
    uint64_t sum = 0, wrong = 0;
    for (uint32_t k = 0; k < t->groups; sum += k % 7 + 1, k++) {
        const uint32_t narrow = (uint32_t)sum;
        wrong += memcmp(got + k * size, t->wide ? (const void *)&sum : (const void *)&narrow, size) != 0;
    }
    if (stopped)
        nf_find(finding, NF_PROBE_FAILS, "groups of %u waited for earlier ones without success (%u groups)",
                t->group, t->groups);
    else if (ticket)
        nf_find(finding, NF_PROBE_FAILS, "the tickets of %u groups ended at %u", t->groups, ticket);
    else if (wrong)
        nf_find(finding, NF_PROBE_FAILS, "%llu of %u groups of %u saw a wrong sum", (unsigned long long)wrong,
                t->groups, t->group);
done:
    nf_scratch_back(work, mark);
    nf_release(&context->allocator, got);
    return status;
}

/* Runs many more groups than fit on the device at once, small and large ones, with words of 32 bits and of 64 bits if the
   device has them; several times, or once in the quick check. */
static nf_status progress(nf_work *work, const nf_shared *shared, nf_lanes lanes, nf_finding *finding) {
    const nf_device_info *device = &work->context->device;
    nf_status status = NF_OK;
    const uint32_t large = device->max_work_group < 1024 ? (uint32_t)device->max_work_group : 1024;
    const uint32_t sizes[] = {64 < large ? 64 : large, large};
    const uint64_t wanted = (uint64_t)device->compute_units * (shared ? 64 : 256),
                   least = shared ? 1024 : 8192;
    const uint32_t groups = (uint32_t)(wanted < least ? least : wanted > 65536 ? 65536 : wanted);
    nf_find(finding, NF_PROBE_HOLDS, "%u groups of %u and of %u, each waiting for the one before it", groups,
            sizes[0], sizes[1]);
    for (int run = 0; run < (shared ? 1 : 3); run++)
        for (int wide = 0; wide <= (device->int64_atomics != 0); wide++)
            for (size_t k = 0; k < 2; k++) {
                const trial t = {shared, lanes, wide, sizes[k], groups};
                NF_TRY(run_trial(work, &t, finding));
                if (finding->outcome != NF_PROBE_HOLDS) return NF_OK;
            }
done:
    return status;
}

nf_status nf_probe_progress(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    return progress(work, shared, NF_LANES_LOCAL, finding);
}

nf_status nf_probe_progress_ptx(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    const char *missing = nf_lanes_missing(work->context, NF_LANES_PTX);
    if (missing) return nf_find(finding, NF_PROBE_NOT_RUN, "%s", missing);
    return progress(work, nf_shared_with(shared, NF_LANES_PTX), NF_LANES_PTX, finding);
}
