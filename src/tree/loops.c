/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/loops.h"

#include "opencl/quirks.h"

void nf_loops_define(nf_spec *spec, const nf_device_info *device) {
    if (nf_has_quirk(device, NF_QUIRK_ENDS_LOOPS)) nf_define(spec, "LOOPS_END", 1);
    if (nf_has_quirk(device, NF_QUIRK_MOVES_SUMS)) nf_define(spec, "SUMS_MOVE", 1);
}

nf_status nf_loops_take(nf_work *work, nf_loops *loops) {
    static const uint32_t zero = 0;
    cl_mem ended = NULL;
    nf_status status = NF_OK;
    *loops = (nf_loops){.count = 0};
    if (!nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS)) return NF_OK;
    NF_TRY(nf_scratch(work, sizeof zero, &ended));
    NF_TRY(nf_fill(work, ended, &zero, sizeof zero, 0, sizeof zero));
    *loops = (nf_loops){{nf_inout(ended)}, 1};
done:
    return status;
}

nf_status nf_loops_check(nf_work *work, const nf_loops *loops) {
    nf_context *context = work->context;
    uint32_t ended = 0;
    nf_status status = NF_OK;
    if (!loops->count) return NF_OK;
    NF_TRY(nf_read(work, loops->args[0].value.buffer, 0, &ended, sizeof ended));
    if (ended)
        status = nf_fail(
            &context->error, NF_ERROR_DEVICE,
            "the driver of %s ended loops on the tree early, as it does after 65,535 iterations: "
            "k, a group or the number of near points is too large for it. Take another device: \"host\" "
            "has no such limit",
            context->device.name);
done:
    return status;
}
