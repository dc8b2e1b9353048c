/* Devices: finding them, their facts, and choosing one. */
#ifndef NF_OPENCL_DEVICE_H
#define NF_OPENCL_DEVICE_H

#include "core/fail.h"

#include <nearfield/context.h>

/* The facts of one device. */
nf_status nf_device_facts(cl_device_id device, nf_device_info *info, nf_sentence *error);

/* The device that `option` names, or where it is NULL NEARFIELD_DEVICE: an index, a part of a name, or "" for the
   best. */
nf_status nf_device_choose(const nf_allocator *allocator, const char *option, nf_device_info *info,
                           nf_sentence *error);

#endif
