/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Devices: listing them, their properties, and choosing one. */
#ifndef NF_OPENCL_DEVICE_H
#define NF_OPENCL_DEVICE_H

#include "core/fail.h"
#include "opencl/loader.h"

#include <nearfield/context.h>

/* Reads the properties of one device. */
nf_status nf_device_facts(cl_device_id device, nf_device_info *info, nf_sentence *error);

/* The oldest version after OpenCL C 1.2 that the device's compiler supports, or 1.2.  Sub-groups need no newer one, and
   Intel's compiler for PVC (22.43) fails in its own header for 3.0. */
typedef enum nf_standard { NF_CL12, NF_CL20, NF_CL30, NF_STANDARDS } nf_standard;
nf_standard nf_device_standard(cl_device_id device);

/* The choice of this version from the list of an OpenCL 3.0 device, and from CL_DEVICE_OPENCL_C_VERSION ("OpenCL C
   2.0 ..."), which may be lower on devices of 3.0. */
typedef struct nf_c_version {
    cl_uint version; /* major << 22 | minor << 12 | patch */
    char name[64];
} nf_c_version;
nf_standard nf_standard_of(const nf_c_version *listed, size_t count, const char *said);

/* Chooses the device that `option`, or NEARFIELD_DEVICE if it is NULL, names: an index, a part of a name, or "" for the
   best. */
nf_status nf_device_choose(const nf_allocator *allocator, const char *option, nf_device_info *info,
                           nf_sentence *error);

#endif
