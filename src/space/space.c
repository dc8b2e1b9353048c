/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/space.h"

#include "core/check.h"
#include "space/points.h"
#include "core/real.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        out[k] = a[x] * b[y] - a[y] * b[x];
    }
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static double length(const double a[3]) { return sqrt(dot(a, a)); }

/* Subtracts from `v` its part along the unit vector `along`. */
static void subtract_along(double v[3], const double along[3]) {
    const double part = dot(v, along);
    for (int a = 0; a < 3; a++) v[a] -= part * along[a];
}

/* Replaces the rows that are not periodic by unit vectors that are orthogonal to all others: of the axes the one of which most is
   left. */
static void complete(double M[3][3], const int periodic[3], int dims) {
    double unit[3][3];
    int count = 0;
    for (int k = 0; k < 3; k++)
        if (periodic[k]) { /* Gram-Schmidt, twice against rounding */
            memcpy(unit[count], M[k], sizeof unit[count]);
            for (int turn = 0; turn < 2; turn++)
                for (int done = 0; done < count; done++) subtract_along(unit[count], unit[done]);
            const double size = length(unit[count]);
            for (int a = 0; a < 3; a++) unit[count][a] /= size > 0 ? size : 1;
            count++;
        }
    for (int k = 0; k < 3; k++) {
        if (periodic[k]) continue;
        double best = -1;
        const int choices = k < dims ? dims : 1; /* within the dims of the points */
        for (int turn = 0; turn < choices; turn++) {
            double v[3] = {0};
            v[k < dims ? (k + turn) % dims : k] = 1;
            for (int again = 0; again < 2; again++)
                for (int done = 0; done < count; done++) subtract_along(v, unit[done]);
            const double size = length(v);
            if (size <= best + 1.0 / 64) continue; /* the own axis unless another one is clearly better */
            best = size;
            for (int a = 0; a < 3; a++) M[k][a] = v[a] / size;
        }
        memcpy(unit[count++], M[k], sizeof M[k]);
    }
}

/* Normals and heights: normal k is along the cross product of the other two vectors. */
static int measure(nf_space *space, double M[3][3]) {
    for (int k = 0; k < 3; k++) {
        double normal[3];
        cross(M[(k + 1) % 3], M[(k + 2) % 3], normal);
        const double size = length(normal), height = size > 0 ? dot(M[k], normal) / size : 0;
        if (!(fabs(height) > length(M[k]) / 65536)) return 0; /* the vectors are nearly in one plane */
        for (int a = 0; a < 3; a++) {
            const double unit = height < 0 ? -normal[a] / size : normal[a] / size;
            space->normal[k][a] = k < space->dims && a < space->dims ? nf_rounded(unit, space->type) : 0;
        }
        space->heights[k] = fabs(height);
        space->stretch[k] = length(M[k]) / fabs(height);
    }
    return 1;
}

/* The largest component of a vector or an origin that leaves room for sums and squares. */
static int is_in_range(double value, nf_type type) {
    return fabs(value) <= ldexp(1.0, type == NF_FLOAT32 ? 60 : 500);
}

/* 1 if the axis is one of the coordinates, along which no vector has a component: its coordinate and its folds do not round. */
static int is_exact(const nf_space *space, int k) {
    int axis = 0;
    while (axis < 2 && !(fabs(space->normal[k][axis]) > 0)) axis++;
    for (int a = 0; a < 3; a++)
        if (a != axis && fabs(space->normal[k][a]) > 0) return 0;
    for (int j = 0; j < 3; j++)
        if (fabs(space->H[j][axis]) > 0) return 0;
    return 1;
}

/* So short beside vectors with components of 1 that products of it leave the range of double. */
static int is_short(const double v[3]) {
    const double size = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    return size > 0 && size < 0x1p-250;
}

