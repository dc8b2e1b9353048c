/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/precision.h"

#include <math.h>
#include <stdlib.h>

nf_points points_of_frame(const io_frame *frame) {
    nf_points points = {0};
    points.n = frame->n;
    points.dims = frame->dims;
    points.type = frame->type;
    points.host = frame->positions;
    return points;
}

static int beyond_single(const io_frame *frame, uint64_t k, const char *name, const char *what,
                         text_problem *problem) {
    return problem_set(problem, EXIT_INPUT, "%s: point %llu has the %s %g, which is beyond single precision",
                       name, (unsigned long long)(k / (uint64_t)frame->dims), what,
                       ((const double *)frame->positions)[k]);
}

int to_precision(io_frame *frame, nf_type type, const char *name, const char *what, text_problem *problem) {
    const uint64_t count = frame->n * (uint64_t)frame->dims;
    if (type == frame->type) return 0;
    void *converted = malloc(count ? count * nf_type_bytes(type) : 1);
    if (!converted)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for the points in the other precision");
    for (uint64_t k = 0; k < count; k++) {
        if (frame->type == NF_FLOAT32) {
            ((double *)converted)[k] = (double)((const float *)frame->positions)[k];
            continue;
        }
        ((float *)converted)[k] = (float)((const double *)frame->positions)[k];
        if (!isinf(((float *)converted)[k])) continue;
        free(converted);
        return beyond_single(frame, k, name, what, problem);
    }
    free(frame->positions);
    frame->positions = converted;
    frame->type = type;
    return 0;
}
