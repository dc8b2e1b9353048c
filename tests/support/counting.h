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

/* Releases what it has allocated. */
void support_counting_release(support_counting *counting, void *pointer);

#endif
