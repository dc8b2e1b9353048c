/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Rows in two passes by lanes: the first stores its masks, so that the second need not decide again (cl/search/second_pass.cl). */
#include "search/second_pass.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "opencl/quirks.h"
#include "search/ways.h"
#include "tune/capability.h"

/* The candidates whose numbers stay in local memory: emit/row_counts.cl needs them only while they are tested. */
enum { PASSING = 64 };

/* The most rows of lanes that share a tile in the second pass, a power of two. */
enum { TEAM_MOST = 4 };

/* The words of cl/search/walk/masks.cl for the parts of tiles: of each candidate its mask and number, and its image; and the heads. */
static uint64_t masks_bytes(uint64_t parts, uint64_t masks, int images) {
    return nf_multiply(parts, (masks * (images ? 3 : 2) + 1) * 4);
}

/* The candidates of a tile, or of one of its parts, whose masks are stored.  Tiles at the ends of rows of cells have candidates of two rows;
   of parts twice the equal share, as the candidates that are near are not evenly distributed over them. */
static uint64_t masks_of(const nf_context *context, uint64_t parts) {
    const uint64_t all = nf_search_kept(context) / 128 * 192;
    return parts > 1 ? nf_max(all * 2 / parts / 64 * 64, 128) : all;
}

/* The parts of a tile: the rows of lanes that share it in the first pass, as many as a group has room for. */
static uint64_t parts_for(const nf_context *context, uint64_t tiles) {
    const nf_device_info *device = &context->device;
    const uint64_t room = nf_search_room_bytes(NF_ROOM_MASKS_BOX, 2 * (uint64_t)PASSING),
                   fit = nf_min(device->max_work_group / NF_SEARCH_TILE, device->local_memory / 4 * 3 / room);
    uint64_t parts = nf_search_team(context, tiles);
    while (parts > 1 && parts > fit) parts /= 2;
    return parts;
}

/* Masks are stored if masks with images take at most 1 / SHARE of the device's memory. */
static uint64_t limit_of(const nf_context *context) {
    enum { SHARE = 16 };
    return nf_min(context->device.global_memory / SHARE, context->device.largest_buffer);
}

/* What masks of so many tiles take. */
static uint64_t bytes_of(const nf_search *search, uint64_t tiles) {
    const nf_context *context = search->context;
    const uint64_t parts = parts_for(context, tiles);
    return nf_min(masks_bytes(nf_multiply(tiles, parts), masks_of(context, parts), search->images),
                  limit_of(context));
}

/* The most that they take while costs are added up: a batch may have fewer tiles, and few tiles have parts, whose masks take more together. */
static uint64_t most_bytes_of(const nf_search *search, uint64_t tiles) {
    const nf_context *context = search->context;
    const uint64_t bytes = bytes_of(search, tiles);
    if (!search->targets.systems) return bytes;
    const uint64_t few = bytes_of(search, nf_min(tiles, nf_search_few_tiles(context)));
    return nf_cost_worst(context, bytes, nf_max(bytes, few));
}

/* 1 if the first pass stores its masks.  There are none without the margin; a cloud known to be dense has too many; and some drivers cannot
   write rows from them. */
static int stores(const nf_context *context, const nf_search *search, uint64_t tiles) {
    const uint64_t parts = parts_for(context, tiles);
    return !nf_search_is_cpu(context) && search->rule->margin &&
           !nf_has_quirk(&context->device, NF_QUIRK_BREAKS_SECOND_PASS) &&
           search->candidates <= masks_of(context, 1) &&
           (masks_bytes(tiles * parts, masks_of(context, parts), 1) <= limit_of(context) ||
            nf_cost_worst(context, 0, search->targets.systems != 0)); /* their tiles may be fewer */
}

