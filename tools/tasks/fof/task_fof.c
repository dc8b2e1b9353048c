/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task fof: friends-of-friends groups, DBSCAN, and their catalogue. */
#include "system/clock.h"
#include "text/grouped.h"
#include "tasks/job/job.h"
#include "text/json.h"
#include "points/precision.h"
#include "tasks/fof/task_fof.h"
#include "tasks/job/timing.h"

#include <math.h>
#include <stdlib.h>

static nf_fof_options options_of(const task_job *job) {
    return (nf_fof_options){
        .in_spacings = job->in_spacings, .min_points = job->min_points, .arrays = job_wants(job)};
}

static int wants_catalogue(const task_job *job) { return job->side || job->plot; }

/* What the catalogue is made from.  `weights` and `velocities` are room for two of its members. */
static nf_catalogue_options catalogue_of(const task_job *job, nf_points *weights, nf_points *velocities) {
    const groups *g = &job->groups;
    *weights = points_of_frame(&g->masses);
    *velocities = points_of_frame(&g->velocities);
    return (nf_catalogue_options){.min_members = job->min_members,
                                  .weights = g->masses.positions ? weights : NULL,
                                  .velocities = g->velocities.positions ? velocities : NULL,
                                  .linking_length = job->linking_length,
                                  .in_spacings = job->in_spacings};
}

/* ---- on a device ----------------------------------------------------------------------------------------- */

/* Reads an array of the catalogue; *to is NULL if the result does not have it. */
static nf_status download(nf_result *catalogue, nf_array array, void **to) {
    const nf_array_info info = nf_result_array(catalogue, array);
    if (info.columns == 0) return NF_OK;
    *to = malloc((size_t)info.rows * (size_t)info.columns * nf_type_bytes(info.type) + 1);
    return *to ? nf_result_read(catalogue, array, 0, info.rows, NULL, *to) : NF_ERROR_MEMORY;
}

static nf_status download_all(const task_job *job, nf_result *catalogue, nf_host_groups *to) {
    void *labels = NULL, *members = NULL, *percolates = NULL;
    const struct {
        nf_array array;
        void **to;
    } rows[] = {{NF_ARRAY_GROUPS, &labels},
                {NF_ARRAY_MEMBERS, &members},
                {NF_ARRAY_MASSES, &to->masses},
                {NF_ARRAY_CENTRES, &to->centres},
                {NF_ARRAY_INERTIA_RADII, &to->inertia_radii},
                {NF_ARRAY_EXTENTS, &to->extents},
                {NF_ARRAY_PERCOLATES, &percolates},
                {NF_ARRAY_VELOCITIES, &to->velocities}};
    const size_t count = sizeof rows / sizeof *rows - (job->groups.velocities.positions ? 0 : 1);
    nf_status status = NF_OK;
    for (size_t k = 0; k < count && status == NF_OK; k++)
        status = download(catalogue, rows[k].array, rows[k].to);
    to->count = nf_result_total(catalogue);
    to->groups = labels;
    to->members = members;
    to->percolates = percolates;
    return status;
}

static nf_status ask_device(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const nf_fof_options options = options_of(job);
    nf_points weights, velocities;
    nf_result *catalogue = NULL;
    nf_status status = nf_fof(cloud, job->linking_length, &options, NULL, &answer->result);
    if (status != NF_OK || !wants_catalogue(job)) return status;
    const nf_catalogue_options wanted = catalogue_of(job, &weights, &velocities);
    const nf_slice labels = nf_at(nf_result_array(answer->result, NF_ARRAY_LABELS).buffer, 0);
    status = nf_catalogue(cloud, labels, &wanted, NULL, &catalogue);
    if (status == NF_OK) status = download_all(job, catalogue, &answer->catalogue);
    nf_result_free(catalogue);
    return status;
}

/* ---- on the host ----------------------------------------------------------------------------------------- */

