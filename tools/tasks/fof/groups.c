/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/fof/groups.h"

#include "points/filters.h"
#include "points/points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- masses and velocities ------------------------------------------------------------------------------- */

/* Copies a column to the columns of `to` from `at` on. */
static void copy_column(const io_column *from, int at, io_frame *to) {
    const size_t width = (size_t)from->width, dims = (size_t)to->dims;
    for (uint64_t i = 0; i < to->n; i++)
        for (size_t k = 0; k < width; k++) {
            const size_t row = (size_t)i;
            ((double *)to->positions)[row * dims + (size_t)at + k] =
                io_value(from->data, row * width + k, from->type);
        }
}

/* Joins the columns of these names, separated by commas.  *width is that of all together. */
static int join(const io_frame *points, const char *names, io_frame *to, int *width, text_problem *problem) {
    char name[IO_COLUMN_NAME];
    *width = 0;
    for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        const io_column *column = io_frame_column(points, name);
        if (!column) return 0; /* a snapshot without */
        if (to->positions && *width + column->width <= to->dims) copy_column(column, *width, to);
        *width += column->width;
    }
    if (to->positions || *width == 0) return 0;
    to->positions = calloc((size_t)points->n * (size_t)*width + 1, sizeof(double));
    to->n = points->n;
    to->dims = *width;
    to->type = NF_FLOAT64;
    if (!to->positions)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for the masses and velocities");
    return join(points, names, to, width, problem);
}

static int read_masses(groups *g, const io_frame *points, const char *names, const char *source,
                       text_problem *problem) {
    int width = 0;
    if (join(points, names, &g->masses, &width, problem) != 0) return problem->code;
    if (width > 1)
        return problem_set(problem, EXIT_INPUT, "%.300s: %.100s has %d values a point: a mass is one", source,
                           names, width);
    for (uint64_t k = 0; width && k < g->masses.n; k++)
        if (io_value(g->masses.positions, k, g->masses.type) < 0)
            return problem_set(problem, EXIT_INPUT,
                               "%.300s: the mass of point %llu is %g: it must not be negative", source,
                               (unsigned long long)k, io_value(g->masses.positions, k, g->masses.type));
    return width ? to_precision(&g->masses, points->type, source, "mass", problem) : 0;
}

static int read_velocities(groups *g, const io_frame *points, const char *names, const char *source,
                           text_problem *problem) {
    int width = 0;
    if (join(points, names, &g->velocities, &width, problem) != 0) return problem->code;
    if (width && width != points->dims)
        return problem_set(
            problem, EXIT_INPUT, "%.300s: %.100s has %d value%s a point, but the points have %d dimension%s",
            source, names, width, width == 1 ? "" : "s", points->dims, points->dims == 1 ? "" : "s");
    return width ? to_precision(&g->velocities, points->type, source, "velocity", problem) : 0;
}

int groups_read(groups *g, io_frame *points, const char *masses, const char *velocities, const char *source,
                text_problem *problem) {
    if (read_masses(g, points, masses ? masses : IO_COLUMN_MASSES, source, problem) != 0)
        return problem->code;
    return read_velocities(g, points, velocities ? velocities : IO_COLUMN_VELOCITIES, source, problem);
}

/* ---- labels ---------------------------------------------------------------------------------------------- */

int groups_begin(groups *g, uint64_t n, int keep_labels, text_problem *problem) {
    g->n = n;
    g->members = calloc(n ? (size_t)n : 1, sizeof *g->members);
    g->labels = keep_labels ? malloc((size_t)n * sizeof *g->labels + 1) : NULL;
    if (g->members && (g->labels || !keep_labels)) return 0;
    return problem_set(problem, EXIT_MEMORY, "there is no memory for the sizes of the groups");
}

int groups_take(groups *g, const int32_t *labels, uint64_t count) {
    if (g->labels) memcpy(g->labels + g->taken, labels, (size_t)count * sizeof *labels);
    g->taken += count;
    for (uint64_t k = 0; k < count; k++) {
        if (labels[k] == -1) {
            g->noise++;
            continue;
        }
        if (labels[k] < 0 || (uint64_t)labels[k] >= g->n) return 0;
        g->members[labels[k]]++;
    }
    return 1;
}

void groups_end(groups *g, uint32_t min_members) {
    for (uint64_t k = 0; g->members && k < g->n; k++) {
        const uint32_t members = g->members[k];
        if (members > g->largest) g->largest = members;
        g->all += members > 0;
        g->singles += members == 1;
        if (members == 0 || members < min_members) continue;
        g->counted++;
        g->points += members;
    }
}

void groups_free(groups *g) {
    io_frame_free(&g->masses);
    io_frame_free(&g->velocities);
    free(g->members);
    free(g->labels);
    memset(g, 0, sizeof *g);
}
