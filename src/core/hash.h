/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* FNV-1a: detects damage and gives names to files; not secure against deliberate changes. */
#ifndef NF_CORE_HASH_H
#define NF_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define NF_HASH_START UINT64_C(14695981039346656037)

/* Continues `hash` with `data`. */
static inline uint64_t nf_hash(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = (const unsigned char *)data;
    for (size_t k = 0; k < size; k++) hash = (hash ^ bytes[k]) * 1099511628211u;
    return hash;
}

#endif