static nf_status ask_host(const task_job *job, const nf_points *points, task_answer *answer,
                          nf_host_times *times, char *message, size_t size) {
    const nf_fof_options options = options_of(job);
    const double start = now_ms();
    nf_points weights, velocities;
    for (size_t k = 0; k < job->array_count; k++) {
        answer->arrays[k] = malloc((size_t)points->n * nf_type_bytes(job->arrays[k].file.type) + 1);
        if (!answer->arrays[k]) return NF_ERROR_MEMORY;
    }
    uint32_t *cores = job->array_count > 1 ? answer->arrays[1] : NULL;
    nf_status status = nf_host_fof(points, &job->box, job->linking_length, &options, NULL, answer->arrays[0],
                                   cores, NULL, &answer->total, message, size);
    if (status == NF_OK && wants_catalogue(job)) {
        const nf_catalogue_options wanted = catalogue_of(job, &weights, &velocities);
        status = nf_host_catalogue(points, &job->box, answer->arrays[0], &wanted, NULL, &answer->catalogue,
                                   message, size);
    }
    if (times) times->search = now_ms() - start;
    return status;
}

static int is_same(const void *one, const void *other, uint64_t bytes) {
    return bytes == 0 || (!one && !other) || (one && other && memcmp(one, other, (size_t)bytes) == 0);
}

static int same(const task_job *job, const task_answer *answer, const task_answer *reference) {
    const nf_host_groups *a = &answer->catalogue, *b = &reference->catalogue;
    const uint64_t one = nf_type_bytes(job->points.type) * a->count, each = one * (uint64_t)job->points.dims;
    return a->count == b->count && is_same(a->groups, b->groups, a->count * sizeof *a->groups) &&
           is_same(a->members, b->members, a->count * sizeof *a->members) &&
           is_same(a->masses, b->masses, one) && is_same(a->centres, b->centres, each) &&
           is_same(a->velocities, b->velocities, each) && is_same(a->inertia_radii, b->inertia_radii, one) &&
           is_same(a->extents, b->extents, one) &&
           is_same(a->percolates, b->percolates, a->count * sizeof *a->percolates);
}

/* ---- the rows of a frame --------------------------------------------------------------------------------- */

/* Mean spacings are those of a box that is periodic along all axes. */
static int prepare(task_job *job, io_problem *problem) {
    for (int k = 0; job->in_spacings && k < job->points.dims; k++)
        if (!job->box.periodic[k])
            return io_problem_set(problem, NF_EXIT_USAGE,
                                  "--b counts mean spacings, which need a box that is periodic along every "
                                  "axis: give --box, or --linking-length");
    if (!wants_catalogue(job)) return 0;
    return groups_read(&job->groups, &job->points, job->masses, job->velocities, job->source, problem);
}

static int begin(task_job *job, io_problem *problem) {
    return groups_begin(&job->groups, job->points.n, job->plot != NULL, problem);
}

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                io_problem *problem) {
    (void)first;
    if (job->arrays[array].array != NF_ARRAY_LABELS || groups_take(&job->groups, rows, count)) return 0;
    return io_problem_set(problem, NF_EXIT_OTHER,
                          "%s gives a label that is not that of a point: its results cannot be trusted "
                          "(nearfield check)",
                          job->name);
}

static void end(task_job *job, const task_answer *answer) {
    groups_end(&job->groups, job->min_members);
    job->groups.catalogue = &answer->catalogue;
}

static void clear(task_job *job) { groups_free(&job->groups); }

/* ---- the report ------------------------------------------------------------------------------------------ */

double fof_length(const task_job *job) {
    if (!job->in_spacings) return job->linking_length;
    const double each = rdf_volume(&job->box, &job->points) / (double)job->points.n;
    return job->linking_length * (job->points.dims == 3   ? cbrt(each)
                                  : job->points.dims == 2 ? sqrt(each)
                                                          : each);
}

/* Groups by their numbers of members, in ranges of powers of two. */
static void print_sizes(const groups *g) {
    enum { RANGES = 32 };
    uint64_t counts[RANGES] = {0}, most = 1;
    for (uint64_t k = 0; k < g->n; k++) {
        int range = 0;
        for (uint32_t m = g->members[k]; m > 1; m /= 2) range++;
        counts[range] += g->members[k] > 0;
    }
    for (int r = 0; r < RANGES; r++)
        if (counts[r] > most) most = counts[r];
    for (int r = 0; r < RANGES && UINT64_C(1) << r <= g->largest; r++) {
        char text[GROUPED], range[48];
        const unsigned long long first = 1ULL << r;
        if (r == 0) snprintf(range, sizeof range, "1 point");
        else snprintf(range, sizeof range, "%llu-%llu points", first, 2 * first - 1);
        printf("  %28s %13s", range, grouped(counts[r], text));
        report_bar((double)counts[r] / (double)most);
    }
}

