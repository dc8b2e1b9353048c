/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Drivers that end the loops of a work-item after a number of iterations, as tests/search/kernels/test_loops.c has them: questions about the tree
   are answered, or are an error. */
#include "support/calls.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/ended_loops.h"
#include "support/run.h"
#include "support/layers.h"

#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

static const char said[] = "\"host\" has no such limit"; /* the suggestion in the message */

typedef enum asking { KNN, FOF, CATALOGUE, CATALOGUE_INTO, ASKINGS } asking;

/* One group of N points, whose sums are in several blocks of blocks. */
enum { N = 70000, FEW = 500 };
typedef struct stand {
    nf_context *context;
    support_cloud cloud;
    nf_points few;
    int32_t *labels;
    nf_cloud *many_on, *few_on;
    support_buffer labels_on;
} stand;

static stand stand_for(const char *ended) {
    const nf_context_options fresh = {.no_disk_cache = 1};
    stand s = {.context = support_loops_ended(ended, &fresh),
               .cloud = support_cloud_uniform(N, 3, NF_FLOAT32, 0.1, 4),
               .labels = support_allocate(N * sizeof(int32_t))};
    for (int p = 0; p < N; p++) s.labels[p] = 7;
    s.few = s.cloud.points;
    s.few.n = FEW;
    support_ok(s.context, nf_cloud_create(s.context, &s.cloud.points, NULL, NULL, &s.many_on));
    support_ok(s.context, nf_cloud_create(s.context, &s.few, NULL, NULL, &s.few_on));
    s.labels_on = support_buffer_of(s.context, s.labels, N, 4);
    return s;
}

static void take_down(stand *s) {
    support_release(&s->labels_on);
    nf_cloud_free(s->few_on);
    nf_cloud_free(s->many_on);
    nf_context_free(s->context);
    support_cloud_free(&s->cloud);
    free(s->labels);
}

/* The weights are the first coordinates. */
static nf_catalogue_options options_of(nf_points *weights, const nf_points *points) {
    *weights = *points;
    weights->dims = 1;
    weights->stride = 3;
    return (nf_catalogue_options){.weights = weights, .velocities = points};
}

/* Asks, and compares an answer with the host's. */
static nf_status ask(stand *s, asking what) {
    nf_points weights;
    const nf_catalogue_options options = options_of(&weights, &s->cloud.points);
    own_result result = NULL;
    nf_status status = NF_OK;
    if (what == KNN) status = nf_knn(s->few_on, 5, NULL, NULL, &result);
    else if (what == FOF) status = nf_fof(s->few_on, 0.1, NULL, NULL, &result);
    else if (what == CATALOGUE) status = nf_catalogue(s->many_on, s->labels_on.at, &options, NULL, &result);
    else {
        own_buffer masses = support_buffer_of(s->context, NULL, 1, 4);
        const catalogue_slices slices = {.masses = masses.at};
        status = catalogue_into(s->many_on, s->labels_on.at, &options, &slices, 1, NULL, NULL);
    }
    if (status == NF_OK && what == CATALOGUE) {
        own_cloud host = support_cloud_on(support_host(), &s->cloud.points, NULL);
        own_result wanted = NULL;
        support_ok(support_host(), nf_catalogue(host, nf_from_host(s->labels), &options, NULL, &wanted));
        support_same_array(wanted, result, NF_ARRAY_CENTRES, "the catalogue");
    }
    return status;
}

static const struct {
    const char *kernel; /* NULL: none */
    int fails[ASKINGS];
} rows[] = {
    {NULL, {0}},
    {"flatten", {[FOF] = 1}},
    {"knn", {[KNN] = 1}},
    {"mass_blocks", {[CATALOGUE] = 1, [CATALOGUE_INTO] = 1}},
    {"link", {[FOF] = 1}},
    {"mass_rows", {[CATALOGUE] = 1, [CATALOGUE_INTO] = 1}},
    {"fold", {[CATALOGUE] = 1, [CATALOGUE_INTO] = 1}},
    {"centre_blocks", {[CATALOGUE] = 1}},
    {"size_rows", {[CATALOGUE] = 1}},
    {"centre_rows", {[CATALOGUE] = 1}},
    {"size_blocks", {[CATALOGUE] = 1}},
};

LOOP_TEST(a_kernel_whose_loops_were_ended_is_an_error_of_the_device, sizeof rows / sizeof *rows) {
    if ((support_small() && _i % 2) || !support_can_end_loops(__func__)) return;
    OWNED_BY(take_down) stand s = stand_for(rows[_i].kernel);
    for (int what = 0; what < ASKINGS; what++) {
        if (rows[_i].fails[what]) support_fails(s.context, NF_ERROR_DEVICE, said, ask(&s, (asking)what));
        else if (!rows[_i].kernel || what >= CATALOGUE) support_ok(s.context, ask(&s, (asking)what));
    }
}

int main(void) {
    support_use_layer(DRIVER_LAYER);
    return support_main();
}
