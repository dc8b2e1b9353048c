/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The cases knn, fof and catalogue, of points uniform in the unit cube. */
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVERY_POINT = 300000, /* up to this n, plain C answers for all points; beyond, for some */
    WATCHED = 16
};
/* The linking lengths of groups; with the second one they are of all sizes, and none percolates. */
static const double SPACINGS = 0.2, SPACINGS_MEASURED = 0.8;

static uint32_t neighbours_of(const bench_job *job) {
    return (uint32_t)atoi(strchr(job->what->name, '-') + 1);
}

/* Compares rows of the result, from `first` on, with those of plain C. */
static int compare(const bench_job *job, const nf_result *wanted, nf_array array, uint64_t first,
                   const char *how) {
    const nf_array_info *info = nf_result_array(wanted, array);
    const size_t bytes = (size_t)info->rows * (size_t)info->columns * nf_type_bytes(info->type);
    void *got = malloc(bytes + 1);
    int code = got ? EXIT_DONE : complain(EXIT_MEMORY, "there is no memory for the rows");
    if (!got) return code;
    const nf_status status = nf_result_read(job->result, array, first, info->rows, NULL, got);
    if (status != NF_OK) code = bench_failed(job->on->plain, status, "reading the result");
    else if (bytes && memcmp(info->host, got, bytes) != 0) code = bench_wrong(job, how);
    free(got);
    return code;
}

/* ---- the k nearest neighbours --------------------------------------------------------------------------- */

static bench_need knn_need(const bench_job *job) {
    const uint64_t k = neighbours_of(job), points = bench_input_bytes(job),
                   row = k * nf_type_bytes(job->precision);
    nf_cost cost = {.assumed = 0};
    nf_cloud *shape = bench_shape(job);
    if (nf_knn(shape, neighbours_of(job), &(nf_knn_options){.cost = &cost}, NULL, NULL) != NF_OK)
        cost.bytes = 4 * points;
    nf_cloud_free(shape);
    return (bench_need){cost.bytes + points, job->n * row,
                        3 * points + (job->n > EVERY_POINT ? 0 : 4 * job->n * row)};
}

static nf_status knn_run(bench_job *job, nf_context *context) {
    nf_status status = bench_fresh_cloud(job, context);
    if (status != NF_OK) return status;
    status = nf_knn(job->cloud, neighbours_of(job), &(nf_knn_options){.include_self = 1}, NULL, &job->result);
    job->found = status == NF_OK ? nf_result_total(job->result) : 0;
    return status;
}

/* Compares `rows` rows of the result, from `first` on, with those that plain C finds. */
static int knn_compare(const bench_job *job, uint64_t first, uint64_t rows) {
    static const char how[] = "plain C finds other neighbours";
    const nf_points queries = {.n = rows,
                               .dims = 3,
                               .type = job->precision,
                               .rows.host =
                                   (const char *)job->input + first * 3 * nf_type_bytes(job->precision)};
    const nf_knn_options self = {.include_self = 1}, some = {.queries = &queries};
    nf_cloud *cloud = NULL;
    nf_result *wanted = NULL;
    nf_status status = bench_host_cloud(job, &cloud);
    if (status == NF_OK)
        status = nf_knn(cloud, neighbours_of(job), rows == job->n ? &self : &some, NULL, &wanted);
    int code = status == NF_OK ? compare(job, wanted, NF_ARRAY_INDICES, first, how)
                               : bench_failed(job->on->host, status, job->what->name);
    if (code == EXIT_DONE) code = compare(job, wanted, NF_ARRAY_DISTANCES, first, how);
    nf_result_free(wanted);
    nf_cloud_free(cloud);
    return code;
}

static int knn_verify(bench_job *job) {
    int code = EXIT_DONE;
    if (job->n <= EVERY_POINT) return knn_compare(job, 0, job->n);
    for (uint64_t w = 0; w < 2 && code == EXIT_DONE; w++)
        code = knn_compare(job, w * (job->n - WATCHED), WATCHED);
    return code;
}

