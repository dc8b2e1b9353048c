/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_lists() in all its forms. */
#include "support/calls.h"
#include "random/questions/search.h"

typedef struct lists_call {
    rnd_run *run;
    rnd_cloud *cloud;
    rnd_query query;
    nf_lists_options options;
    rnd_answer host;
    uint64_t arrays, rows;
} lists_call;

static void ask_host(lists_call *l) {
    nf_lists_options options = l->options;
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(l->run, &l->host, &l->cloud->packed, l->cloud->in);
    options.arrays = RND_MEASURES;
    options.queries = l->query.has_queries ? &l->query.packed : NULL;
    options.filters = l->query.has ? &l->query.host : NULL;
    if (cloud) l->host.status = nf_lists(cloud, l->query.cutoff, &options, NULL, &result);
    l->rows = l->query.has_queries ? l->query.packed.n : l->cloud->packed.n;
    l->host.total = nf_result_total(result);
    rnd_put_host(l->run, &l->host, result, NF_ARRAY_OFFSETS, l->rows + 1, 1, NF_UINT64);
    rnd_put_host(l->run, &l->host, result, NF_ARRAY_INDICES, l->host.total, 1, NF_INT32);
    rnd_put_host(l->run, &l->host, result, NF_ARRAY_COUNTS, l->rows, 1, NF_UINT64);
    rnd_put_measures(l->run, &l->host, result, l->cloud);
    rnd_put_made(l->run, &l->host, l->arrays);
    rnd_host_end(l->run, &l->host, cloud, result);
}

static void check_host(lists_call *l) {
    brute_hits hits, found = {0};
    const rnd_answer *h = &l->host;
    if (h->status != NF_OK || !brute_search(l->run, l->cloud, &l->query, &hits)) return;
    if (l->options.half) rnd_keep_first(&hits);
    const uint64_t *offsets = h->array[NF_ARRAY_OFFSETS],
                   *counts = l->options.cell_order ? h->array[NF_ARRAY_COUNTS] : NULL;
    for (uint64_t i = 0; i < l->rows; i++)
        for (uint64_t k = offsets[i]; k < (counts ? offsets[i] + counts[i] : offsets[i + 1]); k++) {
            brute_hit hit = {.i = (int32_t)i, .j = ((const int32_t *)h->array[NF_ARRAY_INDICES])[k]};
            rnd_take_measures(h, k, &hit);
            brute_add(l->run, &found, &hit);
        }
    rnd_same_hits(l->run, &hits, &found, l->options.sorted || l->options.skin > 0);
}

static void ask_outputs(lists_call *l, rnd_sync *s) {
    rnd_run *run = l->run;
    rnd_room room, rows = {.capacity = l->rows + 1, .written = l->rows + 1},
                   each = {.capacity = l->rows, .written = l->rows};
    measured_slices measures;
    nf_slice counts = NF_DEFAULTS;
    uint64_t needed = 77, first_and_last[2] = {77, 77};
    const int unseen = rnd_is(run->now, RND_FORM, "unseen");
    rnd_room_make(run, &room, &l->host, l->arrays, &measures);
    const nf_slice offsets = rnd_buffer(run, NULL, l->rows + 1, 8),
                   indices = rnd_buffer(run, NULL, room.capacity, 4);
    if (l->options.cell_order) counts = rnd_buffer(run, NULL, l->rows, 8);
    l->options.arrays = 0; /* the indices, too */
    const nf_status status =
        measured_lists_into(l->cloud->cloud, l->query.cutoff, &l->options, offsets, counts, indices,
                            &measures, room.capacity, s->give, unseen ? NULL : &needed);
    rnd_spoil(run);
    if (!rnd_agree(run, &l->host, status)) {
        rnd_synced(run, s, status);
        return;
    }
    rnd_synced(run, s, status);
    const int waits = !unseen || l->options.sorted;
    uint64_t *seen = rnd_keep(run, (l->rows + 1) * sizeof *seen);
    rnd_read(run, offsets, seen, l->rows + 1, l->rows + 1, 8, "the offsets");
    first_and_last[0] = seen[0];
    first_and_last[1] = seen[l->rows];
    if (unseen && first_and_last[1] == NF_UNKNOWN) return; /* it says so, and writes no index */
    RND_CHECK(
        run, (status == NF_ERROR_CAPACITY) == (waits && l->host.total > room.capacity) || l->options.skin > 0,
        "%s for %llu indices in room for %llu", nf_status_name(status), (unsigned long long)l->host.total,
        (unsigned long long)room.capacity);
    RND_CHECK(run, unseen || needed == l->host.total, "needed is %llu, and the host has %llu",
              (unsigned long long)needed, (unsigned long long)l->host.total);
    rnd_room_check(run, &rows, &l->host, NF_ARRAY_OFFSETS, offsets);
    if (l->options.cell_order) rnd_room_check(run, &each, &l->host, NF_ARRAY_COUNTS, counts);
    if (l->options.sorted && !(l->options.skin > 0) && l->host.total > room.capacity) room.written = 0;
    if (!measures.alone) rnd_room_check(run, &room, &l->host, NF_ARRAY_INDICES, indices);
    rnd_room_check_measures(run, &room, &l->host, l->arrays, &measures);
}

