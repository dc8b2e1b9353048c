/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/slice.h"

#include "core/check.h"
#include "core/whole.h"
#include "opencl/ops.h"

/* A buffer of the caller may be one that kernels must not read, or not write. */
static nf_status check_access(nf_context *context, const char *name, cl_mem buffer, cl_mem_flags forbidden) {
    nf_status status = NF_OK;
    cl_mem_flags flags = 0;
    NF_TRY_CL(context, clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    if (flags & forbidden)
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT,
                         "%s: its buffer was created with %s: create it with CL_MEM_READ_WRITE", name,
                         flags & CL_MEM_READ_ONLY ? "CL_MEM_READ_ONLY" : "CL_MEM_WRITE_ONLY");
done:
    return status;
}

nf_status nf_cl_check_slice(nf_context *context, const char *name, nf_slice slice, uint64_t n, size_t size,
                            nf_access access) {
    nf_status status = NF_OK;
    size_t bytes = 0;
    cl_context owner = NULL;
    NF_TRY_CL(context, clGetMemObjectInfo(slice.buffer, CL_MEM_CONTEXT, sizeof owner, &owner, NULL));
    NF_TRY_CL(context, clGetMemObjectInfo(slice.buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    NF_TRY(check_access(context, name, slice.buffer,
                        access == NF_READ ? CL_MEM_WRITE_ONLY : CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY));
    if (owner != context->cl)
        status =
            nf_fail(&context->error, NF_ERROR_ARGUMENT,
                    "%s: the buffer belongs to another OpenCL context: create it in nf_context_cl()", name);
    else if (slice.offset > bytes || n > (bytes - slice.offset) / size)
        status =
            nf_fail(&context->error, NF_ERROR_ARGUMENT,
                    "%s: needs %llu elements of %zu bytes from byte %llu on, but its buffer has %zu bytes",
                    name, (unsigned long long)n, size, (unsigned long long)slice.offset, bytes);
done:
    return status;
}

nf_status nf_check_slice(nf_context *context, const char *name, nf_slice slice, uint64_t n, size_t size,
                         nf_access access, nf_elements *out) {
    nf_status status = NF_OK;
    *out = nf_elements_at(slice.buffer, slice.offset / size);
    if (slice.host)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "%s is in host memory: copy it to a device buffer, and give that", name);
    NF_TRY(nf_check_place(slice, name, 0, size, &context->error));
    if (!context->ops->check_slice) return NF_OK;
    if (slice.buffer) return context->ops->check_slice(context, name, slice, n, size, access);
    if (n) status = nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s is a NULL buffer", name);
done:
    return status;
}

nf_status nf_cl_region(nf_context *context, nf_slice slice, nf_region *out) {
    nf_status status = NF_OK;
    cl_mem whole = NULL;
    size_t start = 0, bytes = 0;
    NF_TRY_CL(context,
              clGetMemObjectInfo(slice.buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL));
    if (whole)
        NF_TRY_CL(context, clGetMemObjectInfo(slice.buffer, CL_MEM_OFFSET, sizeof start, &start, NULL));
    NF_TRY_CL(context, clGetMemObjectInfo(slice.buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    *out = (nf_region){whole ? whole : slice.buffer, start + slice.offset, bytes - slice.offset};
done:
    return status;
}

nf_status nf_region_of(nf_context *context, nf_slice slice, nf_region *out) {
    *out = (nf_region){slice.buffer, slice.offset, 0};
    return slice.buffer && context->ops->region ? context->ops->region(context, slice, out) : NF_OK;
}

nf_status nf_check_apart(nf_context *context, const char *a_name, nf_slice a, uint64_t a_bytes,
                         const char *b_name, nf_slice b, uint64_t b_bytes) {
    nf_status status = NF_OK;
    nf_region first, second;
    if (a_bytes == 0 || b_bytes == 0) return NF_OK;
    NF_TRY(nf_region_of(context, a, &first));
    NF_TRY(nf_region_of(context, b, &second));
    if (first.memory == second.memory && first.byte < second.byte + nf_min(b_bytes, second.room) &&
        second.byte < first.byte + nf_min(a_bytes, first.room))
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s and %s overlap", a_name, b_name);
done:
    return status;
}
