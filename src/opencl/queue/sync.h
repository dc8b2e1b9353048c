/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the caller gives a call to synchronise by: a queue, events to wait for, and the place of an event. */
#ifndef NF_OPENCL_SYNC_H
#define NF_OPENCL_SYNC_H

#include "opencl/context.h"

/* The execution status: CL_COMPLETE, a positive value while it runs or waits, a negative error code. */
cl_int nf_event_state(cl_event event);

/* Checks the events; *open is set if one has not completed and may still fail. */
nf_status nf_sync_check(nf_context *context, const nf_sync *sync, int *open);

/* Checks that the queue belongs to this context and device, and has profiling if the context is timed; otherwise
   NF_ERROR_ARGUMENT.  `name` is its name in the message. */
nf_status nf_queue_check(nf_context *context, cl_command_queue queue, const char *name,
                         cl_command_queue_properties *properties);

/* Sets the caller's event to NULL: the first step of every public function with a sync, before it can fail.  A
   sync that is not zeroed has no place for one. */
void nf_sync_clear(const nf_sync *sync);

#endif
