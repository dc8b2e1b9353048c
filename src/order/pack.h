/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Conversion of points in any layout to packed rows on the device. */
#ifndef NF_ORDER_PACK_H
#define NF_ORDER_PACK_H

#include "opencl/launch.h"

/* Copies the points, on the host or on the device, to rows[n x dims].  Checks slices on the device.  name: "points", or what they are. */
nf_status nf_pack(nf_work *work, const nf_points *points, const char *name, cl_mem rows);

/* Takes points that a call reads as packed rows: those that are packed on the device where they are, all others as a copy in scratch.  work: NULL to
   check alone. */
nf_status nf_pack_rows(nf_work *work, nf_context *context, const nf_points *points, const char *name,
                       nf_elements *rows);

/* Checks their slices alone. */
nf_status nf_pack_check(nf_context *context, const nf_points *points, const char *name);

/* Copies numbers, which are points of one dimension, to column `column` of rows[n x columns]. */
nf_status nf_pack_column(nf_work *work, const nf_points *numbers, const char *name, int column, int columns,
                         cl_mem rows);

#endif
