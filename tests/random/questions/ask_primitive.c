/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The primitives, each against plain loops over the text of primitives.h. */
#include "random/questions/search.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct primitive {
    rnd_run *run;
    nf_type type;
    uint64_t n;
    unsigned char *in; /* n elements */
    size_t size;
    rnd_sync sync;
} primitive;

static uint64_t draw_count(rnd_run *run) {
    static const uint64_t from[] = {0, 1, 2, 65, 500, 20000}, to[] = {0, 1, 64, 499, 19999, 2000000};
    const size_t k = (unsigned char)run->now->value[RND_COUNT];
    return from[k] + rnd_below(&run->state, to[k] - from[k] + 1);
}

/* One element as the option VALUES says. */
static void draw_element(primitive *p, uint64_t k, unsigned char *to) {
    const rnd_case *c = p->run->now;
    uint64_t bits = rnd_is(c, RND_VALUES, "equal")       ? 42
                    : rnd_is(c, RND_VALUES, "ascending") ? k
                    : rnd_is(c, RND_VALUES, "small")     ? rnd_below(&p->run->state, 5)
                                                         : rnd_next(&p->run->state);
    if (p->type == NF_FLOAT32 || p->type == NF_FLOAT64) {
        static const double extremes[] = {0, -0.0, 1e-40, -1e-40, FLT_MAX, -FLT_MAX, INFINITY, NAN};
        double x = rnd_is(c, RND_VALUES, "random") ? 2 * rnd_uniform(&p->run->state) - 1 : (double)bits;
        if (rnd_is(c, RND_VALUES, "extreme"))
            x = rnd_is(c, RND_OPERATION, "sum")
                    ? ldexp(rnd_uniform(&p->run->state) - 0.5, (int)rnd_below(&p->run->state, 60))
                    : extremes[bits % 8];
        support_set_number(to, p->type, k, x);
        return;
    }
    if (rnd_is(c, RND_VALUES, "extreme"))
        bits = bits % 3 ? ~UINT64_C(0) << (bits % 64) : UINT64_C(1) << (p->size * 8 - 1);
    memcpy(to + k * p->size, &bits, p->size);
}

static void draw_elements(primitive *p) {
    p->size = nf_type_bytes(p->type);
    p->in = rnd_keep(p->run, p->n * p->size);
    for (uint64_t k = 0; k < p->n; k++) draw_element(p, k, p->in);
}

/* 1 if the call was answered; otherwise it must be for this type. */
static int answered(primitive *p, nf_status status, int is_supported) {
    rnd_synced(p->run, &p->sync, status);
    RND_CHECK(p->run, (status == NF_OK) == is_supported, "%s: %s", nf_status_name(status),
              nf_context_error(p->run->context));
    if (!is_supported) {
        RND_CHECK(p->run, status == NF_ERROR_ARGUMENT && *nf_context_error(p->run->context),
                  "%s without a sentence", nf_status_name(status));
        rnd_count_refusal(status, nf_context_error(p->run->context));
    }
    return status == NF_OK;
}

static void same(primitive *p, nf_slice at, const void *wanted, uint64_t n, uint64_t room, size_t size,
                 const char *what) {
    unsigned char *got = rnd_keep(p->run, n * size);
    rnd_read(p->run, at, got, n, room, size, what);
    p->run->checks++;
    for (uint64_t k = 0; k < n; k++)
        if (memcmp(got + k * size, (const unsigned char *)wanted + k * size, size) != 0)
            rnd_fail(p->run, "%s: element %llu of %llu is not right", what, (unsigned long long)k,
                     (unsigned long long)n);
}

/* ---- reduce and scan ----------------------------------------------------------------------------------------------- */

static nf_operation operation(const rnd_case *c) {
    return rnd_is(c, RND_OPERATION, "sum") ? NF_SUM : rnd_is(c, RND_OPERATION, "min") ? NF_MIN : NF_MAX;
}

/* sum(first, first + m) of floats, each addition rounded to the type. */
static double tree_sum(const primitive *p, uint64_t first, uint64_t m) {
    if (m == 1) return support_number(p->in, p->type, first);
    const uint64_t half = m / 2;
    const double left = tree_sum(p, first, half);
    if (first + half >= p->n) return left;
    const double right = tree_sum(p, first + half, half);
    return p->type == NF_FLOAT32 ? (double)((float)left + (float)right) : left + right;
}

/* Integers in 64 bits, by sign as the type has it. */
static int64_t integer(const primitive *p, const unsigned char *from, uint64_t k) {
    if (p->type == NF_INT32) return ((const int32_t *)from)[k];
    return p->type == NF_UINT32 ? (int64_t)((const uint32_t *)from)[k] : (int64_t)((const uint64_t *)from)[k];
}

static int is_less(const primitive *p, int64_t a, int64_t b) {
    return p->type == NF_UINT64 ? (uint64_t)a < (uint64_t)b : a < b;
}

