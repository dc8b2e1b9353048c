/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/tree.h"
#include "core/whole.h"
#include "space/constants.cl"
#include "space/duals.h"
#include "groups/catalogue.h"
#include "groups/fof.h"
#include "tree/folds.h"
#include "tree/leaves.h"

#include <math.h>

/* What the kernels of catalogue_chains.cl work on. */
typedef struct chains {
    nf_leaves leaves;
    nf_program *program;
    nf_shape slots;
    cl_mem row_of, row_at, parents, hooks, firsts, T, moves, changed;
} chains;

nf_status nf_links_for_chains(nf_links *links, const nf_tree *tree, double linking_length, int *all,
                              nf_sentence *error) {
    const nf_space *space = tree->of.space;
    const int narrow = tree->of.type == NF_FLOAT32;
    const uint32_t n = (uint32_t)tree->of.n;
    const double margin = nf_folds_margin(space, &tree->scaling);
    double H[3][3], dual[3][3], heights[3], r2;
    int reach[3];
    nf_status status = NF_OK;
    NF_TRY(nf_scaling_square(&tree->scaling, linking_length, "the linking length", &r2, error));
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) H[k][a] = nf_scaling_of(&tree->scaling, space->H[k][a]);
    nf_duals(space, H, dual, heights);
    *all = nf_group_reach(H, heights, sqrt(r2), margin, narrow ? 0x1p-24 : 0x1p-53, reach);
    if ((2.0 * reach[0] + 1) * (2.0 * reach[1] + 1) * (2.0 * reach[2] + 1) > NF_IMAGES_MOST)
        return nf_refuse_linking_length(linking_length, error);
    if (narrow) links->f32 = (nf_links32){(float)r2, n, 0, {reach[0], reach[1], reach[2]}, 1};
    else links->f64 = (nf_links64){r2, n, 0, {reach[0], reach[1], reach[2]}, 1};
done:
    return status;
}

/* The bits of the periodic vectors. */
static uint32_t all_of(const nf_space *space) {
    uint32_t bits = 0;
    for (int k = 0; k < space->dims; k++) bits |= (uint32_t)(space->heights[k] > 0) << k;
    return bits;
}

/* The rows of points: those of groups with far members. */
static nf_status take_rows(nf_work *work, const nf_catalogue_query *c, const chains *h) {
    static const uint32_t nobody = UINT32_MAX;
    const uint64_t n = c->cloud->n, blocks = n / NF_GROUP_BLOCK + c->rows;
    nf_arg args[NF_ROWS_ARGS + 3];
    size_t count = NF_ROWS_ARGS;
    nf_status status = NF_OK;
    NF_TRY(nf_fill(work, h->row_of, &nobody, sizeof nobody, 0, n * 4));
    nf_rows_args(c, args);
    args[count++] = nf_in(c->flags);
    args[count++] = nf_out(h->row_of);
    NF_TRY(nf_launch_more(work, c->program, "far_members", nf_tile_shape(c->tile, blocks), args, count,
                          c->loops.args, c->loops.count));
done:
    return status;
}

static nf_status begin(nf_work *work, nf_catalogue_query *c, chains *h) {
    const uint64_t n = c->cloud->n;
    const struct {
        cl_mem *to;
        uint64_t words;
    } all[] = {{&h->row_of, n}, {&h->row_at, n}, {&h->parents, n},   {&h->hooks, n},
               {&h->firsts, n}, {&h->T, 6 * n},  {&h->moves, 6 * n}, {&h->changed, 1}};
    nf_status status = NF_OK;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        NF_TRY(nf_scratch(work, all[k].words * 4, all[k].to));
    NF_TRY(take_rows(work, c, h));
    nf_spec spec = nf_tree_spec(work->context, c->tree, "groups/catalogue_chains.cl", h->leaves.tile);
    nf_define(&spec, "ROOT64", work->context->device.fp64 != 0);
    NF_TRY(nf_program_get(work->context, &spec, &h->program));
    NF_TRY(nf_launch_with(work, h->program, "begin", h->slots, &h->leaves.loops, nf_u32((uint32_t)n),
                          nf_in(c->tree->index.buffer), nf_in(h->row_of), nf_out(h->row_at),
                          nf_out(h->parents), nf_out(h->hooks), nf_out(h->firsts), nf_out(h->T)));
done:
    return status;
}

