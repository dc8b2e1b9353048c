/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Writes JSON to a stream, with escaped strings and exact numbers. */
#ifndef NEARFIELD_TEXT_JSON_H
#define NEARFIELD_TEXT_JSON_H

#include <stdint.h>
#include <stdio.h>

/* What is written: {.to = STREAM} at first.  The functions put commas between values, and a name before the members of objects; values in
 * lists, and the outermost one, have the name NULL. */
typedef struct json_out {
    FILE *to;
    int behind; /* the next value follows another one */
    int line;   /* and begins a line */
} json_out;

/* The next value begins a line. */
void json_line(json_out *j);

/* Opens an object or a list by its bracket, { or [; and closes it by } or ]. */
void json_open(json_out *j, const char *name, char bracket);
void json_close(json_out *j, char bracket);

/* A string.  Bytes that are not valid UTF-8, which file names may have, become U+FFFD. */
void json_text(json_out *j, const char *name, const char *text);

/* A number with as many digits as are needed to read the same number back; null for one that is not finite. */
void json_real(json_out *j, const char *name, double value);

/* A number with so many decimals. */
void json_fixed(json_out *j, const char *name, int decimals, double value);

void json_count(json_out *j, const char *name, uint64_t value);
void json_truth(json_out *j, const char *name, int value);

#endif
