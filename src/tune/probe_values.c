/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Probes of arithmetic, local memory, loops, atomics and forward progress. */
#include "tune/probe.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The pair rule in plain C, in both precisions; compiled without contraction. */
typedef float real;
#include "space/space_open.cl"
#include "space/pair_rule.cl"
NF_DEFINE_DISTANCE2(distance2_double, double)

static nf_spec spec_with(const nf_trial *t, int real64, int root64) {
    nf_spec spec = nf_spec_of(t->work->context, "tune/probe_values.cl");
    nf_define(&spec, "REAL64", real64);
    nf_define(&spec, "ROOT64", root64);
    return spec;
}
static nf_spec spec_of(const nf_trial *t, int real64) {
    return spec_with(t, real64, t->work->context->device.fp64 != 0);
}

/* Groups of so many work-items, or as large as the device has them, for kernels that give each size of groups the same values. */
static nf_shape shape_of(const nf_trial *t, uint64_t n, uint64_t group) {
    const uint64_t most = t->work->context->device.max_work_group, size = most < group ? most : group;
    return nf_shape_for(n, size, (size_t)size);
}

enum { TRIPLES = 4096 };

/* Triples with c = -(a * b) rounded: a fused a * b + c gives the rounding error, two roundings give zero. */
#define DEFINE_TRIPLES(name, type, distance2)                                                                \
    static void name(nf_trial *t) {                                                                          \
        for (uint64_t k = 0; k < TRIPLES; k++) {                                                             \
            type v[3], wanted[3];                                                                            \
            for (uint64_t l = 0; l < 2; l++)                                                                 \
                v[l] = (type)((double)(NF_PROBE_RANDOM(2 * k + l) >> 11) * 0x1p-52 - 1);                     \
            const type product = v[0] * v[1];                                                                \
            v[2] = -product;                                                                                 \
            wanted[0] = product + v[2];                                                                      \
            wanted[1] = wanted[2] = distance2(0, 0, 0, v[0], v[1], v[2], NF_VECTOR_NONE, 1);                 \
            memcpy((char *)t->in + k * sizeof v, v, sizeof v);                                               \
            memcpy((char *)t->wanted + k * sizeof wanted, wanted, sizeof wanted);                            \
        }                                                                                                    \
    }
DEFINE_TRIPLES(triples_float, float, nf_distance2)
DEFINE_TRIPLES(triples_double, double, distance2_double)

nf_status nf_probe_contraction(nf_trial *t) {
    nf_status status = NF_OK;
    for (int real64 = 0; status == NF_OK && real64 <= (t->work->context->device.fp64 != 0); real64++) {
        const nf_spec spec = spec_of(t, real64);
        const uint32_t words = 3 * TRIPLES * (real64 ? 2 : 1);
        (real64 ? triples_double : triples_float)(t);
        nf_trial_blank(t, words, words);
        status = nf_trial_run(t, &spec, "probe_contraction", shape_of(t, TRIPLES, 64), TRIPLES);
    }
    return status;
}

enum { PAIRS = 8192 };

/* Pairs with any bits of mantissas, of which every fourth is all ones or zeros but for the last bits, as roots and quotients of such numbers are
   close to the middles between two; the exponents of one half are those of all normal numbers, and of the other near 1.  Quotients below the
   normal numbers are 0. */
#define DEFINE_PAIRS(name, type, word, digits, exponents, least)                                             \
    static void name(nf_trial *t) {                                                                          \
        const word ones = ((word)1 << (digits)) - 1;                                                         \
        for (uint64_t k = 0; k < 2 * (uint64_t)PAIRS; k += 2) {                                              \
            type v[2], wanted[2];                                                                            \
            for (uint64_t l = 0; l < 2; l++) {                                                               \
                const uint64_t bits = NF_PROBE_RANDOM(NF_PROBE_RANDOM(k + l) >> 20), last = bits >> 58,      \
                               other =                                                                       \
                                   bits >> 32; /* twice: the next number must not follow from this one */    \
                word mantissa = (word)(bits >> (63 - (digits))) & ones;                                      \
                if ((k / 2 + l) % 4 == 0) mantissa = last % 2 ? ones - (word)last / 2 : (word)last / 2;      \
                const word exponent = k < PAIRS ? (exponents) / 2 - 1 + (word)(other % 3)                    \
                                                : 1 + (word)(other % ((exponents)-1));                       \
                const word all = exponent << (digits) | mantissa;                                            \
                memcpy(&v[l], &all, sizeof all);                                                             \
            }                                                                                                \
            wanted[0] = (type)sqrt((double)v[0]);                                                            \
            wanted[1] = v[0] / v[1];                                                                         \
            if (wanted[1] < (least)) wanted[1] = 0;                                                          \
            memcpy((char *)t->in + k / 2 * sizeof v, v, sizeof v);                                           \
            memcpy((char *)t->wanted + k / 2 * sizeof wanted, wanted, sizeof wanted);                        \
        }                                                                                                    \
    }
