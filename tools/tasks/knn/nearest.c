/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/knn/nearest.h"

#include "formats/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int nearest_begin(nearest *n, uint64_t rows, text_problem *problem) {
    *n = (nearest){.kth = malloc(rows ? (size_t)rows * sizeof *n->kth : 1)};
    return n->kth ? 0
                  : problem_set(problem, EXIT_MEMORY,
                                "there is no memory for the distances of the k-th neighbours");
}

void nearest_take(nearest *n, const void *distances, nf_type type, int k, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        const double distance = io_value(distances, (i + 1) * (uint64_t)k - 1, type);
        n->rows++;
        if (isfinite(distance)) n->kth[n->full++] = distance;
    }
}

void nearest_end(nearest *n) {
    double sum = 0;
    for (uint64_t i = 0; i < n->full; i++) {
        const double distance = n->kth[i];
        sum += distance;
        if (i == 0 || distance < n->least) n->least = distance;
        if (distance > n->largest) n->largest = distance;
    }
    n->mean = n->full ? sum / (double)n->full : 0;
}

void nearest_free(nearest *n) {
    free(n->kth);
    memset(n, 0, sizeof *n);
}

void nearest_bins(const nearest *n, double from, double to, uint64_t *counts, int bins) {
    const double width = (to - from) / bins;
    memset(counts, 0, (size_t)bins * sizeof *counts);
    for (uint64_t i = 0; i < n->full; i++) {
        const double at = width > 0 ? (n->kth[i] - from) / width : 0;
        if (!(at >= 0)) continue;
        counts[at < bins ? (int)at : bins - 1]++;
    }
}

int nearest_are_points(const int32_t *indices, uint64_t count, uint64_t n) {
    for (uint64_t i = 0; i < count; i++)
        if (indices[i] < -1 || (indices[i] >= 0 && (uint64_t)indices[i] >= n)) return 0;
    return 1;
}
