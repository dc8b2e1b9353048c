/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "knn/walks.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "knn/wide_packets.h"
#include "knn/args.h"
#include "tree/loops.h"
#include "tune/capability.h"

static const nf_tunable knn_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 64, 1, {1, 32, 64, 128, 256}, nf_fits_group},
    /* queries, at least, for packets */
    {"PACKET", 8192, 8192, {2048, 4096, 8192, 16384, 32768}, nf_fits_groups},
};
const nf_family nf_knn_family = NF_FAMILY("knn", knn_tunables, 1, 16);
enum { PACKET = 1 };

/* The most neighbours for 16 queries of a work-item, and for packets, and for a list that has one a lane. */
enum { TOGETHER_MOST = 64, PACKET_MOST = 64, LISTED_MOST = 32 };

/* ---- the programs ------------------------------------------------------------------------------------------ */

/* Sixteen queries walk together if they are near each other and have no wraps, and their lists are short enough for the nearest caches. */
static int walks_together(const nf_knn_query *query, const nf_knn_queries *queries) {
    const nf_cloud *cloud = query->cloud;
    if (!nf_is_alone(cloud->context, &nf_knn_family) || query->k > TOGETHER_MOST) return 0;
    return queries->self ? !query->tree->folded : queries->order && cloud->space.kind == NF_SPACE_OPEN;
}

/* Groups of as many work-items as run in step: larger ones would wait for their slowest lanes. */
static uint32_t lanes_group(const nf_context *context) {
    const uint32_t wave = nf_lanes_wave(nf_lanes_of(context));
    return wave > 32 ? wave : 32;
}

/* Four waves of singles a group, as devices hold more waves than groups at a time; one with lists in local memory, which they fill. */
static uint32_t singles_group(const nf_context *context, int k) {
    enum { WAVES = 4 };
    const uint32_t group = lanes_group(context);
    const int fits = nf_lanes_of(context) != NF_LANES_LOCAL && k <= LISTED_MOST &&
                     (uint64_t)group * WAVES <= context->device.max_work_group;
    return fits ? group * WAVES : group;
}

static int power_for(int k, int least) {
    int power = least;
    while (power < k) power *= 2;
    return power;
}

/* 32 lanes walk for a query, for which trees are 32 wide; not where drivers end loops, which lanes do not look for, nor where the lists
   of a group, twice as long as asked for, do not fit into local memory with the rest. */
static int has_lanes(const nf_knn_query *query) {
    enum { REST = 4096 };
    const nf_context *context = query->cloud->context;
    const uint64_t entry = nf_type_bytes(query->cloud->type) + 4,
                   list = query->k > LISTED_MOST ? 2 * entry * (uint64_t)power_for(query->k, LISTED_MOST) : 0;
    return query->tree->width == 32 && !nf_is_alone(context, &nf_knn_family) &&
           !nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) &&
           (list + REST) * singles_group(context, query->k) / 32 <= context->device.local_memory;
}

int nf_knn_refuses(const nf_knn_query *query) { return has_lanes(query); }

/* 32 queries walk together if sixteen would, and if there are enough for all lanes of the device.  They leave out their own points by
   their lanes, which only all points of the cloud, in the order of the tree, have. */
static int are_near(const nf_knn_query *query, const nf_knn_queries *queries, uint64_t rows) {
    const nf_cloud *cloud = query->cloud;
    if (rows < (uint64_t)nf_tuned(cloud->context, &nf_knn_family, PACKET)) return 0;
    if (queries->self) return !query->tree->folded;
    return query->include_self && queries->order && cloud->space.kind == NF_SPACE_OPEN;
}

/* As packets if all lists are short. */
static int has_packets(const nf_knn_query *query, const nf_knn_queries *queries, uint64_t rows) {
    return query->k <= PACKET_MOST && are_near(query, queries, rows);
}

