/* Probes of arithmetic, local memory and loops. */
#include "tune/probe.h"

#include <string.h>

/* The pair rule in plain C, in both precisions; compiled without contraction. */
typedef float real;
#include "space/displacement_open.cl"
#include "space/pair_rule.cl"
NF_DEFINE_DISTANCE2(distance2_double, double)

static nf_spec spec_of(nf_context *context, int real64) {
    nf_spec spec = nf_spec_of(context, "tune/probe_values.cl");
    nf_define(&spec, "REAL64", real64);
    return spec;
}

/* ---- contraction -------------------------------------------------------------------------------------- */

enum { TRIPLES = 4096 };

/* Triples with c = -(a * b) rounded: a fused a * b + c gives the rounding error, two roundings give zero. */
#define DEFINE_TRIPLES(name, type, distance2)                                                                \
    static void name(unsigned char *in, unsigned char *out) {                                                \
        for (uint64_t k = 0; k < TRIPLES; k++) {                                                             \
            type v[3], wanted[3];                                                                            \
            for (uint64_t l = 0; l < 2; l++)                                                                 \
                v[l] = (type)((double)(nf_probe_random(2 * k + l) >> 11) * 0x1p-52 - 1);                     \
            const type product = v[0] * v[1];                                                                \
            v[2] = -product;                                                                                 \
            wanted[0] = product + v[2];                                                                      \
            wanted[1] = wanted[2] = distance2(0, 0, 0, v[0], v[1], v[2], NF_SHIFT_NONE, 1);                  \
            memcpy(in + k * sizeof v, v, sizeof v);                                                          \
            memcpy(out + k * sizeof wanted, wanted, sizeof wanted);                                          \
        }                                                                                                    \
    }
DEFINE_TRIPLES(triples_float, float, nf_distance2)
DEFINE_TRIPLES(triples_double, double, distance2_double)

static nf_status contraction(nf_work *work, int real64, size_t *wrong) {
    nf_status status = NF_OK;
    const size_t size = real64 ? 8 : 4, bytes = (size_t)3 * TRIPLES * size;
    const nf_spec spec = spec_of(work->context, real64);
    nf_program *program = NULL;
    unsigned char *host = NULL;
    cl_mem in = NULL, out = NULL;
    NF_TRY(
        nf_allocate(&work->context->allocator, 3, bytes, "a probe", (void **)&host, &work->context->error));
    unsigned char *wanted = host + bytes, *got = wanted + bytes;
    (real64 ? triples_double : triples_float)(host, wanted);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_probe_buffer(work, host, 0, bytes, &in));
    NF_TRY(nf_probe_buffer(work, NULL, 0xff, bytes, &out));
    NF_TRY(nf_launch(work, program, "probe_contraction", nf_shape_for(TRIPLES, 64, 64), nf_in(in),
                     nf_out(out), nf_u32(TRIPLES)));
    NF_TRY(nf_read(work, out, 0, got, bytes));
    for (size_t k = 0; k < (size_t)3 * TRIPLES; k++)
        *wrong += memcmp(wanted + k * size, got + k * size, size) != 0;
done:
    nf_release(&work->context->allocator, host);
    return status;
}

nf_status nf_probe_contraction(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    (void)shared;
    nf_status status = NF_OK;
    const int real64 = work->context->device.fp64;
    size_t wrong = 0;
    NF_TRY(contraction(work, 0, &wrong));
    if (real64) NF_TRY(contraction(work, 1, &wrong));
    const char *which = real64 ? "in float and double" : "in float; there is no double";
    if (wrong) nf_find(finding, NF_PROBE_FAILS, "%zu values differ from plain C, %s", wrong, which);
    else nf_find(finding, NF_PROBE_HOLDS, "the same bytes as plain C, %s", which);
done:
    return status;
}

/* ---- local memory ------------------------------------------------------------------------------------- */

enum { LOCAL_N = 10007 };

nf_status nf_probe_local(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    (void)shared;
    static const uint32_t groups[] = {1, 7, 32, 33, 100, 256};
    nf_status status = NF_OK;
    const nf_spec spec = spec_of(work->context, 0);
    nf_program *program = NULL;
    cl_mem in = NULL, out = NULL;
    uint32_t *host = NULL, *got;
    NF_TRY(nf_allocate(&work->context->allocator, (size_t)2 * LOCAL_N, 4, "a probe", (void **)&host,
                       &work->context->error));
    got = host + LOCAL_N;
    for (uint32_t k = 0; k < LOCAL_N; k++) host[k] = (uint32_t)nf_probe_random(k);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_probe_buffer(work, host, 0, LOCAL_N * sizeof *host, &in));
    NF_TRY(nf_probe_buffer(work, NULL, 0xff, LOCAL_N * sizeof *host, &out));
    nf_find(finding, NF_PROBE_HOLDS, "groups of 1, 7, 32, 33, 100 and 256, the last one partly idle");
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
        const uint32_t group = groups[k];
        size_t wrong = 0;
        if (group > work->context->device.max_work_group) continue;
        NF_TRY(nf_launch(work, program, "probe_local", nf_shape_for(LOCAL_N, group, group), nf_in(in),
                         nf_out(out), nf_u32(LOCAL_N)));
        NF_TRY(nf_read(work, out, 0, got, LOCAL_N * sizeof *got));
        for (uint32_t i = 0; i < LOCAL_N; i++) {
            const uint32_t at = i % group, start = i - at;
            const uint32_t count = LOCAL_N - start < group ? LOCAL_N - start : group;
            wrong += got[i] != host[start + count - 1 - at] + at;
        }
        if (!wrong) continue;
        nf_find(finding, NF_PROBE_FAILS, "%zu of %d values are wrong in groups of %u", wrong, LOCAL_N, group);
        break;
    }
done:
    nf_release(&work->context->allocator, host);
    return status;
}

/* ---- loops -------------------------------------------------------------------------------------------- */

static uint32_t loop_on_host(uint32_t x, uint32_t rounds) {
    for (uint32_t k = 0; k < rounds; k++) x = x * 1664525u + 1013904223u;
    for (uint32_t k = 0; k < rounds; k += 100)
        for (uint32_t l = 0; l < 100; l++) x = (x ^ l) * 22695477u + 1u;
    return x;
}

nf_status nf_probe_loops(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    (void)shared;
    enum { ITEMS = 64, ROUNDS = 150000 };
    nf_status status = NF_OK;
    const nf_spec spec = spec_of(work->context, 0);
    nf_program *program = NULL;
    cl_mem out = NULL;
    uint32_t got[ITEMS];
    size_t wrong = 0;
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_probe_buffer(work, NULL, 0, sizeof got, &out));
    NF_TRY(nf_launch(work, program, "probe_loops", nf_shape_for(ITEMS, 32, 32), nf_out(out), nf_u32(ROUNDS)));
    NF_TRY(nf_read(work, out, 0, got, sizeof got));
    for (uint32_t k = 0; k < ITEMS; k++) wrong += got[k] != loop_on_host(k, ROUNDS);
    if (wrong)
        nf_find(finding, NF_PROBE_FAILS, "%zu of %d work-items ended loops of %d iterations early", wrong,
                ITEMS, 2 * ROUNDS);
    else nf_find(finding, NF_PROBE_HOLDS, "%d iterations, half of them nested", 2 * ROUNDS);
done:
    return status;
}
