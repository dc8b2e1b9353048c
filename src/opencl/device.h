/* Devices: finding them, their facts, and choosing one. */
#ifndef NF_OPENCL_DEVICE_H
#define NF_OPENCL_DEVICE_H

#include "core/fail.h"

#include <nearfield/context.h>

/* The facts of one device. */
nf_status nf_device_facts(cl_device_id device, nf_device_info *info, nf_sentence *error);

/* The oldest standard after OpenCL C 1.2 that the device's compiler says it knows, or 1.2: what sub-groups need, and no
   more (Intel's compiler for PVC, 22.43, fails at its own header for 3.0). */
typedef enum nf_standard { NF_CL12, NF_CL20, NF_CL30, NF_STANDARDS } nf_standard;
nf_standard nf_device_standard(cl_device_id device);

/* What it follows from: the versions that an OpenCL 3.0 device lists, and what each device says of itself ("OpenCL C
   2.0 ..."), which on those of 3.0 may be less. */
typedef struct nf_c_version {
    cl_uint version; /* major << 22 | minor << 12 | patch */
    char name[64];
} nf_c_version;
nf_standard nf_standard_of(const nf_c_version *listed, size_t count, const char *said);

/* The device that `option` names, or where it is NULL NEARFIELD_DEVICE: an index, a part of a name, or "" for the
   best. */
nf_status nf_device_choose(const nf_allocator *allocator, const char *option, nf_device_info *info,
                           nf_sentence *error);

#endif
