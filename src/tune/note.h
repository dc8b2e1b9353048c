/* What nf_context_note says. */
#ifndef NF_TUNE_NOTE_H
#define NF_TUNE_NOTE_H

#include "opencl/context.h"

typedef struct nf_note {
    const nf_profile *shapes; /* the profile that lends tunables, or NULL */
    int shapes_shipped;
    int verdict_shipped;
    const char *trouble; /* why a file was ignored, or "" */
} nf_note;

void nf_note_write(nf_known *known, const nf_note *note);

/* Of a context whose configuration is off. */
void nf_note_write_off(nf_known *known);

/* Adds a sentence where groups of more than one work-item are refused. */
void nf_note_groups(nf_context *context);

#endif
