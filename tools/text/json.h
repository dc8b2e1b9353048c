/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Writes JSON to a stream, with escaped strings and exact numbers. */
#ifndef NEARFIELD_TOOL_JSON_H
#define NEARFIELD_TOOL_JSON_H

#include <stdio.h>

/* Writes a string.  Bytes that are not valid UTF-8, which file names may have, become U+FFFD. */
void json_string(FILE *to, const char *text);

/* Writes a number with as many digits as are needed to read the same number back; null for one that is not finite. */
void json_number(FILE *to, double value);

#endif
