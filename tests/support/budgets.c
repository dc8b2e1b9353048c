/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/budgets.h"
#include "opencl/context.h"
#include "support/device.h"

void budget_begin(nf_context *context) {
    nf_context_trim(context);
    nf_context_memory(context, &context->arena.peak, NULL);
}

void budget_within(nf_context *context, uint64_t budget, const char *name) {
    uint64_t peak = 0;
    nf_context_memory(context, NULL, &peak);
    ck_assert_msg(peak <= budget, "%s: %llu bytes in place of %llu", name, (unsigned long long)peak,
                  (unsigned long long)budget);
}
