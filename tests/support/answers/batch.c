/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/answers/batch.h"

#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYSTEMS_MOST = 9, BOXES_3D = 160, BOXES_2D = 40 };
enum { MORE = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS) };

/* ---- batches -------------------------------------------------------------------------------------------- */

static int below(uint64_t *state, int n) { return (int)(support_random(state) % (uint64_t)n); }

static void *keep(support_systems *batch, uint64_t bytes) {
    ck_assert_int_lt(batch->count, (int)(sizeof batch->data / sizeof *batch->data));
    return batch->data[batch->count++] = support_allocate(bytes + 1);
}

/* The same points as rows of one more column, as arrays of axes, or as they are. */
static nf_points in_layout(support_systems *batch, const nf_points *packed, int layout) {
    const uint64_t dims = (uint64_t)packed->dims, stride = layout == 1 ? dims + 1 : 2;
    nf_points points = *packed;
    if (layout == 0) return points;
    points.rows.host = NULL;
    points.stride = stride;
    for (uint64_t a = 0; a < (layout == 1 ? 1 : dims); a++) {
        const uint64_t columns = layout == 1 ? dims : 1;
        void *data = keep(batch, packed->n * stride * nf_type_bytes(packed->type));
        for (uint64_t p = 0; p < packed->n; p++)
            for (uint64_t c = 0; c < columns; c++)
                support_set_number(data, packed->type, p * stride + c,
                                   support_number(packed->rows.host, packed->type, p * dims + a + c));
        *(layout == 1 ? &points.rows : points.axes + a) = nf_from_host(data);
    }
    return points;
}

static nf_points room_for(support_systems *batch, uint64_t n, int dims, nf_type type) {
    return (nf_points){.n = n,
                       .dims = dims,
                       .type = type,
                       .rows.host = keep(batch, n * (uint64_t)dims * nf_type_bytes(type))};
}

/* The number of points of a system: at most `most`, often none or one. */
static uint64_t size_of(uint64_t *state, uint64_t most) {
    const int how = below(state, 6);
    return how == 0 ? 0 : how == 1 ? 1 : most;
}

/* Draws the points, boxes and cutoffs of the systems. */
static void draw_systems(support_systems *batch, uint64_t *state, int dims, nf_type type, int ways) {
    const int first = dims == 3   ? 0
                      : dims == 2 ? BOXES_3D
                                  : BOXES_3D + BOXES_2D,
              boxes = dims == 3 ? BOXES_3D : BOXES_2D;
    const uint64_t count = 1 + (uint64_t)below(state, SYSTEMS_MOST);
    support_boxed drawn[SYSTEMS_MOST];
    uint64_t *offsets = keep(batch, (count + 1) * sizeof *offsets);
    nf_box *own_boxes = keep(batch, count * sizeof *own_boxes);
    double *cutoffs = keep(batch, count * sizeof *cutoffs);
    offsets[0] = 0;
    for (uint64_t s = 0; s < count; s++) {
        drawn[s] = support_boxed_make(first + below(state, boxes), type);
        /* Few enough points for the first box, if it is the box of all. */
        const uint64_t most = s && (ways & SYSTEMS_ONE_BOX) && drawn[s].points.n > drawn[0].points.n
                                  ? drawn[0].points.n
                                  : drawn[s].points.n;
        offsets[s + 1] = offsets[s] + size_of(state, most);
        own_boxes[s] = drawn[s].box;
        cutoffs[s] = ways & SYSTEMS_ONE_BOX ? drawn[0].cutoff * (1 - 0.1 * (double)s) : drawn[s].cutoff;
    }
    batch->systems = (nf_batch){.count = count, .offsets = offsets};
    batch->one_box = drawn[0].box;
    batch->cutoff = ways & SYSTEMS_ONE_BOX ? drawn[0].cutoff : 0.2 + 0.5 * support_uniform(state);
    if (ways & SYSTEMS_ONE_BOX) batch->box = &batch->one_box;
    if (ways & SYSTEMS_BOXES) batch->systems.boxes = own_boxes;
    if (ways & SYSTEMS_CUTOFFS) {
        batch->systems.cutoffs = cutoffs;
        batch->cutoff = 0;
    }
    batch->packed = room_for(batch, offsets[count], dims, type);
    for (uint64_t s = 0; s < count; s++) {
        const uint64_t row = (uint64_t)dims * nf_type_bytes(type);
        memcpy((char *)batch->data[batch->count - 1] + offsets[s] * row, drawn[s].data,
               (offsets[s + 1] - offsets[s]) * row);
        support_boxed_free(&drawn[s]);
    }
}

static double cutoff_of(const support_systems *batch, uint64_t s) {
    return batch->systems.cutoffs ? batch->systems.cutoffs[s] : batch->cutoff;
}

