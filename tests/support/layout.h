/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The sizes of structs in kernels, to be compared with those that the host assumes. */
#ifndef SUPPORT_LAYOUT_H
#define SUPPORT_LAYOUT_H

#include "support/device.h"

/* sizeof(`type`) in a kernel on the device, after `source`, a file below cl/, built with these options. */
uint64_t support_sizeof(nf_context *context, const char *source, const char *options, const char *type);

#endif
