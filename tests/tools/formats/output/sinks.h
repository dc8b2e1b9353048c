/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the tests of the sinks share. */
#ifndef NEARFIELD_TESTS_SINKS_H
#define NEARFIELD_TESTS_SINKS_H

#include "formats/output/sink.h"
#include "tools/support.h"

/* Three pairs. */
extern const io_array pairs_array;
extern const int32_t pairs[6];

/* Writes them to the path, in two windows. */
void write_pairs(const char *path);

/* Writes rows of a single array. */
static inline int write_rows(io_sink *sink, const void *rows, uint64_t count, text_problem *problem) {
    return io_sink_write(sink, &rows, count, problem);
}

/* Checks that the bytes are an .npy of these pairs. */
void check_npy(const unsigned char *bytes, uint64_t count, const int32_t *expected);

#endif
