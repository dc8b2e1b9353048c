/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/job.h"

#include "core/slice.h"
#include "core/system.h"

#include <string.h>

double nf_host_lap(double *start) {
    const double now = nf_system_clock(), lap = now - *start;
    *start = now;
    return lap;
}

nf_status nf_host_sort(const nf_host_cloud *cloud, uint64_t *keys, uint32_t *values, uint64_t n, int first,
                       int last) {
    enum { DIGIT = 11 };
    uint64_t *other_keys = NULL, *from = keys, *to;
    uint32_t *other_values = NULL, *from_values = values, *to_values;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(cloud->allocator, n, sizeof *keys, "keys being sorted", (void **)&other_keys,
                       cloud->error));
    if (values)
        NF_TRY(nf_allocate(cloud->allocator, n, sizeof *values, "values being sorted", (void **)&other_values,
                           cloud->error));
    to = other_keys;
    to_values = other_values;
    for (int bit = first; bit < last; bit += DIGIT) {
        uint64_t starts[1 << DIGIT] = {0}, sum = 0;
        const uint64_t mask = (UINT64_C(1) << (last - bit < DIGIT ? last - bit : DIGIT)) - 1;
        for (uint64_t k = 0; k < n; k++) starts[from[k] >> bit & mask]++;
        for (size_t d = 0; d <= mask; d++) {
            const uint64_t count = starts[d];
            starts[d] = sum;
            sum += count;
        }
        for (uint64_t k = 0; k < n; k++) {
            const uint64_t at = starts[from[k] >> bit & mask]++;
            to[at] = from[k];
            if (values) to_values[at] = from_values[k];
        }
        uint64_t *const keys_swap = from;
        uint32_t *const values_swap = from_values;
        from = to;
        to = keys_swap;
        from_values = to_values;
        to_values = values_swap;
    }
    if (from != keys) {
        memcpy(keys, from, n * sizeof *keys);
        if (values) memcpy(values, from_values, n * sizeof *values);
    }
done:
    nf_release(cloud->allocator, other_keys);
    nf_release(cloud->allocator, other_values);
    return status;
}

nf_status nf_host_begin(host_job *job, const nf_host_cloud *cloud, const nf_points *queries,
                        const nf_filters *filters, nf_pair_from from, double cutoff) {
    const nf_points *points = &cloud->points;
    const nf_filters_case of = {.n = points->n,
                                .type = points->type,
                                .queries = queries,
                                .from = from,
                                .space = points->batch ? NULL : cloud->spaces,
                                .has_types = points->types.host != NULL,
                                .cloud_types = nf_slice_memory(points->types)};
    nf_status status = NF_OK;
    job->cloud = cloud;
    job->allocator = cloud->allocator;
    job->error = cloud->error;
    NF_TRY(nf_host_filters_take(job->allocator, filters, &of, &cutoff, &job->filters, job->error));
    job->space = *cloud->spaces;
    job->all = points;
    job->queries = queries;
    job->query_all = queries ? queries->n : points->n;
    job->cutoff = cutoff;
    job->tile_points = HOST_TILE;
    job->type = points->n ? points->type : NF_FLOAT64;
done:
    return status;
}

host_image nf_host_image_of(const host_job *job, size_t k) {
    return job->space.kind == NF_SPACE_OPEN ? (host_image){{0, 0, 0}} : job->images[k];
}

int nf_host_is_positive(const host_job *job, size_t k) {
    const host_image image = nf_host_image_of(job, k);
    const int *s = image.s;
    return s[0] ? s[0] > 0 : s[1] ? s[1] > 0 : s[2] > 0;
}

void nf_host_end_system(host_job *job) {
    void *const all[] = {
        job->axes, job->packed,       job->ends,       job->index,
        job->keys, job->query_packed, job->query_axes, job->queries ? job->query_index : NULL};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_release(job->allocator, all[k]);
    job->axes = job->packed = job->query_packed = job->query_axes = NULL;
    job->ends = job->index = job->query_index = NULL;
    job->keys = NULL;
}

void nf_host_end(host_job *job) {
    nf_host_end_system(job);
    nf_release(job->allocator, job->list);
    nf_release(job->allocator, job->images);
    nf_host_filters_end(job->allocator, &job->filters);
}

nf_status nf_host_grow(const host_job *job, void **array, size_t *room, size_t wanted, size_t size,
                       const char *what) {
    if (wanted <= *room) return NF_OK;
    const size_t doubled = *room <= SIZE_MAX / 2 ? 2 * *room : wanted;
    return nf_grow_to(job->allocator, array, room, doubled > wanted ? doubled : wanted, size, what,
                      job->error);
}
