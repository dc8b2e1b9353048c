/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/memory.h"
#include "core/whole.h"
#include "interact/cluster_lists.h"
#include "interact/clusters.h"
#include "interact/kept_lists.h"
#include "interact/list_sizes.h"
#include "interact/symmetric.h"
#include "opencl/memory/cost.h"
#include "opencl/quirks.h"
#include "search/ways.h"

#include <math.h>

/* The most entries of a list, and the share of the device's memory that all lists may take. */
enum { ROOM_MOST = 4096, MEMORY_SHARE = 16 };

/* Clusters at the ends of rows of cells have lists that are twice as long. */
enum { AT_ENDS = 2, KEPT_MOST = AT_ENDS * ROOM_MOST };

/* The candidates of a cluster of 8 points that the lists have room for: those of a box of points about as long as it is wide, and half more;
   for a density of points in a cube of the reach. */
static uint64_t room_of(double density) {
    enum { LEAST = 96, STEP = 32 };
    const double side = cbrt(NF_CLUSTER_MOST / density), pi = 3.14159265358979,
                 volume = side * side * side + 6 * side * side + 3 * pi * side + 4 * pi / 3;
    const double room = 1.5 * volume * density + LEAST;
    return room < ROOM_MOST ? (uint64_t)room / STEP * STEP : ROOM_MOST;
}

/* That every list has; fresh lists may do without the room for ends, as their clusters can be walked. */
static uint64_t room_for(const nf_interaction *c, int keeps) {
    const nf_cloud *cloud = c->query.cloud;
    return (keeps ? AT_ENDS : 1) *
           room_of(nf_space_density(&cloud->space, cloud->n, nf_lists_reach(c, keeps)));
}

static int fits(const nf_interaction *c, int keeps) {
    const nf_cloud *cloud = c->query.cloud;
    return nf_lists_bytes(cloud->n, nf_clusters_points(c), room_for(c, keeps)) <=
           nf_lists_most(cloud->context, MEMORY_SHARE);
}

nf_status nf_cluster_lists_check(const nf_strategy *strategy, const nf_interaction *c, nf_sentence *why) {
    const nf_cloud *cloud = c->query.cloud;
    nf_status status = NF_OK;
    NF_TRY(nf_clusters_check(strategy, c, why));
    if (!(nf_space_density(&cloud->space, cloud->n, c->query.params.cells.cutoff) > 0) ||
        !nf_space_is_orthorhombic(&cloud->space))
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: it serves orthorhombic boxes that are periodic along all axes",
                       strategy->name);
    if (!fits(c, 0))
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: the device has too little memory for the lists", strategy->name);
done:
    return status;
}

/* ---- making lists, and summing --------------------------------------------------------------------------- */

nf_status nf_cluster_lists_open(nf_work *work, nf_interaction *c, const nf_view *points, const char *source,
                                cl_mem before, nf_cluster_lists *l) {
    nf_status status = NF_OK;
    NF_TRY(nf_clusters_begin(work, &c->query, &l->search, &l->form));
    l->search.sources = l->search.targets = *points;
    l->search.before = before;
    NF_TRY(nf_search_program(&l->search, &l->form, source, l->search.parts->emit, &l->program));
    l->shape = nf_search_shape(&l->search, &l->form);
done:
    return status;
}

/* kernel: "nf_list_wide", with candidates of the boxes of clusters, or "nf_list_narrow", of their points. */
static nf_status list(nf_work *work, const nf_interaction *c, const nf_cluster_lists *l, const char *kernel,
                      double reach) {
    enum {
        CLUSTERS_A_UNIT = 64
    }; /* of more, two are taken at a time, which is faster if not all run at once (measured on an H100) */
    nf_shape shape = l->shape;
    const int paired =
        nf_search_tile_count(&l->search) > (uint64_t)work->context->device.compute_units * CLUSTERS_A_UNIT;
    if (paired) shape.groups = nf_ceiling(shape.groups, 2);
    work->stage = "lists";
    return nf_launch_walk(work, &l->search, l->program, kernel, shape, nf_lanes_inverse(&l->search), NULL, 0,
                          nf_real(NF_FLOAT32, reach * (1 + NF_LISTS_SLACK)), nf_u32((uint32_t)paired),
                          nf_u32((uint32_t)l->room), nf_out(l->lists), nf_out(l->lengths), nf_out(l->middles),
                          nf_inout(c->query.found.status), nf_u32(work->number));
}