static void report(const task_job *job) {
    const groups *g = &job->groups;
    char all[GROUPED], counted[GROUPED], points[GROUPED], text[GROUPED];
    printf("%s group%s of points closer than ", grouped(job->total, all), job->total == 1 ? "" : "s");
    if (!job->in_spacings) printf("%g", job->linking_length);
    else if (job->points.n) printf("%g (%g mean spacings)", fof_length(job), job->linking_length);
    else printf("%g mean spacings", job->linking_length);
    if (job->min_points > 1)
        printf(", with at least %s points around a core point", grouped(job->min_points, text));
    printf("\n%s group%s at least %s member%s", grouped(g->counted, counted),
           g->counted == 1 ? " has" : "s have", grouped(job->min_members, text),
           job->min_members == 1 ? "" : "s");
    if (g->counted > 0)
        printf("; %s %s of the points", g->counted == 1 ? "it holds" : "they hold",
               grouped(g->points, points));
    printf("; the largest has %s\n", grouped(g->largest, text));
    const uint64_t rest = job->min_points > 1 ? g->noise : g->singles;
    printf("%s point%s %s\n", grouped(rest, text), rest == 1 ? "" : "s",
           job->min_points > 1 ? "of noise" : "alone");
    if (g->members && g->n > 0) print_sizes(g);
    if (job->side) printf("catalogue: %s\n", job->side);
    if (job->plot) printf("drawn to %s\n", job->plot);
}

static void report_members(const task_job *job) {
    const groups *g = &job->groups;
    printf(",\"linking_length\":");
    json_number(stdout, fof_length(job));
    if (job->in_spacings) {
        printf(",\"b\":");
        json_number(stdout, job->linking_length);
    }
    if (job->min_points) printf(",\"min_points\":%lu", (unsigned long)job->min_points);
    printf(",\"min_members\":%lu,\"groups_of_min_members\":%llu,\"points_in_them\":%llu,"
           "\"largest\":%lu,\"singles\":%llu,\"noise\":%llu",
           (unsigned long)job->min_members, (unsigned long long)g->counted, (unsigned long long)g->points,
           (unsigned long)g->largest, (unsigned long long)g->singles, (unsigned long long)g->noise);
}

static void report_head(const task_job *job) {
    printf("groups of points closer than %g%s; large ones have at least %lu member%s; ms from bounds to "
           "search\n\n",
           job->linking_length, job->in_spacings ? " mean spacings" : "", (unsigned long)job->min_members,
           job->min_members == 1 ? "" : "s");
    printf("%9s %13s %13s %13s %13s %10s\n", "frame", "points", "groups", "large", "largest", "ms");
}

static void report_row(const task_job *job) {
    char points[GROUPED], all[GROUPED], large[GROUPED], largest[GROUPED];
    printf("%9llu %13s %13s %13s %13s %10.2f\n", (unsigned long long)job->frame,
           grouped(job->points.n, points), grouped(job->total, all), grouped(job->groups.counted, large),
           grouped(job->groups.largest, largest), time_of_search(job->ms));
}

static const task_rows rows_of_groups = {
    .prepare = prepare,
    .begin = begin,
    .take = take,
    .end = end,
    .same = same,
    .clear = clear,
    .report = report,
    .report_json = report_members,
    .report_head = report_head,
    .report_row = report_row,
};

const task fof_task = {
    .name = "fof",
    .asks = "friends-of-friends groups: points connected by links shorter than a length",
    .needs = "(--linking-length L | --b B)",
    .found = "groups",
    .row = "labels: n, the smallest index of the point's group; with --min-points that of its core points, "
           "or -1 for noise",
    .takes = TAKES_LINKS | TAKES_VERIFY | TAKES_PLOT,
    .array_count = 1,
    .arrays = {{NF_ARRAY_LABELS, VALUES_EACH, {"labels", NF_INT32, 1, "label", 0}}},
    .ask_device = ask_device,
    .ask_host = ask_host,
    .rows = &rows_of_groups,
    .side = {.files = fof_files, .write = fof_write},
    .chart = "a projection of the groups, and their mass function",
    .draw = fof_draw,
};
