/* Large pages for large buffers of devices that share the host's memory. */
#ifndef NF_OPENCL_PAGES_H
#define NF_OPENCL_PAGES_H

#include <nearfield/types.h>

/*
 * A buffer in memory that asks the system for large pages, or NULL with *code CL_SUCCESS where that is not to
 * be had: then an ordinary buffer serves.  The memory goes with the buffer's last reference.
 *
 * A result of 400 MB is 100,000 small pages, and the first touch of each costs as much as computing what goes
 * there.
 */
cl_mem nf_pages_buffer(cl_context context, size_t bytes, cl_int *code);

#endif
