/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The z-order of points: a radix sort by keys of as many bits as tell most points apart; then, round by round, of the points in long ties
 * by keys of the bits that follow.  Short ties are compared.  cl/space/zorder.cl defines the order.
 */
#include "tree/curve.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "order/order.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "space/points.h"
#include "tree/look.h"

enum {
    SHORT = 8, /* the most points of a tie that are compared: the loops of a work-item stay short */
    /* The same for trees, where short ties stay as they are: few leaves, which share the box of a cell. */
    SHORT_OF_TREE = 128,
    SHRINKS = 8193, /* by so many points more than half is scratch not used again (opencl/memory/buffer.c) */
    KEY_BITS = 63,  /* NF_Z_KEY_BITS in zorder.cl */
    /* Bits of a key beyond those that number the points.  Of points that are scattered evenly, n / 2^(bits + 1) are tied. */
    SPARE_BITS = 10,
    SPARE_BITS_LEAST = 4 /* as few as this, if keys of 32 bits, which are sorted faster, then suffice */
};

/* A call. */
typedef struct zsort {
    nf_view of;
    int hilbert; /* 1: by keys of Hilbert's curve */
    nf_elements order;
    nf_tile tile;
    cl_mem state, flags;
} zsort;

/* The points in long ties, of a round; the memory is for those of the first. */
typedef struct zsort_ties {
    nf_program *program; /* for keys of this type */
    nf_elements keys;    /* sorted: uint64, of all points of the type for so many */
    uint64_t sorted;     /* the number of keys, and of flags */
    cl_mem positions[2]; /* of the keys in the order, of this round and the next */
    int round;
    cl_mem kept, ties, rows, level, values, made, count;
} zsort_ties;

/* Trees need no more than to tell leaves apart: as many levels as the passes of a sort that number the points. */
static int levels_of_tree(uint64_t n, int dims) {
    enum { PASS = 8 };
    const int bits = (int)nf_ceiling((uint64_t)nf_index_bits(n), PASS) * PASS;
    return bits / dims;
}

static int levels_of(uint64_t n, int dims) {
    const int wish = nf_index_bits(n) + SPARE_BITS, narrow = 32 / dims * dims;
    const int bits = wish > narrow && nf_index_bits(n) + SPARE_BITS_LEAST <= narrow ? narrow : wish;
    return (int)nf_min(nf_ceiling((uint64_t)bits, (uint64_t)dims), (uint64_t)(KEY_BITS / dims));
}

nf_status nf_zsort_program(nf_context *context, const nf_view *points, int hilbert, const nf_sort_job *job,
                           nf_program **out) {
    nf_spec spec = nf_spec_of(context, "tree/zsort.cl");
    nf_tile_define(&spec, nf_order_tile(context));
    nf_define(&spec, "REAL64", points->type == NF_FLOAT64);
    nf_define(&spec, "DIMS", points->dims);
    nf_define(&spec, "SHORT", hilbert ? SHORT_OF_TREE : SHORT);
    nf_define(&spec, "HILBERT", hilbert);
    nf_define(&spec, "KEY64", !job || job->options.key == NF_UINT64);
    if (job) nf_sort_define(context, job, &spec);
    else {
        nf_define(&spec, "COUNTED", 0);
        nf_define(&spec, "NUMBERED", 0);
    }
    return nf_program_get(context, &spec, out);
}

static nf_status clear(nf_work *work, cl_mem buffer, uint64_t bytes) {
    static const uint32_t zero = 0;
    return nf_fill(work, buffer, &zero, sizeof zero, 0, bytes);
}

/* Settles the short ties of sorted keys, flags the points in long ones, and adds to their number. */
static nf_status settle(nf_work *work, const zsort *z, nf_program *program, nf_elements keys, uint64_t n,
                        uint32_t shift, cl_mem level, nf_elements order) {
    return nf_launch(work, program, "settle", nf_tile_shape(z->tile, n), nf_in(z->of.points),
                     nf_u64(nf_view_begin(&z->of)), nf_in(keys.buffer), nf_u32((uint32_t)n), nf_u32(shift),
                     nf_in(level), nf_inout(order.buffer), nf_u64(order.offset), nf_out(z->flags),
                     nf_inout(z->state));
}

