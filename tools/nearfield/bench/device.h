/* The device under test: one OpenCL context with two nearfield contexts. */
#ifndef NEARFIELD_TOOL_BENCH_DEVICE_H
#define NEARFIELD_TOOL_BENCH_DEVICE_H

#include <nearfield/nearfield.h>

/* `plain` gives wall times as users have them; `timed` has a queue with profiling, which costs some time of its
   own, and gives device times.  They share buffers. */
typedef struct bench_device {
    nf_context *plain, *timed;
    cl_command_queue queue; /* that of `timed` */
    const nf_device_info *info;
} bench_device;

/* These complain and return an exit code. */
int bench_open_device(const char *name, bench_device *on);
void bench_close_device(bench_device *on);

/* A buffer of `bytes`, filled from `data` unless that is NULL; NULL when there is no memory (has complained). */
cl_mem bench_buffer(bench_device *on, uint64_t bytes, const void *data);
int bench_read(bench_device *on, cl_mem buffer, uint64_t bytes, void *data);

/* Complains about a failed call of the library. */
int bench_failed(const nf_context *context, nf_status status, const char *doing);

#endif