static void ask_chunks(lists_call *l, rnd_sync *s) {
    rnd_chunks parts = {.run = l->run, .arrays = l->arrays, .host = &l->host, .is_lists = 1};
    uint64_t bytes = 0, total = 77;
    rnd_sync_plain(s);
    if (!l->run->now->refused && !l->host.status && rnd_below(&l->run->state, 2)) {
        RND_CHECK(l->run,
                  lists_cost(l->run->context, &l->cloud->packed, &l->options, l->host.total, &bytes) == NF_OK,
                  "the cost of nf_lists: %s", nf_context_error(l->run->context));
    }
    nf_chunks chunks = rnd_chunks_within(&parts, bytes);
    nf_status status = NF_OK;
    do status = lists_in_chunks(l->cloud->cloud, l->query.cutoff, &l->options, &chunks, s->give, &total);
    while (rnd_chunks_again(&chunks, status, bytes));
    rnd_spoil(l->run);
    rnd_synced(l->run, s, status);
    if (parts.failed[0]) rnd_fail(l->run, "%s", parts.failed);
    if (!rnd_agree(l->run, &l->host, status)) return;
    RND_CHECK(l->run, total == l->host.total && parts.rows == l->rows,
              "%llu indices in %llu rows of chunks, and the host has %llu in %llu", (unsigned long long)total,
              (unsigned long long)parts.rows, (unsigned long long)l->host.total, (unsigned long long)l->rows);
    rnd_chunks_check(&parts);
}

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const lists_call *l = call;
    return nf_lists(cloud, l->query.cutoff, &l->options, sync, result);
}

/* With a skin the indices are those of a wider list. */
static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const lists_call *l = call;
    const nf_lists_options wide = {.half = l->options.half, .arrays = NF_WANT(NF_ARRAY_OFFSETS)};
    if (l->options.skin > 0) {
        nf_result *result = NULL;
        const nf_status status =
            nf_lists(l->cloud->cloud, 1.01 * (l->query.cutoff + l->options.skin), &wide, NULL, &result);
        total = result ? nf_result_total(result) : 0;
        nf_result_free(result);
        if (status != NF_OK) return status;
    }
    return lists_cost(l->run->context, &l->cloud->packed, &l->options, total, bytes);
}

static const rnd_question question = {"nf_lists", ask, say};

void rnd_ask_lists(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    lists_call l = {.run = run, .cloud = cloud};
    rnd_sync s = {.give = NULL};
    rnd_draw_query(run, cloud, &l.query);
    l.options.half = rnd_number(c, RND_HALF);
    l.options.sorted = rnd_number(c, RND_SORTED);
    l.options.cell_order = rnd_number(c, RND_CELL_ORDER);
    l.options.skin = l.query.cutoff * (rnd_is(c, RND_SKIN, "small")   ? 0.1
                                       : rnd_is(c, RND_SKIN, "large") ? 0.5
                                                                      : 0);
    if (!rnd_is(c, RND_SKIN, "none") && !(l.options.skin > 0)) l.options.skin = cloud->lengths[1];
    l.options.queries = l.query.has_queries;
    l.options.filters = l.query.has;
    l.options.arrays = rnd_measures(c) | rnd_made(c, NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_ROWS_INT64) |
                                                         NF_WANT(NF_ARRAY_INDICES_INT64));
    l.arrays = l.options.arrays | NF_WANT(NF_ARRAY_OFFSETS) | NF_WANT(NF_ARRAY_INDICES);
    if (rnd_is(c, RND_ARRAYS, "offsets alone"))
        l.options.arrays = NF_WANT(NF_ARRAY_OFFSETS), l.arrays = NF_WANT(NF_ARRAY_OFFSETS);
    if (l.options.cell_order) l.arrays |= NF_WANT(NF_ARRAY_COUNTS);
    ask_host(&l);
    check_host(&l);
    if (!l.host.status) rnd_estimate(run, cloud, &question, &l);
    rnd_sync_make(run, &s);
    if (rnd_is(c, RND_FORM, "chunks")) ask_chunks(&l, &s);
    else if (rnd_is(c, RND_FORM, "new") || rnd_is(c, RND_FORM, "reused"))
        rnd_ask_result(run, &question, &l, cloud->cloud, &l.host, l.arrays, &s);
    else ask_outputs(&l, &s);
}
