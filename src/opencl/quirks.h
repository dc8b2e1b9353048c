/* What drivers do otherwise than the standard says: one row a driver and quirk, and nowhere else is a name compared. */
#ifndef NF_OPENCL_QUIRKS_H
#define NF_OPENCL_QUIRKS_H

#include <nearfield/context.h>

typedef enum nf_quirk {
    /* A work-item's loops end after 65,535 iterations in all, without a word: kernels check for it (cl/search/loops.cl),
       or their shapes keep them far below (primitives/tile.c). */
    NF_QUIRK_ENDS_LOOPS,
    NF_QUIRK_FINISHES_EARLY,  /* clFinish waits for none of the commands that were flushed */
    NF_QUIRK_SUBMITS_AT_ONCE, /* commands run without a flush */
    NF_QUIRK_CACHES_KERNELS, /* built kernels are kept, and better so than in the library's cache: that is then used
                                 only in a folder that is named */
    NF_QUIRK_KNOWS_PTX,    /* inline assembly is PTX */
    NF_QUIRK_TAKES_FLAGS,  /* the environment adds build options: POCL_EXTRA_BUILD_FLAGS */
    NF_QUIRK_SIMULATES,    /* a simulator, a thousand times slower than a device */
    NF_QUIRK_BREAKS_GROUPS /* kernels with barriers go wrong in groups of more than one work-item */
} nf_quirk;

/* 1 where a row of the table is of this device and driver. */
int nf_has_quirk(const nf_device_info *device, nf_quirk quirk);

#endif
