/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Structs of the caller that begin with their size: `uint32_t size`, 0 for the layout of version 1.0. */
#ifndef NF_CORE_SIZED_H
#define NF_CORE_SIZED_H

#include "core/fail.h"

#include <stddef.h>

/* Checks a struct: its size is 0 or at least the `known` bytes of this version, and what is beyond these is zero.  `from` may be NULL.  All structs have
   the layout of version 1.0 today.  A struct that grows must be copied where it is taken, and 0 and the size of 1.0 then stand for its first members. */
nf_status nf_sized_check(const void *from, size_t known, const char *name, nf_sentence *error);
#define NF_SIZED_CHECK(from, name, error) nf_sized_check(from, sizeof *(from), name, error)

/* Checks a struct, and copies it to `copy`, which has `known` bytes; for NULL these are zeros. */
nf_status nf_sized_take(const void *from, void *copy, size_t known, const char *name, nf_sentence *error);

#endif
