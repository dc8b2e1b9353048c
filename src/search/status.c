/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The status and the total that a search reports. */
#include "opencl/quirks.h"
#include "search/search.h"

nf_status nf_search_status_take(nf_work *work, cl_mem *buffer) {
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, sizeof(nf_search_status), buffer));
    if (nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS)) /* `ended` is not used on other drivers */
        NF_TRY(nf_fill(work, *buffer, &zero, sizeof zero, 0, sizeof(nf_search_status)));
done:
    return status;
}

nf_status nf_search_status_check(nf_context *context, const nf_search_status *status) {
    if (!nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) || !status->ended) return NF_OK;
    return nf_fail(
        &context->error, NF_ERROR_DEVICE,
        "the driver of %s ended loops of the search early, as it does after 65,535 iterations: the points "
        "are too dense for it at this cutoff. Take another device: "
        "\"host\" has no such limit",
        context->device.name);
}

nf_status nf_search_status_check_now(nf_work *work, cl_mem buffer) {
    nf_search_status seen = {0};
    nf_status status = NF_OK;
    if (!nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS)) return NF_OK;
    NF_TRY(nf_read(work, buffer, 0, &seen, sizeof seen));
    NF_TRY(nf_search_status_check(work->context, &seen));
done:
    return status;
}
