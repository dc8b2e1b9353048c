/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What other rooms keep with a context or a cloud between calls, one of each kind. */
#ifndef NF_OPENCL_KEEPSAKE_H
#define NF_OPENCL_KEEPSAKE_H

#include <nearfield/context.h>

typedef struct nf_keepsake nf_keepsake;

/* A kind is known by the address of its row, a const object of the room that keeps it.  The address of a function would not do, as linkers may
   make one of two functions with the same code; rows have different names. */
typedef struct nf_keepsake_kind {
    const char *name;                                            /* in messages: "a tree" */
    size_t bytes;                                                /* of the room's struct */
    void (*release)(nf_context *context, nf_keepsake *keepsake); /* what the struct holds; NULL: nothing */
} nf_keepsake_kind;

/* The first member of the struct of another room. */
struct nf_keepsake {
    nf_keepsake *next;
    const nf_keepsake_kind *kind;
};

/* The keepsake of a kind in a list, of which `list` is the last one; NULL: there is none. */
nf_keepsake *nf_keepsake_of(nf_keepsake *list, const nf_keepsake_kind *kind);

/* Gives the keepsake of a kind.  If the list has none, one is made, with zeros behind its first member. */
nf_status nf_keepsake_take(nf_context *context, nf_keepsake **list, const nf_keepsake_kind *kind,
                           nf_keepsake **out);

/* Frees all of the list. */
void nf_keepsakes_free(nf_context *context, nf_keepsake **list);

#endif
