/* What a context does where nothing is known yet of its device with its driver. */
#ifndef NF_TUNE_FIRST_USE_H
#define NF_TUNE_FIRST_USE_H

#include "opencl/context.h"

/* Runs the quick part of the self-check where that is wanted and the device could gain by it. */
nf_status nf_first_use(nf_context *context, const nf_context_options *options);

#endif
