/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/questions.h"

#include <stdlib.h>

const char *const question_names[QUESTIONS] = {"nf_pairs", "nf_lists",   "nf_histogram", "nf_coordination",
                                               "nf_knn",   "nf_fof",     "nf_dbscan",    "nf_catalogue",
                                               "nf_zsort", "nf_interact"};

nf_status ask_about(const stand *s, nf_cloud *cloud, int question, const form *f, nf_result **result) {
    const nf_pairs_options pairs = {
        .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost, .chunks = f->chunks};
    const nf_lists_options lists = {
        .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost, .chunks = f->chunks};
    const nf_points weights = {
        .n = N, .dims = 1, .type = s->points.points.type, .rows.host = s->points.points.rows.host};
    const nf_histogram_options histogram = {.weights = &weights,
                                            .arrays = f->arrays,
                                            .outputs = f->outputs,
                                            .cost = f->cost,
                                            .chunks = f->chunks};
    const nf_coordination_options coordination = {
        .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost, .chunks = f->chunks};
    const nf_knn_options knn = {
        .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost, .chunks = f->chunks};
    const nf_fof_options fof = {
        .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost, .chunks = f->chunks};
    const nf_dbscan_options dbscan = {
        .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost, .chunks = f->chunks};
    const nf_catalogue_options catalogue = {.min_members = 2,
                                            .velocities = &s->points.points,
                                            .linking_length = 0.1,
                                            .arrays = f->arrays,
                                            .outputs = f->outputs,
                                            .cost = f->cost,
                                            .chunks = f->chunks};
    const nf_zsort_options zsort = {
        .arrays = f->arrays, .outputs = f->outputs, .cost = f->cost, .chunks = f->chunks};
    const nf_parameter sigma = {"sigma", 0.05};
    const nf_interact_options interact = {.parameters = &sigma,
                                          .parameter_count = 1,
                                          .arrays = f->arrays,
                                          .outputs = f->outputs,
                                          .cost = f->cost,
                                          .chunks = f->chunks};
    switch (question) {
    case PAIRS: return nf_pairs(cloud, 0.2, &pairs, f->sync, result);
    case LISTS: return nf_lists(cloud, 0.2, &lists, f->sync, result);
    case HISTOGRAM: return nf_histogram(cloud, 0.2, BINS, &histogram, f->sync, result);
    case COORDINATION: return nf_coordination(cloud, 0.2, TYPES, &coordination, f->sync, result);
    case KNN: return nf_knn(cloud, K, &knn, f->sync, result);
    case FOF: return nf_fof(cloud, 0.1, &fof, f->sync, result);
    case DBSCAN: return nf_dbscan(cloud, 0.1, 3, &dbscan, f->sync, result);
    case CATALOGUE: return nf_catalogue(cloud, s->labels.at, &catalogue, f->sync, result);
    case ZSORT: return nf_zsort(cloud, &zsort, f->sync, result);
    default: return nf_interact(cloud, 0.2, s->function, &interact, f->sync, result);
    }
}

nf_status ask(const stand *s, int question, const form *f, nf_result **result) {
    return ask_about(s, s->cloud, question, f, result);
}

static void make_labels(int32_t labels[N]) {
    for (int p = 0; p < N; p++) labels[p] = p % 17;
}

void make_labels_on_host(stand *s) {
    s->host_labels = support_allocate(N * sizeof *s->host_labels);
    make_labels(s->host_labels);
    s->labels.at = nf_from_host(s->host_labels);
}

void make_cloud(stand *s) {
    static int32_t types[N];
    for (int p = 0; p < N; p++) types[p] = p % TYPES;
    s->points = support_cloud_uniform(N, 3, NF_FLOAT32, 1, 3);
    s->points.points.types = nf_from_host(types);
    support_ok(s->context, nf_cloud_create(s->context, &s->points.points, NULL, NULL, &s->cloud));
    support_ok(s->context, nf_function_create(s->context, "lennard-jones", NULL, NULL, &s->function));
}

stand stand_up(void) {
    stand s = {.context = support_context(NULL)};
    int32_t labels[N];
    make_labels(labels);
    s.labels = support_buffer_of(s.context, labels, N, 4);
    make_cloud(&s);
    return s;
}

