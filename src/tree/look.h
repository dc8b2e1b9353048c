/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Looks at points before they are ordered along the z-order curve: whether they are finite, and how large. */
#ifndef NF_TREE_LOOK_H
#define NF_TREE_LOOK_H

#include "tree/curve.h"

/* What looks at points find, on the device: `state` in cl/tree/found.cl, which the z-order uses further; its last two words are about a periodic box (levels.c). */
typedef struct nf_zfound {
    uint32_t level, signs, bad, in_long, ties, top, wraps, far;
} nf_zfound;
enum { NF_ZFOUND_BYTES = 32 };

/* Enqueues the look by a program of nf_zsort_program. */
nf_status nf_zfind_launch(nf_work *work, const nf_view *points, nf_program *program, cl_mem found);

/* Looks at points: enqueues the look, whose findings it writes to a buffer; checks them when they have been read.  NF_ERROR_POINTS names the
   first point that is not finite (name: "point", or what it is).  Every coordinate is below 2^*exponent, and the largest is not below half of
   that; for zeros it is that of the smallest number. */
nf_status nf_zfind_begin(nf_work *work, const nf_view *points, cl_mem found);
nf_status nf_zfind_check(nf_context *context, const nf_view *points, const nf_zfound *found, const char *name,
                         int *exponent);

/* Looks at the points, waits, and checks what was found. */
nf_status nf_zfind_run(nf_work *work, const nf_view *points, const char *name, int *exponent);

#endif
