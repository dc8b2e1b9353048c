/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Adds up the device memory of a call by running the code that takes it.  While a context does so, it has another table of operations
 * (opencl/ops.h): buffers are counted and not made, programs are not built, commands do nothing, and a read gives zeros, or what nf_read_most() names.
 *
 *     nf_cost_run cost;
 *     nf_cost_begin(&cost, context, NF_COST_MOST);
 *     status = the call, about a cloud of the shape alone (question/shaped.h);
 *     bytes = nf_cost_end(&cost);
 */
#ifndef NF_OPENCL_COST_H
#define NF_OPENCL_COST_H

#include "opencl/work.h"

/* The memory that a call takes at least, or at most, whatever the points are. */
typedef enum nf_costing { NF_COST_LEAST, NF_COST_MOST } nf_costing;

/* A run that adds up costs, and what the context has again when it ends. */
typedef struct nf_cost_run {
    nf_context *context;
    const struct nf_device_ops *ops;
    nf_arena arena;
    nf_tile_state tile_states[NF_TILE_STATES];
    uint32_t works;
    uint64_t lost;
} nf_cost_run;

/* The context adds up costs from now on, with no memory taken; what it has taken is put aside.  Costs may be added up within costs. */
void nf_cost_begin(nf_cost_run *cost, nf_context *context, nf_costing costing);

/* Ends that, and returns the most bytes that were taken at once.  What was kept must have been freed. */
uint64_t nf_cost_end(nf_cost_run *cost);

/* The most bytes of scratch that may be left over, by a rule of thumb: where sizes depend on the data they may be less than what was added up, and
   then a block of scratch that was given back may be too small for what follows.  0 where the least is added up.  Call it before nf_cost_end(). */
uint64_t nf_cost_left_over(const nf_context *context);

/* Adds up what a part of a call takes that is a work of its own. */
nf_status nf_cost_of(nf_context *context, nf_status (*part)(nf_work *work, const void *what),
                     const void *what, uint64_t *bytes);

/* The cost of what could not be added up, as the host has no memory: more than any device has, to which more may be added. */
#define NF_COST_UNKNOWN (UINT64_MAX / 2)

/* A number on which memory depends and which is known only with the data: `worst`, with which a call takes the most, while the context adds up the
   most; otherwise the number itself. */
uint64_t nf_cost_worst(const nf_context *context, uint64_t number, uint64_t worst);

#endif
