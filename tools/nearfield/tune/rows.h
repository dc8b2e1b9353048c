/* What a run of the tuner shows: a bar while it searches, and a row for each family.  `bar`: there is one to wipe. */
#ifndef NEARFIELD_TOOL_TUNE_ROWS_H
#define NEARFIELD_TOOL_TUNE_ROWS_H

#include <nearfield/tuning.h>
#include <stddef.h>

/* part: of the time that is over; `tried` were measured in this run. */
void tune_draw(double part, const char *family, size_t number, size_t count, int tried);
void tune_wipe(void);

void tune_print(const char *family, const nf_search_result *r, int bar);

/* Of a family that is not searched. */
void tune_print_none(const char *family, const char *why, int bar);

#endif
