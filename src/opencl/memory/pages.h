/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Large pages for large buffers of devices that share the host's memory. */
#ifndef NF_OPENCL_PAGES_H
#define NF_OPENCL_PAGES_H

#include "opencl/loader.h"

/*
 * Creates a buffer in memory with large pages.  Returns NULL with *code CL_SUCCESS if they are not available; the caller
 * then creates an ordinary buffer.  The memory is released with the buffer's last reference.
 *
 * A result of 400 MB has 100,000 small pages, and the first access to a page takes as long as computing its contents.
 */
cl_mem nf_pages_buffer(cl_context context, size_t bytes, cl_int *code);

#endif
