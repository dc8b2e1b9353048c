/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Parts of sentences: numbers with separators between thousands, and texts that grow. */
#ifndef NEARFIELD_TEXT_PHRASE_H
#define NEARFIELD_TEXT_PHRASE_H

#include "text/problem.h"

#include <stddef.h>
#include <stdint.h>

enum { GROUPED = 32 };

/* 54670692 as "54,670,692". */
const char *grouped(uint64_t value, char text[GROUPED]);

/* Writes behind a text, which has room for `size` characters, as far as there is room: first `between`, unless the text is empty.  Returns 0 where
 * there was too little room. */
PRINTF_LIKE(4, 5)
int append(char *text, size_t size, const char *between, const char *format, ...);

#endif