static int64_t neutral(const primitive *p, nf_operation op) {
    if (op == NF_SUM) return 0;
    if (p->type == NF_INT32) return op == NF_MIN ? INT32_MAX : INT32_MIN;
    return op == NF_MAX ? 0 : p->type == NF_UINT32 ? (int64_t)UINT32_MAX : (int64_t)UINT64_MAX;
}

static int64_t combine(const primitive *p, nf_operation op, int64_t a, int64_t b) {
    if (op == NF_SUM) return (int64_t)((uint64_t)a + (uint64_t)b);
    return (op == NF_MIN) == is_less(p, a, b) ? a : b;
}

static double reduce_real(const primitive *p, nf_operation op) {
    if (op == NF_SUM) {
        uint64_t m = 1;
        while (m < p->n) m *= 2;
        return p->n ? tree_sum(p, 0, m) : 0;
    }
    double best = op == NF_MIN ? INFINITY : -INFINITY;
    for (uint64_t k = 0; k < p->n; k++) {
        const double x = support_number(p->in, p->type, k);
        const int is_zero_below =
            x == 0 && best == 0 && signbit(x) != signbit(best) && (op == NF_MIN) == (signbit(x) != 0);
        if ((op == NF_MIN ? x < best : x > best) || is_zero_below) best = x;
    }
    return best;
}

static void ask_reduce(primitive *p) {
    const nf_operation op = operation(p->run->now);
    unsigned char wanted[8] = {0};
    if (p->type == NF_FLOAT32 || p->type == NF_FLOAT64)
        support_set_number(wanted, p->type, 0, reduce_real(p, op));
    else {
        int64_t sum = neutral(p, op);
        for (uint64_t k = 0; k < p->n; k++) sum = combine(p, op, sum, integer(p, p->in, k));
        memcpy(wanted, &sum, p->size);
    }
    const nf_slice in = rnd_buffer(p->run, p->in, p->n, p->size), out = rnd_buffer(p->run, NULL, 1, p->size);
    if (answered(p, nf_reduce(p->run->context, p->type, op, in, out, p->n, p->sync.give), 1))
        same(p, out, wanted, 1, 1, p->size, "the reduced element");
}

static void ask_scan(primitive *p) {
    const rnd_case *c = p->run->now;
    const nf_operation op = operation(c);
    const int inclusive = rnd_number(c, RND_INCLUSIVE), in_place = rnd_number(c, RND_IN_PLACE);
    const int is_supported = p->type != NF_FLOAT32 && p->type != NF_FLOAT64 && op != NF_MIN;
    unsigned char *wanted = rnd_keep(p->run, p->n * p->size);
    int64_t sum = is_supported ? neutral(p, op) : 0;
    for (uint64_t k = 0; is_supported && k < p->n; k++) {
        const int64_t before = sum;
        sum = combine(p, op, sum, integer(p, p->in, k));
        memcpy(wanted + k * p->size, inclusive ? &sum : &before, p->size);
    }
    const nf_slice in = rnd_buffer(p->run, p->in, p->n, p->size),
                   out = in_place ? in : rnd_buffer(p->run, NULL, p->n, p->size);
    if (answered(p,
                 nf_scan(p->run->context, p->type, op, inclusive ? NF_INCLUSIVE : NF_EXCLUSIVE, in, out, p->n,
                         p->sync.give),
                 is_supported))
        same(p, out, wanted, p->n, p->n, p->size, "the prefixes");
}

/* ---- compact, gather, sort ------------------------------------------------------------------------------------------- */

static void ask_compact(primitive *p) {
    const rnd_case *c = p->run->now;
    const int is_supported = p->type == NF_UINT32 || p->type == NF_UINT64,
              indices = rnd_number(c, RND_WITHOUT_VALUES);
    unsigned char *flags = rnd_keep(p->run, p->n), *wanted = rnd_keep(p->run, p->n * p->size);
    uint64_t kept = 0;
    for (uint64_t k = 0; k < p->n; k++) {
        const uint64_t of = rnd_is(c, RND_FLAGGED, "half") ? 2 : 50;
        flags[k] = rnd_is(c, RND_FLAGGED, "all") ||
                           (!rnd_is(c, RND_FLAGGED, "none") && rnd_below(&p->run->state, of) == 0)
                       ? (unsigned char)(1 + k % 255)
                       : 0;
        if (flags[k])
            memcpy(wanted + kept++ * p->size, indices ? (const unsigned char *)&k : p->in + k * p->size,
                   p->size);
    }
    const nf_slice none = NF_DEFAULTS, at = rnd_buffer(p->run, flags, p->n, 1),
                   in = indices ? none : rnd_buffer(p->run, p->in, p->n, p->size);
    const nf_slice out = rnd_buffer(p->run, NULL, p->n, p->size), count = rnd_buffer(p->run, NULL, 1, 8);
    if (!answered(p, nf_compact(p->run->context, p->type, at, in, out, count, p->n, p->sync.give),
                  is_supported))
        return;
    same(p, count, &kept, 1, 1, 8, "the number of values kept");
    /* What follows the values that are kept may be written. */
    unsigned char *got = rnd_keep(p->run, p->n * p->size);
    rnd_read(p->run, out, got, p->n, p->n, p->size, "the values kept");
    RND_CHECK(p->run, memcmp(got, wanted, kept * p->size) == 0, "the values kept are not right");
}

