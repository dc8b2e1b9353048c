/* What every text reader does with the words that stand for coordinates. */
#ifndef NEARFIELD_IO_COORDINATES_H
#define NEARFIELD_IO_COORDINATES_H

#include "input.h"
#include "text.h"

/* Parses count words of the line that was returned last; refuses what is no number or not finite.
 * Both return 0 or in->problem->code. */
int nf_coordinates(nf_input *in, const nf_word *words, int count, double *values);
int nf_coordinates_float(nf_input *in, const nf_word *words, int count, float *values);

/* Parses the number of points that a header gives and checks it against NF_MAX_POINTS. */
int nf_header_count(nf_input *in, nf_word word, const char *what, uint64_t *count);

/* Gives a line or refuses the file because it ends here; after says what has been read until now. */
int nf_need_line(nf_input *in, char **line, const char *after, ...);

#endif
