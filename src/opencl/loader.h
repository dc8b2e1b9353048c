/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* OpenCL's types and functions: all other files of src/ take them from here. */
#ifndef NF_OPENCL_LOADER_H
#define NF_OPENCL_LOADER_H

#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

#endif
