/* Host memory through the caller's allocator: the one place that allocates. */
#ifndef NF_CORE_MEMORY_H
#define NF_CORE_MEMORY_H

#include "core/fail.h"

#include <nearfield/context.h>

/* `count` zeroed elements of `size` bytes; NF_ERROR_MEMORY (also on overflow) leaves *out NULL. */
nf_status nf_allocate(const nf_allocator *allocator, size_t count, size_t size, const char *what, void **out,
                      nf_sentence *error);

/* The same, not zeroed: for what is written before it is read. */
nf_status nf_allocate_raw(const nf_allocator *allocator, size_t count, size_t size, const char *what,
                          void **out, nf_sentence *error);

/* Makes room for at least `wanted` elements, keeping the first *capacity ones; grows by doubling.  What is
   new is not zeroed. */
nf_status nf_grow(const nf_allocator *allocator, void **array, size_t *capacity, size_t wanted, size_t size,
                  const char *what, nf_sentence *error);

void nf_release(const nf_allocator *allocator, void *pointer);

/* a * b, or UINT64_MAX when it does not fit. */
uint64_t nf_multiply(uint64_t a, uint64_t b);

#endif
