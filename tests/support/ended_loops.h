/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Drivers that end the loops of a work-item after a number of iterations, for tests that load the layer tune/driver_layer.c. */
#ifndef SUPPORT_ENDED_LOOPS_H
#define SUPPORT_ENDED_LOOPS_H

#include <nearfield/nearfield.h>

/* Without the layer's changes, also after another test in the same process. */
nf_context *support_loops_as_they_are(void);

/* 1 if the layer can be used.  It cannot where the loader of OpenCL takes no layers, nor with PoCL from 6 on, which computes kernels of larger
   groups wrongly; llvmpipe needs none. */
int support_can_end_loops(const char *test);

/* Presents the device as llvmpipe, with a cache of kernels of its own; `ended` is the kernel whose loops are ended, or NULL. */
nf_context *support_loops_ended(const char *ended, const nf_context_options *options);

#endif
