/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/levels.h"

#include "core/whole.h"
#include "tree/folds.h"
#include "tune/capability.h"

/* Narrow trees are for CPUs, and for devices whose groups have one work-item: the kernels that walk them, one work-item a query, need more
   registers than GPUs have. */
static int fits_width(const nf_context *context, int value) {
    return value >= 32 || nf_is_cpu(&context->device) || nf_is_serial(context);
}

static const nf_tunable tree_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 512, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
    {"WIDTH", 32, 16, {16, 32}, fits_width},
};
const nf_family nf_tree_family = NF_FAMILY("tree", tree_tunables, 4, 64);
enum { WIDTH_ROW = 1 };

uint32_t nf_tree_width(const nf_context *context) {
    const int width = nf_tuned(context, &nf_tree_family, WIDTH_ROW) < 32 ? 16 : 32;
    return fits_width(context, width) ? (uint32_t)width : 32;
}

nf_tile nf_lanes_tile(const nf_context *context, nf_tile tile) {
    const uint32_t least = nf_lanes_wave(nf_lanes_of(context)) > 32 ? 64 : 32;
    nf_tile lanes = {.group = tile.group > least ? tile.group : least, .items = 1};
    if (nf_lanes_of(context) == NF_LANES_LOCAL) lanes.group = 32;
    lanes.size = lanes.group / 32;
    return lanes;
}

/* How the kernels are launched: with lanes a group makes a block and its parent, otherwise a work-item makes a node. */
typedef struct levels_form {
    int lanes;
    nf_tile tile;
    nf_program *program;
} levels_form;

static nf_status form_of(nf_context *context, const nf_tree *tree, levels_form *form) {
    nf_status status = NF_OK;
    form->lanes = tree->width == 32 && !nf_is_alone(context, &nf_tree_family);
    form->tile = nf_tile_fit(context, &nf_tree_family, (nf_tile_need){0});
    if (form->lanes) form->tile = nf_lanes_tile(context, form->tile);
    nf_spec spec = nf_spec_of(context, form->lanes ? "tree/levels_lanes.cl" : "tree/levels.cl");
    nf_tree_define(&spec, tree);
    nf_tile_define(&spec, form->tile);
    if (form->lanes) nf_order_define_lanes(&spec, context, form->tile.group);
    NF_TRY(nf_program_get(context, &spec, &form->program));
done:
    return status;
}

/* The nodes of a level, and those of the padding. */
static uint64_t padded(const nf_tree *tree, uint64_t nodes) {
    return nf_ceiling(nodes, tree->width) * tree->width;
}

/* The arguments of `leaves`, whose middle ones depend on the form. */
static nf_status make_leaves(nf_work *work, const nf_tree *tree, const levels_form *form, nf_shape shape,
                             const nf_arg *middle, size_t count, cl_mem order) {
    enum { FIRST = 7 };
    const nf_view *of = &tree->of;
    const uint32_t seen = UINT32_MAX; /* Z_SEEN in cl/tree/found.cl */
    nf_folds folds = {.f64 = {0}};
    if (tree->folded) folds = nf_folds_of(of->space, &tree->scaling);
    const nf_arg last[] = {nf_real(of->type, tree->scaling.scale),
                           nf_out(tree->points.buffer),
                           nf_out(tree->index.buffer),
                           nf_out(tree->boxes.buffer),
                           nf_out(tree->least.buffer),
                           nf_out(tree->wraps.buffer),
                           nf_folds_arg(of->space, &folds)};
    nf_arg args[FIRST + 4] = {nf_in(of->points),
                              nf_u64(nf_view_begin(of)),
                              nf_in(order),
                              nf_u32((uint32_t)of->n),
                              nf_in(tree->found.buffer),
                              nf_u32(tree->unseen ? tree->top : seen),
                              nf_u32((uint32_t)tree->folded)};
    for (size_t k = 0; k < count; k++) args[FIRST + k] = middle[k];
    return nf_launch_more(work, form->program, "leaves", shape, args, FIRST + count, last,
                          tree->folded ? 7 : 5);
}

/* The groups for the blocks of a level, and for each node of the level above. */
static nf_shape blocks_shape(const nf_tree *tree, const levels_form *form, const uint64_t *nodes,
                             uint32_t level) {
    const uint32_t above = level + 1;
    return (nf_shape){above < tree->levels.count ? padded(tree, nodes[above]) : 1, form->tile.group, 0};
}

static nf_status build_by_lanes(nf_work *work, const nf_tree *tree, const uint64_t *nodes,
                                const levels_form *form, cl_mem order) {
    const nf_levels *levels = &tree->levels;
    nf_status status = NF_OK;
    for (uint32_t level = 0; level < levels->count; level += 2) {
        const uint32_t has_above = level + 1 < levels->count;
        const nf_shape shape = blocks_shape(tree, form, nodes, level);
        const nf_arg filled = nf_u32((uint32_t)nf_ceiling(nodes[level], tree->width)),
                     above = nf_u64(has_above ? levels->start[level + 1] : 0), has = nf_u32(has_above);
        if (level == 0) {
            const nf_arg middle[] = {filled, above, has};
            NF_TRY(make_leaves(work, tree, form, shape, middle, 3, order));
        } else
            NF_TRY(nf_launch(work, form->program, "upper", shape, nf_u64(levels->start[level - 1]),
                             nf_u64(levels->start[level]), above, nf_u32((uint32_t)nodes[level]), filled, has,
                             nf_inout(tree->boxes.buffer), nf_inout(tree->least.buffer)));
    }
done:
    return status;
}

static nf_status build_by_nodes(nf_work *work, const nf_tree *tree, const uint64_t *nodes,
                                const levels_form *form, cl_mem order) {
    const nf_levels *levels = &tree->levels;
    const nf_arg middle[] = {nf_u32((uint32_t)padded(tree, nodes[0]))};
    nf_status status = NF_OK;
    NF_TRY(
        make_leaves(work, tree, form, nf_tile_shape(form->tile, padded(tree, nodes[0])), middle, 1, order));
    for (uint32_t level = 1; level < levels->count; level++)
        NF_TRY(nf_launch(work, form->program, "upper", nf_tile_shape(form->tile, padded(tree, nodes[level])),
                         nf_u64(levels->start[level - 1]), nf_u64(levels->start[level]),
                         nf_u32((uint32_t)nodes[level]), nf_u32((uint32_t)padded(tree, nodes[level])),
                         nf_inout(tree->boxes.buffer), nf_inout(tree->least.buffer)));
done:
    return status;
}

nf_status nf_levels_build(nf_work *work, const nf_tree *tree, const uint64_t nodes[NF_LEVELS], cl_mem order) {
    levels_form form;
    nf_status status = NF_OK;
    NF_TRY(form_of(work->context, tree, &form));
    work->stage = "tree";
    if (form.lanes) NF_TRY(build_by_lanes(work, tree, nodes, &form, order));
    else NF_TRY(build_by_nodes(work, tree, nodes, &form, order));
done:
    return status;
}
