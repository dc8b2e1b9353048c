/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The chart of fof: the points with the largest groups in colour, and the mass function of the groups. */
#include "grouped.h"
#include "plot.h"
#include "task_fof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* In the projection: the groups in colour, and about how many points are drawn of all. */
enum { COLORED = PLOT_COLORS, DRAWN = 20000, SERIES = COLORED + 1 };

typedef struct picture {
    plot_series series[SERIES];
    double *xy;      /* x and y of the points that are drawn, series after series */
    uint64_t stride; /* one of so many points is drawn */
    double least[2], most[2];
} picture;

static double coordinate(const io_frame *points, uint64_t i, int axis) {
    return axis < points->dims ? conditions_value(points, i * (uint64_t)points->dims + (uint64_t)axis) : 0;
}

/* The series of a label: 1 for the largest group and so on; 0 for the rest, which is drawn first. */
static int series_of(const nf_host_groups *c, int32_t label) {
    for (int k = 0; k < COLORED && (uint64_t)k < c->count; k++)
        if (c->groups[k] == label) return k + 1;
    return 0;
}

/* The window is that of all points, a little larger. */
static void find_window(const io_frame *points, picture *p) {
    for (int a = 0; a < 2; a++) {
        for (uint64_t i = 0; i < points->n; i++) {
            const double x = coordinate(points, i, a);
            if (i == 0 || x < p->least[a]) p->least[a] = x;
            if (i == 0 || x > p->most[a]) p->most[a] = x;
        }
    }
    const double wide = fmax(p->most[0] - p->least[0], p->most[1] - p->least[1]);
    for (int a = 0; a < 2; a++) {
        const double margin = wide > 0 ? 0.02 * wide + (p->most[a] > p->least[a] ? 0 : 0.1 * wide) : 0.5;
        p->least[a] -= margin;
        p->most[a] += margin;
    }
}

/* Whether a point is drawn: one of `stride`, by the mixed bits of its index, as every stride-th point of a sequence or lattice would
 * show a pattern of its own.  (The mixer of splitmix64.) */
static int is_drawn(uint64_t i, uint64_t stride) {
    uint64_t mixed = i + UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (mixed ^ mixed >> 31) % stride == 0;
}

/* Sorts the points that are drawn by series.  Returns 0 where there is no memory. */
static int fill(const task_job *job, picture *p) {
    const io_frame *points = &job->points;
    const groups *g = &job->groups;
    size_t counts[SERIES] = {0}, used = 0, drawn = 0;
    p->stride = points->n / DRAWN + 1;
    for (uint64_t i = 0; i < points->n; i++)
        if (is_drawn(i, p->stride)) counts[series_of(g->catalogue, g->labels[i])]++;
    for (int s = 0; s < SERIES; s++) drawn += counts[s];
    p->xy = malloc((2 * drawn + 1) * sizeof *p->xy);
    if (!p->xy) return 0;
    for (int s = 0; s < SERIES; s++) {
        p->series[s] = (plot_series){
            .x = p->xy + used, .y = p->xy + drawn + used, .style = PLOT_POINTS, .faint = s == 0};
        used += counts[s];
    }
    for (uint64_t i = 0; i < points->n; i++) {
        if (!is_drawn(i, p->stride)) continue;
        plot_series *to = &p->series[series_of(g->catalogue, g->labels[i])];
        const size_t at = (size_t)(to->x - p->xy) + to->count++;
        p->xy[at] = coordinate(points, i, 0);
        p->xy[drawn + at] = coordinate(points, i, 1);
    }
    find_window(points, p);
    return 1;
}

/* ---- the mass function ----------------------------------------------------------------------------------- */

static int descending(const void *one, const void *other) {
    const double a = *(const double *)one, b = *(const double *)other;
    return (a < b) - (a > b);
}

/* The masses of the groups, or their members where points have no masses, from the largest on, and behind them the numbers of
 * groups that have as much.  NULL without memory. */
static double *mass_function(const task_job *job, size_t *count) {
    const nf_host_groups *c = job->groups.catalogue;
    const int single = job->points.type == NF_FLOAT32, masses = job->groups.masses.positions != NULL;
    double *m = malloc((2 * (size_t)c->count + 1) * sizeof *m);
    *count = 0;
    if (!m) return NULL;
    for (uint64_t k = 0; k < c->count; k++) {
        const double mass = !masses  ? (double)c->members[k]
                            : single ? (double)((const float *)c->masses)[k]
                                     : ((const double *)c->masses)[k];
        if (mass > 0) m[(*count)++] = mass;
    }
    qsort(m, *count, sizeof *m, descending);
    for (size_t k = 0; k < *count; k++) m[*count + k] = (double)(k + 1);
    return m;
}

/* ---- both ------------------------------------------------------------------------------------------------ */

static int draw(const task_job *job, const picture *p, const double *masses, size_t count,
                const io_aside *chart, io_problem *problem) {
    char title[256], below[256], x_label[96], y_label[96], name[JOB_NAME], n[GROUPED], g[GROUPED];
    const plot_series numbers = {.x = masses, .y = masses + count, .count = count, .style = PLOT_LINE};
    const uint64_t number = job->groups.catalogue->count; /* also of those without mass */
    const int colored = number < COLORED ? (int)number : COLORED;
    snprintf(title, sizeof title, "Groups of %.120s", job_source_name(job, name));
    snprintf(below, sizeof below, "%s points; the largest %d groups in colour", grouped(job->points.n, n),
             colored);
    if (p->stride > 1) {
        const size_t used = strlen(below);
        snprintf(below + used, sizeof below - used, "; one of %llu points is drawn",
                 (unsigned long long)p->stride);
    }
    snprintf(x_label, sizeof x_label, "x (%s)", job_unit(job));
    snprintf(y_label, sizeof y_label, "y (%s)", job_unit(job));
    char groups_below[256];
    snprintf(groups_below, sizeof groups_below, "%s groups of at least %lu member%s; linking length %.4g",
             grouped(number, g), (unsigned long)job->min_members, job->min_members == 1 ? "" : "s",
             fof_length(job));
    const plot drawings[] = {
        {.title = title,
         .subtitle = below,
         .x_label = x_label,
         .y_label = y_label,
         .x_least = p->least[0],
         .y_least = p->least[1],
         .x_most = p->most[0],
         .y_most = p->most[1],
         .equal = 1,
         .series = p->series,
         .series_count = SERIES},
        {.title = "Mass function",
         .subtitle = groups_below,
         .x_label = job->groups.masses.positions ? "mass M of a group" : "members M of a group",
         .y_label = "groups of M or more",
         .logarithmic = 1,
         .series = &numbers,
         .series_count = 1}};
    return plot_draw(drawings, sizeof drawings / sizeof *drawings, chart, problem);
}

int fof_draw(const task_job *job, const io_aside *chart, io_problem *problem) {
    picture p = {.xy = NULL};
    size_t count = 0;
    double *masses = mass_function(job, &count);
    const int failed = masses && fill(job, &p)
                           ? draw(job, &p, masses, count, chart, problem)
                           : io_problem_set(problem, NF_EXIT_MEMORY, "there is no memory for the chart");
    free(masses);
    free(p.xy);
    return failed;
}
