/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/tree.h"

#include "core/whole.h"
#include "tree/folded.h"
#include "tree/levels.h"
#include "tree/loops.h"

#include <math.h>

/* ---- what the cloud keeps ------------------------------------------------------------------------------- */

enum { ARRAYS = 6 };
static void list_arrays(nf_tree *tree, nf_kept *all[ARRAYS]) {
    nf_kept *const arrays[ARRAYS] = {&tree->points, &tree->index, &tree->boxes,
                                     &tree->least,  &tree->wraps, &tree->found};
    for (int k = 0; k < ARRAYS; k++) all[k] = arrays[k];
}

static void release(nf_context *context, nf_keepsake *keepsake) {
    nf_tree *tree = (nf_tree *)keepsake;
    nf_kept *all[ARRAYS];
    list_arrays(tree, all);
    for (int k = 0; k < ARRAYS; k++) nf_kept_free(context, all[k]);
}
static const nf_keepsake_kind kind = {"a tree", sizeof(nf_tree), release};

static nf_tree *tree_of(const nf_cloud *cloud) { return (nf_tree *)nf_keepsake_of(cloud->keepsakes, &kind); }

nf_stock nf_tree_stock(const nf_cloud *cloud) {
    nf_kept *all[ARRAYS];
    nf_stock stock = {0, 0};
    nf_tree *tree = tree_of(cloud);
    if (!tree) return stock;
    list_arrays(tree, all);
    for (int k = 0; k < ARRAYS; k++) nf_stock_add(&stock, all[k]);
    if (cloud->n == 0) stock.spare = stock.bytes; /* no tree is built */
    return stock;
}

/* ---- shapes ---------------------------------------------------------------------------------------------- */

static uint64_t padded(uint64_t nodes, uint32_t width) { return nf_ceiling(nodes, width) * width; }

/* The levels over n points, n > 0; returns the number of blocks. */
static uint64_t levels_for(uint64_t n, uint32_t width, nf_levels *levels, uint64_t nodes[NF_LEVELS]) {
    uint64_t blocks = 0;
    *levels = (nf_levels){.count = 0};
    for (uint64_t count = nf_ceiling(n, width);; count = nf_ceiling(count, width)) {
        nodes[levels->count] = count;
        levels->start[levels->count++] = blocks;
        blocks += nf_ceiling(count, width);
        if (count <= width) return blocks;
    }
}

/* The arrays of a tree in bytes; leaves and blocks are whole, as they are read as vectors. */
typedef struct tree_bytes {
    uint64_t points, index, boxes, least, wraps;
} tree_bytes;

static tree_bytes bytes_of(const nf_view *of, uint64_t blocks, uint32_t width) {
    const uint64_t slots = padded(of->n, width), row = (uint64_t)of->dims * nf_type_bytes(of->type);
    return (tree_bytes){slots * row, slots * 4, blocks * width * 2 * row, blocks * width * 4, slots * 12};
}

/* ---- building --------------------------------------------------------------------------------------------- */

void nf_tree_define(nf_spec *spec, const nf_tree *tree) {
    const nf_view *of = &tree->of;
    nf_define(spec, "REAL64", of->type == NF_FLOAT64);
    nf_define(spec, "DIMS", of->dims);
    nf_define(spec, "TREE_WIDTH", tree->width);
    nf_define(spec, "BOX", of->space->kind == NF_SPACE_BOX);
    nf_define(spec, "FOLDED", tree->folded);
    nf_loops_define(spec, &spec->context->device);
    nf_part(spec, nf_space_part(of->space));
}

nf_spec nf_tree_spec(nf_context *context, const nf_tree *tree, const char *source, nf_tile tile) {
    nf_spec spec = nf_spec_of(context, source);
    nf_tile_define(&spec, tile);
    nf_tree_define(&spec, tree);
    return spec;
}

uint64_t nf_tree_leaves(const nf_tree *tree) { return nf_ceiling(tree->of.n, tree->width); }

