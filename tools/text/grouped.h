/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Numbers with separators between thousands. */
#ifndef NEARFIELD_TEXT_GROUPED_H
#define NEARFIELD_TEXT_GROUPED_H

#include <stdint.h>

enum { GROUPED = 32 };

/* 54670692 as "54,670,692". */
const char *grouped(uint64_t value, char text[GROUPED]);

#endif
