/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reading a text or bytes from memory and checking what comes of it. */
#ifndef NEARFIELD_TESTS_READERS_H
#define NEARFIELD_TESTS_READERS_H

#include "formats/source.h"
#include "tools/support.h"

/* Reads size bytes as a file of this name and checks the points. */
void reads(const char *name, const void *bytes, size_t size, uint64_t n, int dims, const double *expected);
void reads_text(const char *name, const char *text, uint64_t n, int dims, const double *expected);
void reads_floats(const char *name, const void *bytes, size_t size, uint64_t n, int dims,
                  const float *expected);

/* Checks that it is refused with this code, and with a sentence that begins with name and holds both. */
void refuses(const char *name, const void *bytes, size_t size, int code, const char *part, const char *other);
void refuses_text(const char *name, const char *text, const char *part, const char *other);

/* Checks whether the file says that it has a periodic box. */
void says_of_its_box(const char *name, const char *text, int box);

/* Checks the box of the first frame: origin, the three cell vectors, and which directions are periodic ("TFT"). */
void has_box(const char *name, const char *text, const double origin[3], const double cell[9],
             const char *periodic);

/* Checks that the text has frames of these numbers of points, each with the x of its first point. */
void has_frames(const char *name, const char *text, const uint64_t *n, const double *x, size_t count);

void holds(const char *text, const char *part);

#endif
