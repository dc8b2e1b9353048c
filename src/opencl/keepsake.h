/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What other rooms keep with a context or a cloud between calls, one of each kind: a kind is known by the function that frees it. */
#ifndef NF_OPENCL_KEEPSAKE_H
#define NF_OPENCL_KEEPSAKE_H

#include <nearfield/context.h>

typedef struct nf_keepsake nf_keepsake;

/* Frees a keepsake of its kind, and the struct itself. */
typedef void nf_keepsake_kind(nf_context *context, nf_keepsake *keepsake);

/* The first member of the struct of another room. */
struct nf_keepsake {
    nf_keepsake *next;
    nf_keepsake_kind *free;
};

/* The keepsake of a kind in a list, of which `list` is the last one; NULL: there is none. */
nf_keepsake *nf_keepsake_of(nf_keepsake *list, nf_keepsake_kind *kind);

/* Gives the keepsake of a kind.  If the list has none, one is made: `bytes` bytes, zeros behind the keepsake; `what` is its name in messages. */
nf_status nf_keepsake_take(nf_context *context, nf_keepsake **list, nf_keepsake_kind *kind, size_t bytes,
                           const char *what, nf_keepsake **out);

/* Frees that of a kind. */
void nf_keepsake_drop(nf_context *context, nf_keepsake **list, nf_keepsake_kind *kind);

/* Frees all of the list. */
void nf_keepsakes_free(nf_context *context, nf_keepsake **list);

#endif
