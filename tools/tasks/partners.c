/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/partners.h"

#include <stdlib.h>
#include <string.h>

int partners_begin(partners *p, uint64_t n, uint64_t points, uint64_t total, int half) {
    *p = (partners){.n = n, .points = points, .total = total, .half = half};
    p->each = calloc(n ? n : 1, sizeof *p->each);
    return p->each != NULL;
}

/* Where each pair is found once, it counts for every point that is named.  Otherwise it counts for the first of a pair; those of
 * lists have the lengths of their rows. */
static int take_points(partners *p, const int32_t *points, uint64_t count, uint64_t columns,
                       const char *device, text_problem *problem) {
    for (uint64_t k = 0; k < count * columns; k++) {
        const int first = columns == 2 && k % 2 == 0;
        const uint64_t n = first ? p->n : p->points;
        if ((uint32_t)points[k] >= n)
            return problem_set(problem, EXIT_OTHER,
                               "%s names point %ld of %llu: its results cannot be trusted (nearfield check)",
                               device, (long)points[k], (unsigned long long)n);
        if (p->half || first) p->each[points[k]]++;
    }
    return 0;
}

/* Each point has the length of its row. */
static int take_offsets(partners *p, const uint64_t *offsets, uint64_t first, uint64_t count,
                        const char *device, text_problem *problem) {
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t row = first + k, least = row == p->n ? p->total : p->offset;
        if (offsets[k] < least || offsets[k] > (row == 0 ? 0 : p->total))
            return problem_set(
                problem, EXIT_OTHER,
                "%s gives row %llu the offset %llu: its results cannot be trusted (nearfield check)", device,
                (unsigned long long)row, (unsigned long long)offsets[k]);
        if (row > 0) p->each[row - 1] += (uint32_t)(offsets[k] - p->offset);
        p->offset = offsets[k];
    }
    return 0;
}

int partners_take(partners *p, const task_array *about, const void *rows, uint64_t first, uint64_t count,
                  const char *device, text_problem *problem) {
    switch (about->values) {
    case VALUES_POINTS: return take_points(p, rows, count, (uint64_t)about->file.columns, device, problem);
    case VALUES_OFFSETS: return take_offsets(p, rows, first, count, device, problem);
    case VALUES_EACH:
    case VALUES_OWN:
    case VALUES_OTHER: break;
    }
    return 0;
}

void partners_end(partners *p) {
    if (!p->each || p->n == 0) return;
    p->least = UINT32_MAX;
    for (uint64_t k = 0; k < p->n; k++) {
        if (p->each[k] < p->least) p->least = p->each[k];
        if (p->each[k] > p->most) p->most = p->each[k];
    }
}

void partners_free(partners *p) {
    free(p->each);
    memset(p, 0, sizeof *p);
}