/* ---- all points ---------------------------------------------------------------------------------------- */

static nf_sort_options options_of(uint64_t n, int dims, int hilbert) {
    const int bits = (hilbert ? levels_of_tree(n, dims) : levels_of(n, dims)) * dims;
    return (nf_sort_options){.key = bits > 32 ? NF_UINT64 : NF_UINT32, .value = NF_UINT32, .last_bit = bits};
}

/* Sorts all points by the first levels in which they differ. */
static nf_status sort_all(nf_work *work, const zsort *z, int has_looked, zsort_ties *t) {
    nf_context *context = work->context;
    nf_sort_job job = {
        .options = options_of(z->of.n, z->of.dims, z->hilbert), .n = z->of.n, .values = z->order};
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, z->of.n * nf_type_bytes(job.options.key), &job.keys.buffer));
    NF_TRY(nf_sort_begin(work, &job));
    NF_TRY(nf_zsort_program(context, &z->of, z->hilbert, &job, &program));
    if (!has_looked) NF_TRY(nf_zfind_launch(work, &z->of, program, z->state));
    work->stage = "keys";
    NF_TRY(nf_launch(work, program, "keys", nf_order_keys_shape(context, z->tile, z->of.n),
                     nf_in(z->of.points), nf_u64(nf_view_begin(&z->of)), nf_u32((uint32_t)z->of.n),
                     nf_in(z->state), nf_u32((uint32_t)(job.options.last_bit / z->of.dims)),
                     nf_out(job.made.buffer), nf_u64(job.made.offset), nf_out(job.values.buffer),
                     nf_u64(job.values.offset), nf_inout(job.counts), nf_out(job.words),
                     nf_u64(job.word_count)));
    work->stage = "sort";
    NF_TRY(nf_sort_finish(work, &job));
    work->stage = "ties";
    NF_TRY(settle(work, z, program, job.keys, z->of.n, KEY_BITS, z->state, z->order));
    t->program = program;
    t->keys = job.keys;
    t->sorted = z->of.n;
done:
    return status;
}

/* ---- long ties ------------------------------------------------------------------------------------------ */

static uint64_t row_bytes(nf_type type, int dims) { return nf_type_bytes(type) * (uint64_t)dims; }
static uint64_t ties_most(uint64_t m) { return m / (SHORT + 1); }

/* Takes memory for the ties of m points. */
static nf_status take_ties(nf_work *work, const zsort *z, zsort_ties *t, uint64_t m) {
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, m * 4, &t->positions[0]));
    NF_TRY(nf_scratch(work, m * 4, &t->positions[1]));
    NF_TRY(nf_scratch(work, m * 4, &t->kept));
    NF_TRY(nf_scratch(work, m * 4, &t->ties));
    NF_TRY(nf_scratch(work, m * 4, &t->values));
    NF_TRY(nf_scratch(work, m * 8, &t->made));
    NF_TRY(nf_scratch(work, m * row_bytes(z->of.type, z->of.dims), &t->rows));
    NF_TRY(nf_scratch(work, ties_most(m) * 4, &t->level));
    NF_TRY(nf_scratch(work, 8, &t->count));
done:
    return status;
}

/* The levels of keys that also have a number of `tie_bits` bits: as many as fit, but for trees no more than the passes of a sort that numbers m points
   with some bits to spare; a tie that they do not part is sorted in another round. */
static int levels_of_ties(const zsort *z, uint64_t m, int tie_bits) {
    enum { PASS = 8, SPARE_OF_TIES = 34 };
    const uint64_t fits = nf_min(64 - (uint64_t)tie_bits, KEY_BITS),
                   needs = nf_ceiling((uint64_t)nf_index_bits(m) + SPARE_OF_TIES, PASS) * PASS -
                           (uint64_t)tie_bits;
    return (int)(z->hilbert ? nf_min(fits, needs) : fits) / z->of.dims;
}

