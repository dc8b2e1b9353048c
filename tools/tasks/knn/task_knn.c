/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task knn: the k nearest neighbours of every point. */
#include "charts/plot.h"
#include "job/job.h"
#include "options/options.h"
#include "tasks/knn/nearest.h"
#include "tasks/tasks.h"
#include "text/append.h"
#include "text/grouped.h"

#include <math.h>
#include <stdlib.h>

typedef struct state {
    const char *k_word, *max_distance_word;
    int k; /* neighbours of a point */
    int include_self;
    int neighbours;      /* they are written, too, where numbers of each point are asked for */
    double max_distance; /* 0: none */
    nearest found;
} state;

static const state *state_of(const task_job *job) { return job->state; }

/* ---- the options ----------------------------------------------------------------------------------------- */

static size_t options(task_job *job, option_row *rows) {
    state *own = job->state;
    const option_row all[] = {
        {"k", 'k', "K", "neighbours of each point, 1 to 1024", &own->k_word, NULL},
        {"include-self", 0, NULL, "a point is among its own neighbours", NULL, &own->include_self},
        {"max-distance", 0, "R", "only neighbours closer than this", &own->max_distance_word, NULL},
        {"neighbours", 0, NULL, "write the neighbours beside numbers of each point, such as densities", NULL,
         &own->neighbours}};
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof *all;
}

static int check(task_job *job) {
    state *own = job->state;
    if (!own->k_word) return complain(EXIT_USAGE, "--k K is required: the number of neighbours");
    int code = read_whole("k", own->k_word, 1, NF_KNN_MOST, &own->k);
    if (code == EXIT_DONE) code = read_positive("max-distance", own->max_distance_word, &own->max_distance);
    if (code == EXIT_DONE && own->include_self && job->filters.names[OF_QUERIES])
        code = complain(EXIT_USAGE, "--include-self is about the points of SOURCE: query points are never "
                                    "their own neighbours");
    job->reads.reach = own->max_distance;
    job->filters.most_dims = NF_KNN_DIMS_MOST;
    return code;
}

/* ---- the arrays ------------------------------------------------------------------------------------------ */

static const task_further numbers[] = {
    {"kth-distances",
     "write the distance of the k-th neighbour, and not the neighbours",
     {NF_ARRAY_KTH_DISTANCES, VALUES_EACH, {"kth_distances", NF_TYPE_NONE, 1, "kth_distance", 0}, 0}},
    {"mean-distances",
     "write the mean distance of the k neighbours, and not the neighbours",
     {NF_ARRAY_MEAN_DISTANCES, VALUES_EACH, {"mean_distances", NF_TYPE_NONE, 1, "mean_distance", 0}, 0}},
    {"densities",
     "write the density, k over the volume of the ball that reaches to the k-th neighbour, likewise",
     {NF_ARRAY_DENSITIES, VALUES_EACH, {"densities", NF_TYPE_NONE, 1, "density", 0}, 0}}};

/* Whether numbers of each point are written alone, without arrays of n x k. */
static int writes_numbers(const task_job *job) {
    task_array asked[TASK_FURTHER];
    return !state_of(job)->neighbours && job_further(job, asked) > 0;
}

/* The report is about the distances of the k-th neighbours, whatever is written. */
static size_t declare(const task_job *job, task_array *arrays) {
    size_t count = 0;
    int has_kth = 0;
    if (!writes_numbers(job)) {
        for (; count < job->task->array_count; count++) {
            arrays[count] = job->task->arrays[count];
            arrays[count].file.columns = state_of(job)->k;
        }
        return count + job_further(job, arrays + count);
    }
    count = job_further(job, arrays);
    for (size_t k = 0; k < count; k++) has_kth |= arrays[k].array == NF_ARRAY_KTH_DISTANCES;
    if (has_kth) return count;
    arrays[count] = numbers[0].about;
    arrays[count++].file.name = NULL; /* it is not written */
    return count;
}

/* ---- the answer ------------------------------------------------------------------------------------------ */

static nf_knn_options options_of(const task_job *job) {
    return (nf_knn_options){.include_self = state_of(job)->include_self,
                            .max_distance = state_of(job)->max_distance,
                            .arrays = job_wants(job),
                            .queries = filters_queries(&job->filters)};
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const nf_knn_options options = options_of(job);
    answer->total = job_rows(job) * (uint64_t)state_of(job)->k;
    return job_counts(job) ? NF_OK
                           : nf_knn(cloud, (uint32_t)state_of(job)->k, &options, NULL, &answer->result);
}

