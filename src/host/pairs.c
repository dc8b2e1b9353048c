/*
 * Pairs in plain C, on one thread, without OpenCL: the reference with which every device must agree to the byte, and the
 * fallback without a device.  It shares the grid and the pair rule with the kernels, but not the code that counts, places
 * and writes pairs.
 */
#include "core/check.h"
#include "core/memory.h"
#include "core/system.h"
#include "core/whole.h"
#include "space/points.h"
#include "space/question.h"

#include <float.h>
#include <nearfield/host.h>
#include <string.h>

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "host/pairs.c gives the bits of the kernels only with IEEE arithmetic: no fast math, no extended precision"
#endif

/* The positions of each cell's points, and the stencil, for nf_points_before and the runs. */
typedef struct nf_place {
    const uint32_t *ends; /* ends[cell]: the number of points before the cell; NULL for a sparse grid */
    const uint64_t *keys; /* the sorted keys of a sparse grid */
    uint32_t cells_x;
    int cells_yz;
} nf_place;

/* One call: its arguments, its arrays, its result. */
typedef struct host_job {
    const nf_allocator *allocator;
    nf_sentence *error;
    const void *points; /* packed rows: the caller's, or `packed` */
    void *packed;
    uint64_t n;
    nf_type type;
    nf_question question;
    int by_point, count_only;
    uint64_t *keys;
    uint32_t *index, *ends;
    void *planes;
    nf_place places;
    uint32_t *list; /* partners of the points of a tile, point by point */
    size_t listed, list_room, starts[33];
    int32_t *pairs;
    size_t pairs_room;
    uint64_t total;
    nf_host_times times;
} host_job;

/* Returns the milliseconds since *start, and sets *start to the present time. */
static double host_lap(double *start) {
    const double now = nf_system_clock(), lap = now - *start;
    *start = now;
    return lap;
}

/* A stable radix sort of keys by the bits [first, last), with values unless `values` is NULL. */
static nf_status host_sort(const host_job *job, uint64_t *keys, uint32_t *values, uint64_t n, int first,
                           int last) {
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

/* Computes the table of cells from the sorted keys, or keeps the keys if there are too many cells. */
static nf_status host_places(host_job *job, uint64_t cells) {
    nf_status status = NF_OK;
    job->places.keys = job->keys;
    if (cells > nf_cells_dense(job->n)) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)cells + 1, sizeof *job->ends, "the ends of cells",
                       (void **)&job->ends, job->error));
    for (uint64_t p = 0; p < job->n; p++) job->ends[job->keys[p] + 1] = (uint32_t)p + 1;
    for (uint64_t c = 1; c <= cells; c++)
        if (job->ends[c] < job->ends[c - 1]) job->ends[c] = job->ends[c - 1];
    job->places.ends = job->ends;
done:
    return status;
}

static inline uint32_t points_before(const nf_place *places, uint32_t n, uint64_t cell) {
    if (places->ends) return places->ends[cell];
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (places->keys[middle] < cell) low = middle + 1;
        else high = middle;
    }
    return low;
}

#define nf_points_before(grid, places, n, cell) points_before(places, n, cell)

static void put(host_job *job, uint32_t a, uint32_t b) {
    int32_t *pair = job->pairs + 2 * job->total++;
    pair[0] = (int32_t)(a < b ? a : b);
    pair[1] = (int32_t)(a < b ? b : a);
}

/* The pairs to make room for: twice the present room, or the number expected for the whole cloud from the tiles so far, which
   takes one or two large steps instead of many copies.  A large array only doubles, as the rest of the cloud may have few
   pairs. */
static size_t room_for(const host_job *job, size_t wanted, uint64_t done) {
    enum { LARGE = 1 << 23 };
    const size_t doubled = 2 * job->pairs_room > wanted ? 2 * job->pairs_room : wanted;
    const double expected = (double)wanted * ((double)job->n / (double)done) * 1.03;
    if (done <= job->n / 32 || expected <= (double)doubled || doubled >= LARGE) return doubled;
    return expected < LARGE ? (size_t)expected : LARGE;
}

/* Makes room for the tile's pairs, and for as many of the following ones as the allocator allows. */
static nf_status make_room(host_job *job, uint64_t done) {
    const size_t wanted = (size_t)job->total + job->listed;
    if (wanted <= job->pairs_room) return NF_OK;
    for (size_t more = room_for(job, wanted, done) - wanted; more > 0; more /= 2)
        if (nf_grow_to(job->allocator, (void **)&job->pairs, &job->pairs_room, wanted + more,
                       2 * sizeof *job->pairs, "the pairs", NULL) == NF_OK)
            return NF_OK;
    return nf_grow_to(job->allocator, (void **)&job->pairs, &job->pairs_room, wanted, 2 * sizeof *job->pairs,
                      "the pairs", job->error);
}

/* Writes the pairs of a tile from its list: turn by turn over its points, or point by point. */
static nf_status host_write_tile(host_job *job, uint64_t first, uint32_t many) {
    nf_status status = NF_OK;
    const uint32_t *index = job->index;
    size_t turns = 0;
    if (job->count_only) {
        job->total += job->listed;
        return NF_OK;
    }
    NF_TRY(make_room(job, first + many));
    for (uint32_t lane = 0; lane < many; lane++) {
        const size_t count = job->starts[lane + 1] - job->starts[lane];
        if (job->by_point)
            for (size_t k = 0; k < count; k++)
                put(job, index[first + lane], index[job->list[job->starts[lane] + k]]);
        else if (count > turns) turns = count;
    }
    for (size_t turn = 0; turn < turns; turn++)
        for (uint32_t lane = 0; lane < many; lane++)
            if (job->starts[lane] + turn < job->starts[lane + 1])
                put(job, index[first + lane], index[job->list[job->starts[lane] + turn]]);
done:
    return status;
}