/* Query points near the points of their system; near zero if it has none. */
static void draw_queries(support_systems *batch, uint64_t *state) {
    const nf_points *packed = &batch->packed;
    const uint64_t count = batch->systems.count, dims = (uint64_t)packed->dims, *at = batch->systems.offsets;
    uint64_t *offsets = keep(batch, (count + 1) * sizeof *offsets);
    offsets[0] = 0;
    for (uint64_t s = 0; s < count; s++)
        offsets[s + 1] = offsets[s] + size_of(state, 1 + (uint64_t)below(state, 40));
    batch->query_systems = (nf_batch){.count = count, .offsets = offsets};
    batch->packed_queries = room_for(batch, offsets[count], packed->dims, packed->type);
    void *data = batch->data[batch->count - 1];
    for (uint64_t s = 0; s < count; s++)
        for (uint64_t q = offsets[s]; q < offsets[s + 1]; q++) {
            const uint64_t n = at[s + 1] - at[s], of = at[s] + (n ? support_random(state) % n : 0);
            for (uint64_t a = 0; a < dims; a++)
                support_set_number(data, packed->type, q * dims + a,
                                   (n ? support_number(packed->rows.host, packed->type, of * dims + a) : 0) +
                                       (support_uniform(state) - 0.5) * cutoff_of(batch, s));
        }
}

/* Radii from none to most of the cutoff. */
static nf_points draw_radii(support_systems *batch, uint64_t *state, const nf_batch *systems) {
    nf_points radii = room_for(batch, systems->offsets[systems->count], 1, batch->packed.type);
    for (uint64_t s = 0; s < systems->count; s++)
        for (uint64_t p = systems->offsets[s]; p < systems->offsets[s + 1]; p++)
            support_set_number(batch->data[batch->count - 1], radii.type, p,
                               p % 7 == 3 ? 0 : support_uniform(state) * 0.8 * cutoff_of(batch, s));
    return radii;
}

/* Most name points of the system, some those of others. */
static void draw_exclusions(support_systems *batch, uint64_t *state, const nf_batch *systems) {
    const uint64_t rows = systems->offsets[systems->count], *at = batch->systems.offsets;
    const uint64_t all = batch->packed.n ? batch->packed.n : 1;
    uint64_t *offsets = keep(batch, (rows + 1) * sizeof *offsets);
    int32_t *indices = keep(batch, 3 * rows * sizeof *indices);
    offsets[0] = 0;
    for (uint64_t s = 0; s < systems->count; s++)
        for (uint64_t p = systems->offsets[s]; p < systems->offsets[s + 1]; p++) {
            const uint64_t n = at[s + 1] - at[s];
            offsets[p + 1] = offsets[p] + (batch->packed.n ? support_random(state) % 4 : 0);
            for (uint64_t k = offsets[p]; k < offsets[p + 1]; k++)
                indices[k] = (int32_t)(n && below(state, 4) ? at[s] + support_random(state) % n
                                                            : support_random(state) % all);
        }
    batch->exclusions = (nf_csr){.offsets.host = offsets, .indices.host = indices};
}

static void draw_filters(support_systems *batch, uint64_t *state, int ways, nf_radii_rule rule) {
    const nf_batch *rows = ways & SYSTEMS_QUERIES ? &batch->query_systems : &batch->systems;
    nf_filters *filters = &batch->all_filters;
    if (ways & SYSTEMS_MIN_DISTANCE) {
        double least = cutoff_of(batch, 0);
        for (uint64_t s = 1; s < batch->systems.count; s++)
            if (cutoff_of(batch, s) < least) least = cutoff_of(batch, s);
        filters->min_distance = 0.6 * least;
    }
    if (ways & SYSTEMS_RADII) {
        batch->radii = draw_radii(batch, state, &batch->systems);
        filters->radii = &batch->radii;
        filters->radii_rule = rule;
        if (ways & SYSTEMS_QUERIES) {
            batch->query_radii = draw_radii(batch, state, rows);
            filters->query_radii = &batch->query_radii;
        }
    }
    if (ways & SYSTEMS_EXCLUSIONS) {
        draw_exclusions(batch, state, rows);
        filters->exclusions = &batch->exclusions;
    }
    batch->filters = filters;
}

