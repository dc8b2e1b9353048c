/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/cloud/keepsake.h"

typedef void keepsake_kind(nf_context *context, nf_keepsake *keepsake);

nf_keepsake *nf_keepsake_of(const nf_cloud *cloud, keepsake_kind *kind) {
    nf_keepsake *kept = cloud->keepsakes;
    while (kept && kept->free != kind) kept = kept->next;
    return kept;
}

nf_status nf_keepsake_take(nf_cloud *cloud, keepsake_kind *kind, size_t bytes, const char *what,
                           nf_keepsake **out) {
    nf_context *context = cloud->context;
    nf_status status = NF_OK;
    *out = nf_keepsake_of(cloud, kind);
    if (*out) return NF_OK;
    NF_TRY(nf_allocate(&context->allocator, 1, bytes, what, (void **)out, &context->error));
    (*out)->free = kind;
    (*out)->next = cloud->keepsakes;
    cloud->keepsakes = *out;
done:
    return status;
}

void nf_keepsake_drop(nf_cloud *cloud, keepsake_kind *kind) {
    for (nf_keepsake **at = &cloud->keepsakes; *at; at = &(*at)->next) {
        nf_keepsake *kept = *at;
        if (kept->free != kind) continue;
        *at = kept->next;
        kind(cloud->context, kept);
        return;
    }
}

void nf_keepsakes_free(nf_cloud *cloud) {
    while (cloud->keepsakes) nf_keepsake_drop(cloud, cloud->keepsakes->free);
}