/* As wide packets otherwise, if their rows fit. */
static int has_wide_packets(const nf_knn_query *query, const nf_knn_queries *queries, uint64_t rows) {
    const nf_cloud *cloud = query->cloud;
    return query->k > PACKET_MOST && cloud->space.kind == NF_SPACE_OPEN && are_near(query, queries, rows) &&
           nf_wide_fits(cloud->context, cloud->type, query->k, lanes_group(cloud->context));
}

/* What all kernels need. */
static void define(nf_spec *spec, const nf_knn_query *query, const nf_elements outputs[NF_KNN_ARRAYS],
                   const nf_knn_queries *queries) {
    nf_tree_define(spec, query->tree);
    nf_define(spec, "SELF", queries->self);
    nf_define(spec, "HAS_ORDER", queries->order != NULL);
    nf_define(spec, "ROOT64", query->cloud->context->device.fp64 != 0);
    for (int a = 0; a < NF_KNN_ARRAYS; a++)
        nf_define(spec, nf_knn_arrays[a].define, outputs[a].buffer != NULL);
}

static nf_status alone_program(const nf_knn_query *query, const nf_elements outputs[NF_KNN_ARRAYS],
                               const nf_knn_queries *queries, nf_tile tile, nf_program **out) {
    nf_context *context = query->cloud->context;
    nf_spec spec = nf_spec_of(context, "knn/knn.cl");
    nf_tile_define(&spec, tile);
    define(&spec, query, outputs, queries);
    /* The lists of more neighbours have one size, so that the host needs one program for them. */
    nf_define(&spec, "K_MOST", query->k <= TOGETHER_MOST ? power_for(query->k, 8) : NF_KNN_MOST);
    if (walks_together(query, queries)) nf_part(&spec, "knn/walk_sixteen.cl");
    else nf_part(&spec, "knn/walk_one.cl");
    return nf_program_get(context, &spec, out);
}

/* What the kernels of lanes need. */
static void define_lanes(nf_spec *spec, const nf_knn_query *query, const nf_elements outputs[NF_KNN_ARRAYS],
                         const nf_knn_queries *queries, uint32_t group) {
    const nf_context *context = query->cloud->context;
    nf_define(spec, "GROUP", group);
    nf_lanes_define(spec, nf_lanes_of(context));
    define(spec, query, outputs, queries);
}

/* ---- launches ---------------------------------------------------------------------------------------------- */

static nf_status walk_alone(nf_work *work, const nf_knn_query *query, const nf_knn_queries *queries,
                            uint64_t rows, const nf_elements outputs[NF_KNN_ARRAYS], nf_knn_args *walk) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_knn_family, (nf_tile_need){0});
    nf_loops loops;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(alone_program(query, outputs, queries, tile, &program));
    walk->args[walk->count++] = nf_inout(query->refused);
    nf_knn_args_folds(query, walk);
    NF_TRY(nf_loops_take(work, &loops));
    if (loops.count) walk->args[walk->count++] = loops.args[0];
    NF_TRY(nf_launch_args(work, program, "knn",
                          nf_tile_shape(tile, walks_together(query, queries) ? nf_ceiling(rows, 16) : rows),
                          walk->args, walk->count));
    NF_TRY(nf_loops_check(work, &loops));
done:
    return status;
}

/* What they leave of `rows` queries, in bytes: nf_left in cl/knn/overflow.cl. */
static uint64_t left_bytes(nf_type type, uint64_t rows) { return rows * 2 * nf_type_bytes(type); }

