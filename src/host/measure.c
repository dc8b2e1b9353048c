/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/measure.h"

#include "core/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

int nf_host_measures(uint64_t arrays, const nf_host_arrays *more) {
    return more && (arrays & NF_CHECK_MEASURES);
}

#define uint       uint32_t
#define NF_GLOBAL  /* one address space */
#define SCALED     /* by 1 if no scaling is needed, which changes no bit */

#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define ROOT       sqrtf
#define HOST_SPACE "space/space_open.cl"
#define HOST(name) name##_open_f32
#include "host/measure_body.h"
#undef HOST_SPACE
#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define ROOT       sqrtf
#define HOST_SPACE "space/space_box.cl"
#define HOST(name) name##_box_f32
#include "host/measure_body.h"
#undef HOST_SPACE
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define ROOT       sqrt
#define HOST_SPACE "space/space_open.cl"
#define HOST(name) name##_open_f64
#include "host/measure_body.h"
#undef HOST_SPACE
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define ROOT       sqrt
#define HOST_SPACE "space/space_box.cl"
#define HOST(name) name##_box_f64
#include "host/measure_body.h"
#undef HOST_SPACE

/* By the kind of space, and whether the points are double. */
typedef struct rule {
    double (*distance2)(const host_job *job, const host_entry *e);
    void (*measure)(const host_job *job, const host_entry *e, uint64_t k, const nf_host_arrays *more);
} rule;
static const rule rules[NF_SPACE_KINDS][2] = {
    [NF_SPACE_OPEN] = {{distance2_open_f32, measure_open_f32}, {distance2_open_f64, measure_open_f64}},
    [NF_SPACE_BOX] = {{distance2_box_f32, measure_box_f32}, {distance2_box_f64, measure_box_f64}}};

static const rule *rule_of(const host_job *job) { return &rules[job->space.kind][job->type == NF_FLOAT64]; }

double nf_host_distance2(const host_job *job, const host_entry *e) { return rule_of(job)->distance2(job, e); }

nf_status nf_host_measure(const host_job *job, uint64_t arrays, const host_entry *entries, uint64_t first,
                          uint64_t count, nf_host_arrays *more, size_t *room) {
    const size_t element = nf_type_bytes(job->type), dims = job->space.dims > 0 ? (size_t)job->space.dims : 1;
    const struct {
        nf_array array;
        size_t bytes;
        void **to;
    } rows[] = {{NF_ARRAY_DISTANCES, element, &more->distances},
                {NF_ARRAY_VECTORS, element * dims, &more->vectors},
                {NF_ARRAY_SHIFTS, 3 * sizeof(int32_t), (void **)&more->shifts}};
    size_t grown = *room;
    nf_status status = NF_OK;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        if (arrays & NF_WANT(rows[r].array)) {
            grown = *room;
            NF_TRY(nf_host_grow(job, rows[r].to, &grown, (size_t)(first + count) + 1, rows[r].bytes,
                                "the distances, vectors and shifts"));
        }
    *room = grown;
    for (uint64_t k = 0; k < count; k++) rule_of(job)->measure(job, entries + k, first + k, more);
done:
    return status;
}

void nf_host_measure_end(const nf_allocator *allocator, nf_host_arrays *more) {
    if (!more) return;
    nf_release(allocator, more->distances);
    nf_release(allocator, more->vectors);
    nf_release(allocator, more->shifts);
    *more = (nf_host_arrays){0};
}

int nf_host_entry_compare(const void *a, const void *b) {
    const host_entry *x = a, *y = b;
    const int xs[5] = {x->i, x->j, x->image.s[0], x->image.s[1], x->image.s[2]},
              ys[5] = {y->i, y->j, y->image.s[0], y->image.s[1], y->image.s[2]};
    for (int k = 0; k < 5; k++)
        if (xs[k] != ys[k]) return xs[k] < ys[k] ? -1 : 1;
    return 0;
}
