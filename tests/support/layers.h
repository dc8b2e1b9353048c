/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Layers of the OpenCL loader (OPENCL_LAYERS), by which tests stand for other drivers. */
#ifndef SUPPORT_LAYERS_H
#define SUPPORT_LAYERS_H

/* NULL if the loader takes the layer at this path and the device is a CPU, whose driver the layers are written for; otherwise a sentence
   that says why the layer cannot be used.  It asks in a process of its own. */
const char *support_layer_fault(const char *path);

/* Puts the layer before the driver for the rest of the program: call it in main, before the first OpenCL call.  If it cannot be used, the
   program says why and ends as skipped. */
void support_use_layer(const char *path);

#endif
