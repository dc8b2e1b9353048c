/*
 * A layer in the OpenCL loader that stands for two other bad drivers: with SPOIL_READ the last byte of every large read
 * is wrong; with CHATTER it prints to standard error's number whatever that is.
 */
#define LAYER_NAME "nearfield spoil"
#include "support/layer_body.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGE = 1000 };

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem from, cl_bool blocking, size_t offset,
                                      size_t bytes, void *to, cl_uint waits, const cl_event *list,
                                      cl_event *event) {
    static const char chatter[] = "a driver's chatter\n";
    const cl_int code =
        target->clEnqueueReadBuffer(queue, from, blocking, offset, bytes, to, waits, list, event);
    if (code == CL_SUCCESS && bytes >= LARGE && getenv("SPOIL_READ")) ((unsigned char *)to)[bytes - 1] ^= 1;
    if (getenv("CHATTER") && write(STDERR_FILENO, chatter, sizeof chatter - 1) < 0) return code;
    return code;
}

static void replace_calls(void) { ours.clEnqueueReadBuffer = read_buffer; }
