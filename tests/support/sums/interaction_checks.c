/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/sums/interaction_checks.h"

#include "support/calls.h"
#include "support/device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void interactions_check(nf_context *context, const nf_function *charges, const char *strategy,
                        const interactions_setup *s, int reach) {
    nf_result *result = NULL;
    interactions_arguments a;
    interactions_prepare(&a, s);
    a.options.strategy = strategy;
    nf_cloud *cloud = support_cloud_on(context, &a.points, s->in);
    for (int turn = 0; turn < 2; turn++) { /* the second into the same result */
        support_ok(context, nf_interact(cloud, s->cutoff, charges, &a.options, NULL, &result));
        interactions_same(s, result, reach, s->type);
        interactions_same_totals(context, result, s->dims);
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
    interactions_release(&a);
}

void interactions_check_lattice(nf_context *context, const nf_function *charges, const char *strategy) {
    enum { SIDE = 8, N = SIDE * SIDE * SIDE };
    const nf_box box = {.cell = {{SIDE, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}}, .periodic = {1, 1, 1}};
    interactions_setup s = interactions_setup_of(N, 0, 3, NF_FLOAT32, &box, 0, 1, 1);
    interactions_arguments a;
    uint64_t state = 7;
    nf_result *sums = NULL;
    for (int k = 0; k < 3 * N; k++) {
        const int cell[3] = {k / 3 % SIDE, k / 3 / SIDE % SIDE, k / 3 / SIDE / SIDE};
        s.at[k] = cell[k % 3] + (floor(support_uniform(&state) * 5) + 1) * 0x1p-21;
        if (k / 3 % 7 == 0) s.at[k] += SIDE * (k / 3 % 3 - 1);
    }
    interactions_prepare(&a, &s);
    a.options.strategy = strategy;
    uint64_t *offsets = interactions_offsets(&a.points, &box, 1);
    nf_cloud *cloud = support_cloud_on(context, &a.points, &box);
    support_ok(context, nf_interact(cloud, 1, charges, &a.options, NULL, &sums));
    float *counts = support_array(sums, NF_ARRAY_SUM(INTERACTIONS_COUNTS));
    for (uint64_t i = 0; i < N; i++)
        ck_assert_msg((double)counts[i] == (double)(offsets[i + 1] - offsets[i]),
                      "%s: point %d of a lattice has %g neighbours, not %d", strategy, (int)i,
                      (double)counts[i], (int)(offsets[i + 1] - offsets[i]));
    ck_assert_uint_gt(offsets[N], N);
    ck_assert_uint_lt(offsets[N], 5 * N);
    nf_result_free(sums);
    nf_cloud_free(cloud);
    free(counts);
    free(offsets);
    interactions_release(&a);
    interactions_forget(&s);
}

void interactions_check_moved(nf_context *context, const char *strategy, const char *first,
                              const char *next) {
    enum { N = 200 };
    float at[3 * N], sums[N], last[N];
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    own_function function = NULL;
    own_result result = NULL;
    uint64_t state = 3;
    cl_int error = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, sizeof sums, NULL, &error);
    const nf_slice at_buffer = nf_at(buffer, 0), none = NF_DEFAULTS;
    float weights[N];
    const nf_numbers weight = {.name = "weight", .n = N, .values.host = weights};
    const nf_interact_options options = {.strategy = strategy, .fields = &weight, .field_count = 1};
    for (int k = 0; k < N; k++) weights[k] = 1;
    for (int k = 0; k < 3 * N; k++) at[k] = (float)(3 * support_uniform(&state));
    ck_assert_int_eq(error, CL_SUCCESS);
    support_ok(context, nf_function_create(context, "gaussian", NULL, NULL, &function));
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
    for (int far = 0; far < 2; far++) {
        for (int k = 0; k < 3 * N; k++) at[k] += (float)(far * 1e6 * support_uniform(&state));
        support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
        if (far && first)
            support_fails(context, NF_ERROR_UNSUPPORTED, first,
                          interact_into(cloud, 1, function, &options, &at_buffer, none, NULL));
        else support_ok(context, interact_into(cloud, 1, function, &options, &at_buffer, none, NULL));
        support_ok(context, nf_context_finish(context));
        ck_assert_int_eq(
            clEnqueueReadBuffer(nf_context_queue(context), buffer, 1, 0, sizeof sums, sums, 0, NULL, NULL),
            0);
        if (far && next) {
            support_fails(context, NF_ERROR_UNSUPPORTED, next,
                          nf_interact(cloud, 1, function, &options, NULL, &result));
            for (int k = 0; k < N && !first; k++) ck_assert(isnan(sums[k]));
            continue;
        }
        support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, N, NULL, last));
        for (int k = 0; k < N; k++)
            if (far) ck_assert(isnan(sums[k]) && last[k] >= 0);
            else ck_assert_mem_eq(sums + k, last + k, sizeof *sums);
    }
    clReleaseMemObject(buffer);
}
