/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Probes of operations across 32 work-items. */
#include "tune/probe.h"

#include <string.h>

enum { N = 4096, RESULTS = NF_LANES_RESULTS };

static uint32_t ballot_of(const uint32_t v[NF_LANES], uint32_t bit) {
    uint32_t ballot = 0;
    for (uint32_t l = 0; l < NF_LANES; l++) ballot |= (v[l] >> bit & 1) << l;
    return ballot;
}

/* probe_lanes_uneven of self_check.cl, for all lanes of a row. */
static void run_uneven(const uint32_t *in, uint32_t row, uint32_t v[NF_LANES]) {
    memcpy(v, in, NF_LANES * sizeof *v);
    for (uint32_t k = 0; k < 5 * row % 7; k++) {
        uint32_t from[NF_LANES], before = 0;
        memcpy(from, v, sizeof from);
        for (uint32_t l = 0; l < NF_LANES; before += from[l], l++)
            v[l] = ballot_of(from, k) ^ before ^ (from[(l + 1) % NF_LANES] + from[(row + 9 * k) % NF_LANES]);
    }
    const uint32_t ballot = ballot_of(v, 0);
    for (uint32_t l = 0; l < NF_LANES; l++) v[l] ^= ballot;
}

void nf_lanes_wanted(const uint32_t *in, uint32_t first, uint32_t wanted[NF_LANES][NF_LANES_RESULTS]) {
    uint32_t sum = 0, all = 0, uneven[NF_LANES];
    int32_t least = INT32_MAX, most = INT32_MIN;
    run_uneven(in, first / NF_LANES, uneven);
    for (uint32_t l = 0; l < NF_LANES; sum += in[l], l++) {
        const int32_t value = (int32_t)in[l];
        wanted[l][1] = sum;
        all = all * 31 + in[l];
        if (value < least) least = value;
        if (value > most) most = value;
    }
    for (uint32_t lane = 0; lane < NF_LANES; lane++) {
        uint32_t match = 0;
        for (uint32_t l = 0; l < NF_LANES; l++) match |= (uint32_t)(in[l] % 8 == in[lane] % 8) << l;
        const uint32_t values[RESULTS] = {
            ballot_of(in, 6), wanted[lane][1], sum, (uint32_t)least, (uint32_t)most, all, match,
            uneven[lane]};
        memcpy(wanted[lane], values, sizeof values);
    }
}

nf_status nf_probe_lanes(nf_trial *t) {
    static const uint32_t groups[] = {128, 32, 512};
    /* The program of the quick probes with NVIDIA's newer reductions also has a kernel with the older ones. */
    const char *kernel =
        t->quick && t->lanes == NF_LANES_PTX && !nf_lanes_missing(t->work->context, NF_LANES_REDUX)
            ? "probe_lanes_shuffled"
            : "probe_lanes";
    nf_status status = NF_OK;
    for (size_t k = 0; status == NF_OK && k < (t->quick ? 1 : sizeof groups / sizeof *groups); k++) {
        if (t->lanes == NF_LANES_LOCAL && groups[k] != 32) continue; /* its barriers are those of the group */
        const nf_spec spec = nf_trial_spec(t, NF_PART_LANES, groups[k]);
        nf_trial_blank(t, N, N * RESULTS);
        for (uint32_t i = 0; i < N; i += NF_LANES)
            nf_lanes_wanted(t->in + i, i, (uint32_t(*)[RESULTS])(t->wanted + (size_t)i * RESULTS));
        status = nf_trial_run(t, &spec, kernel, nf_shape_for(N, groups[k], groups[k]), RESULTS);
    }
    return status;
}
