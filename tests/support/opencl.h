/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* OpenCL's types and functions, for tests that make objects of their own. */
#ifndef SUPPORT_OPENCL_H
#define SUPPORT_OPENCL_H

#if !defined(NF_OPENCL_FUNCTIONS_H) /* a header of the command has the library's declarations */
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#endif

#endif