void support_systems_random(support_systems *batch, uint64_t seed, int dims, nf_type type, int ways,
                            nf_radii_rule rule) {
    uint64_t state = seed * 7919 + (uint64_t)ways;
    memset(batch, 0, sizeof *batch);
    draw_systems(batch, &state, dims, type, ways);
    const int layout = below(&state, 3);
    batch->points = in_layout(batch, &batch->packed, layout);
    batch->points.batch = &batch->systems;
    if (ways & SYSTEMS_QUERIES) {
        draw_queries(batch, &state);
        batch->query_points = in_layout(batch, &batch->packed_queries, (layout + ways) % 3);
        batch->query_points.batch = &batch->query_systems;
        batch->queries = &batch->query_points;
    }
    if (ways & (SYSTEMS_MIN_DISTANCE | SYSTEMS_RADII | SYSTEMS_EXCLUSIONS))
        draw_filters(batch, &state, ways, rule);
    snprintf(batch->name, sizeof batch->name,
             "seed %llu, ways %d, rule %d: %llu systems, %llu points, %dD, type %d", (unsigned long long)seed,
             ways, (int)rule, (unsigned long long)batch->systems.count, (unsigned long long)batch->points.n,
             dims, (int)type);
}

void support_systems_free(support_systems *batch) {
    for (int k = 0; k < batch->count; k++) free(batch->data[k]);
    batch->count = 0;
}

/* ---- one system ----------------------------------------------------------------------------------------- */

/* Rows of packed points. */
static nf_points rows_of(const nf_points *packed, const uint64_t *offsets, uint64_t s) {
    nf_points rows = *packed;
    const uint64_t row = (uint64_t)packed->dims * nf_type_bytes(packed->type);
    rows.n = offsets[s + 1] - offsets[s];
    rows.rows.host = (const char *)packed->rows.host + offsets[s] * row;
    return rows;
}

/* The exclusions of a system, without those that name points of other systems. */
static void take_exclusions(support_system *one, const nf_csr *all, const uint64_t *rows, const uint64_t *at,
                            uint64_t s) {
    const uint64_t n = rows[s + 1] - rows[s], *from = (const uint64_t *)all->offsets.host + rows[s];
    const int32_t *named = all->indices.host;
    uint64_t *offsets = support_allocate((n + 1) * sizeof *offsets);
    int32_t *indices = support_allocate((from[n] - from[0]) * sizeof *indices + 1);
    offsets[0] = 0;
    for (uint64_t i = 0; i < n; i++) {
        offsets[i + 1] = offsets[i];
        for (uint64_t k = from[i]; k < from[i + 1]; k++) {
            const uint64_t j = (uint64_t)named[k];
            if (j >= at[s] && j < at[s + 1]) indices[offsets[i + 1]++] = (int32_t)(j - at[s]);
        }
    }
    one->data[0] = offsets;
    one->data[1] = indices;
    one->exclusions = (nf_csr){.offsets.host = offsets, .indices.host = indices};
    one->all_filters.exclusions = &one->exclusions;
}

void support_system_take(support_system *one, const support_systems *batch, uint64_t s) {
    const uint64_t *at = batch->systems.offsets;
    const uint64_t *rows = batch->queries ? batch->query_systems.offsets : at;
    const nf_filters *filters = batch->filters;
    memset(one, 0, sizeof *one);
    one->points = rows_of(&batch->packed, at, s);
    one->box = batch->systems.boxes ? batch->systems.boxes + s : batch->box;
    one->cutoff = cutoff_of(batch, s);
    if (batch->queries) {
        one->query_points = rows_of(&batch->packed_queries, rows, s);
        one->queries = &one->query_points;
    }
    if (!filters) return;
    one->all_filters = *filters;
    one->filters = &one->all_filters;
    if (filters->radii) {
        one->radii = rows_of(filters->radii, at, s);
        one->all_filters.radii = &one->radii;
    }
    if (filters->query_radii) {
        one->query_radii = rows_of(filters->query_radii, rows, s);
        one->all_filters.query_radii = &one->query_radii;
    }
    if (filters->exclusions) take_exclusions(one, filters->exclusions, rows, at, s);
}

void support_system_free(support_system *one) {
    free(one->data[0]);
    free(one->data[1]);
}

/* ---- answers -------------------------------------------------------------------------------------------- */

int systems_may_ask(const support_systems *batch, box_question question) {
    const int by_row =
        batch->filters && batch->filters->radii && batch->filters->radii_rule == NF_RADII_QUERY;
    if (batch->queries) return question != BOX_HALF_LISTS;
    return question == BOX_FULL_LISTS || !by_row;
}

static systems_answer ask(const nf_points *points, const nf_box *box, double cutoff, const nf_points *queries,
                          const nf_filters *filters, box_question question, int sorted) {
    systems_answer answer = {.rows = queries ? queries->n : points->n};
    own_cloud cloud = support_cloud_on(support_host(), points, box);
    own_result result = NULL;
    if (question == BOX_PAIRS) {
        const nf_pairs_options options = {
            .sorted = sorted, .arrays = MORE, .queries = queries, .filters = filters};
        support_ok(support_host(), nf_pairs(cloud, cutoff, &options, NULL, &result));
        answer.entries = support_array(result, NF_ARRAY_PAIRS);
    } else {
        const nf_lists_options options = {.half = question == BOX_HALF_LISTS,
                                          .sorted = sorted,
                                          .arrays = MORE,
                                          .queries = queries,
                                          .filters = filters};
        support_ok(support_host(), nf_lists(cloud, cutoff, &options, NULL, &result));
        answer.offsets = support_array(result, NF_ARRAY_OFFSETS);
        answer.entries = support_array(result, NF_ARRAY_INDICES);
    }
    answer.total = nf_result_total(result);
    answer.more = box_read_measures(result, points);
    return answer;
}

