/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Host memory, from the caller's allocator.  The library allocates nowhere else. */
#ifndef NF_CORE_MEMORY_H
#define NF_CORE_MEMORY_H

#include "core/fail.h"

#include <nearfield/context.h>

/* Allocates `count` zeroed elements of `size` bytes.  On NF_ERROR_MEMORY (also for overflow) *out is NULL. */
nf_status nf_allocate(const nf_allocator *allocator, size_t count, size_t size, const char *what, void **out,
                      nf_sentence *error);

/* Allocates as nf_allocate() does, elements that are not zeroed. */
nf_status nf_allocate_raw(const nf_allocator *allocator, size_t count, size_t size, const char *what,
                          void **out, nf_sentence *error);

/* Grows an array to at least `wanted` elements by doubling, and keeps the first *capacity elements.  New elements are
   not zeroed. */
nf_status nf_grow(const nf_allocator *allocator, void **array, size_t *capacity, size_t wanted, size_t size,
                  const char *what, nf_sentence *error);

/* Grows an array as nf_grow() does, to `room` elements and no more. */
nf_status nf_grow_to(const nf_allocator *allocator, void **array, size_t *capacity, size_t room, size_t size,
                     const char *what, nf_sentence *error);

void nf_release(const nf_allocator *allocator, void *pointer);

/* a * b, or UINT64_MAX on overflow. */
uint64_t nf_multiply(uint64_t a, uint64_t b);

#endif
