/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/host_device.h"

#include "core/system.h"

#include <ctype.h>
#include <nearfield/version.h>
#include <stdio.h>
#include <string.h>

/* A buffer of the host: what a cl_mem points to. */
typedef struct block {
    void *memory; /* from the context's allocator */
    uint64_t bytes;
} block;

static block *block_of(cl_mem buffer) { return (block *)(void *)buffer; }

int nf_is_host_device(const char *wish) {
    static const char name[] = "host";
    size_t k = 0;
    while (wish && k < sizeof name - 1 && tolower((unsigned char)wish[k]) == name[k]) k++;
    return wish && k == sizeof name - 1 && !wish[k];
}

void nf_host_device_facts(nf_device_info *info) {
    const uint64_t memory = nf_system_memory();
    *info = (nf_device_info){.type = CL_DEVICE_TYPE_CPU,
                             .compute_units = 1, /* plain C runs in the thread of the call */
                             .global_memory = memory,
                             .largest_buffer = memory,
                             .max_work_group = 1,
                             .fp64 = 1};
    snprintf(info->name, sizeof info->name, "host");
    snprintf(info->platform_name, sizeof info->platform_name, "nearfield");
    snprintf(info->vendor, sizeof info->vendor, "nearfield");
    snprintf(info->driver, sizeof info->driver, "%d.%d.%d", NF_VERSION_MAJOR, NF_VERSION_MINOR,
             NF_VERSION_PATCH);
    snprintf(info->version, sizeof info->version, "plain C");
}

cl_mem nf_host_buffer_of(const nf_context *context, void *memory, uint64_t bytes) {
    block *made = NULL;
    if (nf_allocate(&context->allocator, 1, sizeof *made, "a buffer", (void **)&made, NULL) != NF_OK)
        return NULL;
    *made = (block){memory, bytes};
    return (cl_mem)(void *)made;
}

cl_mem nf_host_buffer(const nf_context *context, const void *data, uint64_t bytes) {
    void *memory = NULL;
    if (bytes > SIZE_MAX ||
        nf_allocate_raw(&context->allocator, (size_t)bytes, 1, "a buffer", &memory, NULL) != NF_OK)
        return NULL;
    cl_mem buffer = nf_host_buffer_of(context, memory, bytes);
    if (!buffer) nf_release(&context->allocator, memory);
    else if (data) memcpy(memory, data, (size_t)bytes);
#if defined(NF_DEBUG)
    else memset(memory, NF_SPOILED, (size_t)bytes);
#endif
    return buffer;
}

void nf_host_buffer_free(const nf_context *context, cl_mem buffer) {
    nf_release(&context->allocator, block_of(buffer)->memory);
    nf_release(&context->allocator, block_of(buffer));
}

uint64_t nf_host_buffer_bytes(cl_mem buffer) { return block_of(buffer)->bytes; }

void *nf_host_memory(cl_mem buffer, uint64_t byte) {
    return buffer ? (char *)block_of(buffer)->memory + byte : NULL;
}

void nf_host_fill(cl_mem buffer, const void *pattern, size_t pattern_bytes, uint64_t offset, uint64_t bytes) {
    char *to = nf_host_memory(buffer, offset);
    for (uint64_t at = 0; at < bytes; at += pattern_bytes) memcpy(to + at, pattern, pattern_bytes);
}

nf_status nf_refuse_host(nf_context *context, const char *call) {
    return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                   "%s needs an OpenCL device: the device of this context is the host", call);
}
