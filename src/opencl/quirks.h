/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Deviations of drivers from the standard: a table with one row for each driver and quirk.  No other file compares names of
   drivers. */
#ifndef NF_OPENCL_QUIRKS_H
#define NF_OPENCL_QUIRKS_H

#include <nearfield/context.h>

typedef enum nf_quirk {
    /* A work-item's loops silently end after 65,535 iterations in all: kernels check for it (cl/search/loops.cl), or their
       shapes keep loops far below (primitives/tile.c). */
    NF_QUIRK_ENDS_LOOPS,
    NF_QUIRK_FINISHES_EARLY,  /* clFinish waits for none of the commands that were flushed */
    NF_QUIRK_SUBMITS_AT_ONCE, /* commands run without a flush */
    NF_QUIRK_CACHES_KERNELS, /* the driver caches built kernels, faster than the library: the library's cache is
                                 used only in a folder that is named */
    NF_QUIRK_KNOWS_PTX,      /* inline assembly is PTX */
    NF_QUIRK_TAKES_FLAGS,    /* the environment adds build options: POCL_EXTRA_BUILD_FLAGS */
    NF_QUIRK_SIMULATES,      /* a simulator, a thousand times slower than a device */
    NF_QUIRK_BREAKS_GROUPS, /* kernels with barriers fail in groups of more than one work-item */
    NF_QUIRK_BREAKS_PACKETS, /* packets of queries by lanes in local memory fail if the compiler optimises them */
    NF_QUIRK_BREAKS_SECOND_PASS, /* rows that are written from masks are not written */
    NF_QUIRK_MOVES_SUMS /* sums of reals in loops are taken in another order: cl/machine/in_order.cl keeps it */
} nf_quirk;

/* 1 if a row of the table applies to this device and driver. */
int nf_has_quirk(const nf_device_info *device, nf_quirk quirk);

#endif