nf_status nf_cluster_lists_make(nf_work *work, nf_interaction *c, const char *source, double reach,
                                uint64_t least, cl_mem before, nf_cluster_lists *l) {
    nf_cloud *cloud = c->query.cloud;
    const uint64_t n = cloud->n, points = nf_clusters_points(c);
    nf_status status = NF_OK;
    const uint64_t room =
        nf_cost_worst(work->context,
                      nf_max(least, AT_ENDS * room_of(nf_space_density(&cloud->space, n, reach))), KEPT_MOST);
    l->room = nf_min(room, nf_lists_room_most(work->context, MEMORY_SHARE, n, points));
    NF_TRY(nf_scratch(work, nf_lists_bytes(n, points, l->room), &l->lists));
    NF_TRY(nf_scratch(work, nf_lists_bytes(n, points, 1), &l->lengths));
    NF_TRY(nf_scratch(work, nf_middles_bytes(n, points, cloud->type), &l->middles));
    const nf_view ordered = nf_view_of_cloud(cloud);
    NF_TRY(nf_cluster_lists_open(work, c, &ordered, source, before, l));
    NF_TRY(list(work, c, l, "nf_list_wide", reach));
done:
    return status;
}

/* Of the clusters that have lists. */
static nf_status sum_lists(nf_work *work, const nf_interaction *c, const nf_cluster_lists *l) {
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    work->stage = "search";
    return nf_launch_walk(work, &l->search, l->program, "nf_sum_lists", l->shape,
                          nf_lanes_inverse(&l->search), args, nf_interaction_args(c, args),
                          nf_u32((uint32_t)l->room), nf_in(l->lists), nf_in(l->lengths), nf_in(l->middles),
                          nf_inout(c->query.found.status));
}

nf_status nf_cluster_lists_others(nf_work *work, const nf_interaction *c, const nf_cluster_lists *l) {
    enum { ROWS_A_UNIT = 8 }; /* as many as run at once, for their registers */
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    nf_shape shape = l->shape;
    if (!nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS))
        shape.groups = nf_min(
            shape.groups, (uint64_t)work->context->device.compute_units * ROWS_A_UNIT / l->form.tiles + 1);
    work->stage = "search";
    return nf_launch_walk(work, &l->search, l->program, "nf_sum_others", shape, nf_lanes_inverse(&l->search),
                          args, nf_interaction_args(c, args), nf_u32((uint32_t)l->room), nf_in(l->lengths),
                          nf_inout(c->query.found.status), nf_u32(work->number));
}

/* ---- the strategy ----------------------------------------------------------------------------------------- */

static const char source[] = "interact/cluster_lists.cl";

/* Makes lists in buffers of the cloud, which keeps them. */
static nf_status make_kept(nf_work *work, nf_interaction *c, nf_cluster_lists *l) {
    const uint64_t points = nf_clusters_points(c);
    const uint64_t most =
        nf_min(KEPT_MOST, nf_lists_room_most(work->context, MEMORY_SHARE, c->query.cloud->n, points));
    const nf_list_room room = {nf_cost_worst(work->context, room_for(c, 1), most), most};
    nf_kept_lists *kept = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_kept_lists_begin(work, c, points, room, &kept));
    l->room = kept->room;
    l->lists = kept->lists.buffer;
    l->lengths = kept->lengths.buffer;
    l->middles = kept->middles.buffer;
    const nf_view ordered = nf_view_of_cloud(c->query.cloud);
    NF_TRY(nf_cluster_lists_open(work, c, &ordered, source, kept->verlet.reference.buffer, l));
    NF_TRY(list(work, c, l, "nf_list_narrow", nf_lists_reach(c, 1)));
    NF_TRY(nf_kept_lists_built(work, c));