static nf_status keep(nf_context *context, nf_tree *tree, uint64_t blocks) {
    const tree_bytes bytes = bytes_of(&tree->of, blocks, tree->width);
    nf_status status = NF_OK;
    NF_TRY(nf_keep(context, &tree->points, bytes.points, "the points of a tree"));
    NF_TRY(nf_keep(context, &tree->index, bytes.index, "the indices of a tree"));
    NF_TRY(nf_keep(context, &tree->boxes, bytes.boxes, "the boxes of a tree"));
    NF_TRY(nf_keep(context, &tree->least, bytes.least, "the smallest indices of a tree"));
    NF_TRY(nf_keep(context, &tree->wraps, tree->folded ? bytes.wraps : 0, "the wraps of a tree"));
done:
    return status;
}

static nf_status scaling_for(nf_context *context, const nf_tree *tree, int exponent, nf_scaling *scaling) {
    const int all = exponent > tree->own_exponent ? exponent : tree->own_exponent;
    return nf_scaling_for(scaling, tree->of.space, ldexp(0.5, all), &context->error);
}

static nf_status find(nf_work *work, const nf_tree *tree) {
    cl_mem found = tree->found.buffer;
    return tree->of.space->kind == NF_SPACE_BOX ? nf_folded_find(work, &tree->of, found)
                                                : nf_zfind_begin(work, &tree->of, found);
}

/* Checks what was found. */
static nf_status check(nf_work *work, const nf_tree *tree, const nf_zfound *found, int *exponent) {
    nf_status status = NF_OK;
    NF_TRY(nf_zfind_check(work->context, &tree->of, found, "point", exponent));
    if (found->far) return nf_folded_refuse(work, &tree->of, "point", found);
done:
    return status;
}

/* Waits for what the points are: the exponent, and whether the tree is folded. */
static nf_status see(nf_work *work, nf_tree *tree) {
    nf_zfound found;
    nf_status status = NF_OK;
    const nf_zfound most = {.wraps = tree->of.space->kind == NF_SPACE_BOX};
    NF_TRY(nf_read_most(work, tree->found.buffer, 0, &found, sizeof found, &most));
    NF_TRY(check(work, tree, &found, &tree->own_exponent));
    tree->top = found.top;
    tree->folded = found.wraps > 0;
done:
    return status;
}

/* The order of the points along the curve.  Long ties do not make a tree wrong, but its leaves large: where there were some, the next tree is not
   enqueued without knowing them. */
static nf_status sort(nf_work *work, nf_tree *tree, int z_order, const nf_view *points, nf_elements order) {
    cl_mem found = tree->found.buffer;
    uint32_t in_long = 0;
    nf_status status = NF_OK;
    if (tree->unseen) return nf_hilbert_enqueue(work, points, order, found);
    if (z_order) return nf_zsort_run(work, points, order, found);
    NF_TRY(nf_hilbert_run(work, points, order, found, &in_long));
    tree->foresees = !in_long;
done:
    return status;
}

/* Builds a tree of tree->of.  unseen: with what is expected. */
static nf_status build(nf_work *work, nf_tree *tree, int exponent, int z_order, int unseen) {
    const size_t mark = nf_scratch_mark(work);
    const nf_view *of = &tree->of;
    nf_view inside = *of;
    uint64_t nodes[NF_LEVELS] = {0};
    cl_mem order = NULL;
    nf_status status = NF_OK;
    tree->built = tree->foresees = 0;
    tree->unseen = unseen;
    tree->kind = (nf_tree_kind){of->type, of->dims, of->space->kind};
    tree->width = nf_tree_width(work->context);
    NF_TRY(nf_keep(work->context, &tree->found, sizeof(nf_tree_found), "what is found about points"));
    NF_TRY(find(work, tree));
    if (!tree->unseen) NF_TRY(see(work, tree));
    NF_TRY(scaling_for(work->context, tree, exponent, &tree->scaling));
    if (tree->folded) {
        inside.base = inside.first = 0;
        NF_TRY(nf_scratch(work, of->n * (uint64_t)of->dims * nf_type_bytes(of->type), &inside.points));
        NF_TRY(nf_folded_points(work, of, inside.points));
    }
    NF_TRY(nf_scratch(work, of->n * 4, &order));
    tree->hilbert = !z_order && nf_hilbert_sorts(of->dims);
    NF_TRY(sort(work, tree, z_order, &inside, nf_elements_at(order, 0)));
    NF_TRY(keep(work->context, tree, levels_for(of->n, tree->width, &tree->levels, nodes)));
    NF_TRY(nf_levels_build(work, tree, nodes, order));
    tree->lost = nf_work_lost(work->context);
    tree->built = 1;
done:
    nf_scratch_back(work, mark);
    return status;
}

