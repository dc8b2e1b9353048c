/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Checks of values of points, such as weights, which are given as nf_points. */
#ifndef NF_ARGUMENTS_VALUES_H
#define NF_ARGUMENTS_VALUES_H

#include "core/fail.h"

#include <nearfield/types.h>

/* n x dims of this type, in no systems, unless values is NULL.  name: "weights", or what they are. */
nf_status nf_check_values(const nf_points *values, const char *name, uint64_t n, int dims, nf_type type,
                          nf_sentence *error);

/* NF_ERROR_ARGUMENT names the first weight in host memory that is not finite; those on the device are not looked at.  name: "weight", or what they are. */
nf_status nf_check_finite(const nf_points *weights, const char *name, nf_sentence *error);

#endif
