/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/fof.h"

#include "support/device.h"
#include "support/reference/images.h"
#include "support/reference/scaled.h"

#include <math.h>
#include <stdlib.h>

/* ---- answers -------------------------------------------------------------------------------------------- */

fof_answer fof_room(uint64_t n) {
    return (fof_answer){.n = n,
                        .labels = support_allocate(n * sizeof(int32_t)),
                        .cores = support_allocate(n * sizeof(uint32_t)),
                        .order = support_allocate(n * sizeof(uint32_t))};
}

void fof_free(fof_answer *answer) {
    free(answer->labels);
    free(answer->cores);
    free(answer->order);
}

void fof_same(const fof_answer *wanted, const fof_answer *got, const char *what) {
    ck_assert_uint_eq(wanted->n, got->n);
    for (uint64_t p = 0; p < wanted->n; p++) {
        ck_assert_msg(wanted->labels[p] == got->labels[p], "%s: the label of point %llu is %d and not %d",
                      what, (unsigned long long)p, got->labels[p], wanted->labels[p]);
        ck_assert_msg(wanted->cores[p] == got->cores[p], "%s: point %llu is %u and not %u: a core", what,
                      (unsigned long long)p, got->cores[p], wanted->cores[p]);
        ck_assert_msg(wanted->order[p] == got->order[p], "%s: place %llu of the order has %u and not %u",
                      what, (unsigned long long)p, got->order[p], wanted->order[p]);
    }
    ck_assert_msg(wanted->groups == got->groups, "%s: %llu groups and not %llu", what,
                  (unsigned long long)got->groups, (unsigned long long)wanted->groups);
}

/* ---- brute force ---------------------------------------------------------------------------------------- */

static int are_linked(const scaled_points *s, const nf_box *box, double length, double r2, uint64_t i,
                      uint64_t j) {
    int32_t low[3] = {0}, high[3] = {0}, S[3];
    if (box) images_range(s->of, s->of, box, length, i, j, low, high);
    for (S[0] = low[0]; S[0] <= high[0]; S[0]++)
        for (S[1] = low[1]; S[1] <= high[1]; S[1]++)
            for (S[2] = low[2]; S[2] <= high[2]; S[2]++)
                if (scaled_distance2(s, i, j, S) < r2) return 1;
    return 0;
}

static double volume(const nf_box *box, int dims) {
    ck_assert_ptr_nonnull(box);
    const double(*H)[3] = box->cell;
    if (dims == 1) return fabs(H[0][0]);
    if (dims == 2) return fabs(H[0][0] * H[1][1] - H[0][1] * H[1][0]);
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += H[0][k] * (H[1][(k + 1) % 3] * H[2][(k + 2) % 3] - H[1][(k + 2) % 3] * H[2][(k + 1) % 3]);
    return fabs(sum);
}

/* The smallest index of the points that chains of linked core points lead to, for all of them. */
static void spread(const uint8_t *linked, fof_answer *answer) {
    const uint64_t n = answer->n;
    own_memory uint64_t *waiting = support_allocate(n * sizeof *waiting);
    for (uint64_t p = 0; p < n; p++) answer->labels[p] = -1;
    for (uint64_t p = 0; p < n; p++) {
        uint64_t count = 0;
        if (!answer->cores[p] || answer->labels[p] >= 0) continue;
        answer->groups++;
        answer->labels[p] = (int32_t)p;
        waiting[count++] = p;
        while (count) {
            const uint64_t q = waiting[--count];
            for (uint64_t r = 0; r < n; r++)
                if (linked[q * n + r] && answer->cores[r] && answer->labels[r] < 0) {
                    answer->labels[r] = (int32_t)p;
                    waiting[count++] = r;
                }
        }
    }
    for (uint64_t p = 0; p < n; p++) {
        if (answer->cores[p]) continue;
        for (uint64_t r = 0; r < n; r++)
            if (linked[p * n + r] && answer->cores[r] &&
                (answer->labels[p] < 0 || answer->labels[r] < answer->labels[p]))
                answer->labels[p] = answer->labels[r];
    }
}

static void put_in_order(fof_answer *answer) {
    uint64_t at = 0;
    for (uint64_t label = 0; label <= answer->n; label++)
        for (uint64_t p = 0; p < answer->n; p++)
            if (answer->labels[p] == (label < answer->n ? (int32_t)label : -1))
                answer->order[at++] = (uint32_t)p;
}

fof_answer fof_brute(const nf_points *points, const nf_box *box, double linking_length,
                     const fof_query *options) {
    const uint64_t n = points->n;
    const int dims = points->dims;
    fof_answer answer = fof_room(n);
    uint8_t *linked = support_allocate(n * n);
    scaled_points s = scaled_make(points, NULL, box);
    double length = linking_length;
    int periodic = 0;
    for (int k = 0; box && k < dims; k++) periodic |= box->periodic[k];
    if (options && options->in_spacings) length *= pow(volume(box, dims) / (double)n, 1.0 / dims);
    const double r2 = scaled_square(&s, length);
    for (uint64_t p = 0; p < n; p++) {
        uint32_t count = 1;
        for (uint64_t q = 0; q < n; q++) {
            linked[p * n + q] = p != q && are_linked(&s, periodic ? box : NULL, length * 1.0001, r2, p, q);
            count += linked[p * n + q];
        }
        answer.cores[p] = !options || count >= options->min_points;
    }
    spread(linked, &answer);
    put_in_order(&answer);
    free(linked);
    scaled_free(&s);
    return answer;
}