DEFINE_PAIRS(pairs_float, float, uint32_t, 23, 255, FLT_MIN)
DEFINE_PAIRS(pairs_double, double, uint64_t, 52, 2047, DBL_MIN)

/* Roots of float also as devices without double take them. */
nf_status nf_probe_rounding(nf_trial *t) {
    const int fp64 = t->work->context->device.fp64 != 0;
    nf_status status = NF_OK;
    for (int way = 0; status == NF_OK && way <= 2 * fp64; way++) {
        const nf_spec spec = spec_with(t, way == 2, way > 0);
        const uint32_t words = 2 * PAIRS * (way == 2 ? 2 : 1);
        (way == 2 ? pairs_double : pairs_float)(t);
        nf_trial_blank(t, words, words);
        status = nf_trial_run(t, &spec, "probe_rounding", shape_of(t, PAIRS, 64), PAIRS);
    }
    return status;
}

nf_status nf_probe_local(nf_trial *t) {
    enum { N = 10007 };
    static const uint32_t groups[] = {1, 7, 32, 33, 100, 256};
    const nf_spec spec = spec_of(t, 0);
    nf_status status = NF_OK;
    for (size_t k = 0; status == NF_OK && k < sizeof groups / sizeof *groups; k++) {
        const uint32_t group = groups[k];
        nf_trial_blank(t, N, N);
        for (uint32_t i = 0; i < N; i++) {
            const uint32_t at = i % group, start = i - at, count = N - start < group ? N - start : group;
            t->wanted[i] = t->in[start + count - 1 - at] + at;
        }
        status = nf_trial_run(t, &spec, "probe_local", nf_shape_for(N, group, group), N);
    }
    return status;
}

nf_status nf_probe_loops(nf_trial *t) {
    enum { ITEMS = 64, ROUNDS = 150000 };
    const nf_spec spec = spec_of(t, 0);
    nf_trial_blank(t, 0, ITEMS);
    for (uint32_t item = 0; item < ITEMS; item++) {
        uint32_t x = item;
        for (uint32_t k = 0; k < ROUNDS; k++) x = x * 1664525u + 1013904223u;
        for (uint32_t k = 0; k < ROUNDS; k += 100)
            for (uint32_t l = 0; l < 100; l++) x = (x ^ l) * 22695477u + 1u;
        t->wanted[item] = x;
    }
    return nf_trial_run(t, &spec, "probe_loops", shape_of(t, ITEMS, 32), ROUNDS);
}

/* ---- atomics ------------------------------------------------------------------------------------------ */

enum { GROUP = 64, ITEMS = GROUP * 512 };

nf_status nf_probe_atomics32(nf_trial *t) {
    enum { CELLS = 7 };
    const uint32_t start[CELLS] = {0, 0, 0, UINT32_MAX, UINT32_MAX, 0, 0}, factor = 2654435761u;
    const nf_spec spec = spec_of(t, 0);
    uint32_t wanted[CELLS] = {ITEMS, 0, UINT32_MAX, 0, UINT32_MAX, 0, ITEMS};
    for (uint32_t k = 0; k < ITEMS; k++) {
        wanted[1] += k;
        if (k * factor < wanted[4]) wanted[4] = k * factor;
        if (k * factor > wanted[5]) wanted[5] = k * factor;
    }
    nf_trial_blank(t, 0, CELLS);
    memcpy(t->data, start, sizeof start);
    memcpy(t->wanted, wanted, sizeof wanted);
    return nf_trial_run(t, &spec, "probe_atomics32", shape_of(t, ITEMS, GROUP), factor);
}

nf_status nf_probe_atomics64(nf_trial *t) {
    enum { CELLS = 3, ROUNDS = 64 };
    const nf_spec spec = nf_trial_spec(t, NF_PART_WORDS, 32);
    const uint64_t n = ITEMS, wanted[CELLS] = {0, n << 32 | n, (n * (n - 1) / 2) << 20};
    if (!t->work->context->device.int64_atomics)
        return nf_find(t->finding, NF_PROBE_NOT_RUN, "the device does not report cl_khr_int64_base_atomics");
    nf_trial_blank(t, 0, 2 * CELLS);
    memset(t->data, 0, sizeof wanted);
    memcpy(t->wanted, wanted, sizeof wanted);
    t->room = 2 * 8;
    return nf_trial_run(t, &spec, "probe_atomics64", nf_shape_for(ITEMS, GROUP, GROUP), ROUNDS);
}

