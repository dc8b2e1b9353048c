/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/sums/drift.h"
#include "support/sums/interactions.h"
#include "support/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

drift_scene *drift_begin(const char *tuning, nf_type type, const char *source, const char *field) {
    drift_scene *s = support_allocate(sizeof *s);
    memset(s, 0, sizeof *s);
    s->context = support_context(tuning);
    s->type = s->sum_type = type;
    s->field = field;
    s->cutoff = 1;
    support_ok(s->context, nf_function_create(s->context, NULL, source, "pairs.cl", &s->function));
    return s;
}

void drift_end(drift_scene *s) {
    nf_result_free(s->result);
    nf_cloud_free(s->cloud);
    nf_function_free(s->function);
    nf_context_free(s->context);
    free(s);
}

nf_box drift_box(double x, double y, double z) {
    return (nf_box){.origin = {0.5, -1, 0}, .cell = {{x, 0, 0}, {0, y, 0}, {0, 0, z}}, .periodic = {1, 1, 1}};
}

void drift_fill(drift_scene *s, uint64_t n, double x, double y, double z, int outside) {
    ck_assert_uint_le(n, DRIFT_MOST);
    s->n = n;
    s->state = n;
    s->box = drift_box(x, y, z);
    for (uint64_t k = 0; k < 3 * n; k++) {
        const double side = s->box.cell[k % 3][k % 3], shift = floor(support_uniform(&s->state) * 5) - 2;
        s->at[k] = (double)(float)(s->box.origin[k % 3] + support_uniform(&s->state) * side +
                                   (outside && k > 27 * n / 10 ? shift * side : 0));
    }
}

void drift_fill_lattice(drift_scene *s) {
    enum { LENGTH = 12, SIDE = 6, N = LENGTH * SIDE * SIDE };
    drift_fill(s, N, LENGTH, SIDE, SIDE, 0);
    s->cutoff = 1;
    for (int k = 0; k < 3 * N; k++) {
        const int cell[3] = {k / 3 % LENGTH, k / 3 / LENGTH % SIDE, k / 3 / LENGTH / SIDE};
        s->at[k] = s->box.origin[k % 3] + cell[k % 3] +
                   (floor(support_uniform(&s->state) * 3) + 2) * 0x1p-20 + 0.0625 +
                   (k % 7 == 0 ? s->box.cell[k % 3][k % 3] : 0);
    }
}

nf_points drift_points(drift_scene *s) {
    support_set_numbers(s->points, s->type, s->at, 3 * s->n);
    return (nf_points){.n = s->n, .dims = 3, .type = s->type, .rows.host = s->points};
}

nf_numbers drift_field(drift_scene *s) {
    support_set_numbers(s->numbers, s->type, s->carried, s->n);
    return (nf_numbers){.name = s->field, .n = s->n, .values.host = s->numbers};
}

void drift_move(drift_scene *s) {
    const nf_points points = drift_points(s);
    if (s->cloud) support_ok(s->context, nf_cloud_move(s->cloud, &points, &s->box, NULL));
    else support_ok(s->context, nf_cloud_create(s->context, &points, &s->box, NULL, &s->cloud));
}

void drift_read(drift_scene *s, nf_result *result, drift_rows rows) {
    static double values[3 * DRIFT_MOST];
    for (int k = 0; k < nf_function_declares(s->function)->sums; k++) {
        const uint64_t columns = k ? 1 : 3;
        support_ok(s->context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, s->n, NULL, values));
        for (uint64_t i = 0; i < s->n * columns; i++)
            rows[i / columns][k ? (uint64_t)k + 2 : i % 3] =
                s->sum_type == NF_FLOAT64 ? values[i] : (double)((float *)values)[i];
    }
}

void drift_counts_are_those_of_lists(drift_scene *s, int column) {
    const nf_points points = drift_points(s);
    own_memory uint64_t *offsets = interactions_offsets(&points, &s->box, s->cutoff);
    own_memory drift_rows *rows = support_allocate(sizeof *rows);
    drift_read(s, s->result, *rows);
    for (uint64_t i = 0; i < s->n; i++)
        ck_assert_double_eq((*rows)[i][column], (double)(offsets[i + 1] - offsets[i]));
    ck_assert_uint_gt(offsets[s->n], s->n);
    ck_assert_uint_lt(offsets[s->n], 5 * s->n);
}

void own_end_drift(own_drift_type *s) { drift_end(*s); }
