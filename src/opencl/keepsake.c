/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/keepsake.h"

#include "opencl/context.h"

nf_keepsake *nf_keepsake_of(nf_keepsake *list, nf_keepsake_kind *kind) {
    while (list && list->free != kind) list = list->next;
    return list;
}

nf_status nf_keepsake_take(nf_context *context, nf_keepsake **list, nf_keepsake_kind *kind, size_t bytes,
                           const char *what, nf_keepsake **out) {
    nf_status status = NF_OK;
    *out = nf_keepsake_of(*list, kind);
    if (*out) return NF_OK;
    NF_TRY(nf_allocate(&context->allocator, 1, bytes, what, (void **)out, &context->error));
    (*out)->free = kind;
    (*out)->next = *list;
    *list = *out;
done:
    return status;
}

void nf_keepsake_drop(nf_context *context, nf_keepsake **list, nf_keepsake_kind *kind) {
    for (; *list; list = &(*list)->next) {
        nf_keepsake *kept = *list;
        if (kept->free != kind) continue;
        *list = kept->next;
        kind(context, kept);
        return;
    }
}

void nf_keepsakes_free(nf_context *context, nf_keepsake **list) {
    while (*list) nf_keepsake_drop(context, list, (*list)->free);
}
