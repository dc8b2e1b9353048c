/* Rows in two passes by lanes: the first stores its masks, so that the second need not decide again (cl/search/replay.cl). */
#include "search/replay.h"

#include "core/whole.h"
#include "search/ways.h"

/* The words of cl/search/masks.cl for a tile: of each candidate its mask and number, and its image; and the head. */
static uint64_t masks_bytes(uint64_t tiles, uint64_t kept, int images) {
    return nf_multiply(tiles, (kept * (images ? 3 : 2) + 1) * 4);
}

/* Masks are stored if with images they would take at most 1 / SHARE of the device's memory. */
static int has_room(const nf_context *context, uint64_t tiles) {
    enum { SHARE = 16 };
    const nf_device_info *device = &context->device;
    return masks_bytes(tiles, nf_search_kept(context), 1) <=
           nf_least(device->global_memory / SHARE, device->largest_buffer);
}

nf_status nf_replay_count(nf_work *work, const nf_search *search, nf_found *found, const nf_arg offsets[2]) {
    const nf_context *context = work->context;
    const nf_parts *parts = search->parts;
    const uint64_t tiles = nf_search_tile_count(search);
    nf_walk_form form = nf_walk_form_for(search, 0);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    found->counts = NULL;
    found->kept = form.kept;
    /* A cloud known to be dense has more candidates than there is room for; without the margin there are no masks. */
    if (nf_search_is_cpu(context) || form.kept > nf_search_kept(context) || !search->rule->margin ||
        !has_room(context, tiles))
        return nf_search_pass(work, search, parts->count, parts->count_cpu, found->tally, offsets, 2);
    form.masks = form.kept;
    work->stage = "search";
    NF_TRY(nf_search_program(search, &form, "search/search.cl", parts->count, &program));
    NF_TRY(nf_scratch(work, masks_bytes(tiles, form.kept, search->images), &found->counts));
    NF_TRY(nf_launch_walk(work, search, program, "search", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), NULL, 0, nf_inout(found->tally), offsets[0], offsets[1],
                          nf_out(found->counts)));
done:
    return status;
}

/* Launches one of the kernels of cl/search/replay.cl. */
static nf_status launch(nf_work *work, const nf_search *search, const nf_found *found, nf_walk_form form,
                        nf_shape shape, const nf_output *output) {
    const nf_arg rest[] = {nf_inout(found->tally), nf_in(found->counts)};
    const size_t skipped = form.replays ? 1 : 0;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_search_program(search, &form, "search/replay.cl", search->parts->emit, &program));
    NF_TRY(nf_launch_walk_args(work, search, program, form.replays ? "replay" : "rest", shape,
                               nf_lanes_inverse(search), rest + skipped, 2 - skipped, output->args,
                               output->count));
done:
    return status;
}

nf_status nf_replay_write(nf_work *work, const nf_search *search, const nf_found *found,
                          const nf_output *output) {
    enum { STAGED = 256, TILES_A_ROW = 8 };
    const nf_parts *parts = search->parts;
    nf_walk_form form = nf_walk_form_for(search, 0), replay = form;
    nf_shape few = nf_search_shape(search, &form);
    nf_status status = NF_OK;
    if (!found->counts)
        return nf_search_pass(work, search, parts->emit, parts->emit_cpu, found->tally, output->args,
                              output->count);
    work->stage = "search";
    form.masks = replay.masks = found->kept;
    replay.replays = 1;
    replay.kept = nf_least(form.kept, STAGED);
    few.groups = nf_ceiling(few.groups, TILES_A_ROW);
    NF_TRY(launch(work, search, found, replay, nf_search_shape(search, &replay), output));
    NF_TRY(launch(work, search, found, form, few, output));
done:
    return status;
}

uint64_t nf_replay_bytes(const nf_context *context, uint64_t n, int images) {
    const uint64_t tiles = nf_ceiling(n, NF_SEARCH_TILE);
    if (nf_search_is_cpu(context) || !has_room(context, tiles)) return 0;
    return nf_arena_bytes(masks_bytes(tiles, nf_search_kept(context), images));
}
