// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The catalogue of groups: which image of a member counts, and in which order sums are taken, for kernels and, as C, for the host.
//
// Members ascend by index; the first one is the base.  Their places D are relative to the base, in scaled coordinates (scaled.cl), by the pair
// rule for an image S.  It is the one that nf_group_image gives, unless nf_group_is_far of a member: then it is the one that links lead to
// (include/nearfield/catalogue.h), and in those of its components around which the group closes on itself, that in the box (nf_group_wraps).
// With w the weights, those below the smallest normal number counting as 0:
//   mass      sum w, infinity if that is beyond the range of the type; the number of members, as a number of the type, if there are no weights
//   share     nf_group_share(w / mass); if the mass is 0 or infinity, w is 1, and the mass of the shares the number of members
//   centre    C = sum nf_group_term(share * D), component by component; its steps are those of coordinates (nf_group_step); it is
//             given inside the box: nf_group_fold(base + C), and then unscaled (nf_group_unscaled)
//   velocity  sum nf_group_term(share * v), v not scaled
//   dispersion  V the velocity: the root of sum nf_group_term(share * ((v - V) * (v - V))), component by component
//   radius    the root of sum nf_group_term(share * d2), d2 that of D - C, added from the first component to the last; unscaled
//   extent    the root of the largest d2; unscaled
// A sum is taken in blocks of NF_GROUP_BLOCK consecutive members, each from 0 on, one member after the other; then so the sums of the blocks,
// in blocks, until one is left.  Each operation is rounded by itself; quotients and roots are correctly rounded.
//   Terms count in steps of the smallest normal numbers: no sum is subnormal, which some devices flush to zero.
//   real, REAL64   as in machine/real.cl
#pragma once
#include "space/constants.cl"
#include "space/scaled.cl"
#include "space/spaces.cl"
#if REAL64
#define NF_GROUP_LEAST 0x1p-1000  // shares below this count as 0
#define NF_GROUP_SMALL 0x1p-970   // terms below this count in steps
#define NF_GROUP_MAGIC 0x1.8p-969 // a number whose last digit is a step
#define NF_GROUP_MOST  DBL_MAX
#else
#define NF_GROUP_LEAST 0x1p-120f
#define NF_GROUP_SMALL 0x1p-103f
#define NF_GROUP_MAGIC 0x1.8p-102f
#define NF_GROUP_MOST  FLT_MAX
#endif

// The box, scaled; src/space/group_box.h has the numbers.
typedef struct nf_group_box {
    real vectors[3][3]; // zeros along axes that are not periodic, and in open space
    real duals[3][3];
    real origin[3];
    real reach[3]; // the images around the rounded place that are compared
    real limit[3]; // in cells: members that are less far from the base are at the image that links lead to
} nf_group_box;

// 0: the weights of a group of this mass count as equal ones.
static inline int nf_group_weighs(real mass) { return mass > 0 && mass <= NF_GROUP_MOST; }

static inline real nf_group_share(real quotient) { return quotient < NF_GROUP_LEAST ? 0 : quotient; }

static inline real nf_group_term(real x) {
    return NF_ABS(x) < NF_GROUP_SMALL ? (x + NF_GROUP_MAGIC) - NF_GROUP_MAGIC : x;
}

static inline real nf_group_step(real x) {
    return NF_ABS(x) < NF_SCALED_SMALL ? (x + NF_SCALED_MAGIC) - NF_SCALED_MAGIC : x;
}

// A coordinate, from a scaled one, of either sign.
static inline real nf_group_unscaled(real x, real scale, real unscale) {
    const real length = nf_unscaled(NF_ABS(x), scale, unscale);
    return x < 0 ? -length : length;
}

// D for the image S.
static inline void nf_group_place(const nf_group_box *box, const real *base, const real *member, int dims,
                                  const real *S, real *D) {
    for (int a = 0; a < dims; a++)
        D[a] = (member[a] - base[a]) +
               ((S[0] * box->vectors[0][a] + S[1] * box->vectors[1][a]) + S[2] * box->vectors[2][a]);
}