/* Scaled by the largest component, so that no product leaves the range. */
static nf_status fill(nf_space *space, const nf_box *box, const int periodic[3], nf_sentence *error) {
    double M[3][3] = {{0}}, scale = 0;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++)
            if (periodic[k] && a < space->dims)
                scale = fmax(scale, fabs(space->H[k][a] = nf_rounded(box->cell[k][a], space->type)));
    if (!(scale > 0)) scale = 1;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) {
            if (!is_in_range(space->H[k][a], space->type) || !is_in_range(box->origin[a], space->type))
                return nf_fail(error, NF_ERROR_ARGUMENT,
                               "the origin or vector %d of the box is too long for %s points", k,
                               nf_type_name(space->type));
            M[k][a] = space->H[k][a] / scale;
            if (a < space->dims) space->origin[a] = nf_rounded(box->origin[a], space->type);
        }
    complete(M, periodic, space->dims);
    if (!measure(space, M)) {
        for (int k = 0; k < 3; k++)
            if (periodic[k] && is_short(M[k]))
                return nf_fail(error, NF_ERROR_ARGUMENT,
                               "vector %d of the box is too short beside the longest one, which has a "
                               "component of %g",
                               k, scale);
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the periodic vectors of the box are zero, or nearly in one line or plane");
    }
    for (int k = 0; k < 3; k++) {
        space->heights[k] = periodic[k] ? nf_rounded(space->heights[k] * scale, space->type) : 0;
        if (!periodic[k]) space->stretch[k] = is_exact(space, k) ? 0 : 1;
    }
    return NF_OK;
}

nf_status nf_space_for(nf_space *space, const nf_box *box, int dims, nf_type type, nf_sentence *error) {
    int periodic[3] = {0};
    nf_status status = NF_OK;
    *space = (nf_space){.dims = dims, .type = type, .kind = NF_SPACE_OPEN};
    NF_TRY(nf_check_box(box, error));
    for (int k = 0; box && k < dims; k++) periodic[k] = box->periodic[k] != 0;
    if (!periodic[0] && !periodic[1] && !periodic[2]) return NF_OK;
    space->kind = NF_SPACE_BOX;
    NF_TRY(fill(space, box, periodic, error));
done:
    return status;
}

void nf_space_close(nf_space *space) {
    const nf_box none = {{0}, {{0}}, {0}};
    if (space->kind == NF_SPACE_BOX) return;
    space->kind = NF_SPACE_BOX;
    fill(space, &none, none.periodic, NULL);
    /* Displacements add S.H for S = 0: with zeros of this sign that changes no bit, as x + -0 is x. */
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) space->H[k][a] = -0.0;
}

static double unit_of(nf_type type) { return type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53; }

/* The largest coordinate that is accepted along an axis: its rounding is paid by the cells, and its wraps are exact.  Points within
   four boxes of the origin always are. */
static double limit_of(const nf_space *space, int k, double cutoff, double lengths) {
    const double height = space->heights[k], far = cutoff / (1024 * unit_of(space->type));
    if (!(space->stretch[k] > 0)) return space->type == NF_FLOAT32 ? (double)FLT_MAX : DBL_MAX;
    if (!(height > 0)) return fmax(far, 4 * lengths);
    return fmin(fmax(far, 4 * height), ldexp(height, 20));
}

/* L in cl/space/space_box.cl. */
static double lengths_of(const nf_space *space, double cutoff) {
    double lengths = 0;
    for (int k = 0; k < 3; k++) {
        for (int a = 0; a < 3; a++) lengths += fabs(space->H[k][a]);
        if (space->heights[k] > 0) lengths += cutoff * space->stretch[k];
    }
    return lengths;
}

double nf_space_reach(const nf_space *space, double cutoff) {
    const double lengths = lengths_of(space, cutoff);
    double spread = lengths;
    for (int k = 0; k < space->dims; k++)
        if (space->stretch[k] > 0) spread += limit_of(space, k, cutoff, lengths) * space->stretch[k];
    return cutoff + 64 * unit_of(space->type) * spread;
}

int nf_space_is_orthorhombic(const nf_space *space) {
    for (int k = 0; k < 3; k++) {
        if (space->H[k][k] < 0) return 0;
        for (int a = 0; a < 3; a++)
            if (a != k && fabs(space->H[k][a]) > 0) return 0;
    }
    return 1;
}

/* Coordinates and their differences take less than half of the rounding that the reach pays for; the rest pays for that of their quotients by the height,
   of which 0.01 is left beside. */
int nf_space_has_nearest(const nf_space *space, double cutoff) {
    for (int k = 0; k < space->dims; k++)
        if (space->heights[k] > 0 && !(nf_space_reach(space, cutoff) < 0.49 * space->heights[k])) return 0;
    return 1;
}