static nf_status ask_chunks(const task_job *job, nf_cloud *cloud, uint64_t arrays, const nf_chunks *chunks) {
    nf_knn_options options = options_of(job);
    options.arrays = arrays;
    options.chunks = chunks;
    return nf_knn(cloud, (uint32_t)state_of(job)->k, &options, NULL, NULL);
}

/* ---- the rows of a frame --------------------------------------------------------------------------------- */

static int begin(task_job *job, text_problem *problem) {
    return nearest_begin(&((state *)job->state)->found, job_rows(job), problem);
}

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                text_problem *problem) {
    state *own = job->state;
    const task_array *about = &job->arrays[array];
    (void)first;
    if (about->array == (writes_numbers(job) ? NF_ARRAY_KTH_DISTANCES : NF_ARRAY_DISTANCES))
        nearest_take(&own->found, rows, about->file.type, about->file.columns, count);
    if (about->array != NF_ARRAY_INDICES || nearest_are_points(rows, count * (uint64_t)own->k, job->points.n))
        return 0;
    return problem_set(problem, EXIT_OTHER,
                       "%s names a point that is not among the %llu: its results cannot be trusted "
                       "(nearfield check)",
                       job->run.name, (unsigned long long)job->points.n);
}

static void end(task_job *job, const task_answer *answer) {
    (void)answer;
    nearest_end(&((state *)job->state)->found);
}

static void clear(task_job *job) { nearest_free(&((state *)job->state)->found); }

/* ---- the report ------------------------------------------------------------------------------------------ */

