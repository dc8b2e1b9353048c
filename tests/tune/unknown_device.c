/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "unknown_device.h"

#include "tune/capability.h"
#include "support/layers.h"

#include <nearfield/pairs.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const fakes[] = {"FAKE_TYPE",       "FAKE_NAME",    "FAKE_VENDOR",  "FAKE_PLATFORM",
                                    "FAKE_DRIVER",     "SKIP_KERNELS", "SKIP_ONCE",    "STUCK_KERNELS",
                                    "REFUSED_OPTIONS", "FAKE_PTX",     "FAKE_COMPUTE", "FAKE_WAVE",
                                    "FAKE_SUBGROUPS"};

void fake_nvidia(void) {
    for (size_t k = 0; k < sizeof fakes / sizeof *fakes; k++) unsetenv(fakes[k]);
    setenv("FAKE_TYPE", "gpu", 1);
    setenv("FAKE_NAME", "NVIDIA H200", 1);
    setenv("FAKE_VENDOR", "NVIDIA Corporation", 1);
    setenv("FAKE_PLATFORM", "NVIDIA CUDA", 1);
    setenv("FAKE_DRIVER", "999.99.01", 1);
    setenv("FAKE_PTX", "1", 1);
}

/* A GPU of another vendor; its kernels run unchanged. */
static void fake_other(void) {
    fake_nvidia();
    unsetenv("FAKE_PTX");
    setenv("FAKE_NAME", "Another GPU", 1);
    setenv("FAKE_VENDOR", "Another vendor", 1);
    setenv("FAKE_PLATFORM", "Another platform", 1);
}

void begin_unknown(void) {
    make_folder();
    fake_other();
}

void end_unknown(void) {
    for (size_t k = 0; k < sizeof fakes / sizeof *fakes; k++) unsetenv(fakes[k]);
    remove_folder();
}

nf_context *open_default(void) {
    const nf_context_options options = {.config_folder = folder, .no_disk_cache = 1};
    return support_context_with(&options);
}

int is_said(const nf_context *context, const char *words) {
    return strstr(nf_context_note(context), words) != NULL;
}

int is_stored(const nf_context *context) { return access(nf_profile_path(context), F_OK) == 0; }

/* Whether the driver under the fakes compiles groups of several work-items right; the device that it stands for is not
   known not to. */
static int groups_are_right(void) {
    enum { FAKES = sizeof fakes / sizeof *fakes };
    char *kept[FAKES];
    const nf_context_options options = {.config_folder = "off", .self_check = -1};
    for (size_t k = 0; k < FAKES; k++) {
        const char *value = getenv(fakes[k]);
        kept[k] = value ? strdup(value) : NULL;
        unsetenv(fakes[k]);
    }
    nf_context *context = support_context_with(&options);
    const int right = nf_can(context, NF_CAN_GROUPS);
    nf_context_free(context);
    for (size_t k = 0; k < FAKES; k++) {
        if (kept[k]) setenv(fakes[k], kept[k], 1);
        free(kept[k]);
    }
    return right;
}

void pairs_are_right(nf_context *context) {
    enum { N = 700, CAPACITY = 40000 };
    float xyz[3 * N];
    uint64_t state = 5, wanted = 0;
    if (!groups_are_right()) return;
    static int32_t got[2 * CAPACITY];
    own_result result = NULL;
    for (int k = 0; k < 3 * N; k++) xyz[k] = (float)(support_random(&state) >> 40) * 0x1p-24f;
    const float r2 = 0.2f * 0.2f;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++) {
            const float dx = xyz[3 * j] - xyz[3 * i], dy = xyz[3 * j + 1] - xyz[3 * i + 1],
                        dz = xyz[3 * j + 2] - xyz[3 * i + 2];
            wanted += (dx * dx + dy * dy) + dz * dz < r2;
        }
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = xyz};
    const nf_pairs_options options = {.sorted = 1};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_pairs(cloud, (double)0.2f, &options, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), wanted);
    ck_assert_uint_le(wanted, CAPACITY);
    support_ok(context, nf_result_read(result, NF_ARRAY_PAIRS, 0, wanted, NULL, got));
    for (uint64_t k = 0; k < wanted; k++) {
        const int32_t *p = got + 2 * k;
        const float *a = xyz + 3 * (size_t)p[0], *b = xyz + 3 * (size_t)p[1];
        const float dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
        ck_assert(p[0] < p[1] && (dx * dx + dy * dy) + dz * dz < r2);
        ck_assert(k == 0 || p[-2] < p[0] || (p[-2] == p[0] && p[-1] < p[1]));
    }
}

int run_unknown(void) {
    if (setenv("POCL_MAX_PTHREAD_COUNT", "1", 1) != 0) return 1;
    support_use_layer(DRIVER_LAYER);
    return support_main();
}
