/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Parses coordinates and counts for the readers of text formats. */
#ifndef NEARFIELD_FORMATS_READER_COORDINATES_H
#define NEARFIELD_FORMATS_READER_COORDINATES_H

#include "formats/reader/input.h"
#include "text/words.h"

/* What the numbers of a file are, for messages: "a coordinate", or "a radius". */
const char *io_value_name(const io_input *in);

/* Parses `count` words of the last line that was read; refuses words that are not finite numbers.
 * Both return 0 or in->problem->code. */
int io_coordinates(io_input *in, const span *words, int count, double *values);
int io_coordinates_float(io_input *in, const span *words, int count, float *values);

/* The same for other values, which may be infinite. */
int io_numbers(io_input *in, const span *words, int count, double *values);

/* Parses the number of points in a header; refuses more than IO_MAX_POINTS. */
int io_header_count(io_input *in, span word, const char *what, uint64_t *count);

/* Reads a line, or refuses a file that ends here; `after` is what has been read so far. */
int io_need_line(io_input *in, char **line, const char *after, ...);

#endif
