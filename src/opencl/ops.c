/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/ops.h"

#include "opencl/queue/queue.h"

const nf_device_ops nf_opencl_ops = {.create = nf_cl_create,
                                     .release = nf_cl_release,
                                     .retain = nf_cl_retain,
                                     .bytes = nf_cl_bytes,
                                     .check_slice = nf_cl_check_slice,
                                     .region = nf_cl_region,
                                     .fill = nf_cl_fill,
                                     .copy = nf_cl_copy,
                                     .write = nf_cl_write,
                                     .read = nf_cl_read,
                                     .map = nf_cl_map,
                                     .unmap = nf_cl_unmap,
                                     .program = nf_cl_program,
                                     .launch = nf_cl_launch,
                                     .begin = nf_cl_begin,
                                     .end = nf_cl_end,
                                     .wait = nf_cl_wait,
                                     .resume = nf_cl_resume,
                                     .finish = nf_cl_finish};