/* For nf_read_most(), and only where costs are added up: the ties of m points whose sort takes the most memory, which depends on its number of
   passes. */
static nf_zfound most_of_ties(nf_context *context, const zsort *z, uint64_t m) {
    const int dims = z->of.dims;
    nf_zfound worst = {.level = 1, .ties = 1};
    uint64_t most = 0;
    for (int bits = (int)nf_cost_worst(context, 0, 64); bits >= dims; bits--) {
        const int level = bits / dims, tie_bits = bits % dims;
        const nf_sort_options by = {.key = NF_UINT64, .value = NF_UINT32, .last_bit = bits};
        uint64_t bytes = 0;
        if (level > levels_of_ties(z, m, tie_bits) || UINT64_C(1) << tie_bits > ties_most(m) + 1) continue;
        (void)nf_sort_cost(context, &by, m, &bytes); /* too much where it is not known */
        if (bytes > most) worst = (nf_zfound){.level = (uint32_t)level, .ties = UINT32_C(1) << tie_bits};
        most = nf_max(most, bytes);
    }
    return worst;
}

/* Numbers the ties of the m points that are flagged, and reads the highest level in which points of a tie differ. */
static nf_status number_ties(nf_work *work, const zsort *z, zsort_ties *t, uint64_t m, nf_zfound *state) {
    const nf_shape shape = nf_tile_shape(z->tile, m);
    cl_mem from = t->round ? t->positions[(t->round - 1) % 2] : t->kept;
    cl_mem positions = t->positions[t->round % 2];
    nf_status status = NF_OK;
    NF_TRY(nf_compact_run(work, NF_UINT32, nf_elements_at(z->flags, 0), nf_elements_at(NULL, 0),
                          nf_elements_at(t->kept, 0), nf_elements_at(t->count, 0), t->sorted));
    NF_TRY(nf_launch(work, t->program, "gather_ties", shape, nf_in(z->of.points),
                     nf_u64(nf_view_begin(&z->of)), nf_in(z->order.buffer), nf_u64(z->order.offset),
                     nf_in(t->keys.buffer), nf_in(t->kept), nf_u32((uint32_t)m), nf_in(from),
                     nf_u32(t->round > 0), nf_out(positions), nf_out(t->ties), nf_out(t->rows)));
    NF_TRY(nf_scan_run(work, NF_UINT32, NF_SUM, NF_INCLUSIVE, nf_elements_at(t->ties, 0),
                       nf_elements_at(t->ties, 0), m));
    NF_TRY(clear(work, z->state, sizeof *state));
    NF_TRY(clear(work, t->level, ties_most(m) * 4));
    NF_TRY(nf_launch(work, t->program, "measure", shape, nf_in(t->rows), nf_in(t->ties), nf_u32((uint32_t)m),
                     nf_inout(t->level), nf_inout(z->state)));
    const nf_zfound most = most_of_ties(work->context, z, m);
    NF_TRY(nf_read_most(work, z->state, 0, state, sizeof *state, &most));
done:
    return status;
}

