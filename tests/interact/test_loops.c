/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums by lists on drivers that end the loops of a work-item after a number of iterations (tests/search/kernels/test_loops.c): they are right or an error. */
#include "support/ended_loops.h"
#include "support/answers/pairs.h"
#include "support/sums/interactions.h"
#include "support/layers.h"

#include <stdlib.h>
#include <string.h>

enum { N = 600 };

static const char counts[] = "#pragma nearfield radial\n"
                             "#pragma nearfield sum counts scalar even 1e3\n"
                             "static real interact(const fields *i, const fields *j, real d2,\n"
                             "                     const parameters *p, sums *to) {\n"
                             "    to->counts += 1;\n"
                             "    return 0;\n"
                             "}\n";

/* A call where the loops of a kernel are ended, or of none: what is no error is the number of neighbours. */
static nf_status sum(const char *ended, const char *strategy, double skin) {
    const nf_context_options fresh = {.no_disk_cache = 1, .tuning = INTERACTIONS_GPU};
    const nf_interact_options options = {.strategy = strategy, .skin = skin};
    own_context context = support_loops_ended(ended, &fresh);
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.2, 4);
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    own_function function = NULL;
    own_result result = NULL;
    support_ok(context, nf_function_create(context, NULL, counts, NULL, &function));
    own_cloud on = support_cloud_on(context, &cloud.points, &box);
    const nf_status status = nf_interact(on, cloud.cutoff, function, &options, NULL, &result);
    if (status == NF_OK) {
        uint64_t *offsets = interactions_offsets(&cloud.points, &box, cloud.cutoff);
        float found[N];
        support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, N, NULL, found));
        for (int k = 0; k < N; k++)
            ck_assert_double_eq((double)found[k], (double)(offsets[k + 1] - offsets[k]));
        free(offsets);
    } else
        ck_assert_msg(status == NF_ERROR_DEVICE && strstr(nf_context_error(context), "ended loops"), "%s",
                      nf_context_error(context));
    return status;
}

TEST(lists_whose_loops_were_ended_are_an_error_of_the_device) {
    static const struct {
        const char *kernel, *strategy;
        double skin;
    } rows[] = {{"nf_list_wide", "point-lists", 0},   {"nf_list_wide", "cluster-lists", 0},
                {"nf_sum_lists", "cluster-lists", 0}, {"nf_list_narrow", "cluster-lists", 0.02},
                {"nf_sum_points", "point-lists", 0},  {"nf_sum_others", "cluster-lists", 0}};
    if (!support_can_end_loops(__func__)) return;
    ck_assert_int_eq(sum(NULL, "cluster-lists", 0), NF_OK);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (!support_is_run((int)k, 3)) continue; /* each builds its programs */
        const nf_status status = sum(rows[k].kernel, rows[k].strategy, rows[k].skin);
        ck_assert_msg(status == NF_ERROR_DEVICE, "%s of %s", rows[k].kernel, rows[k].strategy);
    }
}

int main(void) {
    support_use_layer(DRIVER_LAYER);
    return support_main();
}
