/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* OpenCL's types and functions: calls of clFinish() and others go to the loader that the library has opened. */
#ifndef NEARFIELD_BENCH_OPENCL_H
#define NEARFIELD_BENCH_OPENCL_H

#define NF_CL (*opencl_functions())
#include "opencl/functions.h"

/* The table of functions.  Call it when there is a context: the loader is open then. */
const nf_cl_functions *opencl_functions(void);

#endif
