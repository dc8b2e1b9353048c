/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The library's clock: monotonic, from an arbitrary start. */
#ifndef NEARFIELD_TOOL_CLOCK_H
#define NEARFIELD_TOOL_CLOCK_H

#include "core/system.h"

static inline double now_ms(void) { return nf_system_clock(); }
static inline double now_seconds(void) { return nf_system_clock() * 1e-3; }

#endif
