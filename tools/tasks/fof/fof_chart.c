/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The chart of fof: the points with the largest groups in colour, and the mass function of the groups. */
#include "text/append.h"
#include "text/grouped.h"
#include "charts/plot.h"
#include "tasks/fof/task_fof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the projection: the groups in colour, and about how many points are drawn of all. */
enum { COLORED = PLOT_COLORS, DRAWN = 20000, SERIES = COLORED + 1 };

typedef struct picture {
    plot_series series[SERIES];
    double *xy;               /* x and y of the points that are drawn, series after series */
    uint64_t stride, outside; /* one of so many points is drawn; so many of all lie outside of the window */
    double least[2], most[2];
} picture;

static double coordinate(const io_frame *points, uint64_t i, int axis) {
    return axis < points->dims ? io_coordinate_of(points, i, axis) : 0;
}

/* The series of a label: 1 for the largest group and so on; 0 for the rest, which is drawn first. */
static int series_of(const catalogue *c, int32_t label) {
    const int32_t *labels = c->arrays[NF_ARRAY_GROUPS];
    for (int k = 0; k < COLORED && (uint64_t)k < c->count; k++)
        if (labels[k] == label) return k + 1;
    return 0;
}

/* Whether a point is drawn: one of `stride`, by the mixed bits of its index, as every stride-th point of a sequence or lattice would
 * show a pattern of its own.  (The mixer of splitmix64.) */
static int is_drawn(uint64_t i, uint64_t stride) {
    uint64_t mixed = i + UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (mixed ^ mixed >> 31) % stride == 0;
}

