#include "host/job.h"

#include "core/check.h"
#include "core/system.h"
#include "space/systems.h"

#include <string.h>

double host_lap(double *start) {
    const double now = nf_system_clock(), lap = now - *start;
    *start = now;
    return lap;
}

nf_status host_sort(const host_job *job, uint64_t *keys, uint32_t *values, uint64_t n, int first, int last) {
    enum { DIGIT = 11 };
    uint64_t *other_keys = NULL, *from = keys, *to;
    uint32_t *other_values = NULL, *from_values = values, *to_values;
    nf_status status = NF_OK;
    NF_TRY(
        nf_allocate(job->allocator, n, sizeof *keys, "keys being sorted", (void **)&other_keys, job->error));
    if (values)
        NF_TRY(nf_allocate(job->allocator, n, sizeof *values, "values being sorted", (void **)&other_values,
                           job->error));
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
    nf_release(job->allocator, other_keys);
    nf_release(job->allocator, other_values);
    return status;
}

nf_status host_check(host_job *job, const nf_points *points, const nf_box *box, const nf_points *queries,
                     const nf_conditions *conditions, int each_once, double *cutoff) {
    nf_status status = NF_OK;
    NF_TRY(nf_check_allocator(job->allocator, job->error));
    NF_TRY(nf_check_points(points, "points", 0, job->error));
    NF_TRY(nf_space_for(&job->space, box, points->dims, points->type, job->error));
    NF_TRY(nf_check_queries(queries, points->dims, points->type, nf_systems_count(points->systems), 0,
                            job->error));
    const nf_conditions_case of = {points->n, points->type, queries, each_once, 0};
    NF_TRY(host_conditions_take(job->allocator, conditions, &of, cutoff, &job->conditions, job->error));
    job->queries = queries;
    job->query_count = queries ? queries->n : points->n;
done:
    return status;
}

host_image host_image_of(const host_job *job, size_t k) {
    return job->images ? job->images[k] : (host_image){{0, 0, 0}};
}

int host_is_positive(const host_job *job, size_t k) {
    const host_image image = host_image_of(job, k);
    const int *s = image.s;
    return s[0] ? s[0] > 0 : s[1] ? s[1] > 0 : s[2] > 0;
}

void host_end(host_job *job) {
    void *const all[] = {job->list,         job->images,
                         job->planes,       job->packed,
                         job->ends,         job->index,
                         job->keys,         job->query_packed,
                         job->query_planes, job->queries ? job->query_index : NULL};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_release(job->allocator, all[k]);
    host_conditions_end(job->allocator, &job->conditions);
}
