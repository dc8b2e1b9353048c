/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task fof: friends-of-friends groups, DBSCAN, and their catalogue. */
#include "options/options.h"
#include "points/points.h"
#include "tasks/fof/task_fof.h"
#include "tasks/rdf/rdf.h"
#include "tasks/tasks.h"
#include "text/grouped.h"

#include <math.h>
#include <stdlib.h>

/* ---- the options ----------------------------------------------------------------------------------------- */

static size_t options(task_job *job, option_row *rows) {
    fof_state *own = job->state;
    const option_row all[] = {
        {"linking-length", 'l', "L", "points closer than this are linked", &own->length_word, NULL},
        {"b", 'b', "B", "the same in mean spacings of the points in a periodic box, such as 0.2",
         &own->b_word, NULL},
        {"min-points", 0, "M", "DBSCAN: core points have M points within the length, themselves included",
         &own->points_word, NULL},
        {"min-members", 0, "M", "groups of the catalogue have M points at least; 20 by default",
         &own->members_word, NULL},
        {"masses", 0, "NAME", "the column of SOURCE with the masses; those of a snapshot by default",
         &own->masses, NULL},
        {"velocities", 0, "LIST", "its columns with the velocities (vx,vy,vz), likewise", &own->velocities,
         NULL}};
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof *all;
}

static int wants_catalogue(const task_job *job) { return job->asked.side || job->asked.plot; }

/* Puts the names of columns together, which the reader finds. */
static int name_columns(task_job *job) {
    const fof_state *own = job->state;
    const char *masses = own->masses ? own->masses : "", *velocities = own->velocities ? own->velocities : "";
    job->reads.vectors = own->velocities;
    job->reads.beside = wants_catalogue(job);
    if (snprintf(job->reads.named, sizeof job->reads.named, "%s%s%s", masses,
                 *masses && *velocities ? "," : "", velocities) >= (int)sizeof job->reads.named)
        return complain(EXIT_USAGE, "the names of --masses and --velocities are too long");
    if (*job->reads.named && !wants_catalogue(job))
        return complain(
            EXIT_USAGE,
            "--masses and --velocities are for --catalogue FILE or --plot FILE, which are missing");
    if (job->asked.side && strcmp(job->asked.side, "-") == 0)
        return complain(EXIT_USAGE, "--catalogue takes the name of a file; - is for --output");
    return EXIT_DONE;
}

static int check(task_job *job) {
    fof_state *own = job->state;
    if (!own->length_word && !own->b_word)
        return complain(EXIT_USAGE, "--linking-length L or --b B is required");
    if (own->length_word && own->b_word)
        return complain(EXIT_USAGE, "--linking-length and --b cannot be combined");
    if (own->b_word && job->asked.box.open)
        return complain(EXIT_USAGE, "--b counts mean spacings in a periodic box: it cannot be combined "
                                    "with --open");
    own->in_spacings = own->b_word != NULL;
    own->min_members = 20;
    int code = read_positive("b", own->b_word, &own->linking_length);
    if (code == EXIT_DONE) code = read_positive("linking-length", own->length_word, &own->linking_length);
    if (code == EXIT_DONE) code = read_whole("min-points", own->points_word, 1, INT32_MAX, &own->min_points);
    if (code == EXIT_DONE)
        code = read_whole("min-members", own->members_word, 1, INT32_MAX, &own->min_members);
    job->reads.reach = own->in_spacings ? 0 : own->linking_length;
    return code == EXIT_DONE ? name_columns(job) : code;
}

/* ---- the answer ------------------------------------------------------------------------------------------ */

/* How groups are asked for.  DBSCAN takes a length in the units of the points alone. */
typedef struct asked {
    uint32_t min_points; /* 0: friends of friends */
    double length;
    int in_spacings;
} asked;

static asked asked_of(const task_job *job) {
    const fof_state *own = job->state;
    const int core_points = (job_wants(job) & NF_WANT(NF_ARRAY_CORES)) != 0;
    const uint32_t min_points = own->min_points ? (uint32_t)own->min_points : (uint32_t)core_points;
    return (asked){min_points, min_points && job->points.n ? fof_length(job) : own->linking_length,
                   own->in_spacings && !min_points};
}

static nf_status ask_groups(const task_job *job, nf_cloud *cloud, nf_result **result) {
    const asked how = asked_of(job);
    const nf_fof_options linked = {.in_spacings = how.in_spacings, .arrays = job_wants(job)};
    const nf_dbscan_options dense = {.arrays = job_wants(job)};
    return how.min_points ? nf_dbscan(cloud, how.length, how.min_points, &dense, NULL, result)
                          : nf_fof(cloud, how.length, &linked, NULL, result);
}