/* 1 if the points of a cloud may be expected to be like those of the last tree. */
static int foresees(const nf_cloud *cloud, const nf_tree *tree) {
    return tree->foresees && tree->kind.type == cloud->type && tree->kind.dims == cloud->dims &&
           tree->kind.space == cloud->space.kind;
}

const nf_tree *nf_tree_kept(const nf_cloud *cloud, int z_order) {
    const nf_tree *tree = tree_of(cloud);
    return tree && tree->built && !tree->unseen && tree->moves == cloud->moves &&
                   tree->lost == nf_work_lost(cloud->context) && !(z_order && tree->hilbert)
               ? tree
               : NULL;
}

nf_status nf_tree_serves(nf_context *context, const nf_tree *tree, int exponent, int *serves) {
    nf_scaling wanted;
    nf_status status = NF_OK;
    NF_TRY(scaling_for(context, tree, exponent, &wanted));
    *serves = tree->scaling.exponent == wanted.exponent && tree->scaling.largest >= wanted.largest;
done:
    return status;
}

nf_status nf_tree_build(nf_work *work, nf_cloud *cloud, int exponent, int z_order, int expects,
                        const nf_tree **out) {
    nf_keepsake *kept = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_keepsake_take(cloud->context, &cloud->keepsakes, &kind, &kept));
    nf_tree *tree = (nf_tree *)kept;
    *out = tree;
    if (nf_tree_kept(cloud, z_order)) {
        int serves = 0;
        NF_TRY(nf_tree_serves(work->context, tree, exponent, &serves));
        if (serves) return NF_OK;
    }
    const int unseen = expects && !z_order && foresees(cloud, tree);
    tree->of = nf_view_of_cloud(cloud);
    tree->moves = cloud->moves;
    if (unseen) {
        if (build(work, tree, exponent, z_order, 1) == NF_OK) return NF_OK;
        work->context->error.text[0] = 0; /* the points may be others than expected */
    }
    NF_TRY(build(work, tree, exponent, z_order, 0));
done:
    return status;
}

static nf_status compare(nf_work *work, nf_tree *tree, const nf_zfound *found, int *again) {
    int exponent;
    nf_status status = NF_OK;
    tree->unseen = tree->foresees = 0;
    NF_TRY(check(work, tree, found, &exponent));
    *again = found->top != tree->top || (found->wraps > 0) != tree->folded;
    tree->foresees = !*again && !found->in_long;
    if (*again) work->context->error.text[0] = 0; /* of what was made from it */
done:
    tree->built = status == NF_OK && !*again;
    return status;
}

nf_status nf_tree_confirm(nf_work *work, nf_cloud *cloud, nf_status used, uint32_t *own, int *again) {
    nf_tree *tree = tree_of(cloud);
    nf_tree_found found;
    nf_status status = NF_OK;
    *again = 0;
    if (!tree) return used; /* it failed before there was one */
    const int unseen = tree->built && tree->unseen && tree->moves == cloud->moves;
    if (!unseen && (used != NF_OK || !own)) return used;
    if (unseen) tree->built = 0; /* until it has been seen */
    NF_TRY(nf_read(work, tree->found.buffer, 0, &found, sizeof found));
    if (own) *own = found.own;
    if (unseen) NF_TRY(compare(work, tree, &found.points, again));
    if (!*again) status = used;
done:
    return status;
}

void nf_tree_args(const nf_tree *tree, nf_arg *args) {
    args[0] = nf_in(tree->points.buffer);
    args[1] = nf_in(tree->index.buffer);
    args[2] = nf_in(tree->boxes.buffer);
    args[3] = nf_in(tree->least.buffer);
    args[4] = nf_in(tree->folded ? tree->wraps.buffer : tree->index.buffer);
    args[5] = nf_struct(&tree->levels, sizeof tree->levels);
}
