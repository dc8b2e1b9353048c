/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/ended_loops.h"

#include "opencl/quirks.h"
#include "support/assertions.h"
#include "support/device.h"
#include "support/run.h"
#include "tune/capability.h"

#include <stdlib.h>
#include <string.h>

static const char llvmpipe[] = "llvmpipe (faked)";

nf_context *support_loops_as_they_are(void) {
    ck_assert_int_eq(unsetenv("FAKE_NAME"), 0);
    ck_assert_int_eq(unsetenv("ENDED_LOOPS"), 0);
    return support_context(NULL);
}

static int is_faked(void) {
    const nf_context_options none = {.self_check = -1};
    ck_assert_int_eq(setenv("FAKE_NAME", llvmpipe, 1), 0);
    own_context context = support_context_with(&none);
    const int is = strcmp(nf_context_device(context)->name, llvmpipe) == 0;
    return is;
}

int support_can_end_loops(const char *test) {
    nf_context *context = support_loops_as_they_are();
    const int can =
        nf_can(context, NF_CAN_GROUPS) && !nf_has_quirk(nf_context_device(context), NF_QUIRK_ENDS_LOOPS);
    nf_context_free(context);
    if (can && is_faked()) return 1;
    support_skip_test(test, "it stands for a driver that ends loops by one that does not, and that computes "
                            "groups of several work-items right");
    return 0;
}

nf_context *support_loops_ended(const char *ended, const nf_context_options *options) {
    ck_assert_int_eq(setenv("FAKE_NAME", llvmpipe, 1), 0);
    if (ended) ck_assert_int_eq(setenv("ENDED_LOOPS", ended, 1), 0);
    else ck_assert_int_eq(unsetenv("ENDED_LOOPS"), 0);
    nf_context *context = support_context_with(options);
    ck_assert(nf_has_quirk(nf_context_device(context), NF_QUIRK_ENDS_LOOPS));
    return context;
}
