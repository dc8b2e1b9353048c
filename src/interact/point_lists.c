/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/memory.h"
#include "core/whole.h"
#include "interact/cluster_lists.h"
#include "interact/clusters.h"
#include "interact/kept_lists.h"
#include "interact/list_sizes.h"
#include "opencl/memory/cost.h"
#include "search/ways.h"

#include <math.h>

/* The most entries of a list, at first and of lists that are kept; the share of the device's memory that all lists may take; and the lanes that add up
   the list of a point: LANES_A_POINT in cl/interact/point_lists.cl. */
enum { ROOM_MOST = 1024, KEPT_MOST = 2 * ROOM_MOST, MEMORY_SHARE = 8, LANES_A_POINT = 8 };

/* The neighbours that the list of a point has room for: half more than it has on average, for points within `reach`. */
static double room_wanted(const nf_interaction *c, double reach) {
    enum { LEAST = 24 };
    const nf_cloud *cloud = c->query.cloud;
    const double ball = 4 * 3.14159265358979 / 3;
    return 1.5 * ball * nf_space_density(&cloud->space, cloud->n, reach) + LEAST;
}

static uint64_t room_of(const nf_interaction *c, double reach) {
    enum { STEP = 8 };
    const double room = room_wanted(c, reach);
    return room < ROOM_MOST ? (uint64_t)room / STEP * STEP : ROOM_MOST;
}

static int fits(const nf_interaction *c, int keeps) {
    const nf_cloud *cloud = c->query.cloud;
    return nf_lists_bytes(cloud->n, 1, room_of(c, nf_lists_reach(c, keeps))) <=
           nf_lists_most(cloud->context, MEMORY_SHARE);
}

static nf_status check(const nf_strategy *strategy, const nf_interaction *c, nf_sentence *why) {
    nf_status status = NF_OK;
    NF_TRY(nf_cluster_lists_check(strategy, c, why));
    if (room_wanted(c, nf_lists_reach(c, 0)) > ROOM_MOST)
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy point-lists: points have so many neighbours that lists would be too long");
    if (!fits(c, 0))
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy point-lists: the device has too little memory for the lists");
done:
    return status;
}

/* The lists of points of a call. */
typedef struct point_lists {
    uint64_t room;
    cl_mem lists, lengths;
    cl_mem packed; /* or NULL */
} point_lists;

/* Scratch for the lists, or with `keeps` buffers of the cloud. */
static nf_status take_lists(nf_work *work, const nf_interaction *c, int keeps, cl_mem *before,
                            point_lists *p) {
    const uint64_t n = c->query.cloud->n;
    nf_kept_lists *kept = NULL;
    nf_status status = NF_OK;
    const uint64_t most =
        nf_min(keeps ? KEPT_MOST : ROOM_MOST, nf_lists_room_most(work->context, MEMORY_SHARE, n, 1));
    p->room = nf_cost_worst(work->context, room_of(c, nf_lists_reach(c, keeps)), most);
    if (keeps) {
        const nf_list_room room = {p->room, most};
        NF_TRY(nf_kept_lists_begin(work, c, 1, room, &kept));
        *p = (point_lists){kept->room, kept->lists.buffer, kept->lengths.buffer, kept->packed.buffer};
        *before = kept->verlet.reference.buffer;
    } else {
        NF_TRY(nf_scratch(work, nf_lists_bytes(n, 1, p->room), &p->lists));
        NF_TRY(nf_scratch(work, nf_lists_bytes(n, 1, 1), &p->lengths));
    }
done:
    return status;
}

static nf_status sum_points(nf_work *work, const nf_interaction *c, const nf_cluster_lists *l,
                            const point_lists *p) {
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    const nf_shape shape = nf_shape_for(c->query.cloud->n, l->shape.group / LANES_A_POINT, l->shape.group);
    work->stage = "search";
    return nf_launch_walk(work, &l->search, l->program, "nf_sum_points", shape, nf_lanes_inverse(&l->search),
                          args, nf_interaction_args(c, args), nf_u32((uint32_t)p->room), nf_in(p->lists),
                          nf_in(p->lengths), nf_in(p->packed ? p->packed : p->lists),
                          nf_inout(c->query.found.status));
}

static const char source[] = "interact/point_lists.cl";

static nf_status find(nf_work *work, nf_query *query, const nf_emit_args *output) {
    nf_interaction *c = (nf_interaction *)(void *)query;
    const int keeps = nf_kept_lists_may(c, 1) && fits(c, 1);
    const double reach = nf_lists_reach(c, keeps);
    nf_cluster_lists l = {.lists = NULL};
    point_lists p = {.lists = NULL};
    cl_mem before = NULL;
    nf_status status = NF_OK;
    if (nf_cost_worst(work->context, (uint64_t)query->cloud->order.sparse, 0))
        return nf_strategy_clusters.method.find(work, query, output);
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(take_lists(work, c, keeps, &before, &p));
    NF_TRY(nf_cluster_lists_make(work, c, source, reach, p.room, before, &l));
    NF_TRY(nf_launch_walk(work, &l.search, l.program, "nf_split", l.shape, nf_lanes_inverse(&l.search), NULL,
                          0, nf_real(NF_FLOAT32, reach * (1 + NF_LISTS_SLACK)), nf_u32((uint32_t)l.room),
                          nf_in(l.lists), nf_inout(l.lengths), nf_in(l.middles), nf_u32((uint32_t)p.room),
                          nf_out(p.lists), nf_out(p.lengths), nf_inout(query->found.status),
                          nf_u32(work->number)));
    if (keeps) NF_TRY(nf_kept_lists_built(work, c));
    NF_TRY(sum_points(work, c, &l, &p));
    NF_TRY(nf_cluster_lists_others(work, c, &l));
    NF_TRY(nf_search_status_check_now(work, query->found.status));
done:
    nf_scratch_back(work, mark);
    return status;
}

static nf_status sum_kept(nf_work *work, const nf_interaction *c, const nf_cluster_lists *l,
                          const nf_kept_lists *kept) {
    const point_lists p = {kept->room, kept->lists.buffer, kept->lengths.buffer, kept->packed.buffer};
    return sum_points(work, c, l, &p);
}

static nf_status again(nf_work *work, nf_interaction *c, nf_wait wait, int *done) {
    return nf_cluster_lists_step(work, c, 1, source, sum_kept, wait, done);
}

/* Lists that are kept serve many steps; where points are dense those of clusters are read faster (measured on an H200). */
static int suits(const nf_interaction *c) {
    enum { DENSE = 20 };
    const nf_cloud *cloud = c->query.cloud;
    return c->query.params.skin > 0 &&
           nf_space_density(&cloud->space, cloud->n, c->query.params.cells.cutoff) < DENSE;
}

const nf_strategy nf_strategy_point_lists = {.name = "point-lists",
                                             .method = {.expects = 1, .find = find},
                                             .suits = suits,
                                             .check = check,
                                             .again = again,
                                             .prepare = nf_clusters_prepare};
