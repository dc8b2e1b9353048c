/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Structs of the caller that begin with their size: `uint32_t size`, 0 for the layout of version 1.0. */
#ifndef NF_CORE_SIZED_H
#define NF_CORE_SIZED_H

#include "core/fail.h"

#include <stddef.h>

/* Checks a size: it is 0, or at least `least` bytes, and what is beyond the `known` bytes of this version is zero.  `given` may be NULL. */
nf_status nf_sized_check(const void *given, size_t least, size_t known, const char *name, nf_sentence *error);

/* The same for a struct that is used where it is. */
#define NF_SIZED_CHECK(given, name, error)                                                                   \
    nf_sized_check(given, sizeof *(given), sizeof *(given), name, error)

/* Checks a struct, and copies it to `copy`, which has `known` bytes; what a shorter one lacks, and NULL, are zeros. */
nf_status nf_sized_take(const void *given, void *copy, size_t known, const char *name, nf_sentence *error);

#endif