systems_answer systems_ask_host(const support_systems *batch, box_question question, int sorted) {
    return ask(&batch->points, batch->box, batch->cutoff, batch->queries, batch->filters, question, sorted);
}

/* Appends `count` elements of `size` bytes to `before` of them. */
static void append(void **to, uint64_t before, const void *from, uint64_t count, uint64_t size) {
    char *all = realloc(*to, (size_t)((before + count) * size + 1));
    ck_assert_ptr_nonnull(all);
    if (count) memcpy(all + before * size, from, (size_t)(count * size));
    *to = all;
}

/* Appends the answer of a system; its indices become those of the batch, in which they begin at `row` and `first`. */
static void append_answer(systems_answer *all, systems_answer *one, const nf_points *points,
                          box_question question, uint64_t row, uint64_t first) {
    const uint64_t element = nf_type_bytes(points->type), columns = question == BOX_PAIRS ? 2 : 1;
    for (uint64_t k = 0; k < one->total; k++) {
        int32_t *entry = one->entries + k * columns;
        if (columns == 2) entry[0] += (int32_t)row;
        entry[columns - 1] += (int32_t)first;
    }
    append((void **)&all->entries, all->total * columns, one->entries, one->total * columns,
           sizeof *all->entries);
    append(&all->more.distances, all->total, one->more.distances, one->total, element);
    append(&all->more.vectors, all->total, one->more.vectors, one->total, element * (uint64_t)points->dims);
    append((void **)&all->more.shifts, all->total, one->more.shifts, one->total, 3 * sizeof(int32_t));
    for (uint64_t i = 0; all->offsets && i < one->rows; i++)
        all->offsets[row + i + 1] = all->total + one->offsets[i + 1];
    all->total += one->total;
}

systems_answer systems_ask_each(const support_systems *batch, box_question question, int sorted) {
    const uint64_t *at = batch->systems.offsets;
    const uint64_t *rows = batch->queries ? batch->query_systems.offsets : at;
    systems_answer all = {.rows = rows[batch->systems.count]};
    if (question != BOX_PAIRS) {
        all.offsets = support_allocate((all.rows + 1) * sizeof *all.offsets);
        all.offsets[0] = 0;
    }
    for (uint64_t s = 0; s < batch->systems.count; s++) {
        support_system one;
        support_system_take(&one, batch, s);
        systems_answer answer =
            ask(&one.points, one.box, one.cutoff, one.queries, one.filters, question, sorted);
        append_answer(&all, &answer, &batch->packed, question, rows[s], at[s]);
        systems_answer_free(&answer);
        support_system_free(&one);
    }
    return all;
}

void systems_answer_free(systems_answer *answer) {
    free(answer->offsets);
    free(answer->entries);
    box_measures_free(&answer->more);
}

void systems_same(const support_systems *batch, const systems_answer *wanted, const systems_answer *got,
                  box_question question) {
    const uint64_t element = nf_type_bytes(batch->packed.type), columns = question == BOX_PAIRS ? 2 : 1;
    const struct {
        const char *name;
        const void *wanted, *got;
        uint64_t rows, bytes;
    } arrays[] = {
        {"offsets", wanted->offsets, got->offsets, wanted->offsets ? wanted->rows + 1 : 0, 8},
        {"indices", wanted->entries, got->entries, wanted->total, 4 * columns},
        {"distances", wanted->more.distances, got->more.distances, wanted->total, element},
        {"vectors", wanted->more.vectors, got->more.vectors, wanted->total,
         element * (uint64_t)batch->packed.dims},
        {"shifts", wanted->more.shifts, got->more.shifts, wanted->total, 3 * sizeof(int32_t)},
    };
    ck_assert_msg(wanted->rows == got->rows && wanted->total == got->total, "%s, %s: %llu entries, not %llu",
                  batch->name, box_question_names[question], (unsigned long long)got->total,
                  (unsigned long long)wanted->total);
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        for (uint64_t k = 0; k < arrays[a].rows; k++) {
            const uint64_t at = k * arrays[a].bytes;
            if (memcmp((const char *)arrays[a].wanted + at, (const char *)arrays[a].got + at,
                       (size_t)arrays[a].bytes) != 0)
                ck_abort_msg("%s, %s: row %llu of the %s differs", batch->name, box_question_names[question],
                             (unsigned long long)k, arrays[a].name);
        }
}
