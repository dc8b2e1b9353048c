// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Decides the candidates of a group (groups.cl), 16 at a time; for CPU kernels.
#pragma once
#include "search/walk/groups.cl"
#include "search/images.cl"

// Entries of 16 candidates: masks[e] of near_masks.cl for the candidates from at[e] on; no entry is empty.
typedef struct nf_entries {
    __global ulong *masks;
    __global uint *at;
    uint room;
#if SHIFTS
    __global nf_shift *shift; // the images of the candidates, or NULL if they are not asked for
#endif
} nf_entries;
#if SHIFTS
#define ENTRIES(masks, at, room, shift)                                                                      \
    { masks, at, room, shift }
#define ENTRY_SHIFT(entries, e) ((entries).shift[e])
#define ENTRY_STORE(entries, e, own)                                                                         \
    if ((entries).shift) (entries).shift[e] = (own)
#else
#define ENTRIES(masks, at, room, shift)                                                                      \
    { masks, at, room }
#define ENTRY_SHIFT(entries, e) NF_SHIFT_NONE
#define ENTRY_STORE(entries, e, own)
#endif

// The valid candidates of a vector: before the end of the run, not a point's own, and for existing points only.
static inline ulong nf_valid(const nf_group *group, ulong points, uint k, int run, uint end) {
    const uint left = end - k;
    ulong valid = points & (left < 16 ? ((1u << left) - 1u) * 0x0001000100010001UL : ~0UL);
    (void)run;
    return QUERIES ? valid : valid & nf_own_mask_16(group->first, k, GROUP_SHIFT(group, run));
}

// What the candidates of the group are compared with: this cutoff, and the filters of the cloud.
static inline nf_within nf_group_within(const nf_walk_cloud *view, const nf_group *group, real r2) {
    nf_within within;
    within.r2 = r2;
    (void)view, (void)group;
#if FILTERS
    within.filters = &view->filters;
    within.scale = view->scale;
#if RADII
    for (uint p = 0; p < 4; p++)
        within.own[p] = view->filters.query_radii[QUERY_INDEX(view)[group->first + min(p, group->count - 1)]];
#endif
#endif
    return within;
}

#if SHIFTS
// By the rule, for images: folded points decide but for those close to the cutoff, and not the filters.
static inline ulong nf_near_images(const nf_walk_cloud *view, const nf_group *group, const nf_four *four,
                                   nf_within within, uint k, int r, ulong valid) {
    const nf_vector vector = group->vector[r];
    const real r2 = view->r2;
    const real blur = view->grid->lattice.wrapped > 0 ? view->grid->lattice.blur + view->grid->crossed : 0;
    within.r2 = r2 * ((1 + blur) * (1 + blur));
#if FILTERS
    if (view->grid->lattice.wrapped > 0) within.filters = 0;
#endif
    ulong near = nf_near_by_rule(view->axes, view->stride, &within, view->scale, four, k, vector);
    if (!(blur > 0) || !(near & valid)) return near;
    within.r2 = r2 * (1 - blur);
    ulong close =
        near & valid & ~nf_near_by_rule(view->axes, view->stride, &within, view->scale, four, k, vector);
    for (; close; close &= close - 1) {
        const uint bit = 63 - (uint)clz(close & (0 - close));
        const real d2 = nf_given_distance2(view, QUERY_INDEX(view)[group->first + bit / 16],
                                           view->index[k + bit % 16], group->shift[r]);
        if (!nf_is_pair(d2, r2)) near &= ~(1UL << bit);
    }
    return near;
}
#define NEAR_BY_RULE(k, r, valid) nf_near_images(view, group, &four, within, k, r, valid)
#define DECIDES(view)             (!((view)->grid->lattice.wrapped > 0))
#else
#define NEAR_BY_RULE(k, r, valid)                                                                            \
    nf_near_by_rule(view->axes, view->stride, &within, view->scale, &four, k, NF_VECTOR_NONE)
#define DECIDES(view) 1 // distances of positions in order are those of the rule
#endif