/* Joins the pieces of groups, until nothing changes: each time those that are linked with one before them are. */
static nf_status join(nf_work *work, nf_catalogue_query *c, chains *h) {
    static const uint32_t zero = 0;
    const uint32_t n = (uint32_t)c->cloud->n, all = all_of(&c->cloud->space);
    uint32_t changed = 1;
    nf_status status = NF_OK;
    NF_TRY(nf_launch_leaves(work, &h->leaves, h->program, "link", nf_in(h->row_at), nf_inout(h->parents)));
    NF_TRY(nf_launch_with(work, h->program, "roots", h->slots, &h->leaves.loops, nf_u32(n),
                          nf_inout(h->parents)));
    while (changed) {
        NF_TRY(nf_fill(work, h->changed, &zero, sizeof zero, 0, 4));
        NF_TRY(nf_launch_leaves(work, &h->leaves, h->program, "join", nf_in(h->row_at), nf_in(h->parents),
                                nf_in(h->T), nf_inout(h->hooks), nf_inout(h->moves), nf_inout(c->flags),
                                nf_inout(h->changed), nf_u32(all)));
        NF_TRY(nf_launch_with(work, h->program, "follow", h->slots, &h->leaves.loops, nf_u32(n),
                              nf_inout(h->parents), nf_in(h->hooks), nf_in(h->moves), nf_inout(h->T)));
        NF_TRY(nf_read(work, h->changed, 0, &changed, sizeof changed));
    }
done:
    return status;
}

static nf_status write(nf_work *work, nf_catalogue_query *c, const chains *h) {
    enum { OWN = 8 };
    const nf_arg n = nf_u32((uint32_t)c->cloud->n), index = nf_in(c->tree->index.buffer);
    nf_arg args[NF_ROWS_ARGS + NF_POSITIONS_ARGS + OWN];
    nf_status status = NF_OK;
    NF_TRY(nf_launch_with(work, h->program, "firsts", h->slots, &h->leaves.loops, n, index, nf_in(h->parents),
                          nf_inout(h->firsts)));
    NF_TRY(nf_launch_with(work, h->program, "homes", h->slots, &h->leaves.loops, n, index, nf_in(h->parents),
                          nf_in(h->firsts), nf_out(h->hooks)));
    const nf_arg own[OWN] = {n,
                             index,
                             nf_in(c->tree->folded ? c->tree->wraps.buffer : c->tree->index.buffer),
                             nf_in(h->row_at),
                             nf_in(h->parents),
                             nf_in(h->hooks),
                             nf_in(h->T),
                             nf_out(h->moves)};
    nf_rows_args(c, args);
    nf_positions_args(c, args + NF_ROWS_ARGS);
    for (int k = 0; k < OWN; k++) args[NF_ROWS_ARGS + NF_POSITIONS_ARGS + k] = own[k];
    NF_TRY(nf_launch_more(work, h->program, "images_of", h->slots, args,
                          NF_ROWS_ARGS + NF_POSITIONS_ARGS + OWN, h->leaves.loops.args,
                          h->leaves.loops.count));
    c->images = h->moves;
done:
    return status;
}

/* Groups close on themselves around all vectors. */
static nf_status mark_all(nf_work *work, nf_catalogue_query *c) {
    return nf_launch_with(work, c->program, "mark_all", nf_tile_shape(c->tile, c->rows), &c->loops,
                          nf_u32((uint32_t)c->rows), nf_inout(c->flags), nf_u32(all_of(&c->cloud->space)));
}

nf_status nf_catalogue_chains(nf_work *work, nf_catalogue_query *c) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_fof_family, (nf_tile_need){0});
    chains h = {.leaves = {.tree = c->tree, .loops = c->loops, .tile = tile},
                .slots = nf_tile_shape(tile, c->cloud->n)};
    int all = 0;
    nf_status status = NF_OK;
    work->stage = "chains";
    NF_TRY(nf_links_for_chains(&h.leaves.links, c->tree, c->length, &all, &work->context->error));
    NF_TRY(begin(work, c, &h));
    if (all) NF_TRY(mark_all(work, c));
    else NF_TRY(join(work, c, &h));
    NF_TRY(write(work, c, &h));
done:
    return status;
}
