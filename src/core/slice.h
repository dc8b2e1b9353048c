/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arrays of the caller in host memory. */
#ifndef NF_CORE_SLICE_H
#define NF_CORE_SLICE_H

#include <nearfield/types.h>

/* Where a slice begins in host memory; NULL if it is not there. */
static inline const void *nf_slice_memory(nf_slice slice) {
    return slice.host ? (const char *)slice.host + slice.offset : NULL;
}

#endif