/* Packets or wide packets, which leave some of their queries in left[]. */
static nf_status walk_near(nf_work *work, const nf_knn_query *query, const nf_knn_queries *queries,
                           uint64_t rows, const nf_elements outputs[NF_KNN_ARRAYS], const nf_knn_args *walk,
                           int are_wide_packets, cl_mem left) {
    const uint32_t group = lanes_group(work->context);
    nf_knn_args own = *walk;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec =
        nf_spec_of(work->context, are_wide_packets ? "knn/wide_packets_lanes.cl" : "knn/walks_lanes.cl");
    define_lanes(&spec, query, outputs, queries, group);
    if (nf_has_quirk(&work->context->device, NF_QUIRK_BREAKS_PACKETS)) nf_unoptimised(&spec);
    if (are_wide_packets) nf_wide_define(&spec, query->k);
    else {
        nf_define(&spec, "KEYS", power_for(query->k, 8));
        if (queries->hilbert) nf_part(&spec, "knn/packet/extent_box.cl");
        else nf_part(&spec, "knn/packet/extent_boxes.cl");
    }
    NF_TRY(nf_program_get(work->context, &spec, &program));
    own.args[own.count++] = nf_inout(query->refused);
    own.args[own.count++] = nf_inout(left);
    nf_knn_args_folds(query, &own);
    NF_TRY(nf_launch_args(work, program, are_wide_packets ? "knn_wide_packet" : "knn_packet",
                          nf_shape_for(rows, group, group), own.args, own.count));
done:
    return status;
}

/* Lanes for each query; if `left` is not NULL, for those that it has. */
static nf_status walk_lanes(nf_work *work, const nf_knn_query *query, const nf_knn_queries *queries,
                            uint64_t rows, const nf_elements outputs[NF_KNN_ARRAYS], nf_knn_args *walk,
                            cl_mem left) {
    enum { WAVES_A_UNIT = 64 };
    nf_context *context = work->context;
    const uint32_t group = singles_group(context, query->k);
    const uint64_t units = context->device.compute_units ? context->device.compute_units : 1;
    nf_shape shape = nf_shape_for(rows, group / 32, group);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec = nf_spec_of(context, "knn/knn_lanes.cl");
    define_lanes(&spec, query, outputs, queries, group);
    if (query->k <= LISTED_MOST) nf_part(&spec, "knn/list_lanes.cl");
    else nf_part(&spec, "knn/list_local.cl");
    nf_define(&spec, "K_MOST", power_for(query->k, LISTED_MOST));
    nf_define(&spec, "LISTED", left != NULL);
    NF_TRY(nf_program_get(context, &spec, &program));
    if (left) shape.groups = nf_min(shape.groups, units * WAVES_A_UNIT / (group / lanes_group(context)));
    walk->args[walk->count++] = nf_inout(query->refused);
    walk->args[walk->count++] = nf_in(left ? left : query->tree->index.buffer);
    nf_knn_args_folds(query, walk);
    NF_TRY(nf_launch_args(work, program, "knn_lanes", shape, walk->args, walk->count));
done:
    return status;
}

nf_status nf_knn_walk(nf_work *work, const nf_knn_query *query, const nf_knn_queries *queries, uint64_t rows,
                      const nf_elements outputs[NF_KNN_ARRAYS]) {
    static const uint32_t none[2] = {0};
    nf_knn_args walk;
    cl_mem left = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_knn_args_begin(query, queries, rows, outputs, &walk));
    NF_TRY(nf_fill(work, query->refused, none, sizeof none[0], 0, sizeof none));
    work->stage = "knn";
    if (!has_lanes(query)) NF_TRY(walk_alone(work, query, queries, rows, outputs, &walk));
    else {
        const int are_wide_packets = has_wide_packets(query, queries, rows);
        if (!query->expects_queries /* singles alone refuse some */ &&
            (are_wide_packets || has_packets(query, queries, rows))) {
            NF_TRY(nf_scratch(work, left_bytes(query->cloud->type, rows), &left));
            NF_TRY(walk_near(work, query, queries, rows, outputs, &walk, are_wide_packets, left));
        }
        NF_TRY(walk_lanes(work, query, queries, rows, outputs, &walk, left));
    }
    if (query->cloud->space.kind == NF_SPACE_BOX) NF_TRY(nf_knn_check_images(work, query, queries->first));
done:
    return status;
}
