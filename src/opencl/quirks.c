#include "opencl/quirks.h"

#include <stdlib.h>
#include <string.h>

#define POCL "Portable Computing Language"

/* `platform` and `device` are a part of the name, "" for any.  `from` is the first major version of the driver that has
   the quirk; 0: all of them. */
static const struct row {
    nf_quirk quirk;
    const char *platform, *device;
    long from;
} rows[] = {
    /* Mesa 22.3. */
    {NF_QUIRK_ENDS_LOOPS, "", "llvmpipe", 0},
    /* Mesa 22.3: clFinish waits for the last command that was not flushed, and for none when all were.  Who ends its
       process then does so while a kernel is still compiled: half of the programs whose last command nobody read
       crashed at their exit. */
    {NF_QUIRK_FINISHES_EARLY, "rusticl", "", 0},
#if !defined(_WIN32)
    /* 580.159 for Linux: a kernel was over before the first call that waited for it.  A flush takes 1 us there, a fifth
       of a launch.  Windows may gather commands first. */
    {NF_QUIRK_SUBMITS_AT_ONCE, "NVIDIA CUDA", "", 0},
#endif
    /* It builds all kernels of a program once more, for groups of any size, when it is asked for its binary: 3.6 s until
       the first answer instead of 1.9, to save 0.1 s of 0.13 later. */
    {NF_QUIRK_CACHES_KERNELS, POCL, "", 0},
    {NF_QUIRK_KNOWS_PTX, "NVIDIA", "", 0},
    {NF_QUIRK_TAKES_FLAGS, POCL, "", 0},
    {NF_QUIRK_SIMULATES, "Oclgrind", "", 0},
    /* 6.0 and 7.1, by its default work-group method: values are wrong or the process crashes where some work-items of a
       group leave early, and from 7 on in loops with barriers, too.  1.8 to 5.0 are right with every kernel here. */
    {NF_QUIRK_BREAKS_GROUPS, POCL, "", 6},
};

int nf_has_quirk(const nf_device_info *device, nf_quirk quirk) {
    const long version = strtol(device->driver, NULL, 10);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct row *row = &rows[k];
        if (row->quirk == quirk && strstr(device->platform_name, row->platform) &&
            strstr(device->name, row->device) && version >= row->from)
            return 1;
    }
    return 0;
}
