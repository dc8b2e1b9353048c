/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The questions about near points for NF_FLOAT32. */
#define real   float
#define REAL64 0
#define KIND   nf_host_float
#include "host/tree/near_body.h"
