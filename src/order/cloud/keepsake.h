/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What other rooms keep about a cloud between calls, one of each kind: a kind is known by the function that frees it. */
#ifndef NF_ORDER_KEEPSAKE_H
#define NF_ORDER_KEEPSAKE_H

#include "order/order.h"

/* The first member of the struct of another room. */
struct nf_keepsake {
    nf_keepsake *next;
    void (*free)(nf_context *context, nf_keepsake *keepsake); /* and the struct itself */
};

/* What the cloud keeps of a kind; NULL: nothing. */
nf_keepsake *nf_keepsake_of(const nf_cloud *cloud, void (*kind)(nf_context *context, nf_keepsake *keepsake));

/* The same; if there is nothing, it becomes `bytes` zeros behind the keepsake, of which `what` is the name in messages. */
nf_status nf_keepsake_take(nf_cloud *cloud, void (*kind)(nf_context *context, nf_keepsake *keepsake),
                           size_t bytes, const char *what, nf_keepsake **out);

/* Frees what the cloud keeps of a kind. */
void nf_keepsake_drop(nf_cloud *cloud, void (*kind)(nf_context *context, nf_keepsake *keepsake));

/* Frees all that the cloud keeps. */
void nf_keepsakes_free(nf_cloud *cloud);

#endif
