/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The classes of radii on the device. */
#ifndef NF_ORDER_RADII_H
#define NF_ORDER_RADII_H

#include "opencl/launch.h"
#include "space/classes.h"

/* Marks each of n radii from `first` on with its class, up to the class `last`, and numbers the points: marks[n] and numbers[n],
   uint32.  Counts the points of each class.  radii may be NULL: then all points are in the last class.  most: the largest radius.  Waits. */
nf_status nf_radii_mark(nf_work *work, nf_type type, cl_mem radii, uint64_t first, uint64_t n, double most,
                        int last, cl_mem marks, cl_mem numbers, uint64_t counts[NF_CLASSES]);

/* How many of n radii are at most half of `most`.  Waits. */
nf_status nf_radii_small_of(nf_work *work, nf_type type, cl_mem radii, uint64_t n, double most,
                            uint64_t *small);

#endif
