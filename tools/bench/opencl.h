/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* OpenCL's types and functions. */
#ifndef NEARFIELD_TOOL_BENCH_OPENCL_H
#define NEARFIELD_TOOL_BENCH_OPENCL_H

#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

#endif
