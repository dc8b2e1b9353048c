/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Works on queues of OpenCL: what commands wait for, and the events that are left behind. */
#ifndef NF_OPENCL_QUEUE_H
#define NF_OPENCL_QUEUE_H

#include "opencl/work.h"

/* NF_ERROR_DEVICE if an event of the caller that commands waited for has failed.  Some drivers return CL_SUCCESS for a
   blocking command that did not run for that reason. */
nf_status nf_work_ran(nf_work *work);

/* Waits for the last command of all works of this context, and forgets them. */
void nf_work_leave(nf_context *context);

/* Works on an OpenCL device, for the table of opencl/ops.h. */
nf_status nf_cl_begin(nf_work *work, const nf_sync *sync);
nf_status nf_cl_end(nf_work *work, nf_status status);
nf_status nf_cl_wait(nf_work *work);
nf_status nf_cl_resume(nf_work *work);
nf_status nf_cl_finish(nf_context *context);

#endif
