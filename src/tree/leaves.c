/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/leaves.h"

#include "opencl/quirks.h"
#include "order/order.h"
#include "tree/folds.h"
#include "tune/capability.h"

/* CPUs have no lanes by local memory, but for a simulator: some of their compilers do not end with so many barriers in loops; nor are there lanes where
   drivers end loops, which lanes do not look for. */
void nf_leaves_shape(nf_leaves *leaves, const nf_context *context, const nf_family *family) {
    const nf_device_info *device = &context->device;
    const nf_tile tile = nf_tile_fit(context, family, (nf_tile_need){0});
    const int is_slow = nf_is_cpu(device) && !nf_has_quirk(device, NF_QUIRK_SIMULATES);
    leaves->lanes = leaves->tree->width == 32 && !nf_is_alone(context, family) &&
                    !(is_slow && nf_lanes_of(context) == NF_LANES_LOCAL) &&
                    !nf_has_quirk(device, NF_QUIRK_ENDS_LOOPS);
    leaves->tile = leaves->lanes ? nf_lanes_tile(context, tile) : tile;
}

nf_spec nf_leaves_spec(nf_context *context, const nf_leaves *leaves, const char *source,
                       const char *by_lanes) {
    nf_spec spec = nf_tree_spec(context, leaves->tree, leaves->lanes ? by_lanes : source, leaves->tile);
    if (leaves->lanes) nf_order_define_lanes(&spec, context, leaves->tile.group);
    return spec;
}

nf_status nf_launch_nodes_args(nf_work *work, const nf_leaves *leaves, nf_program *program,
                               const char *kernel, uint64_t nodes, const nf_arg *own, size_t own_count) {
    const nf_tree *tree = leaves->tree;
    const nf_view *of = &tree->of;
    enum {
        OWN_MOST = 8,
        SHARED = 4
    }; /* those of `join` in catalogue_chains.cl; nodes, links, folds, loops */
    nf_arg args[NF_TREE_ARGS + OWN_MOST + SHARED];
    size_t count = NF_TREE_ARGS;
    nf_folds folds;
    if (own_count > OWN_MOST)
        return nf_fail(&work->context->error, NF_ERROR_DEVICE, "kernel %s has too many arguments", kernel);
    nf_tree_args(tree, args);
    args[count++] = nf_u32((uint32_t)nodes);
    for (size_t k = 0; k < own_count; k++) args[count++] = own[k];
    args[count++] = nf_links_arg(of->type, &leaves->links);
    if (of->space->kind == NF_SPACE_BOX) {
        folds = nf_folds_of(of->space, &tree->scaling);
        args[count++] = nf_folds_arg(of->space, &folds);
    }
    if (leaves->loops.count) args[count++] = leaves->loops.args[0];
    return nf_launch_args(work, program, kernel, nf_tile_shape(leaves->tile, nodes), args, count);
}
