/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/quirks.h"

#include <stdlib.h>
#include <string.h>

#define POCL "Portable Computing Language"

/* `platform` and `device` are a part of the name, "" for any.  `from` and `to` are the first and the last major version of the driver
   with the quirk; 0: no limit. */
static const struct row {
    nf_quirk quirk;
    const char *platform, *device;
    long from, to;
} rows[] = {
    /* Mesa 22.3. */
    {NF_QUIRK_ENDS_LOOPS, "", "llvmpipe", 0, 0},
    /* Mesa 22.3: clFinish waits only for commands that were not flushed.  A process that exits then may do so while a kernel
       is being compiled: half of the programs that did not read the result of their last command crashed at exit. */
    {NF_QUIRK_FINISHES_EARLY, "rusticl", "", 0, 0},
    /* Mesa 22.3 warns that it takes arguments of kernels as uniform in branches; most rows of lists stayed 0. */
    {NF_QUIRK_BREAKS_SECOND_PASS, "rusticl", "llvmpipe", 0, 0},
#if !defined(_WIN32)
    /* 580.159 for Linux: commands run without a flush, which would take 1 us, a fifth of a launch.  Windows may queue
       commands first. */
    {NF_QUIRK_SUBMITS_AT_ONCE, "NVIDIA CUDA", "", 0, 0},
#endif
    /* It builds all kernels of a program again, for groups of any size, when its binary is requested: 3.6 s until the
       first result instead of 1.9, to save 0.1 s of 0.13 later. */
    {NF_QUIRK_CACHES_KERNELS, POCL, "", 0, 0},
    {NF_QUIRK_KNOWS_PTX, "NVIDIA", "", 0, 0},
    {NF_QUIRK_TAKES_FLAGS, POCL, "", 0, 0},
    {NF_QUIRK_SIMULATES, "Oclgrind", "", 0, 0},
    /* 6.0 and 7.1, with the default work-group method: values are wrong or the process crashes if some work-items of a
       group return early, and from 7 on in loops with barriers, too.  1.8 to 5.0 are correct with every kernel here. */
    {NF_QUIRK_BREAKS_GROUPS, POCL, "", 6, 0},
    /* 3.1, with the default work-group method: some rows are wrong.  Without optimisation, or with the method "repl", they are right.
       5.0 fails an assertion in some kernels that are not optimised. */
    {NF_QUIRK_BREAKS_PACKETS, POCL, "", 3, 3},
    /* The CPU runtime, 2026.22: loops that add floats are vectorised as if addition were associative. */
    {NF_QUIRK_MOVES_SUMS, "Intel(R) OpenCL", "", 0, 0},
};

int nf_has_quirk(const nf_device_info *device, nf_quirk quirk) {
    const long version = strtol(device->driver, NULL, 10);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct row *row = &rows[k];
        if (row->quirk == quirk && strstr(device->platform_name, row->platform) &&
            strstr(device->name, row->device) && (!row->from || version >= row->from) &&
            (!row->to || version <= row->to))
            return 1;
    }
    return 0;
}