done:
    return status;
}

nf_status nf_cluster_lists_find(nf_work *work, nf_query *query, const nf_emit_args *output) {
    nf_interaction *c = (nf_interaction *)(void *)query;
    const int keeps = nf_kept_lists_may(c, nf_clusters_points(c)) && fits(c, 1);
    const nf_view ordered = nf_view_of_cloud(query->cloud);
    nf_cluster_lists l = {.lists = NULL};
    nf_status status = NF_OK;
    NF_TRY(nf_symmetric_begin(work, c));
    const size_t mark = nf_scratch_mark(work);
    if (nf_cost_worst(work->context, (uint64_t)query->cloud->order.sparse, 0)) {
        NF_TRY(nf_strategy_clusters.method.find(work, query, output));
        return nf_symmetric_end(work, c, &ordered);
    }
    if (keeps) NF_TRY(make_kept(work, c, &l));
    else NF_TRY(nf_cluster_lists_make(work, c, source, nf_lists_reach(c, 0), 0, NULL, &l));
    NF_TRY(sum_lists(work, c, &l));
    NF_TRY(nf_cluster_lists_others(work, c, &l));
    NF_TRY(nf_symmetric_end(work, c, &ordered));
    NF_TRY(nf_search_status_check_now(work, query->found.status));
    nf_scratch_back(work, mark);
done:
    return status;
}

nf_status nf_cluster_lists_step(nf_work *work, nf_interaction *c, uint64_t cluster, const char *kernels,
                                nf_sum_kept *sum, nf_wait wait, int *done) {
    nf_kept_lists *kept = nf_kept_lists_of(c, cluster);
    nf_cluster_lists l = {.lists = NULL};
    nf_status status = NF_OK;
    *done = 0;
    if (!kept) return NF_OK;
    const nf_view points = nf_kept_lists_view(c, kept);
    const size_t before = nf_scratch_mark(work);
    NF_TRY(nf_symmetric_begin(work, c));
    const size_t with_sums = nf_scratch_mark(work);
    NF_TRY(nf_cluster_lists_open(work, c, &points, kernels, kept->verlet.reference.buffer, &l));
    l.room = kept->room;
    l.lists = kept->lists.buffer;
    l.lengths = kept->lengths.buffer;
    l.middles = kept->middles.buffer;
    NF_TRY(nf_kept_lists_follow(work, c, kept));
    NF_TRY(sum(work, c, &l, kept)); /* before it is known whether the lists hold */
    NF_TRY(nf_symmetric_end(work, c, &points));
    *done = wait == NF_WAIT_NOTHING;
    if (!*done) NF_TRY(nf_kept_lists_look(work, kept, done));
    NF_TRY(nf_search_status_check_now(work, c->query.found.status));
    nf_scratch_back(work, *done ? with_sums : before);
done:
    return status;
}

static nf_status sum_kept(nf_work *work, const nf_interaction *c, const nf_cluster_lists *l,
                          const nf_kept_lists *kept) {
    (void)kept;
    return sum_lists(work, c, l);
}

nf_status nf_cluster_lists_again(nf_work *work, nf_interaction *c, nf_wait wait, int *done) {
    return nf_cluster_lists_step(work, c, nf_clusters_points(c), source, sum_kept, wait, done);
}

/* Of few points lists take longer than what they save; and of many points with less than one in a cube of the cutoff the walk takes less than clusters
   with lists or without (measured on an H100). */
static int suits(const nf_interaction *c) {
    enum { FEW = 16384, DENSE = 1 };
    const nf_cloud *cloud = c->query.cloud;
    return c->query.params.skin > 0 ||
           (cloud->n > FEW &&
            nf_space_density(&cloud->space, cloud->n, c->query.params.cells.cutoff) >= DENSE);
}

const nf_strategy nf_strategy_cluster_lists = {.name = "cluster-lists",
                                               .method = {.expects = 1, .find = nf_cluster_lists_find},
                                               .suits = suits,
                                               .check = nf_cluster_lists_check,
                                               .again = nf_cluster_lists_again,
                                               .prepare = nf_clusters_prepare};
