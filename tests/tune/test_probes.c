/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Every probe of the self-check can fail: a layer makes its kernel do nothing, or wait without success. */
#include "support/device.h"
#include "support/run.h"
#include "tune/capability.h"
#include "tune/probe.h"
#include "support/layers.h"

#include <nearfield/experimental/check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *probe, *kernel;
    int nvidia; /* the layer's device with PTX */
} rows[] = {
    {"contraction", "probe_contraction", 0},
    {"rounding", "probe_rounding", 0},
    {"atomics32", "probe_atomics32", 0},
    {"local", "probe_local", 0},
    {"loops", "probe_loops", 0},
    {"atomics64", "probe_atomics64", 0},
    {"progress", "probe_progress_32", 0},
    {"progress", "probe_progress_64", 0},
    {"progress_ptx", "probe_progress_lanes_32", 1},
    {"progress_ptx", "probe_progress_lanes_64", 1},
    {"grid_barrier", "probe_grid_barrier", 1},
    {"ptx", "probe_lanes", 1},
    {"redux", "probe_lanes", 1},
    {"groups", "probe_groups", 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

static nf_finding run(const char *probe) {
    size_t count = 0, k = 0;
    nf_finding finding;
    const nf_probe_info *infos = nf_probes(&count);
    while (k < count && strcmp(infos[k].name, probe) != 0) k++;
    ck_assert_msg(k < count, "there is no probe %s", probe);
    own_context context = support_context(NULL);
    support_ok(context, nf_probe_run(context, k, &finding));
    return finding;
}

static int has_int64_atomics(void) {
    own_context context = support_context(NULL);
    const int has = nf_context_device(context)->int64_atomics;
    return has;
}

LOOP_TEST(a_probe_says_no_where_its_kernel_does_nothing, ROWS) {
    unsetenv("SKIP_KERNELS");
    if (rows[_i].nvidia) {
        setenv("FAKE_PLATFORM", "NVIDIA CUDA", 1);
        setenv("FAKE_PTX", "1", 1);
    }
    const int there = !strstr(rows[_i].kernel, "64") || has_int64_atomics();
    const nf_finding sound = there ? run(rows[_i].probe) : (nf_finding){NF_PROBE_NOT_RUN, ""};
    setenv("SKIP_KERNELS", rows[_i].kernel, 1);
    /* llvmpipe fails "loops" without the layer. */
    if (sound.outcome == NF_PROBE_HOLDS) {
        const nf_finding wrong = run(rows[_i].probe);
        ck_assert_msg(wrong.outcome == NF_PROBE_FAILS, "%s holds without %s: %s", rows[_i].probe,
                      rows[_i].kernel, wrong.why);
    } else
        ck_assert_msg(!there || strcmp(rows[_i].probe, "loops") == 0 || strcmp(rows[_i].probe, "groups") == 0,
                      "%s does not hold: %s", rows[_i].probe, sound.why);
    unsetenv("SKIP_KERNELS");
    unsetenv("FAKE_PLATFORM");
    unsetenv("FAKE_PTX");
}

/* With NF_LANES_LOCAL, which every device has. */
TEST(the_kernel_of_the_lanes_answers_what_is_wanted_of_it) {
    enum { ROWS_OF_32 = 16, N = 32 * ROWS_OF_32 };
    SUPPORT_NEEDS_GROUPS();
    own_context context = support_context(NULL);
    nf_finding finding;
    support_ok(context, nf_probe_with(context, nf_probe_lanes, NF_LANES_LOCAL, 0, NULL, &finding));
    ck_assert_msg(finding.outcome == NF_PROBE_HOLDS, "%s", finding.why);
}

int main(void) {
    /* Before the first OpenCL call: PoCL reads it once. */
    if (setenv("POCL_MAX_PTHREAD_COUNT", "1", 1) != 0 || setenv("NEARFIELD_CACHE", "off", 1) != 0) return 1;
    support_use_layer(DRIVER_LAYER);
    return support_main();
}
