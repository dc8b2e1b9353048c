/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/counting.h"

#include <stdlib.h>

static void *take(void *user, size_t bytes) {
    support_counting *counting = user;
    counting->calls++;
    counting->bytes += bytes;
    if (bytes > counting->largest) counting->largest = bytes;
    if (counting->left-- <= 0) return NULL;
    counting->out++;
    return malloc(bytes);
}

static void give_back(void *user, void *pointer) { support_counting_release(user, pointer); }

nf_allocator support_counting_allocator(support_counting *counting) {
    return (nf_allocator){take, give_back, counting};
}

void support_counting_release(support_counting *counting, void *pointer) {
    if (pointer) counting->out--;
    free(pointer);
}
