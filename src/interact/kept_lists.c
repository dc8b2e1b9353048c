/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/kept_lists.h"

#include "core/whole.h"
#include "primitives/tile.h"

/* nf_kept_state in cl/interact/kept_lists.cl. */
typedef struct nf_kept_state {
    uint32_t refused, needed;
} nf_kept_state;
enum { UNLISTED = 2 };

/* ---- what the cloud keeps ------------------------------------------------------------------------------- */

/* The commands in the queue keep the buffers. */
static void release_lists(nf_context *context, nf_kept_lists *kept) {
    nf_kept *const all[] = {&kept->lists, &kept->lengths, &kept->index, &kept->axes,
                            &kept->state, &kept->middles, &kept->packed};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_kept_free(context, all[k]);
    nf_verlet_free(context, &kept->verlet);
}

static void release(nf_context *context, nf_keepsake *keepsake) {
    release_lists(context, (nf_kept_lists *)keepsake);
}
static const nf_keepsake_kind kind = {"lists of clusters", sizeof(nf_kept_lists), release};

nf_kept_lists *nf_kept_lists_any(const nf_cloud *cloud) {
    return (nf_kept_lists *)nf_keepsake_of(cloud->keepsakes, &kind);
}

static int is_for(const nf_kept_lists *kept, const nf_interaction *c, uint64_t points) {
    return kept && kept->points == points &&
           nf_verlet_is_for(&kept->verlet, c->query.cloud, &c->query.params);
}

int nf_kept_lists_may(const nf_interaction *c, uint64_t points) {
    const nf_kept_lists *kept = nf_kept_lists_any(c->query.cloud);
    return c->query.params.skin > 0 && !(is_for(kept, c, points) && kept->none);
}

nf_kept_lists *nf_kept_lists_of(const nf_interaction *c, uint64_t points) {
    nf_kept_lists *kept = nf_kept_lists_any(c->query.cloud);
    return nf_kept_lists_may(c, points) && is_for(kept, c, points) ? kept : NULL;
}

nf_view nf_kept_lists_view(const nf_interaction *c, const nf_kept_lists *kept) {
    const nf_cloud *cloud = c->query.cloud;
    nf_view view = nf_view_of_cloud(cloud);
    view.grid = kept->verlet.grid.buffer;
    view.index = kept->index.buffer;
    view.axes = kept->axes.buffer;
    view.stride = kept->stride;
    view.places = kept->lengths.buffer; /* lists need no table of cells */
    view.cells = c->query.params.cells;
    return view;
}

/* ---- building ------------------------------------------------------------------------------------------- */

static nf_tile tile_of(const nf_context *context) {
    return nf_tile_single(nf_tile_fit(context, &nf_order_family, (nf_tile_need){0}));
}

static nf_status program_for(const nf_interaction *c, uint64_t points, nf_tile tile, nf_program **out) {
    const nf_cloud *cloud = c->query.cloud;
    const nf_view of = nf_view_of_cloud(cloud);
    nf_spec spec = nf_spec_of(cloud->context, "interact/kept_lists.cl");
    nf_order_define(&spec, &of, NULL, 0);
    nf_tile_define(&spec, tile);
    nf_define(&spec, "CLUSTER", (int64_t)points);
    if (c->query.params.rule.scaled) nf_define(&spec, "SCALED", 1);
    return nf_program_get(cloud->context, &spec, out);
}

static nf_status make_room(const nf_interaction *c, nf_kept_lists *kept, uint64_t points, nf_list_room room) {
    nf_cloud *cloud = c->query.cloud;
    nf_context *context = cloud->context;
    const uint64_t clusters = nf_ceiling(cloud->n, points), element = nf_type_bytes(cloud->type),
                   dims = (uint64_t)cloud->dims;
    nf_status status = NF_OK;
    if (kept->points != points || !nf_verlet_is_like(&kept->verlet, c->query.cloud, &c->query.params))
        kept->needed = 0;
    kept->verlet.built = kept->none = 0;
    kept->points = points;
    kept->room = nf_min(nf_max(room.first, kept->needed), room.most);
    kept->most = room.most;
    kept->stride = cloud->order.stride;
    NF_TRY(nf_keep(context, &kept->lists, clusters * kept->room * sizeof(uint32_t), "lists of clusters"));
    NF_TRY(nf_keep(context, &kept->lengths, clusters * sizeof(uint32_t), "the lengths of lists"));
    NF_TRY(nf_verlet_keep(&kept->verlet, cloud));
    NF_TRY(nf_keep(context, &kept->index, (cloud->n + NF_ORDER_BEYOND) * sizeof(uint32_t),
                   "the order of lists"));
    NF_TRY(nf_keep(context, &kept->axes, kept->stride * dims * element, "the points in the order of lists"));
    if (points == 1)
        NF_TRY(nf_keep(context, &kept->packed, cloud->n * 4 * element, "the packed points of lists"));
    else
        NF_TRY(nf_keep(context, &kept->middles, nf_middles_bytes(cloud->n, points, cloud->type),
                       "the middles of clusters"));
    NF_TRY(nf_keep(context, &kept->state, sizeof(nf_kept_state), "the state of lists with a skin"));
done:
    return status;
}

