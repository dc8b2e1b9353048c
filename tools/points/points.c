/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/points.h"

#include "formats/tables/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[IO_MOST_COORDINATES] = {"x",        "y",        "z",        "column 4",
                                                       "column 5", "column 6", "column 7", "column 8"};

/* The first point whose coordinate is not that of point 0; n if there is none. */
static uint64_t first_other(const io_frame *points, int d) {
    const double first = points->n > 0 ? io_coordinate_of(points, 0, d) : 0;
    uint64_t i = 0;
    for (; i < points->n; i++) {
        const double value = io_coordinate_of(points, i, d);
        if (value < first || value > first) break;
    }
    return i;
}

/* Keeps the first `to` of `from` values of each row. */
static void narrow(void *data, uint64_t n, size_t from, size_t to, size_t each) {
    char *values = data;
    for (uint64_t i = 1; i < n; i++)
        memmove(values + (size_t)i * to * each, values + (size_t)i * from * each, to * each);
}

/* Refuses points that are not in the plane, or on the line, that is left. */
static int check(const io_frame *points, int dims, const char *name, text_problem *problem) {
    if (dims > points->dims)
        return problem_set(problem, EXIT_USAGE, "--dims %d: the points of %.300s have %d dimension%s", dims,
                           name, points->dims, points->dims == 1 ? "" : "s");
    for (int d = dims; d < points->dims; d++) {
        const uint64_t other = first_other(points, d);
        if (other < points->n)
            return problem_set(problem, EXIT_INPUT,
                               "%.300s: --dims %d leaves out %s, which differs: point 0 has %g, and point "
                               "%llu has %g",
                               name, dims, names[d], io_coordinate_of(points, 0, d),
                               (unsigned long long)other, io_coordinate_of(points, other, d));
        for (int k = 0; k < dims && k < 3 && d < 3; k++)
            if (points->box.periodic[k] && (points->box.cell[k][d] < 0 || points->box.cell[k][d] > 0))
                return problem_set(problem, EXIT_INPUT,
                                   "%.300s: --dims %d leaves out %s, along which a periodic cell vector "
                                   "reaches: give --box, or --open",
                                   name, dims, names[d]);
    }
    return 0;
}

int dims_reduce(io_frame *points, int dims, const char *vectors, const char *name, text_problem *problem) {
    if (dims == 0 || dims == points->dims) return 0;
    if (check(points, dims, name, problem) != 0) return problem->code;
    const size_t from = (size_t)points->dims, to = (size_t)dims;
    narrow(points->positions, points->n, from, to, nf_type_bytes(points->type));
    for (size_t k = 0; k < points->column_count; k++) {
        io_column *column = &points->columns[k];
        if (!vectors || strcmp(column->name, vectors) != 0 || column->width != points->dims) continue;
        narrow(column->data, points->n, from, to, nf_type_bytes(column->type));
        column->width = dims;
    }
    for (int k = dims; k < points->dims && k < 3; k++) points->box.periodic[k] = 0;
    points->dims = dims;
    return 0;
}

/* The area of the parallelogram of a and b, and the height of the cell over it. */
static double area_and_height(const nf_box *box, double *height) {
    const double(*v)[3] = box->cell;
    const double normal[3] = {v[0][1] * v[1][2] - v[0][2] * v[1][1], v[0][2] * v[1][0] - v[0][0] * v[1][2],
                              v[0][0] * v[1][1] - v[0][1] * v[1][0]};
    const double area = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const double volume = fabs(normal[0] * v[2][0] + normal[1] * v[2][1] + normal[2] * v[2][2]);
    *height = area > 0 ? volume / area : fabs(v[2][2]);
    return area;
}

/* The largest difference of two z. */
static double extent_along_z(const io_frame *points) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (uint64_t i = 0; i < points->n; i++) {
        least = fmin(least, io_coordinate_of(points, i, 2));
        most = fmax(most, io_coordinate_of(points, i, 2));
    }
    return most - least;
}

dims_doubt dims_check(const io_frame *points, const nf_box *box, double reach, double *thickness, int *same) {
    enum { LAMMPS = 1 }; /* the usual thickness of its runs in a plane, around z = 0, is at most this */
    *thickness = 0;
    *same = 0;
    if (points->dims < 3 || !box->periodic[2] || points->n < 2) return DIMS_SURE;
    const double area = area_and_height(box, thickness);
    const double extent = *thickness < reach ? extent_along_z(points) : HUGE_VAL;
    if (extent > *thickness * 1e-6) return DIMS_SURE;
    *same = !(extent > 0);
    const double middle = box->origin[2] + box->cell[2][2] / 2, z = io_coordinate_of(points, 0, 2);
    const int around =
        *thickness <= LAMMPS && fabs(middle) <= *thickness * 1e-6 && fabs(z) <= *thickness * 1e-6;
    return around || *thickness < sqrt(area / (double)points->n) ? DIMS_THIN : DIMS_DOUBTFUL;
}

nf_points points_of_frame(const io_frame *frame) {
    nf_points points = {0};
    points.n = frame->n;
    points.dims = frame->dims;
    points.type = frame->type;
    points.rows.host = frame->positions;
    points.types.host = frame->types.of;
    return points;
}

static int beyond_single(const io_frame *frame, uint64_t k, const char *name, const char *what,
                         text_problem *problem) {
    return problem_set(problem, EXIT_INPUT, "%s: point %llu has the %s %g, which is beyond single precision",
                       name, (unsigned long long)(k / (uint64_t)frame->dims), what,
                       ((const double *)frame->positions)[k]);
}

int to_precision(io_frame *frame, nf_type type, const char *name, const char *what, text_problem *problem) {
    const uint64_t count = frame->n * (uint64_t)frame->dims;
    if (type == frame->type) return 0;
    void *converted = malloc(count ? count * nf_type_bytes(type) : 1);
    if (!converted)
        return problem_set(problem, EXIT_MEMORY, "there is no memory for the points in the other precision");
    for (uint64_t k = 0; k < count; k++) {
        if (frame->type == NF_FLOAT32) {
            ((double *)converted)[k] = io_value(frame->positions, k, frame->type);
            continue;
        }
        ((float *)converted)[k] = (float)((const double *)frame->positions)[k];
        if (!isinf(((float *)converted)[k])) continue;
        free(converted);
        return beyond_single(frame, k, name, what, problem);
    }
    free(frame->positions);
    frame->positions = converted;
    frame->type = type;
    return 0;
}
