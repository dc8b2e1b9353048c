/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The questions about near points for NF_FLOAT64. */
#define real   double
#define REAL64 1
#define KIND   nf_host_double
#include "host/tree/near_body.h"
