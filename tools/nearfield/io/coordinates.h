/* What every text reader does with the words that stand for coordinates. */
#ifndef NEARFIELD_IO_COORDINATES_H
#define NEARFIELD_IO_COORDINATES_H

#include "input.h"
#include "text.h"

/* Parses count words of the line that was returned last; refuses what is no number or not finite.
 * Both return 0 or in->problem->code. */
int io_coordinates(io_input *in, const io_word *words, int count, double *values);
int io_coordinates_float(io_input *in, const io_word *words, int count, float *values);

/* The same for values that are no coordinates, which may be infinite. */
int io_numbers(io_input *in, const io_word *words, int count, double *values);

/* Parses the number of points that a header gives and checks it against IO_MAX_POINTS. */
int io_header_count(io_input *in, io_word word, const char *what, uint64_t *count);

/* Gives a line or refuses the file because it ends here; after says what has been read until now. */
int io_need_line(io_input *in, char **line, const char *after, ...);

#endif
