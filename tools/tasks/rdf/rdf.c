/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/rdf/rdf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the volume ---------------------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* Subtracts from `v` what it has along the unit vectors; returns the length of the rest. */
static double reduce(double v[3], double units[][3], int count) {
    for (int turn = 0; turn < 2; turn++) /* twice against rounding */
        for (int k = 0; k < count; k++) {
            const double part = dot(v, units[k]);
            for (int a = 0; a < 3; a++) v[a] -= part * units[k][a];
        }
    return sqrt(dot(v, v));
}

/* The extent of the points along a unit vector. */
static double extent(const io_frame *points, const double unit[3]) {
    const uint64_t dims = (uint64_t)points->dims;
    double low = 0, high = 0;
    for (uint64_t p = 0; p < points->n; p++) {
        double along = 0;
        for (uint64_t a = 0; a < dims; a++)
            along += io_value(points->positions, p * dims + a, points->type) * unit[a];
        if (p == 0 || along < low) low = along;
        if (p == 0 || along > high) high = along;
    }
    return high - low;
}

double rdf_volume(const nf_box *box, const io_frame *points) {
    double units[3][3] = {{0}}, volume = 1;
    int count = 0;
    for (int k = 0; k < points->dims; k++) {
        if (!box->periodic[k]) continue;
        double v[3] = {0, 0, 0};
        memcpy(v, box->cell[k], (size_t)points->dims * sizeof *v);
        const double length = reduce(v, units, count);
        if (!(length > 0)) return 0;
        for (int a = 0; a < 3; a++) units[count][a] = v[a] / length;
        volume *= length;
        count++;
    }
    while (count < points->dims) { /* the axis of which most is left */
        double best = 0;
        for (int axis = 0; axis < points->dims; axis++) {
            double v[3] = {0, 0, 0};
            v[axis] = 1;
            const double length = reduce(v, units, count);
            if (length <= best + 1e-6) continue;
            best = length;
            for (int a = 0; a < 3; a++) units[count][a] = v[a] / length;
        }
        volume *= extent(points, units[count]);
        count++;
    }
    return volume;
}

/* ---- the distribution ---------------------------------------------------------------------------------- */

static double edge(const rdf *about, uint32_t k) { return about->cutoff * k / about->bins; }

/* The volume within a distance. */
static double ball(int dims, double r) {
    static const double pi = 3.14159265358979323846;
    return dims == 1 ? 2 * r : dims == 2 ? pi * r * r : pi * r * r * r * 4 / 3;
}

int rdf_begin(rdf *about, uint32_t bins, double cutoff, size_t curves, text_problem *problem) {
    *about = (rdf){.bins = bins, .cutoff = cutoff};
    about->r = calloc(bins, sizeof *about->r);
    about->curves = calloc(curves, sizeof *about->curves);
    int made = about->r && about->curves;
    about->count = made ? curves : 0;
    for (size_t c = 0; c < about->count && made; c++) {
        rdf_curve *curve = &about->curves[c];
        curve->g = calloc((size_t)4 * bins, sizeof *curve->g);
        curve->counts = calloc(bins, sizeof *curve->counts);
        made = curve->g && curve->counts;
        if (!made) continue;
        curve->spread = curve->g + bins;
        curve->within[0] = curve->spread + bins;
        curve->within[1] = curve->within[0] + bins;
    }
    if (!made)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for %lu bins", (unsigned long)bins);
    for (uint32_t k = 0; k < bins; k++) about->r[k] = cutoff * (k + 0.5) / bins;
    return 0;
}

int rdf_add_frame(rdf *about, const io_frame *points, const nf_box *box, int has_queries,
                  text_problem *problem) {
    const double volume = rdf_volume(box, points);
    if (points->n > (has_queries ? 0 : 1) && !(volume > 0))
        return problem_set(problem, EXIT_INPUT,
                           "the density is not known, as the points have no extent along an axis that is not "
                           "periodic: give the box with --box");
    for (int k = 0; k < points->dims; k++) about->bounded |= !box->periodic[k];
    about->dims = points->dims;
    about->frame_volume = volume;
    about->volume += volume;
    about->density += volume > 0 ? (double)points->n / volume : 0;
    about->frames++;
    return 0;
}

/* Until rdf_end(), spread is the sum of the squares of what g differs by from its mean (Welford). */
static void add_g(rdf_curve *curve, uint32_t k, double g) {
    const double off = g - curve->g[k];
    curve->g[k] += off / (double)(curve->with_g + 1);
    curve->spread[k] += off * (g - curve->g[k]);
}

void rdf_add(rdf *about, size_t which, const uint64_t *counts, rdf_kind kind) {
    rdf_curve *curve = &about->curves[which];
    const double each = kind.same ? 2 : 1; /* how many centres a pair has */
    const double density = about->frame_volume > 0 ? kind.others / about->frame_volume : 0;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < about->bins; k++) {
        const double shell = ball(about->dims, edge(about, k + 1)) - ball(about->dims, edge(about, k));
        const double ideal = kind.centres / each * density * shell;
        sum += counts[k];
        curve->counts[k] += counts[k];
        if (ideal > 0) add_g(curve, k, (double)counts[k] / ideal);
        if (kind.centres > 0) curve->within[0][k] += each * (double)sum / kind.centres;
        if (kind.others > 0) curve->within[1][k] += each * (double)sum / kind.others;
    }
    curve->with_g += kind.centres * density > 0;
    curve->with_neighbours[0] += kind.centres > 0;
    curve->with_neighbours[1] += kind.others > 0;
}

void rdf_end(rdf *about) {
    const double frames = about->frames ? (double)about->frames : 1;
    about->volume /= frames;
    about->density /= frames;
    for (size_t c = 0; c < about->count; c++) {
        rdf_curve *curve = &about->curves[c];
        for (uint32_t k = 0; k < about->bins; k++) {
            curve->spread[k] =
                curve->with_g > 1 ? sqrt(curve->spread[k] / (double)(curve->with_g - 1)) : (double)NAN;
            for (int way = 0; way < 2; way++)
                if (curve->with_neighbours[way]) curve->within[way][k] /= (double)curve->with_neighbours[way];
        }
    }
}

void rdf_free(rdf *about) {
    for (size_t c = 0; c < about->count; c++) {
        free(about->curves[c].g);
        free(about->curves[c].counts);
    }
    free(about->r);
    free(about->curves);
    memset(about, 0, sizeof *about);
}

uint32_t rdf_peak(const rdf *about, size_t curve) {
    const double *g = about->curves[curve].g;
    uint32_t peak = 0;
    for (uint32_t k = 1; k < about->bins; k++)
        if (g[k] > g[peak]) peak = k;
    return peak;
}

uint32_t rdf_gap(const rdf *about, size_t curve) {
    const double *g = about->curves[curve].g;
    uint32_t gap = rdf_peak(about, curve);
    for (uint32_t k = gap + 1; k < about->bins; k++)
        if (g[k] < g[gap]) gap = k;
    return gap;
}
