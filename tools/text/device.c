/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/device.h"

#include "text/json.h"

/* As OpenCL's header has them. */
enum { CL_DEVICE_TYPE_GPU = 4, CL_DEVICE_TYPE_ACCELERATOR = 8 };

const char *device_type(const nf_device_info *device) {
    return device->type & CL_DEVICE_TYPE_GPU           ? "gpu"
           : device->type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                                       : "cpu";
}

void json_device(FILE *to, const nf_device_info *d) {
    const struct {
        const char *name, *text;
    } texts[] = {{"platform", d->platform_name}, {"name", d->name},       {"vendor", d->vendor},
                 {"driver", d->driver},          {"version", d->version}, {"type", device_type(d)}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        fprintf(to, "%s\"%s\":", k ? "," : "", texts[k].name);
        json_string(to, texts[k].text);
    }
    fprintf(to,
            ",\"compute_units\":%u,\"memory_bytes\":%llu,\"largest_buffer_bytes\":%llu,"
            "\"local_memory_bytes\":%llu,"
            "\"work_group_limit\":%llu,\"fp64\":%s,\"int64_atomics\":%s,\"subgroups\":%s",
            d->compute_units, (unsigned long long)d->global_memory, (unsigned long long)d->largest_buffer,
            (unsigned long long)d->local_memory, (unsigned long long)d->max_work_group,
            d->fp64 ? "true" : "false", d->int64_atomics ? "true" : "false", d->subgroups ? "true" : "false");
}
