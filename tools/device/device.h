/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A device in words. */
#ifndef NEARFIELD_DEVICE_DEVICE_H
#define NEARFIELD_DEVICE_DEVICE_H

#include "text/json.h"

#include <nearfield/nearfield.h>

/* "gpu", "accelerator" or "cpu". */
const char *device_type(const nf_device_info *device);

/* Creates a context of an OpenCL device, as nf_context_create() does; NF_ERROR_NO_DEVICE where it would be one of the host. */
nf_status open_device(const nf_context_options *options, nf_context **context, char *message, size_t size);

/* The members of a JSON object that describe a device. */
void json_device(json_out *j, const nf_device_info *device);

#endif