static inline real nf_group_square(const real *D, int dims) {
    real sum = 0;
    for (int a = 0; a < dims; a++) sum += D[a] * D[a];
    return sum;
}

// A place in cells, along vector k.
static inline real nf_group_cells(const nf_group_box *box, const real *r, int dims, int k) {
    real cells = 0;
    for (int a = 0; a < dims; a++) cells += r[a] * box->duals[k][a];
    return cells;
}

// S of the nearest image of the member, of equally near ones the smallest S: of those up to reach[] from the rounded place in cells, which is
// taken twice, as it rounds far away.
static inline void nf_group_image(const nf_group_box *box, const real *base, const real *member, int dims,
                                  real *S) {
    const int x = (int)box->reach[0], y = (int)box->reach[1], z = (int)box->reach[2];
    real D[3], middle[3] = {0, 0, 0}, least = -1;
    for (int turn = 0; turn < 2; turn++) {
        nf_group_place(box, base, member, dims, middle, D);
        for (int k = 0; k < dims; k++) middle[k] -= NF_FLOOR(nf_group_cells(box, D, dims, k) + (real)0.5f);
    }
    for (int i = -x; i <= x; i++)
        for (int j = -y; j <= y; j++)
            for (int k = -z; k <= z; k++) {
                const real at[3] = {middle[0] + (real)i, middle[1] + (real)j, middle[2] + (real)k};
                nf_group_place(box, base, member, dims, at, D);
                const real d2 = nf_group_square(D, dims);
                if (least < 0 || d2 < least) {
                    least = d2;
                    for (int a = 0; a < 3; a++) S[a] = at[a];
                }
            }
}

// 1 if a member at D may not be where links lead.
static inline int nf_group_is_far(const nf_group_box *box, const real *D, int dims) {
    int is_far = 0;
    for (int k = 0; k < dims; k++) is_far |= !(NF_ABS(nf_group_cells(box, D, dims, k)) < box->limit[k]);
    return is_far;
}

// Moves a point into the box: twice, as it rounds.  w: by how many cells.
static inline void nf_group_wraps(const nf_group_box *box, real *r, int dims, real *w) {
    w[0] = w[1] = w[2] = 0;
    for (int turn = 0; turn < 2; turn++) {
        real from[3], by[3] = {0, 0, 0};
        for (int a = 0; a < dims; a++) from[a] = r[a] - box->origin[a];
        for (int k = 0; k < dims; k++) w[k] += by[k] = NF_FLOOR(nf_group_cells(box, from, dims, k));
        for (int a = 0; a < dims; a++)
            r[a] = nf_group_step(r[a] - ((by[0] * box->vectors[0][a] + by[1] * box->vectors[1][a]) +
                                         by[2] * box->vectors[2][a]));
    }
}

static inline void nf_group_fold(const nf_group_box *box, real *r, int dims) {
    real w[3];
    nf_group_wraps(box, r, dims, w);
}

// S of a member.  percolates: the bits of the vectors around which the group closes on itself; `first` is the member of smallest index of the part of
// the group that links connect, and G how many cells links lead from it to the member.
static inline void nf_group_chained(const nf_group_box *box, const real *base, const real *first,
                                    const real *member, const real *G, unsigned percolates, int dims,
                                    real *S) {
    real inside[2][3], w[2][3];
    for (int a = 0; a < dims; a++) {
        inside[0][a] = base[a];
        inside[1][a] = member[a];
    }
    for (int p = 0; p < 2; p++) nf_group_wraps(box, inside[p], dims, w[p]);
    nf_group_image(box, base, first, dims, S);
    for (int k = 0; k < 3; k++) S[k] = percolates >> k & 1 ? w[0][k] - w[1][k] : S[k] + G[k];
}
