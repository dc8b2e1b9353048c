/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "pair_functions/pair_sums.h"

#include <float.h>
#include <math.h>

/* How a sum may differ: by ROUNDINGS of each contribution, by what contributions change when the displacement or the cutoff is
 * changed by the rounding of the displacement, and by a rounding of the sum of their absolute values for each of them. */
enum { ROUNDINGS = 256 };

pair_sums pair_sums_of(const nf_function *function, const char *name, int dims, nf_type type) {
    pair_sums s = {.info = nf_function_declares(function),
                   .of = nf_host_function_named(name, dims),
                   .unit = type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53,
                   .dims = dims};
    for (int k = 0; k < s.info->sums; k++) s.components += s.info->sum[k].vector ? dims : 1;
    return s;
}

void pair_sums_take(pair_sums *s, double cutoff, const nf_parameter *given, size_t count) {
    const nf_function_info *info = s->info;
    *nf_host_parameter(&s->call, "cutoff") = cutoff;
    for (int k = 0; k < info->parameters; k++)
        *nf_host_parameter(&s->call, info->parameter[k].name) = info->parameter[k].value;
    for (size_t k = 0; k < count; k++) *nf_host_parameter(&s->call, given[k].name) = given[k].value;
    for (int k = 0; s->unit > 0x1p-53 && k < info->parameters; k++) {
        double *value = nf_host_parameter(&s->call, info->parameter[k].name);
        *value = (double)(float)*value;
    }
}

/* The contributions of a pair to all components of the sums. */
static void contribute(const pair_sums *s, const nf_pair_fields *i, const nf_pair_fields *j,
                       const double D[3], double longer, double wider, double to[PAIR_COMPONENTS]) {
    nf_pair_parameters call = s->call;
    nf_pair_sums added = {0};
    double d2 = 0;
    call.cutoff *= wider;
    for (int a = 0; a < s->dims; a++) d2 += D[a] * longer * (D[a] * longer);
    const double factor = s->of(i, j, d2, &call, &added);
    for (int k = 0, c = 0; k < s->info->sums; k++) {
        if (!s->info->sum[k].vector) to[c++] = *nf_host_sum(&added, s->info->sum[k].name);
        for (int a = 0; s->info->sum[k].vector && a < s->dims; a++) to[c++] = factor * D[a] * longer;
    }
}

void pair_sums_add(const pair_sums *s, const nf_pair_fields *i, const nf_pair_fields *j, const double D[3],
                   double across, pair_bounded to[PAIR_COMPONENTS], double sizes[PAIR_COMPONENTS]) {
    double d2 = 0, exact[PAIR_COMPONENTS] = {0}, off[PAIR_COMPONENTS] = {0};
    for (int a = 0; a < s->dims; a++) d2 += D[a] * D[a];
    const double step = 8 * s->unit * (1 + across / sqrt(d2));
    const double changes[][2] = {{1 + step, 1}, {1 - step, 1}, {1, 1 + step}, {1, 1 - step}};
    contribute(s, i, j, D, 1, 1, exact);
    for (int c = 0; c < s->components; c++) {
        to[c].value += exact[c];
        to[c].within += ROUNDINGS * s->unit * fabs(exact[c]);
        sizes[c] += fabs(exact[c]);
    }
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        contribute(s, i, j, D, changes[k][0], changes[k][1], off);
        for (int c = 0; c < s->components; c++) to[c].within += fabs(off[c] - exact[c]);
    }
}

void pair_sums_end(const pair_sums *s, uint64_t count, pair_bounded to[PAIR_COMPONENTS],
                   const double sizes[PAIR_COMPONENTS]) {
    for (int c = 0; c < s->components; c++)
        to[c].within += (double)count * s->unit * sizes[c] + (double)FLT_MIN;
}

int pair_agrees(double value, const pair_bounded *wanted) {
    if (isfinite(value) != isfinite(wanted->value)) return 0;
    return !isfinite(value) || fabs(value - wanted->value) <= wanted->within;
}
