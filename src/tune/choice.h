/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Choices among ways to compute, by the name of what is computed: stored in the profile of the device. */
#ifndef NF_TUNE_CHOICE_H
#define NF_TUNE_CHOICE_H

#include "opencl/context.h"

#include <nearfield/experimental/tuning.h>

/* What is stored under a name, or NULL.  Valid until the context stores a profile. */
const nf_profile_choice *nf_choice_stored(const nf_context *context, const char *name);

#endif