nf_status nf_second_pass_count(nf_work *work, const nf_search *search, nf_found *found,
                               const nf_arg offsets[2]) {
    nf_context *context = work->context;
    const nf_parts *parts = search->parts;
    const uint64_t tiles = nf_search_tile_count(search);
    nf_walk_form form = nf_walk_form_for(search, 0);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    found->masks = NULL;
    found->parts = form.parts = parts_for(context, tiles);
    found->kept = form.masks = masks_of(context, form.parts);
    if (stores(context, search, tiles) &&
        nf_scratch(work, most_bytes_of(search, tiles), &found->masks) != NF_OK)
        context->error.text[0] = 0; /* the search does not need them */
    if (!found->masks)
        return nf_search_pass(work, search, parts->count, parts->count_cpu, found->status, offsets, 2);
    work->stage = "search";
    form.kept = PASSING;
    form.team = form.parts;
    if (form.team > 1) form.tiles = 1;
    NF_TRY(nf_search_program(search, &form, "search/search.cl", parts->count, &program));
    NF_TRY(nf_launch_walk(work, search, program, "nf_search", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), NULL, 0, nf_inout(found->status), offsets[0], offsets[1],
                          nf_out(found->masks)));
done:
    return status;
}

uint64_t nf_second_pass_room_bytes(const nf_search *search) {
    enum { SLOTS = 16 * 32, ENTRIES = 2048 * 2, ROWS = 32 * 8, LANES = 32 * 4, COUNTS = TEAM_MOST * 32 * 4 };
    const uint64_t number = 4, given = 4 * nf_type_bytes(search->sources.type);
    return (search->measured ? (32 + SLOTS) * given : SLOTS * number) + ROWS +
           (search->images ? SLOTS * number : 0) + ENTRIES + LANES + COUNTS;
}

/* The rows of lanes that share a tile: local memory has room for few tiles at a time, of what is measured above all, and small clouds have
   few.  On an H200 the memory limits rows in input order, and 2 and 4 differ little; in cell order 2 were measured. */
static uint64_t team_for(const nf_search *search) {
    const nf_context *context = search->context;
    uint64_t team = search->measured && search->cell_order ? 2 : TEAM_MOST;
    if (nf_lanes_of(context) == NF_LANES_LOCAL) return 1;
    while (team > 1 && team * NF_SEARCH_TILE > context->device.max_work_group) team /= 2;
    return team;
}

/* The rows of the tiles that have masks. */
static nf_status write_stored(nf_work *work, const nf_search *search, const nf_found *found,
                              const nf_emit_args *output) {
    const uint64_t team = team_for(search);
    const nf_walk_form form = {
        .kept = PASSING,
        .team = team,
        .masks = found->kept,
        .parts = found->parts,
        .measured = search->measured,
        .tiles = team > 1 ? 1 : nf_search_tiles_for(work->context, nf_second_pass_room_bytes(search))};
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_search_program(search, &form, "search/second_pass.cl", NULL, &program));
    NF_TRY(nf_launch_walk(work, search, program, "second_pass", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), output->args, output->count, nf_in(found->masks),
                          nf_inout(found->status), nf_u32(work->number)));
done:
    return status;
}

/* All rows, where there are no masks. */
static nf_status search_rows(nf_work *work, const nf_search *search, const nf_found *found,
                             const nf_emit_args *output) {
    nf_walk_form form = nf_walk_form_for(search, 0);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    form.measured = search->measured;
    NF_TRY(nf_search_program(search, &form, "search/search.cl", search->parts->emit, &program));
    NF_TRY(nf_launch_walk(work, search, program, "nf_search", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), output->args, output->count, nf_inout(found->status)));
done:
    return status;
}

nf_status nf_second_pass_write(nf_work *work, const nf_search *search, const nf_found *found,
                               const nf_emit_args *output) {
    const nf_parts *parts = search->parts;
    nf_status status = NF_OK;
    work->stage = "search";
    if (nf_search_is_cpu(work->context))
        return nf_search_pass(work, search, parts->emit, parts->emit_cpu, found->status, output->args,
                              output->count);
    if (!found->masks) return search_rows(work, search, found, output);
    NF_TRY(write_stored(work, search, found, output));
    if (found->overflow == NF_OVERFLOW_NOW) NF_TRY(nf_overflow_write(work, search, found, output));
done:
    return status;
}
