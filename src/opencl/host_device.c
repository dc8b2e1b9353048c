/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/host_device.h"

#include "core/system.h"
#include "native/native.h"
#include "opencl/ops.h"

#include <ctype.h>
#include <nearfield/version.h>
#include <stdio.h>
#include <string.h>

/* A buffer of the host: what a cl_mem points to. */
typedef struct block {
    void *memory; /* in `taken`, aligned as OpenCL aligns buffers */
    uint64_t bytes;
    void *taken; /* from the context's allocator */
} block;
enum { ALIGNED = 128 };

static block *block_of(cl_mem buffer) { return (block *)(void *)buffer; }

int nf_is_host_device(const char *wish) {
    static const char name[] = "host";
    size_t k = 0;
    while (wish && k < sizeof name - 1 && tolower((unsigned char)wish[k]) == name[k]) k++;
    return wish && k == sizeof name - 1 && !wish[k];
}

void nf_host_device_facts(nf_device_info *info) {
    const uint64_t memory = nf_system_memory();
    *info = (nf_device_info){.size = sizeof *info,
                             .type = CL_DEVICE_TYPE_CPU,
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

int nf_on_host(const nf_context *context) { return !context->cl; }

nf_status nf_refuse_host(nf_context *context, const char *what) {
    if (!nf_on_host(context)) return NF_OK;
    return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                   "%s needs an OpenCL device: the device of this context is the host", what);
}

/* ---- buffers --------------------------------------------------------------------------------------------------- */

static cl_mem create(nf_context *context, void *data, uint64_t bytes, cl_int *code) {
    const nf_allocator *allocator = &context->allocator;
    block *made = NULL;
    if (bytes > SIZE_MAX - ALIGNED || bytes > context->device.global_memory) {
        *code = CL_INVALID_BUFFER_SIZE;
        return NULL;
    }
    if (nf_allocate(allocator, 1, sizeof *made, "a buffer", (void **)&made, NULL) != NF_OK ||
        nf_allocate_raw(allocator, (size_t)bytes + ALIGNED, 1, "a buffer", &made->taken, NULL) != NF_OK) {
        nf_release(allocator, made);
        *code = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    made->memory = (char *)made->taken + (ALIGNED - (uintptr_t)made->taken % ALIGNED);
    made->bytes = bytes;
    if (data) memcpy(made->memory, data, (size_t)bytes);
#if defined(NF_DEBUG)
    else memset(made->memory, NF_SPOILED, (size_t)bytes);
#endif
    return (cl_mem)(void *)made;
}

static void release(nf_context *context, cl_mem buffer) {
    nf_release(&context->allocator, block_of(buffer)->taken);
    nf_release(&context->allocator, block_of(buffer));
}

static uint64_t bytes_of(const nf_context *context, cl_mem buffer) {
    (void)context;
    return block_of(buffer)->bytes;
}

static void *memory_of(cl_mem buffer) { return block_of(buffer)->memory; }

static nf_status check_slice(nf_context *context, const char *name, nf_slice slice, uint64_t n, size_t size,
                             nf_access access) {
    (void)slice, (void)n, (void)size, (void)access;
    return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                   "%s is an OpenCL buffer, and the device of this context is the host", name);
}

/* ---- commands -------------------------------------------------------------------------------------------------- */

static char *at(cl_mem buffer, uint64_t offset) { return (char *)memory_of(buffer) + offset; }

static nf_status move(nf_work *work, void *to, const void *from, uint64_t bytes) {
    nf_status status = NF_OK;
    NF_TRY(nf_work_go_on(work));
    memmove(to, from, (size_t)bytes);
done:
    return status;
}

static nf_status fill(nf_work *work, cl_mem buffer, const void *pattern, size_t pattern_bytes,
                      uint64_t offset, uint64_t bytes) {
    char *to = at(buffer, offset);
    nf_status status = NF_OK;
    NF_TRY(nf_work_go_on(work));
    memcpy(to, pattern, pattern_bytes);
    for (uint64_t done = pattern_bytes, more; done < bytes; done += more) { /* twice as much each time */
        more = done < bytes - done ? done : bytes - done;
        memcpy(to + done, to, (size_t)more);
    }
done:
    return status;
}

static nf_status copy(nf_work *work, cl_mem from, uint64_t from_offset, cl_mem to, uint64_t to_offset,
                      uint64_t bytes) {
    return move(work, at(to, to_offset), at(from, from_offset), bytes);
}

static nf_status write(nf_work *work, cl_mem to, uint64_t offset, const void *data, uint64_t bytes) {
    return move(work, at(to, offset), data, bytes);
}

static nf_status read(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                      const void *most) {
    (void)most;
    return move(work, data, at(from, offset), bytes);
}

static nf_status map(nf_work *work, cl_mem buffer, uint64_t bytes, void **out) {
    (void)work, (void)bytes;
    *out = memory_of(buffer);
    return NF_OK;
}

/* ---- kernels --------------------------------------------------------------------------------------------------- */

static nf_status program(nf_context *context, nf_program *to) {
    const nf_spec *spec = &to->spec;
    to->native = nf_native_find(spec->source, spec->head, spec->text);
    if (to->native) return NF_OK;
    context->lacks = 1;
    return nf_fail(&context->error, NF_ERROR_UNSUPPORTED, "the host has no program of %s%s%s", spec->source,
                   spec->head, spec->text);
}

/* Kernels only read what their arguments are at. */
static void *address_of(const void *value) {
    const union {
        const void *given;
        void *taken;
    } address = {.given = value};
    return address.taken;
}

/* The addresses of the values, and of the memory of buffers. */
static void addresses_of(const nf_arg *args, size_t count, void **memory, void **addresses) {
    for (size_t k = 0; k < count; k++) {
        memory[k] =
            args[k].kind == NF_ARG_BUFFER && args[k].value.buffer ? memory_of(args[k].value.buffer) : NULL;
        addresses[k] = args[k].kind == NF_ARG_BUFFER   ? address_of(&memory[k])
                       : args[k].kind == NF_ARG_STRUCT ? address_of(args[k].value.data)
                                                       : address_of(&args[k].value);
    }
}

static nf_status launch(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                        const nf_arg *args, size_t count) {
    enum { MOST = 128 };
    nf_context *context = work->context;
    void *memory[MOST], *addresses[MOST];
    const char *letters = NULL;
    const int kernel = nf_native_kernel(program->native, name, &letters);
    const double start = context->profile ? nf_system_clock() : 0;
    nf_status status = NF_OK;
    NF_TRY(nf_work_go_on(work));
    if (kernel < 0 || strcspn(letters, "\n") != count || count > MOST || shape.group != 1)
        NF_TRY(nf_fail(&context->error, NF_ERROR_DEVICE,
                       "the host has no kernel %s with %zu arguments and groups of %zu", name, count,
                       shape.group));
    addresses_of(args, count, memory, addresses);
    const uint32_t threads = work->few ? 1 : context->device.compute_units;
    if (!nf_native_run(context->team, program->native, (unsigned)kernel,
                       (nf_native_shape){shape.groups, shape.first, threads}, addresses,
                       (nf_native_stop){context->cancelled, context->cancelled_user})) {
        work->cancelled = 1;
        NF_TRY(nf_work_go_on(work));
    }
    if (context->profile) nf_stage_add(context, work->stage, nf_system_clock() - start);
done:
    return status;
}

/* ---- works ----------------------------------------------------------------------------------------------------- */

static nf_status begin(nf_work *work, const nf_sync *sync) {
    if (!sync->queue && !sync->wait_count) return NF_OK;
    return nf_fail(
        &work->context->error, NF_ERROR_ARGUMENT,
        "sync names a queue or events to wait for, and the device of this context is the host, which "
        "has none");
}

const nf_device_ops nf_host_ops = {.create = create,
                                   .release = release,
                                   .bytes = bytes_of,
                                   .memory = memory_of,
                                   .check_slice = check_slice,
                                   .fill = fill,
                                   .copy = copy,
                                   .write = write,
                                   .read = read,
                                   .map = map,
                                   .program = program,
                                   .launch = launch,
                                   .begin = begin};
