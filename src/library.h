/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The lists of src/library.c, for tests; no room includes this file. */
#ifndef NF_LIBRARY_H
#define NF_LIBRARY_H

#include "tune/tunable.h"

/* The tunable families of the library, terminated by NULL. */
extern const nf_family *const nf_families[];

#endif