#define uint      uint32_t
#define ulong     uint64_t
#define NF_GLOBAL /* one address space */
#define SPARSE    2
#define CELLS_X   (places->cells_x)
#define CELLS_YZ  (places->cells_yz)
#define SCALED    /* by 1 if no scaling is needed, which changes no bit */
#include "space/displacement_open.cl"

#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define DIMS       1
#define HOST(name) name##_f32_1
#include "host/pairs_body.h"
#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define DIMS       2
#define HOST(name) name##_f32_2
#include "host/pairs_body.h"
#define real       float
#define REAL64     0
#define REAL_MAX   FLT_MAX
#define DIMS       3
#define HOST(name) name##_f32_3
#include "host/pairs_body.h"
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define DIMS       1
#define HOST(name) name##_f64_1
#include "host/pairs_body.h"
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define DIMS       2
#define HOST(name) name##_f64_2
#include "host/pairs_body.h"
#define real       double
#define REAL64     1
#define REAL_MAX   DBL_MAX
#define DIMS       3
#define HOST(name) name##_f64_3
#include "host/pairs_body.h"

static nf_status (*const run[2][3])(host_job *job) = {{run_f32_1, run_f32_2, run_f32_3},
                                                      {run_f64_1, run_f64_2, run_f64_3}};

/* Sorts by (i, j).  The keys are composed from i and j, so that the byte order of the host does not matter. */
static nf_status sort_pairs(host_job *job) {
    uint64_t *keys = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)job->total, sizeof *keys, "pairs being sorted", (void **)&keys,
                       job->error));
    for (uint64_t k = 0; k < job->total; k++)
        keys[k] = (uint64_t)job->pairs[2 * k] << 32 | (uint32_t)job->pairs[2 * k + 1];
    const int bits = nf_index_bits(job->n);
    NF_TRY(host_sort(job, keys, NULL, job->total, 0, bits));
    NF_TRY(host_sort(job, keys, NULL, job->total, 32, 32 + bits));
    for (uint64_t k = 0; k < job->total; k++) {
        job->pairs[2 * k] = (int32_t)(keys[k] >> 32);
        job->pairs[2 * k + 1] = (int32_t)(keys[k] & 0xffffffffu);
    }
done:
    nf_release(job->allocator, keys);
    return status;
}

/* Copies points that are not packed rows. */
static nf_status take_points(host_job *job, const nf_points *points) {
    nf_status status = NF_OK;
    job->points = points->host;
    if (nf_points_are_packed(points)) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)points->n * (size_t)points->dims, nf_type_bytes(points->type),
                       "the packed points", &job->packed, job->error));
    nf_points_pack(points, 0, points->n, job->packed);
    job->points = job->packed;
done:
    return status;
}

static nf_status find_pairs(host_job *job, const nf_points *points) {
    const nf_question *question = &job->question;
    nf_status status = NF_OK;
    if (points->n == 0) return NF_OK;
    NF_TRY(take_points(job, points));
    job->n = points->n;
    job->type = points->type;
    job->by_point = question->method == NF_PAIRS_POTENTIAL;
    job->places.cells_x = (uint32_t)question->cells.x;
    job->places.cells_yz = question->cells.yz;
    NF_TRY(nf_allocate(job->allocator, (size_t)job->n, sizeof *job->keys, "keys", (void **)&job->keys,
                       job->error));
    NF_TRY(nf_allocate(job->allocator, (size_t)job->n, sizeof *job->index, "the order", (void **)&job->index,
                       job->error));
    NF_TRY(run[points->type == NF_FLOAT64][points->dims - 1](job));
    if (question->sorted && !job->count_only) NF_TRY(sort_pairs(job));
done:
    return status;
}

nf_status nf_host_pairs(const nf_points *points, const nf_box *box, double cutoff,
                        const nf_pairs_options *options, const nf_allocator *allocator, int32_t **pairs,
                        uint64_t *total, nf_host_times *times, char *message, size_t message_size) {
    nf_sentence error = {.text = ""};
    host_job job = {.allocator = allocator, .error = &error, .count_only = !pairs};
    nf_status status = NF_OK;
    if (pairs) *pairs = NULL;
    if (message && message_size) message[0] = 0;
    if (!total) {
        status = nf_fail(&error, NF_ERROR_ARGUMENT, "total is NULL");
        goto done;
    }
    *total = 0;
    NF_TRY(nf_check_allocator(allocator, &error));
    NF_TRY(nf_check_points(points, 0, &error));
    NF_TRY(nf_check_box(box, &error));
    NF_TRY(nf_question_pairs(&job.question, points->n ? points->type : NF_FLOAT64, cutoff, options, &error));
    NF_TRY(find_pairs(&job, points));
    *total = job.total;
    if (pairs) *pairs = job.pairs;
    if (times) *times = job.times;
done:
    nf_sentence_copy(&error, message, message_size);
    if (status != NF_OK || !pairs) nf_release(allocator, job.pairs);
    nf_release(allocator, job.list);
    nf_release(allocator, job.planes);
    nf_release(allocator, job.packed);
    nf_release(allocator, job.ends);
    nf_release(allocator, job.index);
    nf_release(allocator, job.keys);
    return status;
}