/* Sorts the m points by their tie and the levels from the tie's own on. */
static nf_status sort_ties(nf_work *work, const zsort *z, zsort_ties *t, uint64_t m, nf_zfound *state) {
    const nf_shape shape = nf_tile_shape(z->tile, m);
    cl_mem positions = t->positions[t->round % 2];
    const int tie_bits = nf_bits(state->ties - 1),
              count = (int)nf_min((uint64_t)levels_of_ties(z, m, tie_bits), state->level);
    const nf_sort_options options = {
        .key = NF_UINT64, .value = NF_UINT32, .last_bit = count * z->of.dims + tie_bits};
    nf_status status = NF_OK;
    NF_TRY(nf_zsort_program(work->context, &z->of, z->hilbert, NULL, &t->program));
    NF_TRY(nf_launch(work, t->program, "tie_keys", shape, nf_in(t->rows), nf_in(t->ties), nf_u32((uint32_t)m),
                     nf_in(t->level), nf_u32((uint32_t)count), nf_in(z->order.buffer),
                     nf_u64(z->order.offset), nf_in(positions), nf_out(t->made), nf_out(t->values)));
    NF_TRY(nf_sort_run(work, &options, nf_elements_at(t->made, 0), nf_elements_at(t->values, 0), m));
    NF_TRY(settle(work, z, t->program, nf_elements_at(t->made, 0), m, (uint32_t)(count * z->of.dims),
                  t->level, nf_elements_at(t->values, 0)));
    NF_TRY(nf_launch(work, t->program, "put", shape, nf_in(positions), nf_in(t->values), nf_u32((uint32_t)m),
                     nf_out(z->order.buffer), nf_u64(z->order.offset)));
    /* Fewer than half of the points, for which the scratch of this round is too large to be used again. */
    const nf_zfound most = {.in_long = m / 2 > SHRINKS ? (uint32_t)(m / 2 - SHRINKS) : 0};
    NF_TRY(nf_read_most(work, z->state, 0, state, sizeof *state, &most));
    t->keys = nf_elements_at(t->made, 0);
    t->sorted = m;
    t->round++;
done:
    return status;
}

/* Each round parts every tie in at least two, as its points differ in the first level of its key. */
static nf_status settle_long(nf_work *work, const zsort *z, zsort_ties *t, nf_zfound *state) {
    nf_status status = NF_OK;
    NF_TRY(take_ties(work, z, t, state->in_long));
    while (state->in_long) {
        const uint64_t m = state->in_long;
        NF_TRY(number_ties(work, z, t, m, state));
        if (state->level == 0) break; /* only equal points are left */
        NF_TRY(sort_ties(work, z, t, m, state));
    }
done:
    return status;
}

/* ---- for the tree --------------------------------------------------------------------------------------- */

/* `waits`: sorts long ties, too, and tells how many points were in them. */
static nf_status run(nf_work *work, const nf_view *points, int hilbert, int waits, nf_elements permutation,
                     cl_mem found, uint32_t *in_long) {
    const size_t mark = nf_scratch_mark(work);
    zsort z = {.of = *points,
               .hilbert = hilbert,
               .order = permutation,
               .tile = nf_order_tile(work->context),
               .state = found};
    zsort_ties ties = {.round = 0};
    nf_zfound state;
    nf_status status = NF_OK;
    if (in_long) *in_long = 0;
    if (points->n == 0) return NF_OK;
    if (!found) NF_TRY(nf_scratch(work, sizeof state, &z.state));
    NF_TRY(nf_scratch(work, points->n, &z.flags));
    NF_TRY(sort_all(work, &z, found != NULL, &ties));
    if (!waits) goto done;
    const nf_zfound most = {.in_long = points->n > SHORT ? (uint32_t)points->n : 0};
    NF_TRY(nf_read_most(work, z.state, 0, &state, sizeof state, &most));
    if (state.bad) return nf_points_not_finite("point", (int)~state.bad, &work->context->error);
    if (in_long) *in_long = state.in_long;
    if (state.in_long) NF_TRY(settle_long(work, &z, &ties, &state));
done:
    if (status == NF_OK) nf_scratch_back(work, mark);
    return status;
}

nf_status nf_zsort_run(nf_work *work, const nf_view *points, nf_elements permutation, cl_mem found) {
    return run(work, points, 0, 1, permutation, found, NULL);
}

int nf_hilbert_sorts(int dims) { return dims == 2 || dims == 3; }

nf_status nf_hilbert_run(nf_work *work, const nf_view *points, nf_elements permutation, cl_mem found,
                         uint32_t *in_long) {
    return run(work, points, nf_hilbert_sorts(points->dims), 1, permutation, found, in_long);
}

nf_status nf_hilbert_enqueue(nf_work *work, const nf_view *points, nf_elements permutation, cl_mem found) {
    return run(work, points, nf_hilbert_sorts(points->dims), 0, permutation, found, NULL);
}
