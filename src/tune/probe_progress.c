/* Probe of forward progress between work-groups. */
#include "tune/probe.h"

#include <string.h>

enum { TICKET, GAVE_UP, HEAD };

static nf_status run(nf_trial *t, int wide, uint32_t group, uint32_t groups) {
    nf_context *context = t->work->context;
    const nf_spec spec = nf_trial_spec(t, NF_PART_PROGRESS, 32);
    const char *const kernels[2][2] = {{"probe_progress_lanes_32", "probe_progress_lanes_64"},
                                       {"probe_progress_32", "probe_progress_64"}};
    /* The most polls of a waiting group, about a second: a GPU polls memory, a CPU its cache.  On a CPU a group can wait
       that long for a thread that the system has suspended. */
    const uint32_t most = context->device.type & CL_DEVICE_TYPE_CPU ? 1u << 27
                          : t->quick                                ? 1u << 20
                                                                    : 1u << 22;
    nf_trial_blank(t, 0, HEAD + (groups << wide));
    t->room = groups << wide;
    t->data[TICKET] = t->data[GAVE_UP] = t->wanted[TICKET] = t->wanted[GAVE_UP] = 0;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < groups; sum += k % 7 + 1, k++) {
        if (!wide) t->wanted[HEAD + k] = (uint32_t)sum;
        else memcpy(t->wanted + HEAD + 2 * (size_t)k, &sum, sizeof sum);
    }
    const nf_status status = nf_trial_run(t, &spec, kernels[t->lanes == NF_LANES_LOCAL][wide],
                                          nf_shape_for(groups, 1, group), most);
    if (status == NF_OK && t->finding->outcome == NF_PROBE_FAILS && t->data[GAVE_UP])
        nf_find(t->finding, NF_PROBE_FAILS,
                "groups of %u waited for earlier ones without success (%u groups)", group, groups);
    return status;
}

/* Runs many more groups than fit on the device at once, small and large ones, with words of 32 bits and of 64 bits if the
   device has them; several times, or once in the quick check. */
nf_status nf_probe_progress(nf_trial *t) {
    const nf_device_info *device = &t->work->context->device;
    const uint32_t large = device->max_work_group < 1024 ? (uint32_t)device->max_work_group : 1024;
    const uint32_t sizes[] = {64 < large ? 64 : large, large}, shapes = device->int64_atomics ? 4 : 2;
    const uint64_t wanted = (uint64_t)device->compute_units * (t->quick ? 64 : 256),
                   least = t->quick ? 1024 : 8192;
    const uint32_t groups = (uint32_t)(wanted < least ? least : wanted > 65536 ? 65536 : wanted);
    nf_status status = NF_OK;
    for (uint32_t k = 0; status == NF_OK && k < shapes * (t->quick ? 1 : 3); k++)
        status = run(t, k % shapes > 1, sizes[k % 2], groups);
    return status;
}
