/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_pairs() in all its forms, and nf_paper_pairs(), which finds the same pairs. */
#include "support/calls.h"
#include "random/brute/brute.h"
#include "random/questions/search.h"

/* What a call about pairs is made of. */
typedef struct pairs_call {
    rnd_run *run;
    rnd_cloud *cloud;
    rnd_query query;
    nf_pairs_options options;
    int is_paper; /* 1: nf_paper_pairs() is asked */
    nf_paper_pairs_options paper;
    uint64_t potential; /* that it has told last */
    rnd_answer host;
    uint64_t arrays; /* those that are compared */
} pairs_call;

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const pairs_call *p = call;
    return p->is_paper ? nf_paper_pairs(cloud, p->query.cutoff, &p->paper, sync, result)
                       : nf_pairs(cloud, p->query.cutoff, &p->options, sync, result);
}

static void ask_host(pairs_call *p) {
    pairs_call own = *p;
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(p->run, &p->host, &p->cloud->packed, p->cloud->in);
    own.options.arrays = own.paper.arrays = RND_MEASURES;
    own.options.queries = p->query.has_queries ? &p->query.packed : NULL;
    own.options.filters = p->query.has ? &p->query.host : NULL;
    if (cloud) p->host.status = ask(&own, cloud, NULL, &result);
    p->host.total = nf_result_total(result);
    rnd_put_host(p->run, &p->host, result, NF_ARRAY_PAIRS, p->host.total, 2, NF_INT32);
    rnd_put_measures(p->run, &p->host, result, p->cloud);
    rnd_put_made(p->run, &p->host, p->arrays);
    rnd_host_end(p->run, &p->host, cloud, result);
}

static void check_host(pairs_call *p) {
    brute_hits hits, found = {0};
    const rnd_answer *h = &p->host;
    if (h->status != NF_OK || !brute_search(p->run, p->cloud, &p->query, &hits)) return;
    if (!p->query.has_queries) rnd_keep_first(&hits);
    for (uint64_t k = 0; k < h->total; k++) {
        const int32_t *pair = (const int32_t *)h->array[NF_ARRAY_PAIRS] + 2 * k;
        brute_hit hit = {.i = pair[0], .j = pair[1]};
        rnd_take_measures(h, k, &hit);
        brute_add(p->run, &found, &hit);
    }
    rnd_same_hits(p->run, &hits, &found, p->options.sorted);
}

static void ask_outputs(pairs_call *p, rnd_sync *s) {
    rnd_run *run = p->run;
    rnd_room room;
    measured_slices measures;
    uint64_t needed = 77;
    const int unseen = rnd_is(run->now, RND_FORM, "unseen");
    rnd_room_make(run, &room, &p->host, p->arrays, &measures);
    const nf_slice pairs = rnd_buffer(run, NULL, room.capacity, 8), total = rnd_buffer(run, NULL, 1, 8);
    nf_status status =
        p->is_paper ? paper_pairs_into(p->cloud->cloud, p->query.cutoff, &p->paper, pairs, &measures,
                                       room.capacity, total, s->give, unseen ? NULL : &needed)
                    : measured_pairs_into(p->cloud->cloud, p->query.cutoff, &p->options, pairs, &measures,
                                          room.capacity, total, s->give, unseen ? NULL : &needed);
    rnd_spoil(run);
    if (!rnd_agree(run, &p->host, status)) {
        rnd_synced(run, s, status);
        return;
    }
    const int waits = !unseen || p->options.sorted || p->is_paper;
    rnd_synced(run, s, status);
    uint64_t seen = 0;
    rnd_read(run, total, &seen, 1, 1, 8, "the total");
    if (unseen && seen == NF_UNKNOWN) return; /* it says so, and the pairs are undefined */
    RND_CHECK(run, (status == NF_ERROR_CAPACITY) == (waits && p->host.total > room.capacity),
              "%s for %llu pairs in room for %llu", nf_status_name(status), (unsigned long long)p->host.total,
              (unsigned long long)room.capacity);
    RND_CHECK(run, seen == p->host.total, "the total on the device is %llu, and the host has %llu",
              (unsigned long long)seen, (unsigned long long)p->host.total);
    RND_CHECK(run, unseen || needed == p->host.total, "needed is %llu, and the host has %llu",
              (unsigned long long)needed, (unsigned long long)p->host.total);
    room.written = p->options.sorted && p->host.total > room.capacity ? 0 : room.written;
    if (!measures.alone) rnd_room_check(run, &room, &p->host, NF_ARRAY_PAIRS, pairs);
    rnd_room_check_measures(run, &room, &p->host, p->arrays, &measures);
}

