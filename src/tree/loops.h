/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Drivers that silently end long loops (NF_QUIRK_ENDS_LOOPS): kernels on the tree say so (cl/machine/loops_ended.cl).  Those that add up reals in another
   order (NF_QUIRK_MOVES_SUMS) are told not to (cl/machine/in_order.cl). */
#ifndef NF_TREE_LOOPS_H
#define NF_TREE_LOOPS_H

#include "opencl/launch.h"

/* Defines what the files above need on such a driver. */
void nf_loops_define(nf_spec *spec, const nf_device_info *device);

/* The argument LOOPS_PARAMETERS, for nf_launch_with: none on other drivers. */
typedef struct nf_loops {
    nf_arg args[1];
    size_t count;
} nf_loops;

nf_status nf_loops_take(nf_work *work, nf_loops *loops);

/* NF_ERROR_DEVICE if loops were ended.  Waits for the device, but not on other drivers.  */
nf_status nf_loops_check(nf_work *work, const nf_loops *loops);

#endif
