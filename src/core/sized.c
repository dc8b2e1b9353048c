/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/sized.h"

#include <string.h>

enum { SIZE_MOST = 65536 }; /* more is no size, but a value that was not set */

const nf_sized nf_sized_batch = {NF_SIZED(nf_batch)};
const nf_sized nf_sized_points = {
    NF_SIZED(nf_points), .pointers = {NF_SIZED_POINTER(nf_points, batch, nf_sized_batch, "the batch")}};
const nf_sized nf_sized_filters = {
    NF_SIZED(nf_filters),
    .pointers = {NF_SIZED_POINTER(nf_filters, radii, nf_sized_points, "radii"),
                 NF_SIZED_POINTER(nf_filters, query_radii, nf_sized_points, "query_radii")}};
const nf_sized nf_sized_outputs = {NF_SIZED(nf_outputs)};
const nf_sized nf_sized_chunks = {NF_SIZED(nf_chunks)};
const nf_sized nf_sized_cost = {NF_SIZED(nf_cost)};
const nf_sized nf_sized_sync = {NF_SIZED(nf_sync)};

/* ---- what the caller hands over ------------------------------------------------------------------------------ */

static uint32_t size_of(const void *from) {
    uint32_t size = 0;
    memcpy(&size, from, sizeof size);
    return size;
}

static int is_size(const nf_sized *of, uint32_t size) { return size >= of->first && size <= SIZE_MOST; }

static nf_status check_size(const nf_sized *of, const char *name, uint32_t size, nf_sentence *error) {
    if (!size || is_size(of, size)) return NF_OK;
    return nf_fail(error, NF_ERROR_ARGUMENT, "the size of %s is %lu bytes: give its sizeof, %zu, or 0", name,
                   (unsigned long)size, of->known);
}

static nf_status check(const nf_sized *of, const char *name, const void *from, nf_sentence *error) {
    const unsigned char *bytes = from;
    const uint32_t size = size_of(from);
    nf_status status = NF_OK;
    NF_TRY(check_size(of, name, size, error));
    for (size_t k = of->known; k < size; k++)
        if (bytes[k])
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "%s has %lu bytes and a value in byte %zu, but this version of the library knows "
                           "%zu bytes: use a newer version, or leave that value out",
                           name, (unsigned long)size, k, of->known);
done:
    return status;
}

/* Copies a struct without what it points to. */
static nf_status copy(const nf_sized *of, const char *name, const void *from, void *to, nf_sentence *error) {
    const uint32_t known = (uint32_t)of->known;
    const nf_status status = from ? check(of, name, from, error) : NF_OK;
    memset(to, 0, of->known);
    if (from && status == NF_OK) {
        const size_t size = size_of(from) ? size_of(from) : of->first;
        memcpy(to, from, size < of->known ? size : of->known);
    }
    memcpy(to, &known, sizeof known);
    return status;
}

/* Has the members of a copy point to copies. */
static nf_status follow_all(const nf_sized *of, void *own, nf_sized_copies *copies, nf_sentence *error) {
    nf_status status = NF_OK;
    for (const nf_sized_pointer *p = of->pointers; p < of->pointers + NF_SIZED_POINTERS && p->to; p++) {
        nf_sentence *const first = status == NF_OK ? error : NULL;
        const nf_status next = nf_sized_follow(p->to, p->name, (char *)own + p->at, copies, first);
        if (status == NF_OK) status = next;
    }
    return status;
}

nf_status nf_sized_take(const nf_sized *of, const char *name, const void *from, void *to,
                        nf_sized_copies *copies, nf_sentence *error) {
    const nf_status status = copy(of, name, from, to, error);
    return status == NF_OK ? follow_all(of, to, copies, error) : status;
}

nf_status nf_sized_follow(const nf_sized *of, const char *name, void *pointer, nf_sized_copies *copies,
                          nf_sentence *error) {
    nf_status status = NF_OK;
    const void *from = NULL;
    void *to = NULL;
    memcpy(&from, pointer, sizeof from);
    if (!from) return NF_OK;
    if (copies->count < NF_SIZED_COPIES) {
        status = copy(of, name, from, &copies->each[copies->count], error);
        if (status == NF_OK) to = &copies->each[copies->count++];
    } else
        status = nf_fail(error, NF_ERROR_MEMORY, "one call hands over more than %d structs", NF_SIZED_COPIES);
    memcpy(pointer, &to, sizeof to);
    return to ? follow_all(of, to, copies, error) : status;
}

/* ---- what the library fills ---------------------------------------------------------------------------------- */

nf_status nf_sized_reach(const nf_sized *of, const char *name, const void *to, size_t *reach,
                         nf_sentence *error) {
    const uint32_t size = size_of(to);
    *reach = size ? size : of->first;
    return check_size(of, name, size, error);
}

nf_status nf_sized_stride(const nf_sized *of, const char *name, const void *first, size_t *stride,
                          nf_sentence *error) {
    const uint32_t size = size_of(first);
    *stride = size;
    if (is_size(of, size)) return NF_OK;
    return nf_fail(error, NF_ERROR_ARGUMENT, "%s[0].size is %lu: set it to sizeof %s[0], %zu", name,
                   (unsigned long)size, name, of->known);
}

void nf_sized_give(const nf_sized *of, void *first, size_t stride, size_t k, const void *from) {
    const uint32_t size = (uint32_t)stride;
    void *to = (char *)first + k * stride;
    memset(to, 0, stride);
    if (from) memcpy(to, from, stride < of->known ? stride : of->known);
    memcpy(to, &size, sizeof size);
}
