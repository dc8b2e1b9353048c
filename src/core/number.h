/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Numbers in texts. */
#ifndef NF_CORE_NUMBER_H
#define NF_CORE_NUMBER_H

#include <stddef.h>

/* Reads a decimal number with a point, of at most 63 characters, whatever the locale: 1, or 0 if `text` is something else or not finite. */
int nf_number_read(const char *text, size_t length, double *value);

#endif
