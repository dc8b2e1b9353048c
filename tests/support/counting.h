/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* An allocator that counts, and fails when it is told to. */
#ifndef SUPPORT_COUNTING_H
#define SUPPORT_COUNTING_H

#include <nearfield/context.h>

typedef struct support_counting {
    long left;             /* the allocations that succeed before all fail */
    long out, calls;       /* live allocations, and requests */
    size_t bytes, largest; /* of all requests */
} support_counting;

nf_allocator support_counting_allocator(support_counting *counting);

/* Calls `ask` on contexts of the host whose allocations all fail from the first, the second, ... on, until it returns NF_OK.  Before, it must be NF_ERROR_MEMORY
   with a sentence.  `ask` releases what it makes: fails unless all memory is given back with the context. */
void support_refuse_memory(nf_status (*ask)(nf_context *host, const void *of), const void *of);

#endif
