/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* OpenCL's types and functions: all other files of src/ take them from here. */
#ifndef NF_OPENCL_LOADER_H
#define NF_OPENCL_LOADER_H

#include "core/fail.h"

/* The library calls OpenCL through a table.  Tests that include this file are linked with OpenCL, and have its own headers. */
#if defined(NF_BUILDING)
#define NF_CL nf_cl
#include "opencl/functions.h"
extern nf_cl_functions nf_cl;
#elif !defined(NF_OPENCL_FUNCTIONS_H) /* a header of the command has the library's declarations */
#if defined(__APPLE__)
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#endif

/* Opens the OpenCL loader, once in a process, and fills the table: call it before the first function of OpenCL.  Threads may call it at once.
   NF_ERROR_NO_DEVICE if there is no loader; the next call then tries again. */
nf_status nf_opencl_open(nf_sentence *error);

#endif
