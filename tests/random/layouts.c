/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points in every layout of nf_points, and buffers between canaries. */
#include "random/random.h"

#include <stdlib.h>
#include <string.h>

/* ---- buffers --------------------------------------------------------------------------------------------- */

enum { BEFORE = 3, BEHIND = 5 }; /* rows */

static unsigned char canary(uint64_t byte) { return (unsigned char)(0xa5 ^ (byte * 29)); }

nf_slice rnd_buffer(rnd_run *run, const void *rows, uint64_t n, size_t row) {
    const uint64_t bytes = (BEFORE + n + BEHIND) * row;
    unsigned char *all = malloc((size_t)bytes);
    cl_int code = CL_SUCCESS;
    if (!all || run->buffer_count == RND_KEPT) exit(2);
    for (uint64_t k = 0; k < bytes; k++) all[k] = canary(k);
    if (rows && n) memcpy(all + BEFORE * row, rows, n * row);
    cl_mem buffer =
        clCreateBuffer(nf_context_cl(run->context), CL_MEM_READ_WRITE, (size_t)bytes, NULL, &code);
    if (code == CL_SUCCESS) {
        run->buffers[run->buffer_count++] = buffer;
        code = clEnqueueWriteBuffer(run->in_order, buffer, CL_TRUE, 0, (size_t)bytes, all, 0, NULL, NULL);
    }
    free(all);
    if (code != CL_SUCCESS)
        rnd_fail(run, "the test's own buffer of %llu bytes: OpenCL error %d", (unsigned long long)bytes,
                 code);
    return nf_at(buffer, BEFORE * row);
}

void rnd_read(rnd_run *run, nf_slice at, void *rows, uint64_t n, uint64_t room, size_t row,
              const char *what) {
    const uint64_t bytes = (BEFORE + room + BEHIND) * row, from = BEFORE * row, to = from + n * row;
    unsigned char *all = malloc((size_t)bytes);
    if (!all) exit(2);
    const cl_int code =
        clEnqueueReadBuffer(run->in_order, at.buffer, CL_TRUE, 0, (size_t)bytes, all, 0, NULL, NULL);
    uint64_t wrong = bytes;
    for (uint64_t k = 0; k < bytes; k++)
        if ((k < from || k >= to) && all[k] != canary(k) && wrong == bytes) wrong = k;
    if (rows && n) memcpy(rows, all + from, n * row);
    free(all);
    RND_CHECK(run, code == CL_SUCCESS, "%s cannot be read: OpenCL error %d", what, code);
    RND_CHECK(run, wrong == bytes, "%s: byte %lld was written, beyond the %llu rows (room for %llu)", what,
              (long long)wrong - (long long)from, (unsigned long long)n, (unsigned long long)room);
}

/* ---- layouts --------------------------------------------------------------------------------------------- */

/* Copies with a stride, behind some elements; the gaps are NaNs. */
static void *spread(rnd_run *run, const nf_points *p, int axis, uint64_t before, uint64_t stride,
                    uint64_t *count) {
    const size_t size = nf_type_bytes(p->type);
    const uint64_t dims = (uint64_t)p->dims, wide = axis < 0 ? dims : 1;
    *count = p->n ? before + (p->n - 1) * stride + wide : 0;
    unsigned char *to = rnd_keep(run, *count * size);
    memset(to, 0xff, (size_t)(*count * size));
    if (run->layout_count < (int)(sizeof run->layouts / sizeof *run->layouts)) {
        run->layouts[run->layout_count].at = to;
        run->layouts[run->layout_count++].bytes = *count * size;
    }
    for (uint64_t k = 0; k < p->n; k++)
        memcpy(to + (before + k * stride) * size,
               (const unsigned char *)p->rows.host + (k * dims + (uint64_t)(axis < 0 ? 0 : axis)) * size,
               wide * size);
    return to;
}

void rnd_types(uint64_t n, int32_t *types) {
    for (uint64_t p = 0; p < n; p++) types[p] = (int32_t)((p * 2654435761u >> 9) % RND_TYPE_COUNT);
}

/* The types of points in a place like theirs. */
static nf_slice lay_types(rnd_run *run, const nf_points *packed, int is_device) {
    const uint64_t n = packed->n;
    if (is_device) return rnd_buffer(run, packed->types.host, packed->n, sizeof(int32_t));
    int32_t *copy = rnd_keep(run, n * sizeof *copy);
    memcpy(copy, packed->types.host, (size_t)n * sizeof *copy);
    if (run->layout_count < (int)(sizeof run->layouts / sizeof *run->layouts)) {
        run->layouts[run->layout_count].at = copy;
        run->layouts[run->layout_count++].bytes = n * sizeof *copy;
    }
    return nf_from_host(copy);
}

nf_points rnd_layout(rnd_run *run, const nf_points *packed, int option) {
    const rnd_case *c = run->now;
    nf_points out = *packed;
    const size_t size = nf_type_bytes(packed->type);
    const int is_axes = rnd_is(c, option, "axes") || rnd_is(c, option, "strided axes") ||
                        rnd_is(c, option, "device axes") || rnd_is(c, option, "strided device axes");
    const int is_device = rnd_is(c, option, "buffer") || rnd_is(c, option, "strided buffer") ||
                          rnd_is(c, option, "device axes") || rnd_is(c, option, "strided device axes");
    const int is_strided = strncmp(rnd_option_value(option, c->value[option]), "strided", 7) == 0;
    const uint64_t least = is_axes ? 1 : (uint64_t)packed->dims;
    const uint64_t stride = is_strided ? least + 1 + rnd_below(&run->state, 3) : least;
    out.rows.host = NULL;
    out.stride = is_strided || rnd_below(&run->state, 2) ? stride : 0;
    if (packed->n == 0 && rnd_below(&run->state, 2)) return out;
    if (packed->types.host && packed->n) out.types = lay_types(run, packed, is_device);
    for (int a = is_axes ? 0 : -1; a < (is_axes ? (packed->dims > 3 ? 3 : packed->dims) : 0); a++) {
        uint64_t count = 0,
                 before = is_device ? 0 : packed->n % 3; /* a buffer begins somewhere in any case */
        void *numbers = spread(run, packed, a, before, stride, &count);
        *(a < 0 ? &out.rows : out.axes + a) = is_device
                                                  ? rnd_buffer(run, numbers, count, size)
                                                  : (nf_slice){.host = numbers, .offset = before * size};
    }
    return out;
}

void rnd_spoil(rnd_run *run) {
    for (int k = 0; k < run->layout_count; k++)
        memset(run->layouts[k].at, 0xa5, (size_t)run->layouts[k].bytes);
    run->layout_count = 0;
}
