/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The totals of sums over all points. */
#ifndef NF_INTERACT_TOTALS_H
#define NF_INTERACT_TOTALS_H

#include "function/function.h"
#include "opencl/launch.h"

/* The type of totals on this device, and their number for points of these dims. */
nf_type nf_totals_type(const nf_context *context);
uint64_t nf_totals_count(const nf_function_info *info, int dims);

/* Adds up each component of the sums of n points, of this type, in the order of the function. */
nf_status nf_totals_run(nf_work *work, const nf_function_info *info, int dims, nf_type type,
                        const nf_elements *sums, uint64_t n, nf_elements totals);

#endif
