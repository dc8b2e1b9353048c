/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The walk for both precisions and 1 to 3 dims; walk.c includes this once for each space and kind of runs, with
 *   HOST_SPACE       the file of the space         HOST_RUNS   the file of the runs
 *   HOST_SET(name)   a distinct name
 */
#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define DIMS       1
#define HOST(name) HOST_SET(name##_f32_1)
#include "host/walk_body.h"
#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define DIMS       2
#define HOST(name) HOST_SET(name##_f32_2)
#include "host/walk_body.h"
#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define DIMS       3
#define HOST(name) HOST_SET(name##_f32_3)
#include "host/walk_body.h"
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define DIMS       1
#define HOST(name) HOST_SET(name##_f64_1)
#include "host/walk_body.h"
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define DIMS       2
#define HOST(name) HOST_SET(name##_f64_2)
#include "host/walk_body.h"
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define DIMS       3
#define HOST(name) HOST_SET(name##_f64_3)
#include "host/walk_body.h"
#undef HOST_SPACE
#undef HOST_RUNS
#undef HOST_SET