/* "8th" */
static const char *ordinal(int k, char text[32]) {
    const int last = k % 100 / 10 == 1 ? 0 : k % 10;
    snprintf(text, 32, "%d%s", k, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    return text;
}

static const char *whose(const task_job *job) {
    return job->filters.names[OF_QUERIES] ? "query point" : "point";
}

/* Distances that differ by rounding alone have no histogram.  The ends of a bin have so many digits that they differ. */
static void print_histogram(const task_job *job) {
    enum { BINS = 12, DIGITS = 5, MOST_DIGITS = 15 };
    const nearest *found = &state_of(job)->found;
    const double width = (found->largest - found->least) / BINS;
    const int digits = width > 0 ? (int)fmax(DIGITS, ceil(log10(found->largest / width)) + 1) : 0;
    uint64_t counts[BINS];
    char labels[BINS][BIN_LABEL];
    if (!(width > 0) || digits > MOST_DIGITS) return;
    nearest_bins(found, found->least, found->largest, counts, BINS);
    for (int b = 0; b < BINS; b++)
        snprintf(labels[b], BIN_LABEL, "%*.*g %*.*g", digits + 7, digits, found->least + b * width,
                 digits + 7, digits, found->least + (b + 1) * width);
    report_histogram(labels, counts, BINS, 0);
}

static void report(const task_job *job) {
    const state *own = job->state;
    const nearest *found = &own->found;
    char text[GROUPED], which[32];
    printf("%d nearest neighbour%s of every %s", own->k, own->k == 1 ? "" : "s", whose(job));
    if (own->include_self) printf(", itself included");
    if (own->max_distance > 0) printf(", closer than %g", own->max_distance);
    printf("\n");
    if (found->full > 0)
        printf("distance of the %s neighbour: mean %.6g, least %.6g, largest %.6g\n", ordinal(own->k, which),
               found->mean, found->least, found->largest);
    if (found->full < found->rows)
        printf("%s %s%s fewer than %d neighbour%s: %s\n", grouped(found->rows - found->full, text),
               whose(job), found->rows - found->full == 1 ? " has" : "s have", own->k, own->k == 1 ? "" : "s",
               writes_numbers(job) ? "distances are inf there, and densities 0"
                                   : "-1 and inf fill the rest of the row");
    print_histogram(job);
    if (job->asked.plot) printf("drawn to %s\n", job->asked.plot);
}

static void report_members(const task_job *job, json_out *j) {
    const state *own = job->state;
    const nearest *found = &own->found;
    const int any = found->full > 0;
    json_count(j, "k", (uint64_t)own->k);
    json_truth(j, "include_self", own->include_self);
    if (own->max_distance > 0) json_real(j, "max_distance", own->max_distance);
    json_open(j, "kth_distance", '{');
    json_real(j, "least", any ? found->least : (double)NAN);
    json_real(j, "mean", any ? found->mean : (double)NAN);
    json_real(j, "largest", any ? found->largest : (double)NAN);
    json_close(j, '}');
    json_count(j, "rows_with_fewer", found->rows - found->full);
}

static void report_head(const task_job *job) {
    printf("%d nearest neighbours of every %s; distance of the last; ms from bounds to search\n",
           state_of(job)->k, whose(job));
}

static void report_cells(const task_job *job, int head) {
    const nearest *found = &state_of(job)->found;
    report_cell(head, "mean", 12, "%.6g", found->mean);
    report_cell(head, "least", 12, "%.6g", found->least);
    report_cell(head, "largest", 12, "%.6g", found->largest);
}

/* ---- the chart ------------------------------------------------------------------------------------------- */

/* Where the axis of distances ends: at the largest, or where it holds 99 of 100 in a tenth, a hundredth and so on of that, so that a
 * few far points do not make the rest one bar. */
static double axis_end(const nearest *found) {
    double end = found->largest > 0 ? found->largest : 1;
    for (int k = 0; k < 15; k++) {
        uint64_t within = 0, zeros = 0;
        for (uint64_t i = 0; i < found->full; i++) {
            within += found->kth[i] <= end / 10;
            zeros += !(found->kth[i] > 0);
        }
        if (within == zeros || within < found->full - found->full / 100) break;
        end /= 10;
    }
    return end;
}

static int draw(const task_job *job, const atomic_file *chart, text_problem *problem) {
    enum { BINS = 100 };
    const state *own = job->state;
    const nearest *found = &own->found;
    const double to = axis_end(found), width = to / BINS;
    uint64_t counts[BINS], beyond = 0;
    double x[BINS], y[BINS];
    char title[256], below[256], label[96], none[128], name[JOB_NAME], n[GROUPED], which[32];
    nearest_bins(found, 0, to, counts, BINS);
    for (uint64_t i = 0; i < found->full; i++) beyond += found->kth[i] > to;
    counts[BINS - 1] -= beyond;
    for (int b = 0; b < BINS; b++) {
        x[b] = (b + 0.5) * width;
        y[b] = found->full ? 100.0 * (double)counts[b] / (double)found->full : 0;
    }
    ordinal(own->k, which);
    snprintf(title, sizeof title, "Distance of the %s neighbour: %.120s", which, job_source_name(job, name));
    snprintf(below, sizeof below, "%s%s %s%s", job_frame_words(job, name), grouped(found->rows, n),
             whose(job), found->rows == 1 ? "" : "s");
    if (found->full && found->full < found->rows)
        append(below, sizeof below, ", ", "%s with fewer neighbours", grouped(found->rows - found->full, n));
    if (found->full)
        append(below, sizeof below, "; ", "mean %.4g, largest %.4g", found->mean, found->largest);
    if (beyond)
        append(below, sizeof below, "; ", "%s %s beyond the axis", grouped(beyond, n),
               beyond == 1 ? "is" : "are");
    snprintf(none, sizeof none, "no %s has %d neighbour%s", whose(job), own->k, own->k == 1 ? "" : "s");
    snprintf(label, sizeof label, "distance (%s)", job_unit(job));
    const plot_series bars = {.x = x, .y = y, .count = BINS, .style = PLOT_BARS};
    const plot drawing = {.title = title,
                          .subtitle = below,
                          .x_label = label,
                          .y_label = "share (percent per bin)",
                          .nothing = found->full ? NULL : none,
                          .x_most = to,
                          .series = &bars,
                          .series_count = 1};
    return plot_draw(&drawing, 1, chart, problem);
}

static const task_rows rows_of_nearest = {
    .begin = begin,
    .take = take,
    .end = end,
    .clear = clear,
    .report = report,
    .report_json = report_members,
    .report_head = report_head,
    .report_cells = report_cells,
};

const task knn_task = {
    .name = "knn",
    .summary = "find the k nearest neighbours of every point, exactly",
    .asks = "the k nearest neighbours of every point, exactly",
    .needs = "--k K",
    .found = "neighbours",
    .row = "indices: n x k, from the nearest on, -1 where there are fewer; distances: n x k, inf there",
    .takes = TAKES_QUERIES,
    .array_count = 2,
    .arrays = {{NF_ARRAY_INDICES, VALUES_EACH, {"indices", NF_INT32, 1, "index", IO_MATRIX}, 0},
               {NF_ARRAY_DISTANCES, VALUES_EACH, {"distances", NF_TYPE_NONE, 1, "distance", IO_MATRIX}, 0}},
    .further_count = sizeof numbers / sizeof *numbers,
    .further = numbers,
    .state_bytes = sizeof(state),
    .options = options,
    .check = check,
    .declare = declare,
    .ask = ask,
    .ask_chunks = ask_chunks,
    .rows = &rows_of_nearest,
    .chart = "the distribution of the distance of the k-th neighbour",
    .draw = draw,
};
