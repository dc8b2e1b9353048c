/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Texts that grow. */
#ifndef NEARFIELD_TEXT_APPEND_H
#define NEARFIELD_TEXT_APPEND_H

#include "text/printf_like.h"

#include <stddef.h>

/* Writes behind a text, which has room for `size` characters, as far as there is room: first `between`, unless the text is
 * empty.  Returns 0 where there was too little room. */
PRINTF_LIKE(4, 5)
int append(char *text, size_t size, const char *between, const char *format, ...);

#endif
