/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A context without a device, for what is decided by facts alone. */
#ifndef SUPPORT_MADE_UP_H
#define SUPPORT_MADE_UP_H

#include "library.h"
#include "opencl/ops.h"
#include "tune/known.h"

#include <string.h>

/* All zeros but for the operations of OpenCL; it knows the families of tunables, and no words.  What it knows stays until the eighth call after this one. */
static inline nf_context support_made_up(void) {
    enum { AT_ONCE = 8 };
    static nf_known known[AT_ONCE];
    static char none[1];
    static size_t made;
    nf_known *own = &known[made++ % AT_ONCE];
    nf_context context;
    memset(own, 0, sizeof *own);
    memset(&context, 0, sizeof context);
    context.ops = &nf_opencl_ops;
    context.cl = (cl_context)(void *)own; /* which nobody uses: it is not the host */
    own->keepsake.kind = &nf_known_kind;
    own->families = nf_families;
    own->tuning = none;
    context.keepsakes = &own->keepsake;
    return context;
}

#endif
