/* Probe of forward progress between work-groups. */
#include "tune/capability.h"
#include "tune/probe.h"

#include <string.h>

/* Turns that a group waits at most, a second or so: a GPU's turn goes to memory, a CPU's to its cache.  A CPU's group
   may well wait that long, for a thread that the system has put aside. */
static uint32_t turns_most(const nf_context *context) {
    return context->device.type & CL_DEVICE_TYPE_CPU ? 1u << 27 : 1u << 22;
}

typedef struct trial {
    nf_lanes lanes;
    int wide;
    uint32_t group, groups;
} trial;

static nf_status run_trial(nf_work *work, const trial *t, nf_finding *finding) {
    nf_context *context = work->context;
    nf_status status = NF_OK;
    const uint64_t size = t->wide ? 8 : 4, bytes = t->groups * size;
    nf_spec spec = nf_spec_of("tune/probe_progress.cl");
    nf_program *program = NULL;
    const size_t mark = nf_scratch_mark(work);
    cl_mem counters = NULL, gave_up = NULL, words = NULL, before = NULL;
    uint32_t stopped = 0, ticket = 0;
    unsigned char *got = NULL;
    nf_define(&spec, "LANES_BY", t->lanes);
    nf_define(&spec, "WIDE", t->wide);
    NF_TRY(nf_program_get(context, &spec, &program));
    NF_TRY(nf_allocate(&context->allocator, t->groups, size, "a probe", (void **)&got, &context->error));
    NF_TRY(nf_probe_buffer(work, NULL, 0, 4, &counters));
    NF_TRY(nf_probe_buffer(work, NULL, 0, 4, &gave_up));
    NF_TRY(nf_probe_buffer(work, NULL, 0, bytes, &words));
    NF_TRY(nf_probe_buffer(work, NULL, 0xff, bytes, &before));
    NF_TRY(nf_launch(work, program, "probe_progress", nf_shape_for(t->groups, 1, t->group),
                     nf_inout(counters), nf_inout(words), nf_out(before), nf_inout(gave_up),
                     nf_u32(turns_most(context))));
    NF_TRY(nf_read(work, gave_up, 0, &stopped, 4));
    NF_TRY(nf_read(work, counters, 0, &ticket, 4));
    NF_TRY(nf_read(work, before, 0, got, bytes));
    uint64_t sum = 0, wrong = 0;
    for (uint32_t k = 0; k < t->groups; sum += k % 7 + 1, k++) {
        const uint32_t narrow = (uint32_t)sum;
        wrong += memcmp(got + k * size, t->wide ? (const void *)&sum : (const void *)&narrow, size) != 0;
    }
    if (stopped)
        nf_find(finding, NF_CHECK_FAILS, "groups of %u waited in vain for earlier ones (%u groups)", t->group,
                t->groups);
    else if (ticket)
        nf_find(finding, NF_CHECK_FAILS, "the tickets of %u groups ended at %u", t->groups, ticket);
    else if (wrong)
        nf_find(finding, NF_CHECK_FAILS, "%llu of %u groups of %u saw a wrong sum", (unsigned long long)wrong,
                t->groups, t->group);
done:
    nf_scratch_back(work, mark);
    nf_release(&context->allocator, got);
    return status;
}

/* Many more groups than fit at once, small and large ones, words of 32 and, where there are such, of 64 bits; some
   times over. */
static nf_status progress(nf_work *work, nf_lanes lanes, nf_finding *finding) {
    const nf_device_info *device = &work->context->device;
    nf_status status = NF_OK;
    const uint32_t large = device->max_work_group < 1024 ? (uint32_t)device->max_work_group : 1024;
    const uint32_t sizes[] = {64 < large ? 64 : large, large};
    const uint64_t wanted = (uint64_t)device->compute_units * 256;
    const uint32_t groups = wanted < 8192 ? 8192 : wanted > 65536 ? 65536 : (uint32_t)wanted;
    nf_find(finding, NF_CHECK_HOLDS, "%u groups of %u and of %u, each behind the one before it", groups,
            sizes[0], sizes[1]);
    for (int run = 0; run < 3; run++)
        for (int wide = 0; wide <= (device->int64_atomics != 0); wide++)
            for (size_t k = 0; k < 2; k++) {
                const trial t = {lanes, wide, sizes[k], groups};
                NF_TRY(run_trial(work, &t, finding));
                if (finding->outcome != NF_CHECK_HOLDS) return NF_OK;
            }
done:
    return status;
}

nf_status nf_probe_progress(nf_work *work, nf_finding *finding) {
    return progress(work, NF_LANES_LOCAL, finding);
}

nf_status nf_probe_progress_ptx(nf_work *work, nf_finding *finding) {
    if (!nf_probe_is_nvidia(work->context))
        return nf_find(finding, NF_CHECK_NOT_RUN, "the platform is not NVIDIA's");
    return progress(work, NF_LANES_PTX, finding);
}
