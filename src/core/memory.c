/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static void *take(const nf_allocator *allocator, size_t bytes) {
    return allocator && allocator->allocate ? allocator->allocate(allocator->user, bytes) : malloc(bytes);
}

uint64_t nf_multiply(uint64_t a, uint64_t b) { return a && b > UINT64_MAX / a ? UINT64_MAX : a * b; }

nf_status nf_allocate_raw(const nf_allocator *allocator, size_t count, size_t size, const char *what,
                          void **out, nf_sentence *error) {
    *out = NULL;
    if (size && count > SIZE_MAX / size) return nf_fail_memory(error, SIZE_MAX, what);
    const size_t wanted = count * size, bytes = wanted ? wanted : 1;
    *out = take(allocator, bytes);
    return *out ? NF_OK : nf_fail_memory(error, bytes, what);
}

nf_status nf_allocate(const nf_allocator *allocator, size_t count, size_t size, const char *what, void **out,
                      nf_sentence *error) {
    const nf_status status = nf_allocate_raw(allocator, count, size, what, out, error);
    if (status == NF_OK && *out) memset(*out, 0, count * size);
    return status;
}

nf_status nf_grow_to(const nf_allocator *allocator, void **array, size_t *capacity, size_t room, size_t size,
                     const char *what, nf_sentence *error) {
    void *grown = NULL;
    if (room <= *capacity) return NF_OK;
    const nf_status status = nf_allocate_raw(allocator, room, size, what, &grown, error);
    if (status != NF_OK || !grown) return status;
    if (*array) memcpy(grown, *array, *capacity * size);
    nf_release(allocator, *array);
    *array = grown;
    *capacity = room;
    return NF_OK;
}

nf_status nf_grow(const nf_allocator *allocator, void **array, size_t *capacity, size_t wanted, size_t size,
                  const char *what, nf_sentence *error) {
    if (wanted <= *capacity) return NF_OK;
    size_t room = *capacity ? *capacity : 8;
    while (room < wanted) room = room > SIZE_MAX / 2 ? wanted : room * 2;
    return nf_grow_to(allocator, array, capacity, room, size, what, error);
}

void nf_release(const nf_allocator *allocator, void *pointer) {
    if (!pointer) return;
    if (allocator && allocator->release) allocator->release(allocator->user, pointer);
    else free(pointer);
}
