/* Rows in two passes by lanes: the first stores its masks, so that the second need not decide again (cl/search/replay.cl). */
#include "search/replay.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "search/ways.h"

/* The words of cl/search/masks.cl for a tile: of each candidate its mask and number, and its image; and the head. */
static uint64_t masks_bytes(uint64_t tiles, uint64_t kept, int images) {
    return nf_multiply(tiles, (kept * (images ? 3 : 2) + 1) * 4);
}

/* Masks are stored if masks with images take at most 1 / SHARE of the device's memory. */
static uint64_t limit_of(const nf_context *context) {
    enum { SHARE = 16 };
    return nf_least(context->device.global_memory / SHARE, context->device.largest_buffer);
}

/* 1 if the first pass stores its masks.  There are none without the margin; a cloud known to be dense has too many. */
static int stores(const nf_context *context, const nf_search *search, uint64_t tiles) {
    const uint64_t most = nf_search_kept(context);
    return !nf_search_is_cpu(context) && search->rule->margin &&
           nf_search_candidates(search->cloud) <= most && masks_bytes(tiles, most, 1) <= limit_of(context);
}

nf_status nf_replay_count(nf_work *work, const nf_search *search, nf_found *found, const nf_arg offsets[2]) {
    nf_context *context = work->context;
    const nf_parts *parts = search->parts;
    const uint64_t tiles = nf_search_tile_count(search);
    nf_walk_form form = nf_walk_form_for(search, 0);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    found->masks = NULL;
    found->kept = form.masks = form.kept;
    if (stores(context, search, tiles) &&
        nf_scratch(work, masks_bytes(tiles, form.kept, search->images), &found->masks) != NF_OK)
        context->error.text[0] = 0; /* the search does not need them */
    if (!found->masks)
        return nf_search_pass(work, search, parts->count, parts->count_cpu, found->tally, offsets, 2);
    work->stage = "search";
    NF_TRY(nf_search_program(search, &form, "search/search.cl", parts->count, &program));
    NF_TRY(nf_launch_walk(work, search, program, "search", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), NULL, 0, nf_inout(found->tally), offsets[0], offsets[1],
                          nf_out(found->masks)));
done:
    return status;
}

/* Launches one of the kernels of cl/search/replay.cl. */
static nf_status launch(nf_work *work, const nf_search *search, const nf_found *found, nf_walk_form form,
                        nf_shape shape, const nf_output *output) {
    const nf_arg own[] = {nf_inout(found->tally), nf_in(found->masks)};
    const size_t skipped = form.replays ? 1 : 0; /* `replay` needs no tally */
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_search_program(search, &form, "search/replay.cl", search->parts->emit, &program));
    NF_TRY(nf_launch_walk_args(work, search, program, form.replays ? "replay" : "rest", shape,
                               nf_lanes_inverse(search), own + skipped, 2 - skipped, output->args,
                               output->count));
done:
    return status;
}

/* The groups for tiles without masks, which are few: a row of lanes looks at up to TILES_A_ROW tiles, if there are enough for the device. */
static uint64_t groups_for_rest(const nf_context *context, uint64_t groups, uint64_t tiles) {
    enum { TILES_A_ROW = 8, ROWS_A_UNIT = 32 };
    const uint64_t enough = (uint64_t)context->device.compute_units * ROWS_A_UNIT / tiles + 1;
    if (nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS)) return groups;
    return nf_least(groups, nf_most(nf_ceiling(groups, TILES_A_ROW), enough));
}

nf_status nf_replay_write(nf_work *work, const nf_search *search, const nf_found *found,
                          const nf_output *output) {
    enum { STAGED = 256 }; /* candidates whose numbers the results of a tile wait for */
    const nf_parts *parts = search->parts;
    nf_walk_form rest = nf_walk_form_for(search, 0), replay = rest;
    nf_shape few = nf_search_shape(search, &rest);
    nf_status status = NF_OK;
    if (!found->masks)
        return nf_search_pass(work, search, parts->emit, parts->emit_cpu, found->tally, output->args,
                              output->count);
    work->stage = "search";
    rest.masks = replay.masks = found->kept;
    replay.replays = 1;
    replay.kept = nf_least(replay.kept, STAGED);
    few.groups = groups_for_rest(work->context, few.groups, rest.tiles);
    NF_TRY(launch(work, search, found, replay, nf_search_shape(search, &replay), output));
    NF_TRY(launch(work, search, found, rest, few, output));
done:
    return status;
}

uint64_t nf_replay_bytes(const nf_context *context, uint64_t n, uint64_t queries, int images) {
    const uint64_t tiles = nf_ceiling(n, nf_search_row_points(context, queries)),
                   bytes = masks_bytes(tiles, nf_search_kept(context), images);
    return nf_search_is_cpu(context) ? 0 : nf_arena_bytes(nf_least(bytes, limit_of(context)));
}
