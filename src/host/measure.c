/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/measure.h"

#include <stdlib.h>

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

/* By i, j and the image. */
static inline int compare(const host_entry *x, const host_entry *y) {
    if (x->i != y->i) return x->i < y->i ? -1 : 1;
    if (x->j != y->j) return x->j < y->j ? -1 : 1;
    for (int a = 0; a < 3; a++)
        if (x->image.s[a] != y->image.s[a]) return x->image.s[a] < y->image.s[a] ? -1 : 1;
    return 0;
}

static int compare_any(const void *x, const void *y) { return compare(x, y); }

/* Rows are short, and come in ascending pieces. */
void nf_host_entries_sort(host_entry *entries, size_t count) {
    enum { SHORT = 100 };
    if (count > SHORT) {
        qsort(entries, count, sizeof *entries, compare_any);
        return;
    }
    for (size_t k = 1; k < count; k++) {
        const host_entry entry = entries[k];
        size_t at = k;
        for (; at > 0 && compare(&entries[at - 1], &entry) > 0; at--) entries[at] = entries[at - 1];
        entries[at] = entry;
    }
}
