/*
 * What tests on a device share: contexts with tuning, buffers with canaries, random numbers, a main program.
 *
 * The device is that of NEARFIELD_DEVICE, or the default.  Everything fails the test that calls it.
 */
#ifndef SUPPORT_DEVICE_H
#define SUPPORT_DEVICE_H

#include <check.h>
#include <nearfield/primitives.h>

/* A context; `tuning` may be NULL.  Released with nf_context_free. */
nf_context *support_context(const char *tuning);

/* NF_FLOAT64, or NF_FLOAT32 where the device has no double precision. */
nf_type support_double(void);

/* A queue on the context's device; in order where the device has none that are out of order. */
cl_command_queue support_queue(nf_context *context, cl_command_queue_properties properties);

/* Fails with the context's sentence unless `status` is NF_OK. */
#define support_ok(context, call)                                                                            \
    do {                                                                                                     \
        const nf_status status_ = (call);                                                                    \
        ck_assert_msg(status_ == NF_OK, "%s: %s: %s", #call, nf_status_name(status_),                        \
                      nf_context_error(context));                                                            \
    } while (0)

/* Fails unless `call` answers `wanted` and the sentence holds `word`. */
#define support_fails(context, wanted, word, call)                                                           \
    do {                                                                                                     \
        const nf_status status_ = (call);                                                                    \
        ck_assert_msg(status_ == (wanted), "%s: %s: %s", #call, nf_status_name(status_),                     \
                      nf_context_error(context));                                                            \
        ck_assert_msg(strstr(nf_context_error(context), word) != NULL, "%s: no \"%s\" in \"%s\"", #call,     \
                      word, nf_context_error(context));                                                      \
    } while (0)

/* `n` elements of `size` bytes at `at`, with canaries before and behind. */
typedef struct support_buffer {
    nf_context *context;
    nf_slice at;
    uint64_t n;
    size_t size;
} support_buffer;

/* From `data`, or filled with canaries throughout when it is NULL. */
support_buffer support_buffer_of(nf_context *context, const void *data, uint64_t n, size_t size);

/* Reads the elements, and fails when a canary has changed. */
void support_read(const support_buffer *buffer, void *data);

/* As support_read, but of the first `n` elements: all behind them must be as support_buffer_of(NULL) left it. */
void support_read_first(const support_buffer *buffer, void *data, uint64_t n);
void support_release(support_buffer *buffer);

/* A sequence of random numbers, the same in every run. */
uint64_t support_random(uint64_t *state);

/* malloc that fails the test. */
void *support_allocate(uint64_t bytes);

/* Shapes of work-groups that tests try, beside the device's own. */
typedef struct support_shape {
    int group, items;
} support_shape;
extern const support_shape support_shapes[];
enum { SUPPORT_SHAPES = 7 };

/* "scan.GROUP=64 scan.ITEMS=8" of shape k, into `out`. */
void support_tuning(const char *family, int k, char out[128]);

/* `n`, or with NEARFIELD_TEST_SMALL at most about 2000: for checkers some hundred times slower. */
uint64_t support_size(uint64_t n);

/* Sizes around the boundaries of a shape, and some others; answers how many. */
enum { SUPPORT_SIZES_MOST = 20 };
int support_sizes(support_shape shape, uint64_t *state, uint64_t sizes[SUPPORT_SIZES_MOST]);

/* How often a test asks again: NEARFIELD_TEST_REPEAT, or 20. */
int support_repeats(void);

/* Runs the tests and answers what main is to answer. */
int support_main(const char *name, const TTest *const *tests, size_t count);

#endif
