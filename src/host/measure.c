#include "host/measure.h"

#include "core/check.h"

#include <math.h>
#include <string.h>

int host_measures(uint32_t arrays, const nf_host_arrays *more) {
    return more && (arrays & NF_CHECK_MEASURES);
}

/* D of the pair rule and its length, in the precision of the points; the root is correctly rounded. */
#define DEFINE_MEASURE(name, real, root)                                                                     \
    static void name(const host_job *job, const host_entry *e, uint64_t k, const nf_host_arrays *more) {     \
        const size_t dims = (size_t)job->space.dims;                                                         \
        const real *own = (const real *)job->query_points + (size_t)e->i * dims,                             \
                   *other = (const real *)job->points + (size_t)e->j * dims;                                 \
        const real scale = (real)job->question.rule.scale;                                                   \
        const int *s = e->image.s;                                                                           \
        real D[3] = {0, 0, 0}, d[3];                                                                         \
        for (size_t a = 0; a < dims; a++) {                                                                  \
            const real H0 = (real)job->space.H[0][a], H1 = (real)job->space.H[1][a],                         \
                       H2 = (real)job->space.H[2][a];                                                        \
            D[a] = other[a] - own[a];                                                                        \
            if (job->space.kind != NF_SPACE_OPEN)                                                            \
                D[a] += ((real)s[0] * H0 + (real)s[1] * H1) + (real)s[2] * H2;                               \
        }                                                                                                    \
        for (int a = 0; a < 3; a++) d[a] = D[a] * scale;                                                     \
        if (more->vectors) memcpy((real *)more->vectors + k * dims, D, dims * sizeof *D);                    \
        if (more->distances)                                                                                 \
            ((real *)more->distances)[k] = root((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]) * (1 / scale);    \
        if (more->shifts) memcpy(more->shifts + 3 * k, s, 3 * sizeof *s);                                    \
    }
DEFINE_MEASURE(measure_float, float, sqrtf)
DEFINE_MEASURE(measure_double, double, sqrt)

nf_status host_measure(const host_job *job, uint32_t arrays, const host_entry *entries, uint64_t count,
                       nf_host_arrays *more) {
    const size_t element = nf_type_bytes(job->type ? job->type : NF_FLOAT64),
                 dims = job->space.dims > 0 ? (size_t)job->space.dims : 1;
    const struct {
        nf_array array;
        size_t bytes;
        void **to;
    } rows[] = {{NF_ARRAY_DISTANCES, element, &more->distances},
                {NF_ARRAY_VECTORS, element * dims, &more->vectors},
                {NF_ARRAY_SHIFTS, 3 * sizeof(int32_t), (void **)&more->shifts}};
    nf_status status = NF_OK;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        if (arrays & NF_WANT(rows[r].array))
            NF_TRY(nf_allocate(job->allocator, (size_t)count + 1, rows[r].bytes,
                               "the distances, vectors and shifts", rows[r].to, job->error));
    for (uint64_t k = 0; k < count; k++) {
        if (job->type == NF_FLOAT32) measure_float(job, entries + k, k, more);
        else measure_double(job, entries + k, k, more);
    }
done:
    if (status != NF_OK)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            nf_release(job->allocator, *rows[r].to);
            *rows[r].to = NULL;
        }
    return status;
}

int host_entry_compare(const void *a, const void *b) {
    const host_entry *x = a, *y = b;
    const int xs[5] = {x->i, x->j, x->image.s[0], x->image.s[1], x->image.s[2]},
              ys[5] = {y->i, y->j, y->image.s[0], y->image.s[1], y->image.s[2]};
    for (int k = 0; k < 5; k++)
        if (xs[k] != ys[k]) return xs[k] < ys[k] ? -1 : 1;
    return 0;
}