/* ---- forward progress between work-groups ------------------------------------------------------------- */

enum { TICKET, GAVE_UP, HEAD };

static nf_status run_progress(nf_trial *t, int wide, uint32_t group, uint32_t groups) {
    nf_context *context = t->work->context;
    const nf_spec spec = nf_trial_spec(t, NF_PART_PROGRESS, 32);
    const char *const kernels[2][2] = {{"probe_progress_lanes_32", "probe_progress_lanes_64"},
                                       {"probe_progress_32", "probe_progress_64"}};
    /* The most polls of a waiting group, about a second: a GPU polls memory, a CPU its cache.  On a CPU a group can wait
       that long for a thread that the system has suspended. */
    const uint32_t most = context->device.type & CL_DEVICE_TYPE_CPU ? 1u << 27
                          : t->quick                                ? 1u << 20
                                                                    : 1u << 22;
    nf_trial_blank(t, 0, HEAD + (groups << wide));
    t->room = groups << wide;
    t->data[TICKET] = t->data[GAVE_UP] = t->wanted[TICKET] = t->wanted[GAVE_UP] = 0;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < groups; sum += k % 7 + 1, k++) {
        if (!wide) t->wanted[HEAD + k] = (uint32_t)sum;
        else memcpy(t->wanted + HEAD + 2 * (size_t)k, &sum, sizeof sum);
    }
    const nf_status status = nf_trial_run(t, &spec, kernels[t->lanes == NF_LANES_LOCAL][wide],
                                          nf_shape_for(groups, 1, group), most);
    if (status == NF_OK && t->finding->outcome == NF_PROBE_FAILS && t->data[GAVE_UP])
        nf_find(t->finding, NF_PROBE_FAILS,
                "groups of %u waited for earlier ones without success (%u groups)", group, groups);
    return status;
}

/* Rounds in which each group writes a word that the others read after the barrier; each work-item reads another group's. */
static nf_status run_barrier(nf_trial *t, uint32_t group, uint32_t groups) {
    enum { ROUNDS = 64 }; /* as in cl/tune/self_check.cl */
    const nf_spec spec = nf_trial_spec(t, NF_PART_PROGRESS, 32);
    nf_trial_blank(t, 0, HEAD + groups);
    t->room = groups;
    t->data[0] = t->data[GAVE_UP] = t->wanted[0] = t->wanted[GAVE_UP] = 0;
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t sum = 0;
        for (uint32_t round = 0; round < ROUNDS; round++)
            for (uint32_t item = 0; item < group; item++) sum += (g + 1 + item) % groups * 31 + round;
        t->wanted[HEAD + g] = sum;
    }
    return nf_trial_run(t, &spec, "probe_grid_barrier", nf_shape_for(groups, 1, group), 1u << 20);
}

nf_status nf_probe_grid_barrier(nf_trial *t) {
    const nf_device_info *device = &t->work->context->device;
    const uint32_t large = device->max_work_group < 1024 ? (uint32_t)device->max_work_group : 1024;
    const uint32_t sizes[] = {64 < large ? 64 : large, large}, groups = device->compute_units;
    nf_status status = NF_OK;
    for (uint32_t k = 0; status == NF_OK && k < (t->quick ? 2u : 8u); k++)
        status = run_barrier(t, sizes[k % 2], groups);
    return status;
}

/* Runs many more groups than fit on the device at once, small and large ones, with words of 32 bits and of 64 bits if the
   device has them; several times, or once in the quick check. */
nf_status nf_probe_progress(nf_trial *t) {
    const nf_device_info *device = &t->work->context->device;
    const uint32_t large = device->max_work_group < 1024 ? (uint32_t)device->max_work_group : 1024;
    const uint32_t sizes[] = {64 < large ? 64 : large, large}, shapes = device->int64_atomics ? 4 : 2;
    const uint64_t wanted = (uint64_t)device->compute_units * (t->quick ? 64 : 256),
                   least = t->quick ? 1024 : 8192;
    const uint32_t groups = (uint32_t)(wanted < least ? least : wanted > 65536 ? 65536 : wanted);
    nf_status status = NF_OK;
    for (uint32_t k = 0; status == NF_OK && k < shapes * (t->quick ? 1 : 3); k++)
        status = run_progress(t, k % shapes > 1, sizes[k % 2], groups);
    return status;
}
