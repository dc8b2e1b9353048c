/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The host as a device: nf_host_ops of ops.h.  Its buffers are host memory, and its programs are those that are compiled with the library
 * (native/native.h).  A call that needs others answers in plain C (question/host.h).
 */
#ifndef NF_OPENCL_HOST_DEVICE_H
#define NF_OPENCL_HOST_DEVICE_H

#include "opencl/context.h"

/* 1 for the word that names it: "host", in any case. */
int nf_is_host_device(const char *wish);

void nf_host_device_facts(nf_device_info *info);

/* 1 if the device of a context is the host. */
int nf_on_host(const nf_context *context);

/* NF_ERROR_UNSUPPORTED on the host: `what` needs an OpenCL device. */
nf_status nf_refuse_host(nf_context *context, const char *what);

#endif
