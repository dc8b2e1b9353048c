/* Probe of work-groups of several work-items. */
#include "tune/probe.h"

enum { GROUPS = 64, BEYOND = 3, PART_MOST = 1000, GROUP_MOST = 256, SKIPPED_EVERY = 5 };

/* The input, the expected and the actual output of a trial. */
typedef struct trial {
    uint32_t in[GROUPS * PART_MOST], skip[GROUPS + BEYOND];
    uint32_t out[(GROUPS + BEYOND) * GROUP_MOST], wanted[(GROUPS + BEYOND) * GROUP_MOST];
    uint64_t totals[GROUPS + BEYOND], wanted_totals[GROUPS + BEYOND];
} trial;

/* Computes the results that probe_groups.cl must write.  Words that are not written stay all ones. */
static void define(trial *t, uint32_t group, uint32_t part) {
    for (uint32_t g = 0; g < GROUPS + BEYOND; g++) {
        uint32_t found[GROUP_MOST] = {0}, odd = 0, sum = 0;
        for (uint32_t k = 0; g < GROUPS && !t->skip[g] && k < part; k++)
            if (t->in[g * part + k] & 1) {
                found[odd] += t->in[g * part + k] >> 1;
                odd = odd + 1 < group ? odd + 1 : 0;
            }
        for (uint32_t item = 0; item < group; sum += found[item], item++)
            t->wanted[g * group + item] = g < GROUPS && !t->skip[g] ? sum : UINT32_MAX;
        t->wanted_totals[g] = g < GROUPS && !t->skip[g] ? sum : UINT64_MAX;
    }
}

static nf_status run_trial(nf_work *work, trial *t, uint32_t group, uint32_t part, nf_finding *finding) {
    nf_status status = NF_OK;
    nf_spec spec = nf_spec_of(work->context, "tune/probe_groups.cl");
    nf_program *program = NULL;
    const size_t mark = nf_scratch_mark(work);
    const uint64_t bytes = (uint64_t)(GROUPS + BEYOND) * group * 4;
    cl_mem in = NULL, skip = NULL, out = NULL, totals = NULL;
    define(t, group, part);
    nf_define(&spec, "GROUP", group);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_probe_buffer(work, t->in, 0, (uint64_t)GROUPS * part * 4, &in));
    NF_TRY(nf_probe_buffer(work, t->skip, 0, sizeof t->skip, &skip));
    NF_TRY(nf_probe_buffer(work, NULL, 0xff, bytes, &out));
    NF_TRY(nf_probe_buffer(work, NULL, 0xff, sizeof t->totals, &totals));
    NF_TRY(nf_launch(work, program, "probe_groups", nf_shape_for(GROUPS + BEYOND, 1, group), nf_in(in),
                     nf_u32(part), nf_in(skip), nf_u32(GROUPS), nf_out(out), nf_out(totals)));
    NF_TRY(nf_read(work, out, 0, t->out, bytes));
    NF_TRY(nf_read(work, totals, 0, t->totals, sizeof t->totals));
    size_t wrong = 0;
    for (uint32_t k = 0; k < (GROUPS + BEYOND) * group; k++) wrong += t->out[k] != t->wanted[k];
    for (uint32_t g = 0; g < GROUPS + BEYOND; g++) wrong += t->totals[g] != t->wanted_totals[g];
    if (wrong) nf_find(finding, NF_PROBE_FAILS, "%zu values are wrong in groups of %u", wrong, group);
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_probe_groups(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    static const uint32_t groups[] = {32, GROUP_MOST}, parts[] = {PART_MOST, 1};
    nf_context *context = work->context;
    nf_status status = NF_OK;
    trial *t = NULL;
    (void)shared; /* the probe has its own kernels */
    if (context->device.max_work_group < groups[0])
        return nf_find(finding, NF_PROBE_NOT_RUN, "the device's work-groups have at most %llu work-items",
                       (unsigned long long)context->device.max_work_group);
    NF_TRY(nf_allocate(&context->allocator, 1, sizeof *t, "a probe", (void **)&t, &context->error));
    for (uint32_t k = 0; k < GROUPS * PART_MOST; k++) t->in[k] = (uint32_t)nf_probe_random(k) >> 12;
    for (uint32_t g = 0; g < GROUPS + BEYOND; g++) t->skip[g] = g % SKIPPED_EVERY == 1;
    nf_find(finding, NF_PROBE_HOLDS, "groups of 32 and 256, in loops and where some groups return early");
    for (size_t k = 0; k < 4 && finding->outcome == NF_PROBE_HOLDS; k++)
        if (groups[k % 2] <= context->device.max_work_group)
            NF_TRY(run_trial(work, t, groups[k % 2], parts[k / 2], finding));
done:
    nf_release(&context->allocator, t);
    return status;
}
