/* nearfield tune: what is asked, and its parts. */
#ifndef NEARFIELD_TOOL_TUNE_H
#define NEARFIELD_TOOL_TUNE_H

#include "command.h"

#include <nearfield/tuning.h>

typedef struct tune_wish {
    const char *const *families; /* none: all */
    size_t family_count;
    double seconds;
    int quick, thorough, quiet;
} tune_wish;

/* Tunes, stores what it finds as it goes, and reports.  Answers an exit code. */
int tune_run(nf_context *context, const tune_wish *wish);

#endif
