/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Variables that are released at the end of their block, in the reverse order of their declarations:
 *     own_context context = support_context(NULL);
 * What belongs to a context is declared after it.
 */
#ifndef SUPPORT_OWN_H
#define SUPPORT_OWN_H

#include <stdlib.h>
#include <string.h>

/* Also what nothing else reads, which Clang warns of. */
#define OWNED_BY(release) __attribute__((cleanup(release), unused))

/* Before the declaration of a pointer to memory of malloc(). */
#define own_memory OWNED_BY(own_end_memory)
static inline void own_end_memory(void *pointer) {
    void *memory;
    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

#endif
