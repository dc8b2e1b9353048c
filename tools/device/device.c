/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "device/device.h"

#include <stdio.h>

/* As OpenCL's header has them. */
enum { CL_DEVICE_TYPE_GPU = 4, CL_DEVICE_TYPE_ACCELERATOR = 8 };

const char *device_type(const nf_device_info *device) {
    return device->type & CL_DEVICE_TYPE_GPU           ? "gpu"
           : device->type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                                       : "cpu";
}

nf_status open_device(const nf_context_options *options, nf_context **context, char *message, size_t size) {
    size_t count = 0;
    nf_status status = nf_context_create(options, context, message, size);
    if (status != NF_OK || nf_context_device(*context)->device) return status;
    nf_context_free(*context);
    *context = NULL;
    status =
        nf_devices(NULL, 0, &count, message, size); /* says why the host was taken, unless it was named */
    if (status != NF_OK) return status;
    snprintf(message, size, "this needs an OpenCL device, and not the host (nearfield devices)");
    return NF_ERROR_NO_DEVICE;
}

void json_device(json_out *j, const nf_device_info *d) {
    json_text(j, "platform", d->platform_name);
    json_text(j, "name", d->name);
    json_text(j, "vendor", d->vendor);
    json_text(j, "driver", d->driver);
    json_text(j, "version", d->version);
    json_text(j, "type", device_type(d));
    json_count(j, "compute_units", d->compute_units);
    json_count(j, "memory_bytes", d->global_memory);
    json_count(j, "largest_buffer_bytes", d->largest_buffer);
    json_count(j, "local_memory_bytes", d->local_memory);
    json_count(j, "work_group_limit", d->max_work_group);
    json_truth(j, "fp64", d->fp64);
    json_truth(j, "int64_atomics", d->int64_atomics);
    json_truth(j, "subgroups", d->subgroups);
}