static void ask_chunks(pairs_call *p, rnd_sync *s) {
    rnd_chunks parts = {.run = p->run, .arrays = p->arrays, .host = &p->host};
    uint64_t bytes = 0, total = 77;
    rnd_sync_plain(s);
    if (!p->run->now->refused && !p->host.status && rnd_below(&p->run->state, 2)) {
        RND_CHECK(p->run,
                  pairs_cost(p->run->context, &p->cloud->packed, &p->options, p->host.total, &bytes) == NF_OK,
                  "the cost of nf_pairs: %s", nf_context_error(p->run->context));
    }
    nf_chunks chunks = rnd_chunks_within(&parts, bytes);
    nf_status status = NF_OK;
    do status = pairs_in_chunks(p->cloud->cloud, p->query.cutoff, &p->options, &chunks, s->give, &total);
    while (rnd_chunks_again(&chunks, status, bytes));
    rnd_spoil(p->run);
    rnd_synced(p->run, s, status);
    if (parts.failed[0]) rnd_fail(p->run, "%s", parts.failed);
    if (!rnd_agree(p->run, &p->host, status)) return;
    RND_CHECK(p->run, total == p->host.total, "the total of the chunks is %llu, and the host has %llu",
              (unsigned long long)total, (unsigned long long)p->host.total);
    rnd_chunks_check(&parts);
}

static void ask_count(pairs_call *p) {
    uint64_t count = 77;
    const nf_slice none = nf_from_host(NULL);
    const nf_status status =
        p->is_paper
            ? paper_pairs_into(p->cloud->cloud, p->query.cutoff, &p->paper, none, NULL, 0, none, NULL, &count)
            : pairs_count(p->cloud->cloud, p->query.cutoff, &p->options, NULL, &count);
    rnd_spoil(p->run);
    if (!rnd_agree(p->run, &p->host, status)) return;
    RND_CHECK(p->run, count == p->host.total, "the count is %llu, and the host has %llu",
              (unsigned long long)count, (unsigned long long)p->host.total);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const pairs_call *p = call;
    nf_paper_pairs_options paper = p->paper;
    paper.assumed_potential = p->potential;
    return p->is_paper ? paper_pairs_cost(p->run->context, &p->cloud->packed, &paper, total, bytes)
                       : pairs_cost(p->run->context, &p->cloud->packed, &p->options, total, bytes);
}

static const rnd_question search = {"nf_pairs", ask, say}, of_paper = {"nf_paper_pairs", ask, say};

void rnd_ask_pairs(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    pairs_call p = {.run = run, .cloud = cloud};
    rnd_sync s = {.give = NULL};
    rnd_draw_query(run, cloud, &p.query);
    p.is_paper = rnd_is_paper(c);
    p.options.sorted = rnd_number(c, RND_SORTED);
    if (c->value[RND_ARRAYS] >= 0) p.options.arrays = rnd_measures(c) | rnd_made(c, UINT64_MAX);
    p.options.queries = p.query.has_queries;
    p.options.filters = p.query.has;
    p.paper =
        (nf_paper_pairs_options){.sorted = p.options.sorted,
                                 .arrays = p.options.arrays,
                                 .cells_per_cutoff = p.is_paper ? c->value[RND_METHOD] - 1 : 0, /* 0 .. 3 */
                                 .potential = &p.potential};
    p.arrays = p.options.arrays | NF_WANT(NF_ARRAY_PAIRS);
    ask_host(&p);
    check_host(&p);
    if (rnd_is(c, RND_QUESTION, "count")) {
        ask_count(&p);
        return;
    }
    const rnd_question *question = p.is_paper ? &of_paper : &search;
    if (!p.host.status) rnd_estimate(run, cloud, question, &p);
    rnd_sync_make(run, &s);
    if (rnd_is(c, RND_FORM, "chunks")) ask_chunks(&p, &s);
    else if (rnd_is(c, RND_FORM, "new") || rnd_is(c, RND_FORM, "reused"))
        rnd_ask_result(run, question, &p, cloud->cloud, &p.host, p.arrays, &s);
    else ask_outputs(&p, &s);
}
