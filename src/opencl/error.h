/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Names of OpenCL's error codes. */
#ifndef NF_OPENCL_ERROR_H
#define NF_OPENCL_ERROR_H

#include "opencl/loader.h"

/* The name, for example "CL_OUT_OF_RESOURCES"; "an unknown OpenCL error" for unknown codes. */
const char *nf_cl_name(cl_int code);

/* 1 for codes that mean a lack of memory.  CL_OUT_OF_RESOURCES is not one of them: from a command it means that an earlier
   kernel failed (NVIDIA returns it for an access out of bounds) or that a kernel cannot be launched. */
int nf_cl_is_memory(cl_int code);

/* 1 for codes that mean a lack of memory in calls that create a buffer: CL_OUT_OF_RESOURCES is one of them. */
int nf_cl_has_no_room(cl_int code);

#endif