nf_status nf_kept_lists_begin(nf_work *work, const nf_interaction *c, uint64_t points, nf_list_room room,
                              nf_kept_lists **out) {
    nf_context *context = work->context;
    nf_cloud *cloud = c->query.cloud;
    const nf_tile tile = tile_of(context);
    nf_keepsake *made = NULL;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_keepsake_take(cloud->context, &cloud->keepsakes, &kind, &made));
    nf_kept_lists *kept = (nf_kept_lists *)made;
    NF_TRY(make_room(c, kept, points, room));
    NF_TRY(program_for(c, points, tile, &program));
    work->stage = "lists";
    NF_TRY(nf_launch(work, program, "keep", nf_tile_shape(tile, cloud->n), nf_in(cloud->points),
                     nf_u64(cloud->offset), nf_in(cloud->order.index.buffer), nf_in(cloud->order.grid.buffer),
                     nf_u32((uint32_t)cloud->n), nf_out(kept->verlet.reference.buffer),
                     nf_out(kept->index.buffer), nf_out(kept->verlet.grid.buffer),
                     nf_out(kept->state.buffer)));
    *out = kept;
done:
    return status;
}

/* ---- later steps ---------------------------------------------------------------------------------------- */

nf_status nf_kept_lists_follow(nf_work *work, nf_interaction *c, nf_kept_lists *kept) {
    const nf_cloud *cloud = c->query.cloud;
    const nf_tile tile = tile_of(work->context);
    const nf_verlet_steps steps = nf_verlet_steps_of(&c->query.params, c->query.cloud->type, NF_LISTS_SLACK);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    work->stage = "moved";
    NF_TRY(program_for(c, kept->points, tile, &program));
    NF_TRY(nf_launch(
        work, program, "follow", nf_tile_shape(tile, cloud->n), nf_in(cloud->points), nf_u64(cloud->offset),
        nf_in(kept->verlet.reference.buffer), nf_in(kept->index.buffer), nf_in(kept->lengths.buffer),
        nf_u32((uint32_t)kept->room), nf_u32((uint32_t)cloud->n), steps.args[0], steps.args[1], steps.args[2],
        nf_inout(kept->verlet.grid.buffer), nf_out(kept->axes.buffer), nf_u64(kept->stride),
        nf_out(kept->points == 1 ? kept->packed.buffer : kept->axes.buffer), nf_inout(kept->state.buffer)));
done:
    return status;
}

nf_status nf_kept_lists_look(nf_work *work, nf_kept_lists *kept, int *held) {
    nf_kept_state state = {0};
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, kept->state.buffer, 0, &state, sizeof state));
    *held = state.refused == 0;
    if (*held) return NF_OK;
    if (state.refused & UNLISTED && (state.needed <= kept->room || state.needed > kept->most)) kept->none = 1;
    else kept->verlet.built = 0;
    if (kept->none) release_lists(work->context, kept);
    kept->needed = nf_max(kept->needed, (uint64_t)state.needed + state.needed / 4);
done:
    return status;
}

nf_status nf_kept_lists_built(nf_work *work, nf_interaction *c) {
    nf_kept_lists *kept = nf_kept_lists_any(c->query.cloud);
    nf_status status = NF_OK;
    NF_TRY(nf_kept_lists_follow(work, c, kept));
    nf_verlet_built(&kept->verlet, c->query.cloud, &c->query.params);
    c->built = 1;
done:
    return status;
}

nf_status nf_kept_lists_settle(nf_work *work, nf_interaction *c) {
    int held = 1;
    nf_status status = NF_OK;
    if (!c->built) return NF_OK;
    NF_TRY(nf_kept_lists_look(work, nf_kept_lists_any(c->query.cloud), &held));
    if (held) nf_verlet_count(c->query.cloud);
done:
    return status;
}

uint64_t nf_middles_bytes(uint64_t n, uint64_t points, nf_type type) {
    return nf_ceiling(n, points) * 3 * nf_type_bytes(type);
}
