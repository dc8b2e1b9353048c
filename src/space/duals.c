/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/duals.h"

#include <math.h>
#include <string.h>

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        out[k] = a[x] * b[y] - a[y] * b[x];
    }
}

/* Vectors are divided by powers of two near their lengths, so that no product leaves the range. */
void nf_duals(const nf_space *space, double H[3][3], double dual[3][3], double heights[3]) {
    double unit[3][3] = {{0}};
    int axes[3], power[3] = {0}, count = 0;
    for (int k = 0; k < 3; k++) {
        double size = 0;
        heights[k] = 0;
        memset(dual[k], 0, sizeof dual[k]);
        if (!(space->heights[k] > 0)) continue;
        for (int a = 0; a < 3; a++) size = fmax(size, fabs(H[k][a]));
        frexp(size, power + count);
        for (int a = 0; a < 3; a++) unit[count][a] = ldexp(H[k][a], -power[count]);
        axes[count++] = k;
    }
    for (int r = 0; r < count; r++) {
        double *to = dual[axes[r]], normal[3];
        if (count == 3) cross(unit[(r + 1) % 3], unit[(r + 2) % 3], to);
        else if (count == 2) { /* at a right angle to the other one, in the plane of both */
            cross(unit[0], unit[1], normal);
            cross(unit[1 - r], normal, to);
        } else memcpy(to, unit[r], sizeof unit[r]);
        const double product = dot(unit[r], to);
        for (int a = 0; a < 3; a++) to[a] /= product;
        heights[axes[r]] = ldexp(1 / sqrt(dot(to, to)), power[r]);
        for (int a = 0; a < 3; a++) to[a] = ldexp(to[a], -power[r]);
    }
}

double nf_length(const double v[3]) { return sqrt(dot(v, v)); }

int nf_is_square(double H[3][3], int k) {
    for (int j = 0; j < 3; j++)
        for (int a = 0; a < 3 && j != k; a++)
            if (fabs(H[j][a]) > 0 && fabs(H[k][a]) > 0) return 0;
    return 1;
}