/* What the catalogue is made from.  `weights` and `velocities` are room for two of its members. */
static nf_catalogue_options catalogue_of(const task_job *job, nf_points *weights, nf_points *velocities) {
    const fof_state *own = job->state;
    const groups *g = &own->groups;
    const asked how = asked_of(job);
    *weights = points_of_frame(&g->masses);
    *velocities = points_of_frame(&g->velocities);
    return (nf_catalogue_options){.min_members = (uint32_t)own->min_members,
                                  .weights = g->masses.positions ? weights : NULL,
                                  .velocities = g->velocities.positions ? velocities : NULL,
                                  .linking_length = how.length,
                                  .in_spacings = how.in_spacings};
}

/* Reads all arrays of a catalogue. */
static nf_status read_all(nf_result *result, catalogue *to) {
    nf_status status = NF_OK;
    to->count = nf_result_total(result);
    for (int k = 0; k < CATALOGUE_ARRAYS && status == NF_OK; k++) {
        const nf_array_info *info = nf_result_array(result, (nf_array)k);
        if (info->rows == 0) continue;
        to->bytes[k] = (size_t)info->rows * (size_t)info->columns * nf_type_bytes(info->type);
        to->arrays[k] = malloc(to->bytes[k]);
        status = to->arrays[k] ? nf_result_read(result, (nf_array)k, 0, info->rows, NULL, to->arrays[k])
                               : NF_ERROR_MEMORY;
    }
    return status;
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    nf_points weights, velocities;
    nf_result *result = NULL;
    nf_status status = ask_groups(job, cloud, &answer->result);
    if (status != NF_OK || !wants_catalogue(job)) return status;
    const nf_array_info *info = nf_result_array(answer->result, NF_ARRAY_LABELS);
    const nf_slice labels = {.host = info->host, .buffer = info->buffer};
    const nf_catalogue_options wanted = catalogue_of(job, &weights, &velocities);
    answer->own = calloc(1, sizeof(catalogue));
    if (!answer->own) return NF_ERROR_MEMORY;
    status = nf_catalogue(cloud, labels, &wanted, NULL, &result);
    if (status == NF_OK) status = read_all(result, answer->own);
    nf_result_free(result);
    return status;
}

static void free_catalogue(void *own) {
    for (int k = 0; k < CATALOGUE_ARRAYS; k++) free(((catalogue *)own)->arrays[k]);
}

static int same(const task_job *job, const task_answer *answer, const task_answer *reference) {
    const catalogue *a = answer->own, *b = reference->own;
    (void)job;
    if (!a || !b) return !a && !b;
    for (int k = 0; k < CATALOGUE_ARRAYS; k++)
        if (a->bytes[k] != b->bytes[k] ||
            (a->bytes[k] && memcmp(a->arrays[k], b->arrays[k], a->bytes[k]) != 0))
            return 0;
    return 1;
}

/* ---- the rows of a frame --------------------------------------------------------------------------------- */

/* Mean spacings are those of a box that is periodic along all axes. */
static int prepare(task_job *job, text_problem *problem) {
    fof_state *own = job->state;
    for (int k = 0; own->in_spacings && k < job->points.dims; k++)
        if (!job->box.periodic[k])
            return problem_set(problem, EXIT_USAGE,
                               "--b counts mean spacings, which need a box that is periodic along every "
                               "axis: give --box, or --linking-length");
    if (!wants_catalogue(job)) return 0;
    return groups_read(&own->groups, &job->points, own->masses, own->velocities, job->asked.source, problem);
}

static int begin(task_job *job, text_problem *problem) {
    return groups_begin(&((fof_state *)job->state)->groups, job->points.n, job->asked.plot != NULL, problem);
}

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                text_problem *problem) {
    (void)first;
    if (job->arrays[array].array != NF_ARRAY_LABELS ||
        groups_take(&((fof_state *)job->state)->groups, rows, count))
        return 0;
    return problem_set(problem, EXIT_OTHER,
                       "%s gives a label that is not that of a point: its results cannot be trusted "
                       "(nearfield check)",
                       job->run.name);
}

static void end(task_job *job, const task_answer *answer) {
    fof_state *own = job->state;
    groups_end(&own->groups, (uint32_t)own->min_members);
    own->groups.catalogue = answer->own;
}

static void clear(task_job *job) { groups_free(&((fof_state *)job->state)->groups); }

/* ---- the report ------------------------------------------------------------------------------------------ */

double fof_length(const task_job *job) {
    const fof_state *own = job->state;
    if (!own->in_spacings) return own->linking_length;
    const double each = rdf_volume(&job->box, &job->points) / (double)job->points.n;
    return own->linking_length * (job->points.dims == 3   ? cbrt(each)
                                  : job->points.dims == 2 ? sqrt(each)
                                                          : each);
}

