/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the compiler said about a program that it did not build. */
#ifndef NF_OPENCL_BUILD_LOG_H
#define NF_OPENCL_BUILD_LOG_H

#include "opencl/program/program.h"

/* Fails with the first line of the log that has an error, in the caller's text if there is one; the context keeps the whole log
   (nf_context_build_log).  text: the assembled source, for the files and lines of the log; NULL for a program from a binary. */
nf_status nf_build_fail(nf_context *context, cl_program program, const nf_spec *spec, const char *options,
                        const char *text, cl_int code);

void nf_build_log_forget(nf_context *context);

#endif