/* ---- groups ----------------------------------------------------------------------------------------------- */

static bench_need fof_need(const bench_job *job) {
    const uint64_t points = bench_input_bytes(job);
    nf_cost cost = {.assumed = 0};
    nf_cloud *shape = bench_shape(job);
    if (nf_fof(shape, 1, &(nf_fof_options){.cost = &cost}, NULL, NULL) != NF_OK) cost.bytes = 4 * points;
    nf_cloud_free(shape);
    return (bench_need){cost.bytes + points, points, 3 * points + 8 * job->n};
}

static nf_status fof_run(bench_job *job, nf_context *context) {
    nf_status status = bench_fresh_cloud(job, context);
    if (status != NF_OK) return status;
    status = nf_fof(job->cloud, SPACINGS / cbrt((double)job->n), NULL, NULL, &job->result);
    job->found = status == NF_OK ? nf_result_total(job->result) : 0;
    return status;
}

static int fof_verify(bench_job *job) {
    nf_cloud *cloud = NULL;
    nf_result *wanted = NULL;
    nf_status status = bench_host_cloud(job, &cloud);
    if (status == NF_OK) status = nf_fof(cloud, SPACINGS / cbrt((double)job->n), NULL, NULL, &wanted);
    const int code = status == NF_OK ? compare(job, wanted, NF_ARRAY_LABELS, 0, "plain C finds other groups")
                                     : bench_failed(job->on->host, status, job->what->name);
    nf_result_free(wanted);
    nf_cloud_free(cloud);
    return code;
}

/* ---- the catalogue of groups -------------------------------------------------------------------------------- */

enum { LEAST = 2 }; /* members of a group */

static bench_need catalogue_need(const bench_job *job) {
    const bench_need groups = fof_need(job);
    const uint64_t points = bench_input_bytes(job), labels = 4 * job->n;
    nf_cost cost = {.assumed = job->n / LEAST};
    const nf_catalogue_options options = {.min_members = LEAST, .cost = &cost};
    nf_cloud *shape = bench_shape(job);
    if (nf_catalogue(shape, nf_at(NULL, 0), &options, NULL, NULL) != NF_OK) cost.bytes = 8 * points;
    nf_cloud_free(shape);
    const uint64_t bytes = cost.bytes > groups.device ? cost.bytes : groups.device;
    return (bench_need){bytes + points + labels, 2 * points, 6 * points + 2 * labels};
}

/* The labels are in job->more. */
static int catalogue_setup(bench_job *job) {
    int code = bench_setup_points(job);
    if (code != EXIT_DONE) return code;
    nf_context *context = job->on->plain;
    int32_t *labels = malloc((size_t)job->n * sizeof *labels);
    if (!labels) return complain(EXIT_MEMORY, "there is no memory for labels");
    nf_status status = bench_fresh_cloud(job, context);
    if (status == NF_OK)
        status = nf_fof(job->cloud, SPACINGS_MEASURED / cbrt((double)job->n), NULL, NULL, &job->result);
    if (status == NF_OK) status = nf_result_read(job->result, NF_ARRAY_LABELS, 0, job->n, NULL, labels);
    nf_result_free(job->result);
    nf_cloud_free(job->cloud);
    job->result = NULL;
    job->cloud = NULL;
    if (status != NF_OK) code = bench_failed(context, status, "finding the groups");
    else if (!(job->more = bench_buffer(job->on, job->n * sizeof *labels, labels))) code = EXIT_MEMORY;
    free(labels);
    return code;
}

/* Points are as they were when their groups were found: their tree is kept from the first run on. */
static nf_status catalogue_run(bench_job *job, nf_context *context) {
    const nf_catalogue_options options = {.min_members = LEAST};
    nf_status status = job->cloud ? NF_OK : bench_fresh_cloud(job, context);
    if (status != NF_OK) return status;
    status = nf_catalogue(job->cloud, nf_at(job->more, 0), &options, NULL, &job->result);
    job->found = status == NF_OK ? nf_result_total(job->result) : 0;
    return status;
}

