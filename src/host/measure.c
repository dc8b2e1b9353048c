/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/measure.h"

/* By the kind of space, and whether the points are double. */
static const host_measures *rule_of(const host_job *job) {
    static const host_measures *const rules[NF_SPACE_KINDS][2] = {
        [NF_SPACE_OPEN] = {&nf_host_measures_open_f32, &nf_host_measures_open_f64},
        [NF_SPACE_BOX] = {&nf_host_measures_box_f32, &nf_host_measures_box_f64}};
    return rules[job->space.kind][job->type == NF_FLOAT64];
}

double nf_host_distance2(const host_job *job, const host_entry *e) { return rule_of(job)->distance2(job, e); }

nf_status nf_host_measure(const host_job *job, const host_entry *entries, uint64_t first, uint64_t count,
                          nf_host_answer *answer) {
    const size_t element = nf_type_bytes(job->type), dims = job->space.dims > 0 ? (size_t)job->space.dims : 1;
    const struct {
        nf_array array;
        size_t bytes;
    } rows[] = {{NF_ARRAY_DISTANCES, element},
                {NF_ARRAY_VECTORS, element * dims},
                {NF_ARRAY_SHIFTS, 3 * sizeof(int32_t)}};
    nf_status status = NF_OK;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        if (answer->wanted & NF_WANT(rows[r].array))
            NF_TRY(nf_host_grow(job, &answer->arrays[rows[r].array], &answer->rooms[rows[r].array],
                                (size_t)(first + count) + 1, rows[r].bytes,
                                "the distances, vectors and shifts"));
    for (uint64_t k = 0; k < count; k++) rule_of(job)->measure(job, entries + k, first + k, answer);
done:
    return status;
}

int nf_host_entry_compare(const void *a, const void *b) {
    const host_entry *x = a, *y = b;
    const int xs[5] = {x->i, x->j, x->image.s[0], x->image.s[1], x->image.s[2]},
              ys[5] = {y->i, y->j, y->image.s[0], y->image.s[1], y->image.s[2]};
    for (int k = 0; k < 5; k++)
        if (xs[k] != ys[k]) return xs[k] < ys[k] ? -1 : 1;
    return 0;
}