static void ask_gather(primitive *p) {
    const uint64_t words = (uint64_t)rnd_number(p->run->now, RND_WORDS),
                   m = p->n ? 1 + rnd_below(&p->run->state, p->n) : 0;
    uint32_t *in = rnd_keep(p->run, m * words * 4), *indices = rnd_keep(p->run, p->n * 4),
             *wanted = rnd_keep(p->run, p->n * words * 4);
    for (uint64_t k = 0; k < m * words; k++) in[k] = (uint32_t)rnd_next(&p->run->state);
    for (uint64_t k = 0; k < p->n; k++) {
        indices[k] = rnd_below(&p->run->state, 9) ? (uint32_t)rnd_below(&p->run->state, m)
                                                  : (uint32_t)(m + rnd_below(&p->run->state, 3));
        for (uint64_t w = 0; w < words; w++)
            wanted[k * words + w] = indices[k] < m ? in[indices[k] * words + w] : 0;
    }
    const nf_slice from = rnd_buffer(p->run, in, m, words * 4), at = rnd_buffer(p->run, indices, p->n, 4),
                   out = rnd_buffer(p->run, NULL, p->n, words * 4);
    if (answered(p, nf_gather(p->run->context, (int)words, from, m, at, out, p->n, p->sync.give), 1))
        same(p, out, wanted, p->n, p->n, words * 4, "the elements gathered");
}

/* A key and its place. */
typedef struct sort_row {
    uint64_t bits, place;
} sort_row;

static int by_key(const void *a, const void *b) {
    const sort_row *x = a, *y = b;
    return x->bits != y->bits ? (x->bits < y->bits ? -1 : 1) : (x->place > y->place) - (x->place < y->place);
}

static void ask_sort(primitive *p) {
    const rnd_case *c = p->run->now;
    const int is_supported = p->type == NF_UINT32 || p->type == NF_UINT64, width = (int)p->size * 8,
              alone = rnd_number(c, RND_WITHOUT_VALUES);
    nf_sort_options options = {.key = p->type,
                               .value = alone                          ? NF_TYPE_NONE
                                        : rnd_below(&p->run->state, 2) ? NF_UINT32
                                                                       : NF_UINT64};
    if (rnd_is(c, RND_BITS, "low")) options.last_bit = 1 + (int)rnd_below(&p->run->state, (uint64_t)width);
    if (rnd_is(c, RND_BITS, "one"))
        options.first_bit = (int)rnd_below(&p->run->state, (uint64_t)width),
        options.last_bit = options.first_bit + 1;
    if (rnd_is(c, RND_BITS, "upper"))
        options.first_bit = (int)rnd_below(&p->run->state, (uint64_t)width), options.last_bit = width;
    const int last = options.last_bit ? options.last_bit : width;
    const size_t wide = alone ? 4 : nf_type_bytes(options.value);
    sort_row *rows = rnd_keep(p->run, p->n * sizeof *rows);
    unsigned char *keys = rnd_keep(p->run, p->n * p->size), *values = rnd_keep(p->run, p->n * wide),
                  *wanted = rnd_keep(p->run, p->n * wide);
    for (uint64_t k = 0; k < p->n; k++) {
        const uint64_t key = p->size == 8 ? ((uint64_t *)p->in)[k] : ((uint32_t *)p->in)[k],
                       value = rnd_next(&p->run->state);
        rows[k] = (sort_row){(last == 64 ? key : key & ((UINT64_C(1) << last) - 1)) >> options.first_bit, k};
        memcpy(values + k * wide, &value, wide);
    }
    if (p->n) qsort(rows, p->n, sizeof *rows, by_key);
    for (uint64_t k = 0; k < p->n; k++) {
        memcpy(keys + k * p->size, p->in + rows[k].place * p->size, p->size);
        memcpy(wanted + k * wide, values + rows[k].place * wide, wide);
    }
    const nf_slice at = rnd_buffer(p->run, p->in, p->n, p->size),
                   with = rnd_buffer(p->run, values, p->n, wide);
    if (!answered(p, nf_sort(p->run->context, &options, at, with, p->n, p->sync.give), is_supported)) return;
    same(p, at, keys, p->n, p->n, p->size, "the keys sorted");
    same(p, with, alone ? values : wanted, p->n, p->n, wide, "the values sorted");
}

void rnd_ask_primitive(rnd_run *run) {
    static void (*const asks[])(primitive *) = {ask_reduce, ask_scan, ask_compact, ask_gather, ask_sort};
    static const nf_type types[] = {NF_UINT32, NF_UINT64, NF_INT32, NF_FLOAT32, NF_FLOAT64};
    primitive p = {.run = run, .type = types[run->now->value[RND_ELEMENT]], .n = draw_count(run)};
    draw_elements(&p);
    rnd_sync_make(run, &p.sync);
    asks[run->now->value[RND_QUESTION] - 9](&p);
}
