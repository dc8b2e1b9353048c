/* The checks of places in buffers, declared in launch.h beside the commands that use them. */
#include "opencl/launch.h"

nf_status nf_check_slice(nf_context *context, const char *name, nf_slice slice, uint64_t n, size_t size) {
    nf_status status = NF_OK;
    size_t bytes = 0;
    cl_context owner = NULL;
    if (!slice.buffer)
        return n == 0 ? NF_OK : nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s is a NULL buffer", name);
    NF_TRY_CL(context, clGetMemObjectInfo(slice.buffer, CL_MEM_CONTEXT, sizeof owner, &owner, NULL));
    NF_TRY_CL(context, clGetMemObjectInfo(slice.buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    const uint64_t room = bytes / size;
    if (owner != context->cl)
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s belongs to another OpenCL context", name);
    else if (slice.offset > room || n > room - slice.offset)
        status =
            nf_fail(&context->error, NF_ERROR_ARGUMENT,
                    "%s wants %llu elements of %zu bytes from element %llu on, and its buffer has %llu", name,
                    (unsigned long long)n, size, (unsigned long long)slice.offset, (unsigned long long)room);
done:
    return status;
}

nf_status nf_check_apart(nf_context *context, const char *a_name, nf_slice a, const char *b_name, nf_slice b,
                         uint64_t a_bytes, size_t a_size, uint64_t b_bytes, size_t b_size) {
    if (!a.buffer || a.buffer != b.buffer || a_bytes == 0 || b_bytes == 0) return NF_OK;
    const uint64_t a_start = a.offset * a_size, b_start = b.offset * b_size;
    if (a_start + a_bytes <= b_start || b_start + b_bytes <= a_start) return NF_OK;
    return nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s and %s overlap", a_name, b_name);
}