nf_status nf_space_check(const nf_space *space, uint64_t n, double cutoff, nf_sentence *error) {
    double images = 1, near = 1;
    if (space->kind == NF_SPACE_OPEN) return NF_OK;
    for (int k = 0; k < space->dims; k++)
        if (space->heights[k] > 0) {
            images *= 4 * nf_space_reach(space, cutoff) / space->heights[k] + 5;
            near *= 2 * cutoff / space->heights[k] + 1;
        }
    if (images >= 1 << 30)
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "the cutoff %g reaches more than 10^9 images of the box: give a smaller cutoff or a larger cell",
            cutoff);
    /* A bound that is coarse near 1 for small cutoffs.  Below 2^32 neighbours of each point, their number is below 2^63. */
    if (near * (double)n >= (near > 8 ? INT32_MAX : 0x1p32))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the cutoff %g may give a point more than 2^31 neighbours: give a smaller cutoff or a "
                       "larger cell",
                       cutoff);
    return NF_OK;
}

nf_status nf_space_refuse(const nf_space *space, const char *name, int index, const void *point,
                          nf_sentence *error) {
    for (int a = 0; a < space->dims; a++) {
        const double x =
            space->type == NF_FLOAT32 ? (double)((const float *)point)[a] : ((const double *)point)[a];
        if (!(fabs(x) <= DBL_MAX)) return nf_points_not_finite(name, index, error);
    }
    return nf_fail(
        error, NF_ERROR_POINTS,
        "%s %d is too far from the box for %s: wrap the points into the box along its periodic vectors%s",
        name, index, nf_type_name(space->type), space->type == NF_FLOAT32 ? ", or give float64" : "");
}

double nf_space_density(const nf_space *space, uint64_t n, double cutoff) {
    double volume = space->kind == NF_SPACE_BOX ? 1 : 0;
    for (int k = 0; k < space->dims; k++) volume *= space->heights[k] / cutoff;
    return volume > 0 ? (double)n / volume : 0;
}

/* The other numbers of a space are computed from these. */
int nf_space_equal(const nf_space *a, const nf_space *b) {
    int equal = a->dims == b->dims && a->type == b->type && a->kind == b->kind;
    for (int k = 0; k < 3; k++) {
        equal = equal && nf_is_same(a->origin[k], b->origin[k]) && nf_is_same(a->heights[k], b->heights[k]);
        for (int c = 0; c < 3; c++) equal = equal && nf_is_same(a->H[k][c], b->H[k][c]);
    }
    return equal;
}

const char *nf_space_part(const nf_space *space) {
    static const char *const parts[NF_SPACE_KINDS] = {
        [NF_SPACE_OPEN] = "space/space_open.cl", [NF_SPACE_BOX] = "space/space_box.cl"};
    return parts[space->kind];
}

nf_lattice_numbers nf_lattice_of(const nf_space *space, const nf_cells *cells) {
    const double lengths = lengths_of(space, cells->cutoff);
    double numbers[NF_LATTICE] = {0}, *to = numbers;
    nf_lattice_numbers lattice = {.f64 = {0}}; /* of all bytes: lattices are compared */
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = space->H[k][a];
    for (int a = 0; a < 3; a++) *to++ = space->origin[a];
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = space->normal[k][a];
    for (int k = 0; k < 3; k++) *to++ = space->heights[k];
    for (int k = 0; k < 3; k++) *to++ = space->heights[k] > 0 ? 1 / space->heights[k] : 0;
    for (int k = 0; k < 3; k++) *to++ = space->stretch[k];
    for (int k = 0; k < 3; k++) *to++ = limit_of(space, k, cells->cutoff, lengths);
    for (int k = 0; k < 3; k++) *to++ = k ? cells->yz : cells->x;
    *to++ = cells->cutoff * (1 + nf_cells_slack(space->type));
    *to++ = 1 / cells->cutoff;
    *to++ = lengths;
    for (int k = 0; k < 3; k++) *to++ = cells->reserve[k];
    for (int k = 0; k < NF_LATTICE; k++) {
        if (space->type == NF_FLOAT32) lattice.f32[k] = (float)numbers[k];
        else lattice.f64[k] = numbers[k];
    }
    return lattice;
}
