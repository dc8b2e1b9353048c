/* The search for the fastest values of one family.  It knows rows of values and a function that measures, and nothing
   of what is measured. */
#ifndef NF_TUNE_SEARCH_H
#define NF_TUNE_SEARCH_H

#include "tune/tunable.h"

/* `standard` has the default of each row. */
nf_status nf_search_rows(const nf_family *family, const nf_context *context, const int *standard,
                         const nf_search_plan *plan, nf_search_result *result, nf_sentence *error);

#endif
