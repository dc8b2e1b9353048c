/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* An allocator that counts, and fails when it is told to. */
#ifndef SUPPORT_COUNTING_H
#define SUPPORT_COUNTING_H

#include <nearfield/context.h>

typedef struct support_counting {
    long left;    /* the allocations that succeed before all fail */
    long out;     /* live allocations */
    size_t bytes; /* of all requests */
} support_counting;

nf_allocator support_counting_allocator(support_counting *counting);

/* Calls `ask` on one context of the host after the other: all allocations of the first fail, those of the second from its second on, and so on, until `ask`
   returns NF_OK.  Fails unless it returned NF_ERROR_MEMORY with a sentence before, and all memory was given back with each context.  `ask`
   releases what it makes. */
void support_refuse_memory(nf_status (*ask)(nf_context *host, const void *of), const void *of);

#endif
