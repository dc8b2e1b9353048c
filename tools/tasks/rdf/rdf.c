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

int rdf_begin(rdf *about, uint32_t bins, double cutoff, text_problem *problem) {
    *about = (rdf){.bins = bins, .cutoff = cutoff};
    about->r = calloc(bins, sizeof *about->r);
    about->g = calloc(bins, sizeof *about->g);
    about->within = calloc(bins, sizeof *about->within);
    about->counts = calloc(bins, sizeof *about->counts);
    if (!about->r || !about->g || !about->within || !about->counts)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for %lu bins", (unsigned long)bins);
    for (uint32_t k = 0; k < bins; k++) about->r[k] = cutoff * (k + 0.5) / bins;
    return 0;
}

int rdf_add(rdf *about, const uint64_t *counts, const rdf_frame *frame, text_problem *problem) {
    const io_frame *points = frame->points;
    const double n = (double)points->n, volume = rdf_volume(frame->box, points),
                 density = volume > 0 ? n / volume : 0;
    /* The points around which the shells are, and how many of them have a pair in theirs. */
    const double centres = frame->has_queries ? (double)frame->queries : n, each = frame->has_queries ? 1 : 2;
    uint64_t sum = 0;
    if (points->n > (frame->has_queries ? 0 : 1) && !(volume > 0))
        return problem_set(problem, EXIT_INPUT,
                           "the density is not known, as the points have no extent along an axis that is not "
                           "periodic: give the box with --box");
    for (int k = 0; k < points->dims; k++) about->bounded |= !frame->box->periodic[k];
    for (uint32_t k = 0; k < about->bins; k++) {
        const double shell = ball(points->dims, edge(about, k + 1)) - ball(points->dims, edge(about, k));
        const double ideal = centres / each * density * shell;
        sum += counts[k];
        about->counts[k] += counts[k];
        if (ideal > 0) about->g[k] += (double)counts[k] / ideal;
        if (centres > 0) about->within[k] += each * (double)sum / centres;
    }
    about->with_g += centres * density > 0;
    about->with_neighbours += centres > 0;
    about->volume += volume;
    about->density += density;
    about->frames++;
    return 0;
}

void rdf_end(rdf *about) {
    const double frames = about->frames ? (double)about->frames : 1,
                 with_g = about->with_g ? (double)about->with_g : 1,
                 with_neighbours = about->with_neighbours ? (double)about->with_neighbours : 1;
    about->volume /= frames;
    about->density /= frames;
    for (uint32_t k = 0; k < about->bins; k++) {
        about->g[k] /= with_g;
        about->within[k] /= with_neighbours;
    }
}

void rdf_free(rdf *about) {
    free(about->r);
    free(about->g);
    free(about->within);
    free(about->counts);
    memset(about, 0, sizeof *about);
}

uint32_t rdf_peak(const rdf *about) {
    uint32_t peak = 0;
    for (uint32_t k = 1; k < about->bins; k++)
        if (about->g[k] > about->g[peak]) peak = k;
    return peak;
}
