/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Helpers of tests on a device: contexts with tuning, buffers with canaries, random numbers, a main program.
 *
 * The device is that of NEARFIELD_DEVICE, or the default.  On any error these functions fail the calling test.
 */
#ifndef SUPPORT_DEVICE_H
#define SUPPORT_DEVICE_H

#include "support/assertions.h"
#include "support/opencl.h"
#include "support/own.h"
#include "support/run.h"

#include <nearfield/nearfield.h>
#include <nearfield/primitives.h>

/* Creates a context with these options, which may be NULL.  Unless they name a device or an OpenCL context, all contexts of
   a process share one OpenCL context.  PoCL 3 optimises programs that are built before the next call of this function, unless `tuning` is the shape of
   a GPU.  Release it with nf_context_free. */
nf_context *support_context_with(const nf_context_options *options);

/* The same with `tuning`, which may be NULL. */
nf_context *support_context(const char *tuning);

/* A context that shares its OpenCL context with no other. */
nf_context *support_stranger(void);

/* A context on the device "host" that answers in plain C, which all tests of a process share: it is not released. */
nf_context *support_host(void);

/* Skips the calling test, with a sentence, on a device whose driver computes groups of several work-items wrong: the library then takes no shape of
   a GPU, whatever the tuning says, and has none of the strategies that need its lanes. */
#define SUPPORT_NEEDS_GROUPS()                                                                               \
    do {                                                                                                     \
        if (support_lacks_groups(__func__)) return;                                                          \
    } while (0)
int support_lacks_groups(const char *test);

/* Lets calls take 64-bit atomics, which symmetric sums need and no self-check proves on CPUs: call it in main.  Returns 1 if the device has them. */
int support_take_atomics(void);

/* 1 if the driver silently ends long loops (NF_QUIRK_ENDS_LOOPS): calls that have them wait for the device, and may be refused. */
int support_ends_loops(nf_context *context);

/* 1 if a call was refused because such a driver has ended its loops.  Fails if it was refused for that on another driver. */
int support_is_ended(nf_context *context, nf_status status);

/* 1 if NEARFIELD_TEST_SMALL is set: use small sizes, and a sample of what takes long. */
int support_small(void);

/* 1 if variant `k` is run: always, and at small sizes where k is a multiple of `step`.  For variants that build programs of their own. */
int support_is_run(int k, int step);

/* NF_FLOAT64, or NF_FLOAT32 if the device has no double precision. */
nf_type support_double(void);

/* Creates a queue on the context's device, out of order if the device supports it. */
cl_command_queue support_queue(nf_context *context, cl_command_queue_properties properties);

/* Fails with the context's message unless `call` returns NF_OK. */
#define support_ok(context, call)                                                                            \
    do {                                                                                                     \
        const nf_status status_ = (call);                                                                    \
        ck_assert_msg(status_ == NF_OK, "%s: %s: %s", #call, nf_status_name(status_),                        \
                      nf_context_error(context));                                                            \
    } while (0)

/* Fails unless `call` returns `wanted` and the message contains `word`. */
#define support_fails(context, wanted, word, call)                                                           \
    do {                                                                                                     \
        const nf_status status_ = (call);                                                                    \
        ck_assert_msg(status_ == (wanted), "%s: %s: %s", #call, nf_status_name(status_),                     \
                      nf_context_error(context));                                                            \
        ck_assert_msg(strstr(nf_context_error(context), word) != NULL, "%s: no \"%s\" in \"%s\"", #call,     \
                      word, nf_context_error(context));                                                      \
    } while (0)

/* A buffer with `n` elements of `size` bytes at `at`, and canaries before and after them, so that the offset is not 0. */
typedef struct support_buffer {
    nf_context *context;
    nf_slice at;
    uint64_t n;
    size_t size;
} support_buffer;

/* Creates it with `data`, or filled with canaries if `data` is NULL. */
support_buffer support_buffer_of(nf_context *context, const void *data, uint64_t n, size_t size);

/* The slice from element k of them on. */
nf_slice support_at(const support_buffer *buffer, uint64_t k);

/* Reads the elements; fails if a canary has changed. */
void support_read(const support_buffer *buffer, void *data);

/* As support_read for the first `n` elements; all elements after them must be unchanged since support_buffer_of(NULL). */
void support_read_first(const support_buffer *buffer, void *data, uint64_t n);
void support_release(support_buffer *buffer);

/* A cloud of these points in a box, which may be NULL; release it with nf_cloud_free. */
nf_cloud *support_cloud_on(nf_context *context, const nf_points *points, const nf_box *box);

/* A copy of an array of a result, which may have no rows; release it with free. */
void *support_array(nf_result *result, nf_array array);

/* Fails unless the array has the same bytes in both results. */
void support_same_array(nf_result *wanted, nf_result *got, nf_array array, const char *what);

/* Fails unless the total and all arrays of both results are the same. */
void support_same_results(nf_result *wanted, nf_result *got, const char *what);

/* What a block owns (own.h). */
#define own_context  OWNED_BY(own_end_context) own_context_type
#define own_cloud    OWNED_BY(own_end_cloud) own_cloud_type
#define own_result   OWNED_BY(own_end_result) own_result_type
#define own_function OWNED_BY(own_end_function) own_function_type
#define own_buffer   OWNED_BY(support_release) support_buffer
typedef nf_context *own_context_type;
typedef nf_cloud *own_cloud_type;
typedef nf_result *own_result_type;
typedef nf_function *own_function_type;
void own_end_context(own_context_type *context);
void own_end_cloud(own_cloud_type *cloud);
void own_end_result(own_result_type *result);
void own_end_function(own_function_type *function);

/* A random number generator; the sequence is the same in every run. */
uint64_t support_random(uint64_t *state);

/* A random number in [0, 1). */
double support_uniform(uint64_t *state);

/* malloc that fails the test if out of memory. */
void *support_allocate(uint64_t bytes);

/* The work-items of groups that tests use in addition to the device's own. */
extern const int support_groups[];
enum { SUPPORT_GROUPS = 5 };

/* The step from one of them to the next: at small sizes every second is run, as each builds its own programs. */
int support_group_step(void);

/* `n`, or with NEARFIELD_TEST_SMALL at most about 2000. */
uint64_t support_size(uint64_t n);

/* Sizes around the boundaries of groups and of tiles, and some others (support_size); returns their number. */
enum { SUPPORT_SIZES_MOST = 20 };
int support_sizes(uint64_t group, uint64_t tile, uint64_t *state, uint64_t sizes[SUPPORT_SIZES_MOST]);

/* The repetitions of a test: NEARFIELD_TEST_REPEAT, or 20. */
int support_repeats(void);

#endif
