// Half neighbour pairs of an ordered cloud: count, then fill.  (search_cpu.cl is its twin for CPUs.)
//   planes[3][stride], index[n], places, grid --count--> counts[n], totals[tiles] (--scan--> bases[tiles])
//   the same, counts, bases --fill--> pairs[total], those below `capacity`
//
// A work-item is a point; a tile (grid.cl) is 32 consecutive work-items.  Within a tile, turn t writes the
// t-th partner of each of its points that has one, points ascending.  So the t-th pair of the point in lane l
// goes to
//   base + turn_start(t) + (lanes below l that have more than t partners),
//   turn_start(t) = the sum over all lanes of min(count, t),
// and both are tabulated for the first TURNS turns; beyond, they are summed anew from the 32 counts.
//
//   GROUP   work-items a group, a multiple of 32
//   TURNS   turns that are tabulated
//   the rest as grid.cl and pair_rule.cl
#if !defined(GROUP) || !defined(TURNS)
#error "search.cl needs GROUP and TURNS"
#endif
#if GROUP % 32
#error "search.cl: GROUP is a multiple of 32"
#endif
#include "common/real.cl"
#include "common/grid.cl"
#include "common/pair_rule.cl"

#define CLOUD                                                                                                \
    __global const real *restrict planes, ulong stride, __global const nf_place *restrict places,            \
        __global const nf_grid *restrict grid, uint n, real r2, real scale

// A point of the order, with its cell.
typedef struct nf_point {
    real x, y, z;
    nf_cell cell;
} nf_point;

static inline nf_point nf_point_at(__global const real *planes, ulong stride, __global const nf_grid *grid,
                                   uint p) {
    nf_point point;
    point.x = planes[p];
    point.y = DIMS > 1 ? planes[stride + p] : 0;
    point.z = DIMS > 2 ? planes[2 * stride + p] : 0;
    point.cell = nf_cell_of(grid, point.x, point.y, point.z);
    return point;
}

// 1 when candidate j is a pair with the point.
static inline uint nf_near(__global const real *restrict planes, ulong stride, real r2, real scale,
                           nf_point point, uint j) {
    const real d2 = nf_distance2(point.x, point.y, point.z, planes[j], DIMS > 1 ? planes[stride + j] : 0,
                                 DIMS > 2 ? planes[2 * stride + j] : 0, scale);
    return nf_is_pair(d2, r2);
}

static inline uint nf_count_run(__global const real *restrict planes, ulong stride, real r2, real scale,
                                nf_point point, nf_run run) {
    uint found = 0;
    for (uint j = run.begin; j < run.end; j++) found += nf_near(planes, stride, r2, scale, point, j);
    return found;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void count(CLOUD, __global uint *restrict counts,
                                                                       __global ulong *restrict totals) {
    __local uint shared[GROUP];
    const uint p = (uint)get_global_id(0), lane = (uint)get_local_id(0);
    uint found = 0;
    if (p < n) {
        const nf_point point = nf_point_at(planes, stride, grid, p);
        for (int k = 0; k < RUNS; k++) {
            const nf_run run = nf_run_of(grid, places, n, point.cell, p, k);
            found += nf_count_run(planes, stride, r2, scale, point, run);
        }
        counts[p] = found;
    }
    shared[lane] = found;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane % TILE_POINTS == 0 && p < n) {
        ulong total = 0;
        for (uint l = 0; l < TILE_POINTS; l++) total += shared[lane + l];
        totals[p / TILE_POINTS] = total;
    }
}

// Where the pairs of one lane go.
typedef struct nf_writer {
    __global int2 *pairs;
    ulong base, capacity;
    __local const uint *start, *active, *counts; // of the tile
    uint lane, turn;
    int index;
} nf_writer;

static inline void nf_put(nf_writer *w, int partner) {
    ulong to = w->base;
    if (w->turn < TURNS) to += w->start[w->turn] + popcount(w->active[w->turn] & ((1u << w->lane) - 1u));
    else
        for (uint l = 0; l < TILE_POINTS; l++)
            to += min(w->counts[l], w->turn) + (uint)(l < w->lane && w->counts[l] > w->turn);
    if (to < w->capacity) w->pairs[to] = (int2)(min(w->index, partner), max(w->index, partner));
    w->turn++;
}

// Puts the pairs of `point` with the candidates of one run.
static inline void nf_put_run(__global const real *restrict planes, ulong stride,
                              __global const uint *restrict index, real r2, real scale, nf_point point,
                              nf_run run, nf_writer *w) {
    for (uint j = run.begin; j < run.end; j++)
        if (nf_near(planes, stride, r2, scale, point, j)) nf_put(w, (int)index[j]);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
fill(CLOUD, __global const uint *restrict index, __global const uint *restrict counts,
     __global const ulong *restrict bases, __global int2 *restrict pairs, ulong first_pair, ulong capacity) {
    __local uint lane_counts[GROUP], start[GROUP / TILE_POINTS][TURNS], active[GROUP / TILE_POINTS][TURNS];
    const uint p = (uint)get_global_id(0), item = (uint)get_local_id(0), lane = item % TILE_POINTS,
               tile = item / TILE_POINTS;
    lane_counts[item] = p < n ? counts[p] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = lane; t < TURNS; t += TILE_POINTS) {
        uint before = 0, have = 0;
        for (uint l = 0; l < TILE_POINTS; l++) {
            const uint count = lane_counts[tile * TILE_POINTS + l];
            before += min(count, t);
            have |= (uint)(count > t) << l;
        }
        start[tile][t] = before;
        active[tile][t] = have;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (p >= n || lane_counts[item] == 0) return;
    const nf_point point = nf_point_at(planes, stride, grid, p);
    nf_writer w = {pairs + first_pair, bases[p / TILE_POINTS],           capacity, start[tile],
                   active[tile],       lane_counts + tile * TILE_POINTS, lane,     0,
                   (int)index[p]};
    for (int k = 0; k < RUNS; k++)
        nf_put_run(planes, stride, index, r2, scale, point, nf_run_of(grid, places, n, point.cell, p, k), &w);
}
