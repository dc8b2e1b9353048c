/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Numbers in float or double, by their type.  This file needs no other of tests. */
#ifndef SUPPORT_NUMBERS_H
#define SUPPORT_NUMBERS_H

#include <nearfield/types.h>

/* Element k. */
double support_number(const void *numbers, nf_type type, uint64_t k);
void support_set_number(void *numbers, nf_type type, uint64_t k, double value);

/* Sets the first `count` elements. */
void support_set_numbers(void *numbers, nf_type type, const double *values, uint64_t count);

#endif
