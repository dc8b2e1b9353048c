// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums of points that several lanes share: each lane adds what some candidates do to its point, and the lanes of a point are consecutive.
#pragma once
#include "interact/as_given.cl"

// The periods of the box; 0 for further axes.
typedef struct nf_periods {
    real period[3], most[3]; // most: half of it
} nf_periods;

static inline nf_periods nf_periods_of(__global const nf_grid *grid) {
    nf_periods periods;
#pragma unroll
    for (int a = 0; a < 3; a++) {
        periods.period[a] = a < DIMS ? grid->lattice.height[a] : 0;
        periods.most[a] = periods.period[a] / 2;
    }
    return periods;
}

// What is left of the distance between two folded positions along an axis when the nearer image is taken.
static inline real nf_to_nearest(const nf_periods *periods, int a, real apart) {
    return apart - (fabs(apart) > periods->most[a] ? copysign(periods->period[a], apart) : 0);
}

// Adds what the candidate at j in order does to a point at p, if the rule decides that it is a partner.
static inline void nf_add_by_rule(const nf_walk_cloud *cloud, const nf_emitter *emitter,
                                  const nf_query_point *point, const fields *own, uint j,
                                  const nf_periods *periods, sums *found) {
    int m[3];
    for (int a = 0; a < 3; a++) {
        const real apart = nf_plane(cloud, a, j) - nf_plane(cloud, a, point->p);
        m[a] = fabs(apart) > periods->most[a] ? apart > 0 ? -1 : 1 : 0;
    }
    const nf_shift shift = nf_shift_of(cloud->grid, m);
    const uint number = cloud->index[j];
    if (!nf_is_partner(cloud, point, number, shift)) return;
    const fields theirs = nf_fields_of(emitter->carried, number);
    nf_apply(own, &theirs, nf_displaced_as_given(cloud, (uint)point->index, number, shift), &emitter->given,
             found);
}

// The sum of v over the `lanes` lanes of a point, in their order, for the first of them.
TOGETHER nf_sum nf_share_sum(nf_sum v, uint lane, uint lanes, __local nf_sum *column) {
    nf_lanes_sync();
    column[lane] = v;
    nf_lanes_sync();
    if (lane % lanes == 0)
#pragma unroll
        for (uint k = 1; k < lanes; k++) v += column[lane + k];
    return v;
}
#define NF_SHARE_SUM(member) all.member = nf_share_sum(found->member, lane, lanes, column);
#define NF_SHARE_VECTOR(name, sign)                                                                          \
    NF_SHARE_SUM(name.x)                                                                                     \
    if (DIMS > 1) { NF_SHARE_SUM(name.y) }                                                                   \
    if (DIMS > 2) { NF_SHARE_SUM(name.z) }
#define NF_SHARE_SCALAR(name, sign) NF_SHARE_SUM(name)

// Writes the sums of each point in the row of its index, and what says that the order was refused in row p.
TOGETHER void nf_shares_close(const nf_emitter *emitter, const nf_walk_cloud *cloud,
                              const nf_query_point *point, int walked, uint lanes, const sums *found,
                              __local nf_sum *column) {
    const uint lane = point->lane;
    sums all = nf_sums_none();
    NF_SUMS(NF_SHARE_VECTOR, NF_SHARE_SCALAR)
    if (!point->active || lane % lanes) return;
    if (cloud->grid->refused) {
        all = nf_sums_unknown();
        nf_sums_put(&emitter->arrays, point->p, &all);
    } else if (walked) nf_sums_put(&emitter->arrays, (uint)point->index, &all);
}