#if FILTERS
// The bits of a mask whose candidates meet the filters that are not decided yet.
static inline ulong nf_meeting(const nf_walk_cloud *view, const nf_group *group, uint k, int r, ulong near) {
    const int decided = MEASURES ? DECIDES(view) : 1;
#if !TYPES && !EXCLUDED
    if (decided) return near;
#endif
    ulong kept = near;
    for (; near; near &= near - 1) {
        const uint bit = 63 - (uint)clz(near & (0 - near)), i = QUERY_INDEX(view)[group->first + bit / 16],
                   j = view->index[k + bit % 16];
        const int sure = TYPES ? 0 : decided;
        const int is =
            sure ? nf_is_included(&view->filters, i, j) : nf_is_result(view, i, j, GROUP_SHIFT(group, r));
        if (!is) kept &= ~(1UL << bit);
    }
    return kept;
}
#define FILTERED(k, r, near) nf_meeting(view, group, k, r, near)
#else
#define FILTERED(k, r, near) (near)
#endif

// Decides the group's candidates until all are decided or there is no room for entries; advances `begin`.  MASK is the mask
// of the 16 candidates from k on, of run r.
#define DECIDE(MASK)                                                                                         \
    for (int r = 0; r < RUNS_MOST; r++)                                                                      \
        while (begin[r] < group->end[r] && used < entries.room) {                                            \
            const uint end = group->end[r];                                                                  \
            uint k = begin[r];                                                                               \
            const uint stop = min((end - k + 15) / 16, entries.room - used) * 16 + k;                        \
            for (; k < stop; k += 16) {                                                                      \
                const ulong valid = nf_valid(group, points, k, r, end), is_near = (MASK)&valid,              \
                            mask = FILTERED(k, r, is_near);                                                  \
                entries.masks[used] = mask;                                                                  \
                entries.at[used] = k;                                                                        \
                ENTRY_STORE(entries, used, GROUP_SHIFT(group, r));                                           \
                used += mask != 0;                                                                           \
                pairs += popcount(mask);                                                                     \
            }                                                                                                \
            begin[r] = k;                                                                                    \
        }

static inline int nf_is_decided(const nf_group *group) {
    for (int r = 0; r < RUNS_MOST; r++)
        if (group->begin[r] < group->end[r]) return 0;
    return 1;
}

// Stores the candidates that are decided; opens the next batch that has candidates.
static inline void nf_decided(const nf_walk_cloud *view, const nf_tile *t, const uint *begin,
                              nf_group *group) {
    for (int r = 0; r < RUNS_MOST; r++) group->begin[r] = begin[r];
#if SHIFTS
    while (nf_is_decided(group) && (int)group->batch + RUNS_MOST < NF_RUNS(view->grid))
        nf_group_runs(view, t, group->cells, group->last, group->batch + RUNS_MOST, group);
#else
    (void)view, (void)t;
#endif
}

// Adds the number of pairs to *found; returns the number of entries.  The group is done if nf_is_decided.
WIDE_APART uint nf_decide(const nf_walk_cloud *view, const nf_tile *t, __global const float *frame,
                          nf_group *group, nf_entries entries, ulong *found) {
    const ulong points = ~0UL >> (64 - 16 * group->count);
    nf_four four;
    uint begin[RUNS_MOST], used = 0;
    ulong pairs = 0;
    for (uint p = 0; p < 4; p++) {
        __global const real *at = QUERY_AXES(view) + group->first + min(p, group->count - 1);
        four.x[p] = at[0];
        four.y[p] = DIMS > 1 ? at[QUERY_STRIDE(view)] : 0;
        four.z[p] = DIMS > 2 ? at[2 * QUERY_STRIDE(view)] : 0;
    }
    for (int r = 0; r < RUNS_MOST; r++) begin[r] = group->begin[r];
#if FLOAT_FIRST
    if (t->in_float) {
        nf_four_float near;
        for (int p = 0; p < 4; p++) {
            near.x[p] = (float)((four.x[p] - t->x) * view->inverse);
            near.y[p] = DIMS > 1 ? (float)((four.y[p] - t->y) * view->inverse) : 0;
            near.z[p] = DIMS > 2 ? (float)((four.z[p] - t->z) * view->inverse) : 0;
            near.least[p] = 1;
        }
        DECIDE(nf_near_in_float(frame, FRAME_STRIDE, &near, k - t->begin[r] + t->place[r]))
        if (nf_is_sure(&near, t->margin)) {
            nf_decided(view, t, begin, group);
            *found += pairs;
            return used;
        }
        for (int r = 0; r < RUNS_MOST; r++) begin[r] = group->begin[r];
        used = 0;
        pairs = 0;
    }
#else
    (void)frame;
#endif
    const nf_within within = nf_group_within(view, group, view->r2);
    DECIDE(NEAR_BY_RULE(k, r, valid))
    nf_decided(view, t, begin, group);
    *found += pairs;
    return used;
}