static int catalogue_verify(bench_job *job) {
    static const nf_array arrays[] = {NF_ARRAY_GROUPS, NF_ARRAY_CENTRES, NF_ARRAY_INERTIA_RADII,
                                      NF_ARRAY_EXTENTS};
    nf_cloud *cloud = NULL;
    nf_result *wanted = NULL;
    int32_t *labels = malloc((size_t)job->n * sizeof *labels);
    int code = labels ? bench_read(job->on, job->more, job->n * sizeof *labels, labels)
                      : complain(EXIT_MEMORY, "there is no memory for labels");
    if (code == EXIT_DONE) {
        const nf_catalogue_options options = {.min_members = LEAST};
        nf_status status = bench_host_cloud(job, &cloud);
        if (status == NF_OK) status = nf_catalogue(cloud, nf_from_host(labels), &options, NULL, &wanted);
        if (status != NF_OK) code = bench_failed(job->on->host, status, job->what->name);
        else if (nf_result_total(wanted) != job->found)
            code = bench_wrong(job, "plain C finds another number of groups");
    }
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays && code == EXIT_DONE; k++)
        code = compare(job, wanted, arrays[k], 0, "plain C measures other groups");
    nf_result_free(wanted);
    nf_cloud_free(cloud);
    free(labels);
    return code;
}

/* ---- the table ---------------------------------------------------------------------------------------------- */

/* Least work: points once; index and distance of each neighbour, or a label of each point; of each group its label, number of members,
   mass, centre, radius and extent. */
#define TREE(name, help, work, setup, kind, place)                                                           \
    {                                                                                                        \
        name, help, "points", 0, NF_TYPE_NONE, work, kind##_need, setup, NULL, kind##_run, NULL,             \
            kind##_verify, 0, BENCH_RANDOM, NULL, 0, NULL, NULL, 1, place                                    \
    }
#define NEIGHBOURS                                                                                           \
    { 1, 0, 4, 0, 8, 1 }
#define LABELS                                                                                               \
    { 1, 4, 0, 0, 0, 0 }
#define GROUPS                                                                                               \
    { 1, 4, 8, 0, 0, 6 }
const bench_case bench_tree[] = {
    TREE("knn-8", "the 8 nearest neighbours of points on the device in input order, each among its own",
         NEIGHBOURS, bench_setup_points, knn, BENCH_ON_DEVICE),
    TREE("knn-16", "as knn-8 for 16", NEIGHBOURS, bench_setup_points, knn, BENCH_ON_DEVICE),
    TREE("knn-30", "as knn-8 for 30", NEIGHBOURS, bench_setup_points, knn, BENCH_ON_DEVICE),
    TREE("fof", "groups of points on the device in input order, linked at 0.2 mean spacings", LABELS,
         bench_setup_points, fof, BENCH_ON_DEVICE),
    TREE("catalogue",
         "the measures of groups of 2 or more points, linked at 0.8 mean spacings, whose tree is kept",
         GROUPS, catalogue_setup, catalogue, BENCH_ON_DEVICE),
    TREE("knn-8-host", "as knn-8, from host memory to host memory", NEIGHBOURS, bench_setup_points, knn,
         BENCH_IN_HOST_MEMORY),
    TREE("knn-8-pinned", "as knn-8-host, in memory of the library", NEIGHBOURS, bench_setup_points, knn,
         BENCH_IN_LIBRARY_MEMORY),
    TREE("fof-host", "as fof, from host memory to host memory", LABELS, bench_setup_points, fof,
         BENCH_IN_HOST_MEMORY),
    TREE("fof-pinned", "as fof-host, in memory of the library", LABELS, bench_setup_points, fof,
         BENCH_IN_LIBRARY_MEMORY),
    {.name = NULL},
};
