/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/reference/chains.h"
#include "support/device.h"
#include "support/reference/group_measures.h"
#include "support/reference/images.h"
#include "support/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double vector_at(const nf_points *points, const nf_box *box, int k, int a) {
    if (!box->periodic[k] || k >= points->dims) return 0;
    return points->type == NF_FLOAT32 ? (double)(float)box->cell[k][a] : box->cell[k][a];
}

static double coordinate(const nf_points *points, uint64_t p, int a) {
    return support_number(points->rows.host, points->type, p * (uint64_t)points->dims + (uint64_t)a);
}

/* In cells from the origin along vector k, by the Gram matrix of the periodic vectors (Cramer's rule). */
static double cells_of(const nf_points *points, const nf_box *box, uint64_t p, int k) {
    double G[3][3], b[3], M[3][3];
    for (int i = 0; i < 3; i++) {
        b[i] = 0;
        for (int a = 0; a < points->dims; a++)
            b[i] += (coordinate(points, p, a) - box->origin[a]) * vector_at(points, box, i, a);
        for (int j = 0; j < 3; j++) {
            G[i][j] = 0;
            for (int a = 0; a < points->dims; a++)
                G[i][j] += vector_at(points, box, i, a) * vector_at(points, box, j, a);
        }
        if (!(G[i][i] > 0)) G[i][i] = 1;
    }
    double all = 0, own = 0;
    memcpy(M, G, sizeof M);
    for (int i = 0; i < 3; i++) M[i][k] = b[i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        all += G[0][i] * (G[1][j] * G[2][l] - G[1][l] * G[2][j]);
        own += M[0][i] * (M[1][j] * M[2][l] - M[1][l] * M[2][j]);
    }
    return own / all;
}

/* Walks along the links from the first member: the shifts of members, and the vectors around which closed chains lead. */
static void walk(const nf_points *points, const nf_box *box, double length, const int32_t *labels,
                 int32_t label, uint64_t first, int (*S)[3], char *seen, chained *group) {
    own_images links = images_find(points, box, length, 0);
    int changed = 1;
    seen[first] = 1;
    while (changed) {
        changed = 0;
        for (uint64_t k = 0; k < links.count; k++) {
            const image *at = &links.all[k];
            if (labels[at->i] != label || labels[at->j] != label || !seen[at->i]) continue;
            for (int c = 0; c < 3; c++) {
                if (!seen[at->j]) S[at->j][c] = S[at->i][c] + at->S[c];
                else if (S[at->j][c] != S[at->i][c] + at->S[c]) group->percolates |= 1U << c;
            }
            changed |= !seen[at->j];
            seen[at->j] = 1;
        }
    }
}

chained chained_measure(const nf_points *points, const nf_box *box, double length, const int32_t *labels,
                        int32_t label) {
    const uint64_t n = points->n;
    chained group = {.connected = 1};
    int(*S)[3] = support_allocate(n * sizeof *S);
    own_memory char *seen = support_allocate(n);
    double(*r)[3] = support_allocate(n * sizeof *r), squares = 0;
    uint64_t first = n;
    for (uint64_t p = n; p-- > 0;)
        if (labels[p] == label) first = p, group.members++;
    memset(seen, 0, n);
    memset(S, 0, n * sizeof *S);
    walk(points, box, length, labels, label, first, S, seen, &group);
    for (uint64_t p = 0; p < n; p++) {
        if (labels[p] != label) continue;
        group.connected &= seen[p];
        for (int k = 0; k < points->dims; k++)
            if (group.percolates >> k & 1) {
                const double cells = cells_of(points, box, p, k);
                S[p][k] = -(int)floor(cells);
                group.on_face |= fabs(cells - nearbyint(cells)) < 1e-4;
            }
        for (int a = 0; a < points->dims; a++) {
            r[p][a] = coordinate(points, p, a);
            for (int k = 0; k < 3; k++) r[p][a] += S[p][k] * vector_at(points, box, k, a);
            group.centre[a] += r[p][a] / (double)group.members;
        }
    }
    for (uint64_t p = 0; p < n; p++) {
        double d2 = 0;
        if (labels[p] != label) continue;
        for (int a = 0; a < points->dims; a++)
            d2 += (r[p][a] - group.centre[a]) * (r[p][a] - group.centre[a]);
        squares += d2 / (double)group.members;
        group.extent = fmax(group.extent, sqrt(d2));
    }
    group.inertia_radius = sqrt(squares);
    free(S);
    free(r);
    return group;
}
