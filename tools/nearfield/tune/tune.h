/* nearfield tune: what was asked for. */
#ifndef NEARFIELD_TOOL_TUNE_H
#define NEARFIELD_TOOL_TUNE_H

#include "command.h"

#include <nearfield/tuning.h>

typedef struct tune_wish {
    const char *const *families; /* none: all */
    size_t family_count;
    double seconds;
    int quick, quiet;
} tune_wish;

/* Tunes, stores what it finds for each family, and reports.  Answers an exit code. */
int tune_run(nf_context *context, const tune_wish *wish);

#endif
