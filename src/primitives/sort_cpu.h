/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The sort for CPUs, where a work-group is one work-item; called by sort.c. */
#ifndef NF_PRIMITIVES_SORT_CPU_H
#define NF_PRIMITIVES_SORT_CPU_H

#include "primitives/run.h"

/* As nf_sort_run. */
nf_status nf_sort_cpu_run(nf_work *work, const nf_sort_options *options, nf_elements keys, nf_elements values,
                          uint64_t n);

#endif