static int ascending(const void *one, const void *other) {
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Where the window ends along an axis: at the outermost points, or at the hundredth from the outermost in each hundred where that is
 * ten times nearer, so that a few far points do not make the rest a dot. */
static void find_ends(double *values, size_t count, double *least, double *most) {
    if (count == 0) return;
    qsort(values, count, sizeof *values, ascending);
    const size_t few = count / 100;
    const double low = values[few], high = values[count - 1 - few];
    const int far = high > low && values[count - 1] - values[0] > 10 * (high - low);
    *least = far ? low : values[0];
    *most = far ? high : values[count - 1];
}

/* The window is a little larger than what it holds, is not narrower than half its height, nor the other way round, and is
 * wide enough for coordinates of double precision to differ in it.  Returns 0 where there is no memory. */
static int find_window(const io_frame *points, size_t drawn, picture *p) {
    double *values = malloc((drawn + 1) * sizeof *values);
    if (!values) return 0;
    for (int a = 0; a < 2; a++) {
        memcpy(values, p->xy + (size_t)a * drawn, drawn * sizeof *values);
        find_ends(values, drawn, &p->least[a], &p->most[a]);
    }
    free(values);
    const double wide = fmax(p->most[0] - p->least[0], p->most[1] - p->least[1]);
    for (int a = 0; a < 2; a++) {
        const double extent = p->most[a] - p->least[a], far = fmax(fabs(p->least[a]), fabs(p->most[a]));
        const double margin = wide > 0 ? fmax(0.02 * wide, (wide / 2 - extent) / 2) : 0.5;
        p->least[a] -= fmax(margin, 1e-12 * far);
        p->most[a] += fmax(margin, 1e-12 * far);
    }
    for (uint64_t i = 0; i < points->n; i++) {
        int inside = 1;
        for (int a = 0; a < 2; a++) {
            const double x = coordinate(points, i, a);
            inside &= x >= p->least[a] && x <= p->most[a];
        }
        p->outside += !inside;
    }
    return 1;
}

/* Sorts the points that are drawn by series.  Returns 0 where there is no memory. */
static int fill(const task_job *job, picture *p) {
    const io_frame *points = &job->points;
    const groups *g = &fof_state_of(job)->groups;
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
    return find_window(points, drawn, p);
}

/* ---- the mass function ----------------------------------------------------------------------------------- */

static int descending(const void *one, const void *other) {
    const double a = *(const double *)one, b = *(const double *)other;
    return (a < b) - (a > b);
}

/* The corners of the steps from the largest mass M on, of members where points have no masses, to the numbers of groups of M or more:
 * all x, then all y.  A step begins at 0, and masses that are one to the eye are one step.  NULL without memory. */
static double *mass_function(const task_job *job, size_t *corners) {
    const catalogue *c = fof_state_of(job)->groups.catalogue;
    const void *sums = c->arrays[NF_ARRAY_MASSES];
    const uint32_t *members = c->arrays[NF_ARRAY_MEMBERS];
    const int masses = fof_state_of(job)->groups.masses.positions != NULL;
    double *m = malloc(((size_t)c->count + 1) * sizeof *m),
           *xy = malloc((4 * (size_t)c->count + 2) * sizeof *m);
    size_t count = 0, used = 0;
    for (uint64_t k = 0; m && k < c->count; k++) {
        const double mass = !masses ? (double)members[k] : io_value(sums, k, job->points.type);
        if (mass > 0) m[count++] = mass;
    }
    if (m && xy) qsort(m, count, sizeof *m, descending);
    double *y = xy ? xy + 2 * count + 1 : NULL, above = 0;
    for (size_t k = 0; m && xy && k < count; above = (double)k) {
        const double mass = m[k];
        while (k < count && m[k] > 0.999 * mass) k++;
        xy[used] = xy[used + 1] = mass;
        y[used++] = above;
        y[used++] = (double)k;
    }
    if (used > 0 && !masses &&
        xy[used - 1] > fof_state_of(job)->min_members) { /* there are no smaller groups */
        xy[used] = (double)fof_state_of(job)->min_members;
        y[used++] = (double)count;
    }
    if (xy && used > 0) memmove(xy + used, y, used * sizeof *y);
    free(m);
    if (!m) free(xy), xy = NULL;
    *corners = used;
    return xy;
}

/* The ends of a linear axis, where masses differ by less than ten; 0 and 0 for a logarithmic one.  Around `whole` numbers, there is room for
   those beside them. */
static void find_masses(const double *steps, size_t corners, int target, double *least, double *most) {
    const double low = corners ? steps[corners - 1] : 0, high = corners ? steps[0] : 0;
    const double wanted = high > low ? 0.05 * (high - low) : 0.5 * high;
    const double margin = target ? fmax(wanted, high > low ? 0.5 : 1) : wanted;
    *least = high < 10 * low ? low - margin : 0;
    *most = high < 10 * low ? high + margin : 0;
}

/* ---- both ------------------------------------------------------------------------------------------------ */

static void describe_points(const task_job *job, const picture *p, char *text, size_t size) {
    const int colored =
        fof_state_of(job)->groups.catalogue->count > COLORED; /* of all groups, the largest alone */
    char n[GROUPED], words[JOB_NAME];
    snprintf(text, size, "%s%s point%s", job_frame_words(job, words), grouped(job->points.n, n),
             job->points.n == 1 ? "" : "s");
    if (p->stride > 1) append(text, size, ", ", "one of %llu drawn", (unsigned long long)p->stride);
    if (p->outside > 0) append(text, size, ", ", "%s outside", grouped(p->outside, n));
    if (colored) append(text, size, "; ", "%d largest groups in colour", COLORED);
    else if (fof_state_of(job)->groups.catalogue->count > 0) append(text, size, "; ", "groups in colour");
}

static int draw(const task_job *job, const picture *p, const double *steps, size_t corners,
                const atomic_file *chart, text_problem *problem) {
    char title[256], below[256], x_label[96], y_label[96], name[JOB_NAME], g[GROUPED], groups_below[256];
    const plot_series numbers = {.x = steps, .y = steps + corners, .count = corners, .style = PLOT_LINE};
    const uint64_t number = fof_state_of(job)->groups.catalogue->count;
    const char *many = number == 1 ? "" : "s";
    const int members = !fof_state_of(job)->groups.masses.positions;
    double least = 0, most = 0;
    find_masses(steps, corners, members, &least, &most);
    snprintf(title, sizeof title, "Groups of %.120s", job_source_name(job, name));
    describe_points(job, p, below, sizeof below);
    snprintf(x_label, sizeof x_label, "x (%s)", job_unit(job));
    snprintf(y_label, sizeof y_label, "y (%s)", job_unit(job));
    snprintf(groups_below, sizeof groups_below, "%s group%s of at least %lu member%s; linking length %.4g",
             grouped(number, g), many, (unsigned long)fof_state_of(job)->min_members,
             fof_state_of(job)->min_members == 1 ? "" : "s", fof_length(job));
    const plot drawings[] = {{.title = title,
                              .subtitle = below,
                              .x_label = x_label,
                              .y_label = job->points.dims > 1 ? y_label : NULL,
                              .nothing = job->points.n == 0 ? "there are no points" : NULL,
                              .x_least = p->least[0],
                              .y_least = p->least[1],
                              .x_most = p->most[0],
                              .y_most = p->most[1],
                              .equal = 1,
                              .series = p->series,
                              .series_count = SERIES},
                             {.title = "Mass function",
                              .subtitle = groups_below,
                              .x_label = members ? "members M of a group" : "mass M of a group",
                              .y_label = "groups of M or more",
                              .nothing = number == 0    ? "there are no groups of so many members"
                                         : corners == 0 ? "no group has a mass"
                                                        : NULL,
                              .whole = members,
                              .logarithmic = {!(most > 0), 1},
                              .x_least = least,
                              .x_most = most,
                              .y_least = 0.5,
                              .y_most = number < 10 ? 10 : 0,
                              .series = &numbers,
                              .series_count = 1}};
    return plot_draw(drawings, sizeof drawings / sizeof *drawings, chart, problem);
}

int fof_draw(const task_job *job, const atomic_file *chart, text_problem *problem) {
    picture p = {.xy = NULL};
    size_t corners = 0;
    double *steps = mass_function(job, &corners);
    const int failed = steps && fill(job, &p)
                           ? draw(job, &p, steps, corners, chart, problem)
                           : problem_set(problem, EXIT_MEMORY, "there is no memory for the chart");
    free(steps);
    free(p.xy);
    return failed;
}
