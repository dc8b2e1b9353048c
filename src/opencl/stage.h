/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Device time by stage, from profiling events. */
#ifndef NF_OPENCL_STAGE_H
#define NF_OPENCL_STAGE_H

#include "core/fail.h"
#include "opencl/loader.h"

#include <nearfield/context.h>

enum { NF_STAGES_MOST = 32 };

typedef struct nf_timed {
    int stage;
    cl_event event;
} nf_timed;

typedef struct nf_stages {
    nf_stage table[NF_STAGES_MOST];
    size_t count;
    nf_timed *pending;
    size_t pending_count, pending_capacity;
} nf_stages;

/* Takes over the reference to `event`, whose time will count for `stage` (static storage). */
nf_status nf_stage_keep(nf_context *context, const char *stage, cl_event event);

/* Adds host time. */
void nf_stage_add(nf_context *context, const char *stage, double ms);

void nf_stages_free(nf_context *context);

#endif
