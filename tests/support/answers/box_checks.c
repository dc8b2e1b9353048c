/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/answers/box_checks.h"

#include "support/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(char out[80], const image *at) {
    snprintf(out, 80, "(%d, %d, S %d %d %d)", at->i, at->j, at->S[0], at->S[1], at->S[2]);
}

/* ---- brute force ---------------------------------------------------------------------------------------- */

static void same_images(const images *wanted, const image *rows, uint64_t count, const char *what) {
    char ours[80], theirs[80];
    for (uint64_t k = 0; k < wanted->count && k < count; k++) {
        if (images_compare(&rows[k], &wanted->all[k]) == 0) continue;
        say(ours, &rows[k]);
        say(theirs, &wanted->all[k]);
        ck_abort_msg("%s: image %llu is %s, expected %s", what, (unsigned long long)k, ours, theirs);
    }
    ck_assert_msg(count == wanted->count, "%s: %llu images, expected %llu", what, (unsigned long long)count,
                  (unsigned long long)wanted->count);
}

void box_check(nf_context *context, const support_boxed *boxed, box_question question, int sorted) {
    const int half = question != BOX_FULL_LISTS && !boxed->queries;
    images wanted =
        images_find_of(&boxed->points, boxed->queries, &boxed->box, boxed->cutoff, half, boxed->filters);
    own_box_answer answer = box_ask(context, boxed, question, sorted);
    char what[240];
    snprintf(what, sizeof what, "%s, %s%s", boxed->name, box_question_names[question],
             sorted ? ", sorted" : "");
    if (!sorted) images_sort(answer.rows, answer.count);
    same_images(&wanted, answer.rows, answer.count, what);
    images_free(&wanted);
}

/* ---- two answers ---------------------------------------------------------------------------------------- */

void box_check_same(nf_context *context, const support_boxed *boxed, box_question question, int sorted) {
    own_box_answer a = box_ask(support_host(), boxed, question, sorted),
                   b = box_ask(context, boxed, question, sorted);
    char what[240];
    snprintf(what, sizeof what, "%s, %s%s, host and device", boxed->name, box_question_names[question],
             sorted ? ", sorted" : "");
    const images wanted = {a.rows, a.count};
    same_images(&wanted, b.rows, b.count, what);
}

/* ---- properties ----------------------------------------------------------------------------------------- */

static support_boxed copy_of(const support_boxed *boxed) {
    const uint64_t bytes = boxed->points.n * (uint64_t)boxed->points.dims * nf_type_bytes(boxed->points.type);
    support_boxed other = *boxed;
    other.points.rows.host = other.data = support_allocate(bytes);
    memcpy(other.data, boxed->data, bytes);
    return other;
}

void box_check_permuted(nf_context *context, const support_boxed *boxed) {
    const uint64_t n = boxed->points.n,
                   size = (uint64_t)boxed->points.dims * nf_type_bytes(boxed->points.type);
    own_boxed other = copy_of(boxed);
    own_memory int32_t *from = support_allocate(n * sizeof *from);
    uint64_t state = n;
    for (uint64_t p = 0; p < n; p++) {
        const uint64_t q = support_random(&state) % (p + 1);
        from[p] = from[q];
        from[q] = (int32_t)p;
    }
    for (uint64_t p = 0; p < n; p++)
        memcpy((char *)other.data + p * size, (char *)boxed->data + (uint64_t)from[p] * size, size);
    own_box_answer wanted = box_ask(context, boxed, BOX_FULL_LISTS, 1),
                   got = box_ask(context, &other, BOX_FULL_LISTS, 0);
    for (uint64_t k = 0; k < got.count; k++) {
        got.rows[k].i = from[got.rows[k].i];
        got.rows[k].j = from[got.rows[k].j];
    }
    images_sort(got.rows, got.count);
    const images all = {wanted.rows, wanted.count};
    same_images(&all, got.rows, got.count, boxed->name);
}

void box_check_mirrored(nf_context *context, const support_boxed *boxed) {
    own_box_answer full = box_ask(context, boxed, BOX_FULL_LISTS, 1);
    const images all = {full.rows, full.count};
    for (box_question question = BOX_PAIRS; question <= BOX_HALF_LISTS; question++) {
        own_box_answer half = box_ask(context, boxed, question, 0);
        own_memory image *both = support_allocate(2 * half.count * sizeof *both);
        for (uint64_t k = 0; k < half.count; k++) {
            both[2 * k] = half.rows[k];
            both[2 * k + 1] = images_mirror(&half.rows[k]);
        }
        images_sort(both, 2 * half.count);
        same_images(&all, both, 2 * half.count, boxed->name);
    }
}

/* Adds `many` cell vectors k to point p, without rounding. */
static void move(support_boxed *boxed, uint64_t p, int k, int many) {
    for (int a = 0; a < 3; a++) {
        const double by = many * boxed->box.cell[k][a];
        if (boxed->points.type == NF_FLOAT32) ((float *)boxed->data)[3 * p + (uint64_t)a] += (float)by;
        else ((double *)boxed->data)[3 * p + (uint64_t)a] += by;
    }
}

void box_check_moved(nf_context *context, const support_boxed *boxed) {
    const uint64_t n = boxed->points.n;
    own_boxed other = copy_of(boxed);
    uint64_t state = n + 1;
    int(*by)[3] = support_allocate(n * sizeof *by);
    for (uint64_t p = 0; p < n; p++)
        for (int k = 0; k < 3; k++) {
            by[p][k] = boxed->box.periodic[k] ? (int)(support_random(&state) % 17) - 8 : 0;
            if (by[p][k]) move(&other, p, k, by[p][k]);
        }
    for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++) {
        own_box_answer wanted = box_ask(context, boxed, question, 0),
                       got = box_ask(context, &other, question, 0);
        images all = {wanted.rows, wanted.count};
        for (uint64_t e = 0; e < wanted.count; e++)
            for (int k = 0; k < 3; k++)
                wanted.rows[e].S[k] += by[wanted.rows[e].i][k] - by[wanted.rows[e].j][k];
        images_sort(wanted.rows, wanted.count);
        images_sort(got.rows, got.count);
        same_images(&all, got.rows, got.count, boxed->name);
    }
    free(by);
}
