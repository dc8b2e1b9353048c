/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/budgets.h"
#include "opencl/context.h"
#include "support/device.h"

#include <stdio.h>
#include <string.h>

budget_needs budget_least(nf_context *context, nf_status status) {
    budget_needs found = {0, 0};
    ck_assert_int_eq(status, NF_ERROR_MEMORY);
    const char *bytes = strstr(nf_context_error(context), "which need "),
               *largest = strstr(nf_context_error(context), "finds them, and the ");
    ck_assert_msg(bytes && largest && sscanf(bytes, "which need %llu bytes", &found.bytes) == 1 &&
                      sscanf(largest, "finds them, and the %llu result", &found.largest) == 1,
                  "%s", nf_context_error(context));
    return found;
}

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
