/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/keepsake.h"

#include "opencl/context.h"

nf_keepsake *nf_keepsake_of(nf_keepsake *list, const nf_keepsake_kind *kind) {
    while (list && list->kind != kind) list = list->next;
    return list;
}

nf_status nf_keepsake_take(nf_context *context, nf_keepsake **list, const nf_keepsake_kind *kind,
                           nf_keepsake **out) {
    nf_status status = NF_OK;
    *out = nf_keepsake_of(*list, kind);
    if (*out) return NF_OK;
    NF_TRY(nf_allocate(&context->allocator, 1, kind->bytes, kind->name, (void **)out, &context->error));
    (*out)->kind = kind;
    (*out)->next = *list;
    *list = *out;
done:
    return status;
}

void nf_keepsakes_free(nf_context *context, nf_keepsake **list) {
    while (*list) {
        nf_keepsake *kept = *list;
        *list = kept->next;
        if (kept->kind->release) kept->kind->release(context, kept);
        nf_release(&context->allocator, kept);
    }
}
