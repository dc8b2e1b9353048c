/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Flat functions for flat.py, so that Python need not know the library's structs: one question about points in a box, on the
 * host or on a device, with all arrays; and histograms with weights.
 */
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>

/* The arrays in the order of flat.py. */
static const nf_array kinds[] = {NF_ARRAY_PAIRS,     NF_ARRAY_OFFSETS, NF_ARRAY_INDICES,
                                 NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS, NF_ARRAY_SHIFTS};
enum { PAIRS, OFFSETS, INDICES, DISTANCES, VECTORS, SHIFTS, KINDS };

typedef struct flat_answer {
    char error[640]; /* empty: none */
    uint64_t total;
    void *arrays[KINDS];
} flat_answer;

nf_context *flat_open(const char *device, char error[640]);
flat_answer *flat_ask(nf_context *device, int question, int sorted, uint64_t n, const double *points,
                      const double *origin, const double *cell, const int *periodic, double cutoff);
const char *flat_error(const flat_answer *answer);
uint64_t flat_total(const flat_answer *answer);
const void *flat_array(const flat_answer *answer, int which);
void flat_free(flat_answer *answer);

/* The points of a histogram, all in the cube from 0 to `edge` (0: in open space), with the weight of each. */
typedef struct flat_weighted {
    uint64_t n;
    const double *points, *weights;
} flat_weighted;

nf_status flat_histogram(nf_context *device, const flat_weighted *points, const flat_weighted *queries,
                         double edge, uint32_t bins, const double *edges, uint64_t *counts, double *weighted);
const char *flat_sentence(nf_context *device);

typedef struct asked {
    nf_points points;
    nf_box box;
    double cutoff;
    int lists;
    nf_pairs_options pairs;
    nf_lists_options rows;
} asked;

static nf_status read_arrays(nf_result *result, flat_answer *answer) {
    nf_status status = NF_OK;
    for (int k = 0; k < KINDS && status == NF_OK; k++) {
        const nf_array_info *info = nf_result_array(result, kinds[k]);
        if (!info->rows) continue;
        answer->arrays[k] = malloc((size_t)info->rows * (size_t)info->columns * nf_type_bytes(info->type));
        if (!answer->arrays[k]) return NF_ERROR_MEMORY;
        status = nf_result_read(result, kinds[k], 0, info->rows, NULL, answer->arrays[k]);
    }
    return status;
}

static void ask(nf_context *device, const asked *q, flat_answer *answer) {
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    nf_status status = nf_cloud_create(device, &q->points, &q->box, NULL, &cloud);
    if (status == NF_OK)
        status = q->lists ? nf_lists(cloud, q->cutoff, &q->rows, NULL, &result)
                          : nf_pairs(cloud, q->cutoff, &q->pairs, NULL, &result);
    if (status == NF_OK) status = read_arrays(result, answer);
    if (status != NF_OK)
        snprintf(answer->error, sizeof answer->error, "%s: %s", nf_status_name(status),
                 nf_context_error(device));
    answer->total = nf_result_total(result);
    nf_result_free(result);
    nf_cloud_free(cloud);
}

/* device: NULL for the best one, or "host". */
nf_context *flat_open(const char *device, char error[640]) {
    const nf_context_options options = {.device = device};
    nf_context *context = NULL;
    nf_context_create(&options, &context, error, 640);
    return context;
}

/* question: 0 pairs, 1 half lists, 2 full lists. */
flat_answer *flat_ask(nf_context *device, int question, int sorted, uint64_t n, const double *points,
                      const double *origin, const double *cell, const int *periodic, double cutoff) {
    flat_answer *answer = calloc(1, sizeof *answer);
    asked q = {.points = {.n = n, .dims = 3, .type = NF_FLOAT64, .rows.host = points}, .cutoff = cutoff};
    if (!answer) return NULL;
    for (int k = 0; k < 3; k++) {
        q.box.origin[k] = origin[k];
        q.box.periodic[k] = periodic[k];
        for (int a = 0; a < 3; a++) q.box.cell[k][a] = cell[3 * k + a];
    }
    q.pairs.arrays = q.rows.arrays =
        NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS);
    q.lists = question > 0;
    q.pairs.sorted = q.rows.sorted = sorted;
    q.rows.half = question == 1;
    ask(device, &q, answer);
    return answer;
}

const char *flat_error(const flat_answer *answer) { return answer ? answer->error : "out of memory"; }
uint64_t flat_total(const flat_answer *answer) { return answer->total; }
const void *flat_array(const flat_answer *answer, int which) { return answer->arrays[which]; }

void flat_free(flat_answer *answer) {
    for (int k = 0; answer && k < KINDS; k++) free(answer->arrays[k]);
    free(answer);
}

/* ---- histograms ------------------------------------------------------------------------------------------------ */

static nf_points rows_of(uint64_t n, int dims, const double *rows) {
    return (nf_points){.n = n, .dims = dims, .type = NF_FLOAT64, .rows.host = rows};
}

/* queries: NULL, or the points that pairs begin with.  counts and weighted have `bins` numbers. */
nf_status flat_histogram(nf_context *device, const flat_weighted *points, const flat_weighted *queries,
                         double edge, uint32_t bins, const double *edges, uint64_t *counts,
                         double *weighted) {
    const nf_box box = {.cell = {{edge, 0, 0}, {0, edge, 0}, {0, 0, edge}}, .periodic = {1, 1, 1}};
    const nf_points own = rows_of(points->n, 3, points->points),
                    weights = rows_of(points->n, 1, points->weights),
                    from = rows_of(queries ? queries->n : 0, 3, queries ? queries->points : NULL),
                    theirs = rows_of(from.n, 1, queries ? queries->weights : NULL);
    const nf_histogram_options options = {.edges = edges,
                                          .weights = &weights,
                                          .queries = queries ? &from : NULL,
                                          .query_weights = queries ? &theirs : NULL};
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    nf_status status = nf_cloud_create(device, &own, edge > 0 ? &box : NULL, NULL, &cloud);
    if (status == NF_OK) status = nf_histogram(cloud, 0, bins, &options, NULL, &result);
    if (status == NF_OK) status = nf_result_read(result, NF_ARRAY_COUNTS, 0, bins, NULL, counts);
    if (status == NF_OK) status = nf_result_read(result, NF_ARRAY_WEIGHTED_COUNTS, 0, bins, NULL, weighted);
    nf_result_free(result);
    nf_cloud_free(cloud);
    return status;
}

const char *flat_sentence(nf_context *device) { return nf_context_error(device); }
