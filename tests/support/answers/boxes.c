/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/answers/boxes.h"

#include "support/device.h"

#include <stdlib.h>
#include <string.h>

const char *const box_question_names[BOX_QUESTIONS] = {"pairs", "half lists", "full lists"};

/* What the library gave, as arrays. */
typedef struct arrays {
    int32_t *pairs, *indices;
    uint64_t *offsets;
    box_measures more;
} arrays;
enum { MORE = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS) };

static uint64_t rows_of(const support_boxed *boxed) {
    return boxed->queries ? boxed->queries->n : boxed->points.n;
}

/* The vector and the distance of entry k. */
static void check_measures(const support_boxed *boxed, const arrays *a, uint64_t k, const image *at) {
    const size_t element = nf_type_bytes(boxed->points.type), dims = (size_t)boxed->points.dims;
    char vector[3 * sizeof(double)], distance[sizeof(double)];
    images_measure_of(&boxed->points, boxed->queries, &boxed->box, boxed->cutoff, at, vector, distance);
    ck_assert_msg(memcmp(vector, (const char *)a->more.vectors + k * element * dims, element * dims) == 0,
                  "%s: the vector of (%d, %d) is wrong", boxed->name, at->i, at->j);
    ck_assert_msg(memcmp(distance, (const char *)a->more.distances + k * element, element) == 0,
                  "%s: the distance of (%d, %d) is wrong", boxed->name, at->i, at->j);
}

/* Takes the arrays.  For lists the total is that of the offsets. */
static box_answer answer_of(const support_boxed *boxed, arrays *a, uint64_t total) {
    const uint64_t n = rows_of(boxed);
    box_answer answer = {.count = total};
    answer.rows = support_allocate(total * sizeof *answer.rows);
    for (uint64_t i = 0, k = 0; a->offsets && i < n; i++) {
        ck_assert_uint_eq(a->offsets[i], k);
        ck_assert_uint_le(a->offsets[i + 1], total);
        for (; k < a->offsets[i + 1]; k++) answer.rows[k] = (image){.i = (int32_t)i, .j = a->indices[k]};
    }
    if (a->offsets) ck_assert_uint_eq(a->offsets[n], total);
    for (uint64_t k = 0; a->pairs && k < total; k++)
        answer.rows[k] = (image){.i = a->pairs[2 * k], .j = a->pairs[2 * k + 1]};
    for (uint64_t k = 0; k < total; k++) {
        memcpy(answer.rows[k].S, a->more.shifts + 3 * k, sizeof answer.rows[k].S);
        check_measures(boxed, a, k, &answer.rows[k]);
    }
    box_measures_free(&a->more);
    free(a->pairs);
    free(a->indices);
    free(a->offsets);
    return answer;
}

void box_answer_free(box_answer *answer) { free(answer->rows); }

void *box_read_array(nf_result *result, nf_array array, nf_type type, int columns, uint64_t rows) {
    const nf_array_info *info = nf_result_array(result, array);
    ck_assert_int_eq(info->type, type);
    ck_assert_int_eq(info->columns, columns);
    ck_assert_uint_eq(info->rows, rows);
    return support_array(result, array);
}

box_measures box_read_measures(nf_result *result, const nf_points *points) {
    const uint64_t total = nf_result_total(result);
    return (box_measures){.distances = box_read_array(result, NF_ARRAY_DISTANCES, points->type, 1, total),
                          .vectors =
                              box_read_array(result, NF_ARRAY_VECTORS, points->type, points->dims, total),
                          .shifts = box_read_array(result, NF_ARRAY_SHIFTS, NF_INT32, 3, total)};
}

void box_measures_free(box_measures *measures) {
    free(measures->distances);
    free(measures->vectors);
    free(measures->shifts);
}

box_answer box_ask(nf_context *context, const support_boxed *boxed, box_question question, int sorted) {
    const nf_points *points = &boxed->points;
    own_cloud cloud = support_cloud_on(context, points, &boxed->box);
    own_result result = NULL;
    arrays a = {.pairs = NULL};
    if (question == BOX_PAIRS) {
        const nf_pairs_options options = {
            .sorted = sorted, .arrays = MORE, .queries = boxed->queries, .filters = boxed->filters};
        support_ok(context, nf_pairs(cloud, support_boxed_cutoff(boxed), &options, NULL, &result));
    } else {
        const nf_lists_options options = {.half = question == BOX_HALF_LISTS,
                                          .sorted = sorted,
                                          .arrays = MORE,
                                          .queries = boxed->queries,
                                          .filters = boxed->filters};
        support_ok(context, nf_lists(cloud, support_boxed_cutoff(boxed), &options, NULL, &result));
    }
    const uint64_t total = nf_result_total(result);
    if (question == BOX_PAIRS) a.pairs = box_read_array(result, NF_ARRAY_PAIRS, NF_INT32, 2, total);
    else {
        a.offsets = box_read_array(result, NF_ARRAY_OFFSETS, NF_UINT64, 1, rows_of(boxed) + 1);
        a.indices = box_read_array(result, NF_ARRAY_INDICES, NF_INT32, 1, total);
    }
    a.more = box_read_measures(result, points);
    return answer_of(boxed, &a, total);
}
