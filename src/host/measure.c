#include "host/measure.h"

#include "core/check.h"

#include <math.h>
#include <string.h>

int host_measures(uint32_t arrays, const nf_host_arrays *more) {
    return more && (arrays & NF_CHECK_MEASURES);
}

/* D of the pair rule, and d2, scaled as in the rule, in the precision of the points. */
#define DEFINE_RULE(type)                                                                                    \
    static type D_of_##type(const host_job *job, const host_entry *e, type D[3]) {                           \
        const size_t dims = (size_t)job->space.dims;                                                         \
        const type *own = (const type *)job->query_points + (size_t)e->i * dims,                             \
                   *other = (const type *)job->points + (size_t)e->j * dims;                                 \
        const type scale = (type)job->question.rule.scale;                                                   \
        const int *s = e->image.s;                                                                           \
        type d[3];                                                                                           \
        for (size_t a = 0; a < 3; a++) {                                                                     \
            const type H0 = (type)job->space.H[0][a], H1 = (type)job->space.H[1][a],                         \
                       H2 = (type)job->space.H[2][a];                                                        \
            D[a] = a < dims ? other[a] - own[a] : 0;                                                         \
            if (a < dims && job->space.kind != NF_SPACE_OPEN)                                                \
                D[a] += ((type)s[0] * H0 + (type)s[1] * H1) + (type)s[2] * H2;                               \
            d[a] = D[a] * scale;                                                                             \
        }                                                                                                    \
        return (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];                                                    \
    }
DEFINE_RULE(float)
DEFINE_RULE(double)

double host_distance2(const host_job *job, const host_entry *e) {
    float narrow[3];
    double wide[3];
    return job->type == NF_FLOAT32 ? (double)D_of_float(job, e, narrow) : D_of_double(job, e, wide);
}

/* The root is correctly rounded. */
#define DEFINE_MEASURE(name, type, root)                                                                     \
    static void name(const host_job *job, const host_entry *e, uint64_t k, const nf_host_arrays *more) {     \
        const size_t dims = (size_t)job->space.dims;                                                         \
        type D[3];                                                                                           \
        const type d2 = D_of_##type(job, e, D);                                                              \
        if (more->vectors) memcpy((type *)more->vectors + k * dims, D, dims * sizeof *D);                    \
        if (more->distances) ((type *)more->distances)[k] = root(d2) * (1 / (type)job->question.rule.scale); \
        if (more->shifts) memcpy(more->shifts + 3 * k, e->image.s, 3 * sizeof *e->image.s);                  \
    }
DEFINE_MEASURE(measure_float, float, sqrtf)
DEFINE_MEASURE(measure_double, double, sqrt)

nf_status host_measure(const host_job *job, uint32_t arrays, const host_entry *entries, uint64_t first,
                       uint64_t count, nf_host_arrays *more, size_t *room) {
    const size_t element = nf_type_bytes(job->type), dims = job->space.dims > 0 ? (size_t)job->space.dims : 1;
    const struct {
        nf_array array;
        size_t bytes;
        void **to;
    } rows[] = {{NF_ARRAY_DISTANCES, element, &more->distances},
                {NF_ARRAY_VECTORS, element * dims, &more->vectors},
                {NF_ARRAY_SHIFTS, 3 * sizeof(int32_t), (void **)&more->shifts}};
    size_t grown = *room;
    nf_status status = NF_OK;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        if (arrays & NF_WANT(rows[r].array)) {
            grown = *room;
            NF_TRY(host_grow(job, rows[r].to, &grown, (size_t)(first + count) + 1, rows[r].bytes,
                             "the distances, vectors and shifts"));
        }
    *room = grown;
    for (uint64_t k = 0; k < count; k++) {
        if (job->type == NF_FLOAT32) measure_float(job, entries + k, first + k, more);
        else measure_double(job, entries + k, first + k, more);
    }
done:
    return status;
}

void host_measure_end(const nf_allocator *allocator, nf_host_arrays *more) {
    if (!more) return;
    nf_release(allocator, more->distances);
    nf_release(allocator, more->vectors);
    nf_release(allocator, more->shifts);
    *more = (nf_host_arrays){0};
}

int host_entry_compare(const void *a, const void *b) {
    const host_entry *x = a, *y = b;
    const int xs[5] = {x->i, x->j, x->image.s[0], x->image.s[1], x->image.s[2]},
              ys[5] = {y->i, y->j, y->image.s[0], y->image.s[1], y->image.s[2]};
    for (int k = 0; k < 5; k++)
        if (xs[k] != ys[k]) return xs[k] < ys[k] ? -1 : 1;
    return 0;
}