static stand stand_on_host(const char *tuning) {
    const nf_context_options options = {.device = "host", .tuning = tuning};
    stand s = {.context = NULL};
    char message[640] = "";
    ck_assert_msg(nf_context_create(&options, &s.context, message, sizeof message) == NF_OK, "%s", message);
    make_labels_on_host(&s);
    make_cloud(&s);
    return s;
}

stand stand_up_on_host(void) { return stand_on_host(NULL); }
stand stand_up_in_plain_c(void) { return stand_on_host("host.PLAIN=1"); }

void take_down(stand *s) {
    free(s->host_labels);
    support_release(&s->labels);
    nf_function_free(s->function);
    nf_cloud_free(s->cloud);
    support_cloud_free(&s->points);
    nf_context_free(s->context);
}

int arrays_of(int question, nf_array arrays[ARRAYS_MOST]) {
    /* Up to NF_ARRAY_FOUND. */
    static const nf_array all[QUESTIONS][ARRAYS_MOST + 1] = {
        [PAIRS] = {NF_ARRAY_PAIRS, NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS, NF_ARRAY_SHIFTS, NF_ARRAY_ROWS,
                   NF_ARRAY_INDICES, NF_ARRAY_PAIRS_INT64, NF_ARRAY_ROWS_INT64, NF_ARRAY_INDICES_INT64,
                   NF_ARRAY_FOUND},
        [LISTS] = {NF_ARRAY_OFFSETS, NF_ARRAY_INDICES, NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS, NF_ARRAY_SHIFTS,
                   NF_ARRAY_ROWS, NF_ARRAY_ROWS_INT64, NF_ARRAY_INDICES_INT64, NF_ARRAY_FOUND},
        [HISTOGRAM] = {NF_ARRAY_COUNTS, NF_ARRAY_WEIGHTED_COUNTS, NF_ARRAY_FOUND},
        [COORDINATION] = {NF_ARRAY_COUNTS, NF_ARRAY_FOUND},
        [KNN] = {NF_ARRAY_INDICES, NF_ARRAY_DISTANCES, NF_ARRAY_KTH_DISTANCES, NF_ARRAY_MEAN_DISTANCES,
                 NF_ARRAY_DENSITIES, NF_ARRAY_VECTORS, NF_ARRAY_SHIFTS, NF_ARRAY_INDICES_INT64,
                 NF_ARRAY_FOUND},
        [FOF] = {NF_ARRAY_LABELS, NF_ARRAY_ORDER, NF_ARRAY_GROUP_NUMBERS, NF_ARRAY_FOUND},
        [DBSCAN] = {NF_ARRAY_LABELS, NF_ARRAY_CORES, NF_ARRAY_ORDER, NF_ARRAY_GROUP_NUMBERS,
                    NF_ARRAY_CORES_UINT8, NF_ARRAY_FOUND},
        [CATALOGUE] = {NF_ARRAY_GROUPS, NF_ARRAY_MEMBERS, NF_ARRAY_MASSES, NF_ARRAY_CENTRES,
                       NF_ARRAY_VELOCITIES, NF_ARRAY_INERTIA_RADII, NF_ARRAY_EXTENTS, NF_ARRAY_PERCOLATES,
                       NF_ARRAY_DISPERSIONS, NF_ARRAY_ORDER, NF_ARRAY_OFFSETS, NF_ARRAY_FOUND},
        [ZSORT] = {NF_ARRAY_ORDER, NF_ARRAY_FOUND},
        [INTERACT] = {NF_ARRAY_SUM(0), NF_ARRAY_SUM(1), NF_ARRAY_SUM(2), NF_ARRAY_TOTALS, NF_ARRAY_FOUND}};
    int count = 0;
    for (; all[question][count] != NF_ARRAY_FOUND; count++) arrays[count] = all[question][count];
    return count;
}

uint64_t flags_of(int question) {
    nf_array arrays[ARRAYS_MOST];
    uint64_t flags = 0;
    for (int a = arrays_of(question, arrays); a > 0; a--) flags |= NF_WANT(arrays[a - 1]);
    return flags;
}

int has_number(int question) { return question != ZSORT && question != INTERACT; }

size_t row_of(const nf_array_info *info) { return nf_type_bytes(info->type) * (size_t)info->columns; }

int is_open(int question, nf_array array) {
    return question == PAIRS || (question == CATALOGUE && array != NF_ARRAY_ORDER) ||
           (question == LISTS && array != NF_ARRAY_OFFSETS);
}
