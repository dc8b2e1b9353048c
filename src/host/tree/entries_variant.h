/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The vectors and shifts of the entries of rows of neighbours: a translation unit of its own, which the build makes (src/CMakeLists.txt), with
 *   NAME     of its function     REAL64   1: double; 0: float
 */
#include "host/tree/near.h"
#include "host/real.h"

#define DIMS 3
#include "space/space_box.cl"
#define NF_ROOT NF_SQRT
#include "space/images/nearest_image.cl"

/* The image of entry p, `column` in its row, from point i to point j. */
static void image_of(const host_entries *of, uint64_t i, uint32_t j, uint64_t p, uint64_t column, int *s) {
    const host_near *near = of->near;
    const real *own = (const real *)of->queries + i * (uint64_t)near->dims,
               *other = (const real *)of->points + (uint64_t)j * (uint64_t)near->dims,
               *distances = of->distances;
    const real scale = (real)near->scaling.scale;
    nf_entry e = {.distance = distances[p],
                  .scale = scale,
                  .unscale = (real)near->scaling.unscale,
                  .leaves_itself = of->leaves_itself && i == j};
    for (int a = 0; a < near->dims; a++) {
        e.own[a] = nf_scaled(own[a], scale);
        e.other[a] = nf_scaled(other[a], scale);
    }
    for (int k = 0; k < 3; k++) {
        for (int a = 0; a < 3; a++) {
            e.vectors[k][a] = (real)near->H[k][a];
            e.normal[k][a] = (real)near->space.normal[k][a];
        }
        e.height[k] = (real)(near->space.heights[k] * near->scaling.scale);
    }
    for (uint64_t c = 1; c <= column; c++) {
        if (distances[p - c] < e.distance) break;
        e.before += (uint32_t)of->indices[p - c] == j;
    }
    nf_entry_image(&e, s);
}

void NAME(const host_entries *of, uint64_t row, uint64_t i) {
    const host_near *near = of->near;
    const uint64_t dims = (uint64_t)near->dims, k = (uint64_t)of->k;
    const real *points = of->points, *own = (const real *)of->queries + i * dims;
    nf_lattice lattice;
    for (int v = 0; v < 3; v++)
        for (int a = 0; a < 3; a++) lattice.vectors[v][a] = (real)near->space.H[v][a];
    for (uint64_t column = 0; column < k; column++) {
        const uint64_t p = row * k + column;
        const int32_t j = of->indices[p];
        int s[3] = {0, 0, 0};
        if (j >= 0 && near->is_box) image_of(of, i, (uint32_t)j, p, column, s);
        for (uint64_t a = 0; of->vectors && a < dims; a++) {
            real D = j >= 0 ? points[(uint64_t)j * dims + a] - own[a] : 0;
            if (j >= 0 && near->is_box) D += NF_VECTOR_ALONG(&lattice, s, a);
            ((real *)of->vectors)[p * dims + a] = D;
        }
        for (int a = 0; of->shifts && a < 3; a++) of->shifts[3 * p + (uint64_t)a] = s[a];
    }
}
