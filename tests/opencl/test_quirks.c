/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The table of quirks, tested with made-up devices. */
#include "opencl/quirks.h"
#include "support/device.h"

#include <stdio.h>

TEST(a_quirk_is_that_of_a_platform_a_device_and_its_versions) {
    static const struct {
        nf_quirk quirk;
        const char *platform, *name, *driver;
        int has;
    } rows[] = {
        {NF_QUIRK_BREAKS_GROUPS, "Portable Computing Language", "cpu-haswell", "6.0+debian", 1},
        {NF_QUIRK_BREAKS_GROUPS, "Portable Computing Language", "cpu-haswell", "7.1+debian", 1},
        {NF_QUIRK_BREAKS_GROUPS, "Portable Computing Language", "pthread", "5.0+debian", 0},
        {NF_QUIRK_BREAKS_GROUPS, "Portable Computing Language", "pthread", "1.8", 0},
        {NF_QUIRK_BREAKS_GROUPS, "Portable Computing Language", "pthread", "", 0},
        {NF_QUIRK_BREAKS_GROUPS, "NVIDIA CUDA", "NVIDIA H200", "580.159.04", 0},
        {NF_QUIRK_BREAKS_PACKETS, "Portable Computing Language", "pthread", "3.1+debian", 1},
        {NF_QUIRK_BREAKS_PACKETS, "Portable Computing Language", "pthread", "5.0+debian", 0},
        {NF_QUIRK_BREAKS_PACKETS, "Portable Computing Language", "pthread", "1.8", 0},
        {NF_QUIRK_CACHES_KERNELS, "Portable Computing Language", "pthread", "3.1+debian", 1},
        {NF_QUIRK_CACHES_KERNELS, "NVIDIA CUDA", "NVIDIA H200", "580.159.04", 0},
        {NF_QUIRK_ENDS_LOOPS, "rusticl", "llvmpipe (LLVM 15.0.6, 256 bits)", "22.3.6", 1},
        {NF_QUIRK_ENDS_LOOPS, "rusticl", "AMD Radeon RX 6800", "24.1", 0},
        {NF_QUIRK_FINISHES_EARLY, "rusticl", "llvmpipe (LLVM 15.0.6, 256 bits)", "22.3.6", 1},
        {NF_QUIRK_BREAKS_SECOND_PASS, "rusticl", "llvmpipe (LLVM 15.0.6, 256 bits)", "22.3.6", 1},
        {NF_QUIRK_BREAKS_SECOND_PASS, "rusticl", "AMD Radeon RX 6800", "24.1", 0},
        {NF_QUIRK_FINISHES_EARLY, "Intel(R) OpenCL", "Intel(R) Xeon(R)", "2024.18", 0},
        {NF_QUIRK_MOVES_SUMS, "Intel(R) OpenCL", "Intel(R) Xeon(R) Processor", "2026.22.10.0.01_160000", 1},
        {NF_QUIRK_MOVES_SUMS, "Portable Computing Language", "pthread", "3.1+debian", 0},
        {NF_QUIRK_KNOWS_PTX, "NVIDIA CUDA", "NVIDIA H200", "580.159.04", 1},
        {NF_QUIRK_KNOWS_PTX, "AMD Accelerated Parallel Processing", "gfx942", "3590.0", 0},
#if !defined(_WIN32)
        {NF_QUIRK_SUBMITS_AT_ONCE, "NVIDIA CUDA", "NVIDIA H200", "580.159.04", 1},
#endif
        {NF_QUIRK_SIMULATES, "Oclgrind", "Oclgrind Simulator", "21.10", 1},
        {NF_QUIRK_SIMULATES, "Portable Computing Language", "pthread", "3.1+debian", 0},
        {NF_QUIRK_TAKES_FLAGS, "Portable Computing Language", "pthread", "3.1+debian", 1},
        {NF_QUIRK_TAKES_FLAGS, "Oclgrind", "Oclgrind Simulator", "21.10", 0},
        {NF_QUIRK_SUBMITS_AT_ONCE, "rusticl", "llvmpipe (LLVM 15.0.6, 256 bits)", "22.3.6", 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        nf_device_info info = {0};
        snprintf(info.platform_name, sizeof info.platform_name, "%s", rows[k].platform);
        snprintf(info.name, sizeof info.name, "%s", rows[k].name);
        snprintf(info.driver, sizeof info.driver, "%s", rows[k].driver);
        ck_assert_msg(nf_has_quirk(&info, rows[k].quirk) == rows[k].has, "row %zu", k);
    }
}
