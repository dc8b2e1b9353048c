/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/answers/skin.h"

#include "support/clouds/clouds.h"
#include "support/numbers.h"

const nf_box skin_triclinic = {.origin = {-0.3, 0.1, 0.2},
                               .cell = {{1.9, 0, 0}, {0.7, 2.1, 0}, {-0.4, 0.6, 1.3}},
                               .periodic = {1, 1, 1}};
const char skin_lanes[] = "order.GROUP=64 search.GROUP=64 bounds.GROUP=64";

void skin_store(skin_scene *s) {
    support_set_numbers(s->data, s->points.type, s->xyz, s->points.n * (uint64_t)s->points.dims);
    s->points.rows.host = s->data;
}

void skin_move(skin_scene *s) {
    skin_store(s);
    support_ok(s->context, nf_cloud_move(s->cloud, &s->points, &s->box, NULL));
}

void skin_begin(skin_scene *s, nf_context *context, uint64_t n, int dims, nf_type type) {
    uint64_t state = n + (uint64_t)dims;
    *s = (skin_scene){.context = context, .cutoff = 0.7, .options = {.arrays = SKIN_ALL, .skin = 0.25}};
    s->points = (nf_points){.n = n, .dims = dims, .type = type};
    for (uint64_t k = 0; k < n * (uint64_t)dims; k++) s->xyz[k] = 2 * support_uniform(&state);
    skin_store(s);
    support_ok(context, nf_cloud_create(context, &s->points, &s->box, NULL, &s->cloud));
}

void skin_end(skin_scene *s) {
    nf_result_free(s->result);
    nf_cloud_free(s->cloud);
}

int skin_ask(skin_scene *s, const char *what) {
    const uint64_t builds = nf_cloud_lists_built(s->cloud);
    const nf_lists_options sorted = {.half = s->options.half, .sorted = 1, .arrays = SKIN_ALL};
    nf_cloud *cloud = support_cloud_on(support_host(), &s->points, &s->box);
    nf_result *wanted = NULL;
    support_ok(support_host(), nf_lists(cloud, s->cutoff, &sorted, NULL, &wanted));
    support_ok(s->context, nf_lists(s->cloud, s->cutoff, &s->options, NULL, &s->result));
    support_same_results(wanted, s->result, what);
    nf_result_free(wanted);
    nf_cloud_free(cloud);
    ck_assert_uint_le(nf_cloud_lists_built(s->cloud) - builds, 1);
    return nf_cloud_lists_built(s->cloud) > builds;
}
