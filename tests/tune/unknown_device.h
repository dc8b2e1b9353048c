/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A GPU without a profile: a layer reports the facts that the variables FAKE_... give (driver_layer.c). */
#ifndef TESTS_TUNE_UNKNOWN_DEVICE_H
#define TESTS_TUNE_UNKNOWN_DEVICE_H

#include "profile_folder.h"
#include "support/run.h"

/* begin_unknown makes an empty folder of profiles and sets the variables for a GPU of no known vendor, whose kernels run
   unchanged; end_unknown removes both. */
void begin_unknown(void);
void end_unknown(void);

/* Sets the variables for an NVIDIA GPU with a driver that is in no profile. */
void fake_nvidia(void);

nf_context *open_default(void); /* with the folder */

/* 1 if the context's note contains these words. */
int is_said(const nf_context *context, const char *words);

/* 1 if the folder has a profile of the device. */
int is_stored(const nf_context *context);

/* The pairs of 700 points on the device are those of the host. */
void pairs_are_right(nf_context *context);

/* Sets up the layer and runs the tests; returns the exit code of main.  Must come before the first OpenCL call: the
   loader and PoCL read the environment once.  PoCL gets one thread, so that its work-groups run in order. */
int run_unknown(void);

#endif
