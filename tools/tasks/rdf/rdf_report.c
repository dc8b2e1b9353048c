/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What rdf prints. */
#include "tasks/rdf/task_rdf.h"
#include "text/grouped.h"

#include <stdio.h>

static void print_table(const rdf *about) {
    const rdf_curve *all = &about->curves[0];
    const double most = all->g[rdf_peak(about, 0)];
    char text[GROUPED];
    printf("\n  %12s %12s %15s %12s\n", "r", "g(r)", "pairs", "n(r)");
    for (uint32_t k = 0; k < about->bins; k++) {
        printf("  %12.6g %12.6g %15s %12.6g", about->r[k], all->g[k], grouped(all->counts[k], text),
               all->within[0][k]);
        report_bar(most > 0 ? all->g[k] / most : 0);
    }
}

/* A number, and its standard deviation if there is one. */
static void print_with_spread(double value, double spread) {
    char text[32] = "";
    if (spread >= 0) snprintf(text, sizeof text, "+- %.2g", spread);
    printf(" %10.4g %-9s", value, text);
}

/* A line for each pair of types. */
static void print_pairs(const task_job *job) {
    const rdf *about = rdf_of(job);
    char(*const names)[IO_TYPE_NAME] = job->filters.types.names;
    int width = 12;
    for (uint32_t pair[2] = {0, UINT32_MAX}; rdf_next_pair(job, pair);) {
        const int length = (int)(strlen(names[pair[0]]) + strlen(names[pair[1]])) + 1;
        if (length > width) width = length;
    }
    printf("g(r) of types a and b = pairs / (%s x n_b / %s x %s of the shell), half of that for a = b\n",
           rdf_is_directed(job) ? "query points of a" : "n_a",
           about->dims == 3   ? "volume"
           : about->dims == 2 ? "area"
                              : "length",
           about->dims == 3   ? "volume"
           : about->dims == 2 ? "area"
                              : "length");
    printf("\n  %*s %15s %10s %-9s %9s %10s %9s %10s %10s\n", width, "a-b", "pairs", "largest g", "", "at r",
           "then least", "at r", "b around a", "a around b");
    for (uint32_t pair[2] = {0, UINT32_MAX}; rdf_next_pair(job, pair);) {
        const uint32_t a = pair[0], b = pair[1];
        const size_t c = rdf_curve_of(job, a, b);
        const rdf_curve *curve = &about->curves[c];
        const uint32_t peak = rdf_peak(about, c), gap = rdf_gap(about, c);
        char name[2 * IO_TYPE_NAME + 2], text[GROUPED];
        uint64_t pairs = 0;
        for (uint32_t k = 0; k < about->bins; k++) pairs += curve->counts[k];
        snprintf(name, sizeof name, "%s-%s", names[a], names[b]);
        printf("  %*s %15s", width, name, grouped(pairs, text));
        print_with_spread(curve->g[peak], curve->spread[peak]);
        printf(" %9.4g %10.4g %9.4g %10.4g", about->r[peak], curve->g[gap], about->r[gap],
               rdf_neighbours(job, a, b)[gap]);
        if (!rdf_is_directed(job)) printf(" %10.4g", rdf_neighbours(job, b, a)[gap]);
        putchar('\n');
    }
    printf("b around a: the mean number of points of type b within the distance of the least g behind the "
           "largest\n");
    if (about->frames > 1) printf("+-: the standard deviation over the frames\n");
}

/* Large numbers of points with separators. */
static const char *density_of(const rdf *about, char text[GROUPED]) {
    if (about->density >= 1e4 && about->density < 1e15)
        return grouped((uint64_t)(about->density + 0.5), text);
    snprintf(text, GROUPED, "%g", about->density);
    return text;
}

void rdf_report(const task_job *job) {
    static const char *const sizes[] = {"", "length", "area", "volume"};
    const rdf *about = rdf_of(job);
    const rdf_curve *all = &about->curves[0];
    const char *size = sizes[about->dims];
    const uint32_t peak = rdf_peak(about, 0);
    char density[GROUPED];
    printf("%s%s %g, ", about->frames > 1 ? "mean " : "", size, about->volume);
    if (about->volume > 0) printf("%s points per unit of %s", density_of(about, density), size);
    else printf("so that the density is not known");
    printf("; %lu bin%s of %g\n", (unsigned long)about->bins, about->bins == 1 ? "" : "s",
           about->cutoff / about->bins);
    if (about->bounded)
        printf("the %s is that of the box that bounds the points where space is open: g falls towards its "
               "sides\n",
               size);
    printf("g(r) = pairs / (%s x density x %s of the shell); largest: %.4g at r = %g\n",
           rdf_is_directed(job) ? "query points" : "n / 2", size, all->g[peak], about->r[peak]);
    if (about->frames > 1 && all->with_g < about->frames)
        printf("g(r) is the mean of %llu of the %llu frames: the others have no points, or no density\n",
               (unsigned long long)all->with_g, (unsigned long long)about->frames);
    if (rdf_types(job)) print_pairs(job);
    if (!job->asked.output && !job->asked.plot) print_table(about);
    if (job->asked.plot) printf("drawn to %s\n", job->asked.plot);
}

static void json_reals(json_out *j, const char *name, const double *values, uint32_t count) {
    json_open(j, name, '[');
    for (uint32_t k = 0; k < count; k++) json_real(j, NULL, values[k]);
    json_close(j, ']');
}

static void json_counts(json_out *j, const uint64_t *counts, uint32_t bins) {
    json_open(j, "counts", '[');
    for (uint32_t k = 0; k < bins; k++) json_count(j, NULL, counts[k]);
    json_close(j, ']');
}

static void json_pairs(const task_job *job, json_out *j) {
    const rdf *about = rdf_of(job);
    json_open(j, "partials", '[');
    for (uint32_t pair[2] = {0, UINT32_MAX}; rdf_next_pair(job, pair);) {
        const rdf_curve *curve = &about->curves[rdf_curve_of(job, pair[0], pair[1])];
        json_open(j, NULL, '{');
        json_open(j, "pair", '[');
        for (int k = 0; k < 2; k++) json_text(j, NULL, job->filters.types.names[pair[k]]);
        json_close(j, ']');
        json_count(j, "frames_with_g", curve->with_g);
        json_reals(j, "g", curve->g, about->bins);
        json_reals(j, "spread", curve->spread, about->bins);
        json_counts(j, curve->counts, about->bins);
        json_reals(j, "within", rdf_neighbours(job, pair[0], pair[1]), about->bins);
        if (!rdf_is_directed(job))
            json_reals(j, "within_reverse", rdf_neighbours(job, pair[1], pair[0]), about->bins);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void rdf_report_json(const task_job *job, json_out *j) {
    const rdf *about = rdf_of(job);
    const rdf_curve *all = &about->curves[0];
    json_count(j, "frames", about->frames);
    json_count(j, "frames_with_g", all->with_g);
    json_count(j, "bins", about->bins);
    json_real(j, "volume", about->volume);
    json_truth(j, "bounded", about->bounded);
    json_reals(j, "r", about->r, about->bins);
    json_reals(j, "g", all->g, about->bins);
    json_counts(j, all->counts, about->bins);
    json_reals(j, "within", all->within[0], about->bins);
    if (!rdf_types(job)) return;
    json_reals(j, "spread", all->spread, about->bins);
    json_pairs(job, j);
}
