/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The status and the total that a search reports. */
#include "opencl/quirks.h"
#include "search/search.h"

nf_status nf_tally_take(nf_work *work, cl_mem *tally) {
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, sizeof(nf_tally), tally));
    if (nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS)) /* `ended` is not used on other drivers */
        NF_TRY(nf_fill(work, *tally, &zero, sizeof zero, 0, sizeof(nf_tally)));
done:
    return status;
}

nf_status nf_tally_check(nf_context *context, const nf_tally *tally) {
    if (!nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) || !tally->ended) return NF_OK;
    return nf_fail(
        &context->error, NF_ERROR_DEVICE,
        "the driver of %s ended loops of the search early, as it does after 65,535 iterations: the points "
        "are too dense for it at this cutoff. Take another device; plain C has no such limit (nf_host_pairs, "
        "the command's --device host)",
        context->device.name);
}

nf_status nf_tally_check_now(nf_work *work, cl_mem tally) {
    nf_tally seen = {0};
    nf_status status = NF_OK;
    if (!nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS)) return NF_OK;
    NF_TRY(nf_read(work, tally, 0, &seen, sizeof seen));
    NF_TRY(nf_tally_check(work->context, &seen));
done:
    return status;
}
