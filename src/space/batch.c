/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/batch.h"

uint64_t nf_batch_count(const nf_batch *systems) { return systems ? systems->count : 0; }

nf_status nf_batch_check_box(const nf_batch *systems, const nf_box *box, nf_sentence *error) {
    const int periodic = box && (box->periodic[0] || box->periodic[1] || box->periodic[2]);
    if (systems && systems->boxes && periodic)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "a box is given for all systems, and one for each: give NULL for one of them");
    return NF_OK;
}

nf_status nf_batch_check_cutoff(int own_cutoffs, double cutoff, nf_sentence *error) {
    if (own_cutoffs && !(cutoff >= 0 && cutoff <= 0))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the cutoff is %g, and the systems have cutoffs of their own: it must be 0", cutoff);
    return NF_OK;
}

nf_status nf_batch_check_histogram(int own_cutoffs, nf_sentence *error) {
    if (own_cutoffs)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "a histogram has one cutoff: give the systems of a batch none of their own");
    return NF_OK;
}

nf_status nf_batch_check_queries(const nf_batch *systems, uint64_t count, nf_sentence *error) {
    if (!systems != !count)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       systems ? "the query points have systems, and the points have none"
                               : "the query points have no systems, and the points have: give as many");
    if (nf_batch_count(systems) != count)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the query points have %llu systems, and the points %llu: they must have as many",
                       (unsigned long long)nf_batch_count(systems), (unsigned long long)count);
    if (systems && (systems->boxes || systems->cutoffs))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the systems of query points have boxes or cutoffs: give them for the points");
    return NF_OK;
}

nf_system nf_system_of(const nf_batch *systems, uint64_t s, const nf_box *box, double cutoff) {
    const uint64_t *offsets = systems->offsets;
    return (nf_system){.first = offsets[s],
                       .n = offsets[s + 1] - offsets[s],
                       .box = systems->boxes ? systems->boxes + s : box,
                       .cutoff = systems->cutoffs ? systems->cutoffs[s] : cutoff};
}

uint64_t nf_batch_find(const uint64_t *offsets, uint64_t count, uint64_t point) {
    uint64_t low = 0, high = count; /* offsets[low] <= point < offsets[high] */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (offsets[middle] <= point) low = middle;
        else high = middle;
    }
    return low;
}

void nf_batch_blame(uint64_t system, nf_sentence *error) {
    nf_blame(error, "system %llu: ", (unsigned long long)system);
}
