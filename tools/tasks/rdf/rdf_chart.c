/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The chart of rdf: g(r), and with --partial also the running coordination numbers. */
#include "charts/plot.h"
#include "tasks/rdf/task_rdf.h"
#include "text/append.h"
#include "text/grouped.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEGEND = 2 * IO_TYPE_NAME + 16 };

/* The curves of the chart: g of all points and of the pairs of types, and the neighbours of each type around each. */
typedef struct curves {
    plot_series *g, *within;
    char (*names)[LEGEND];
    size_t g_count, within_count;
} curves;

static void add(plot_series *series, size_t *count, const rdf *about, const double *y, const char *name) {
    series[(*count)++] = (plot_series){.x = about->r, .y = y, .count = about->bins, .name = name};
}

static int fill(const task_job *job, curves *c) {
    const rdf *about = rdf_of(job);
    char(*const types)[IO_TYPE_NAME] = job->filters.types.names;
    const size_t most = about->count + (size_t)rdf_types(job) * rdf_types(job);
    c->g = calloc(most, sizeof *c->g);
    c->within = calloc(most, sizeof *c->within);
    c->names = calloc(2 * most, sizeof *c->names);
    if (!c->g || !c->within || !c->names) return 0;
    size_t used = 0;
    add(c->g, &c->g_count, about, about->curves[0].g, rdf_types(job) ? "all" : NULL);
    c->g[0].faint = rdf_types(job) > 0;
    for (uint32_t pair[2] = {0, UINT32_MAX}; rdf_next_pair(job, pair); used++) {
        snprintf(c->names[used], LEGEND, "%s-%s", types[pair[0]], types[pair[1]]);
        add(c->g, &c->g_count, about, about->curves[rdf_curve_of(job, pair[0], pair[1])].g, c->names[used]);
    }
    for (uint32_t a = 0; a < rdf_types(job); a++)
        for (uint32_t b = 0; b < rdf_types(job); b++, used++) {
            snprintf(c->names[used], LEGEND, "%s around %s", types[b], types[a]);
            add(c->within, &c->within_count, about, rdf_neighbours(job, a, b), c->names[used]);
        }
    return 1;
}

/* Coordination numbers are shown up to three times the largest of a first shell, as they grow without end. */
static double shown(const task_job *job) {
    const rdf *about = rdf_of(job);
    double most = 0;
    for (uint32_t pair[2] = {0, UINT32_MAX}; rdf_next_pair(job, pair);) {
        const uint32_t gap = rdf_gap(about, rdf_curve_of(job, pair[0], pair[1]));
        most = fmax(most, fmax(rdf_neighbours(job, pair[0], pair[1])[gap],
                               rdf_is_directed(job) ? 0 : rdf_neighbours(job, pair[1], pair[0])[gap]));
    }
    return 3 * most;
}

static int draw(const task_job *job, const curves *c, const atomic_file *chart, text_problem *problem) {
    const rdf *about = rdf_of(job);
    char title[256], below[256], label[64], n[GROUPED], name[JOB_NAME];
    const char *nothing = "no pair is closer than the cutoff";
    for (uint32_t k = 0; k < about->bins; k++)
        if (about->curves[0].counts[k]) nothing = NULL;
    snprintf(title, sizeof title, "Radial distribution of %.120s", job_source_name(job, name));
    snprintf(below, sizeof below, "%s point%s, cutoff %g, %lu bin%s of %g", grouped(job->points.n, n),
             job->points.n == 1 ? "" : "s", about->cutoff, (unsigned long)about->bins,
             about->bins == 1 ? "" : "s", about->cutoff / about->bins);
    if (about->frames > 1)
        append(below, sizeof below, ", ", "mean of %llu frames", (unsigned long long)about->frames);
    snprintf(label, sizeof label, "distance r (%s)", job_unit(job));
    const plot drawings[] = {{.title = title,
                              .subtitle = below,
                              .x_label = label,
                              .y_label = "g(r)",
                              .nothing = nothing,
                              .x_most = about->cutoff,
                              .has_level = 1,
                              .level = 1,
                              .series = c->g,
                              .series_count = c->g_count},
                             {.title = "Coordination numbers",
                              .subtitle = "points of a type within the distance of a point of another",
                              .x_label = label,
                              .y_label = "n(r)",
                              .nothing = nothing,
                              .x_most = about->cutoff,
                              .y_most = shown(job),
                              .series = c->within,
                              .series_count = c->within_count,
                              .names_left = 1}};
    return plot_draw(drawings, rdf_types(job) ? 2 : 1, chart, problem);
}

int rdf_draw(const task_job *job, const atomic_file *chart, text_problem *problem) {
    curves c = {NULL, NULL, NULL, 0, 0};
    const int failed = fill(job, &c) ? draw(job, &c, chart, problem)
                                     : problem_set(problem, EXIT_MEMORY, "there is no memory for the chart");
    free(c.g);
    free(c.within);
    free(c.names);
    return failed;
}