/* Groups by their numbers of members, in ranges of powers of two. */
static void print_sizes(const groups *g) {
    enum { RANGES = 32 };
    uint64_t counts[RANGES] = {0};
    char labels[RANGES][BIN_LABEL];
    size_t used = 0;
    for (uint64_t k = 0; k < g->n; k++) {
        int range = 0;
        for (uint32_t m = g->members[k]; m > 1; m /= 2) range++;
        counts[range] += g->members[k] > 0;
    }
    for (; used < RANGES && UINT64_C(1) << used <= g->largest; used++) {
        const unsigned long long first = 1ULL << used;
        if (used == 0) snprintf(labels[used], BIN_LABEL, "1 point");
        else snprintf(labels[used], BIN_LABEL, "%llu-%llu points", first, 2 * first - 1);
    }
    report_histogram(labels, counts, used, 28);
}

static void report(const task_job *job) {
    const fof_state *own = job->state;
    const groups *g = &own->groups;
    char all[GROUPED], counted[GROUPED], points[GROUPED], text[GROUPED];
    printf("%s group%s of points closer than ", grouped(job->frame.total, all),
           job->frame.total == 1 ? "" : "s");
    if (!own->in_spacings) printf("%g", own->linking_length);
    else if (job->points.n) printf("%g (%g mean spacings)", fof_length(job), own->linking_length);
    else printf("%g mean spacings", own->linking_length);
    if (own->min_points > 1)
        printf(", with at least %s points around a core point", grouped((uint64_t)own->min_points, text));
    printf("\n%s group%s at least %s member%s", grouped(g->counted, counted),
           g->counted == 1 ? " has" : "s have", grouped((uint64_t)own->min_members, text),
           own->min_members == 1 ? "" : "s");
    if (g->counted > 0)
        printf("; %s %s of the points", g->counted == 1 ? "it holds" : "they hold",
               grouped(g->points, points));
    printf("; the largest has %s\n", grouped(g->largest, text));
    const uint64_t rest = own->min_points > 1 ? g->noise : g->singles;
    printf("%s point%s %s\n", grouped(rest, text), rest == 1 ? "" : "s",
           own->min_points > 1 ? "of noise" : "alone");
    if (g->members && g->n > 0) print_sizes(g);
    if (job->asked.side) printf("catalogue: %s\n", job->asked.side);
    if (job->asked.plot) printf("drawn to %s\n", job->asked.plot);
}

static void report_members(const task_job *job, json_out *j) {
    const fof_state *own = job->state;
    const groups *g = &own->groups;
    json_real(j, "linking_length", fof_length(job));
    if (own->in_spacings) json_real(j, "b", own->linking_length);
    if (own->min_points) json_count(j, "min_points", (uint64_t)own->min_points);
    json_count(j, "min_members", (uint64_t)own->min_members);
    json_count(j, "groups_of_min_members", g->counted);
    json_count(j, "points_in_them", g->points);
    json_count(j, "largest", g->largest);
    json_count(j, "singles", g->singles);
    json_count(j, "noise", g->noise);
}

static void report_head(const task_job *job) {
    const fof_state *own = job->state;
    printf(
        "groups of points closer than %g%s; large ones have at least %d member%s; ms from bounds to search\n",
        own->linking_length, own->in_spacings ? " mean spacings" : "", own->min_members,
        own->min_members == 1 ? "" : "s");
}

static void report_cells(const task_job *job, int head) {
    const groups *g = &fof_state_of(job)->groups;
    char text[GROUPED];
    report_cell(head, "groups", 13, "%s", grouped(job->frame.total, text));
    report_cell(head, "large", 13, "%s", grouped(g->counted, text));
    report_cell(head, "largest", 13, "%s", grouped(g->largest, text));
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
    .report_cells = report_cells,
};

static const task_further core_points = {
    "cores",
    "also which points are core points",
    {NF_ARRAY_CORES, VALUES_EACH, {"cores", NF_UINT32, 1, "core", 0}, 0}};

const task fof_task = {
    .name = "fof",
    .summary = "find friends-of-friends groups, or DBSCAN's, and their catalogue",
    .asks = "friends-of-friends groups: points connected by links shorter than a length",
    .needs = "(--linking-length L | --b B)",
    .found = "groups",
    .row = "labels: n, the smallest index of the point's group; with --min-points that of its core points, "
           "or -1 for noise",
    .array_count = 1,
    .arrays = {{NF_ARRAY_LABELS, VALUES_EACH, {"labels", NF_INT32, 1, "label", 0}, 0}},
    .further_count = 1,
    .further = &core_points,
    .state_bytes = sizeof(fof_state),
    .options = options,
    .check = check,
    .ask = ask,
    .free_own = free_catalogue,
    .rows = &rows_of_groups,
    .side = {.option = "catalogue",
             .help = "write a row for each group: members, mass, centre, velocity, sizes",
             .is = "the catalogue",
             .example = "groups.*.csv",
             .files = fof_files,
             .write = fof_write},
    .chart = "a projection of the groups, and their mass function",
    .draw = fof_draw,
};
