/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_histogram(), whose counts are those of nf_pairs() for each edge. */
#include "support/calls.h"
#include "random/questions/search.h"

typedef struct histogram_call {
    rnd_run *run;
    rnd_cloud *cloud;
    rnd_query query;
    nf_histogram_options options;
    rnd_answer host;
    uint32_t bins;
} histogram_call;

static void ask_host(histogram_call *h) {
    nf_histogram_options options = h->options;
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(h->run, &h->host, &h->cloud->packed, h->cloud->in);
    options.queries = h->query.has_queries ? &h->query.packed : NULL;
    options.filters = h->query.has ? &h->query.host : NULL;
    if (cloud) h->host.status = nf_histogram(cloud, h->query.cutoff, h->bins, &options, NULL, &result);
    h->host.total = nf_result_total(result);
    rnd_put_host(h->run, &h->host, result, NF_ARRAY_COUNTS, h->bins, 1, NF_UINT64);
    rnd_host_end(h->run, &h->host, cloud, result);
}

/* The edges are cutoffs: the count up to an edge is that of the pairs of the brute force nearer than it. */
static void check_host(histogram_call *h) {
    brute_hits hits;
    const uint64_t *counts = h->host.array[NF_ARRAY_COUNTS];
    uint64_t sum = 0;
    if (h->host.status != NF_OK || h->query.cutoff == 0 || !brute_search(h->run, h->cloud, &h->query, &hits))
        return;
    if (!h->query.has_queries) rnd_keep_first(&hits);
    brute_rule rule = {.type = h->cloud->packed.type, .scale = 1};
    h->run->brute++;
    for (uint32_t k = 0; k < h->bins; k++) {
        const double edge =
            k + 1 == h->bins ? h->query.cutoff : h->query.cutoff * (double)(k + 1) / (double)h->bins;
        uint64_t wanted = 0;
        sum += counts[k];
        if (edge < (rule.type == NF_FLOAT32 ? 0x1p-36 : 0x1p-500) ||
            h->query.cutoff > (rule.type == NF_FLOAT32 ? 0x1p59 : 0x1p499))
            continue;
        for (uint64_t e = 0; e < hits.count; e++)
            wanted += (uint64_t)brute_below(&rule, hits.hit[e].d2, edge);
        RND_CHECK(h->run, sum == wanted,
                  "the host is wrong: %llu pairs are in bins up to %u, and the brute force has %llu",
                  (unsigned long long)sum, k, (unsigned long long)wanted);
    }
}

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const histogram_call *h = call;
    return nf_histogram(cloud, h->query.cutoff, h->bins, &h->options, sync, result);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const histogram_call *h = call;
    (void)total;
    return histogram_cost(h->run->context, &h->cloud->packed, h->bins, &h->options, bytes);
}

static const rnd_question question = {"nf_histogram", ask, say};

void rnd_ask_histogram(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    histogram_call h = {.run = run, .cloud = cloud, .bins = (uint32_t)rnd_number(c, RND_BINS)};
    rnd_sync s = {.give = NULL};
    rnd_draw_query(run, cloud, &h.query);
    h.options.queries = h.query.has_queries;
    h.options.filters = h.query.has;
    ask_host(&h);
    check_host(&h);
    if (!h.host.status) rnd_estimate(run, cloud, &question, &h);
    rnd_sync_make(run, &s);
    if (rnd_is(c, RND_FORM, "outputs")) {
        const nf_slice counts = rnd_buffer(run, NULL, h.bins, 8);
        const nf_status status =
            histogram_into(cloud->cloud, h.query.cutoff, h.bins, &h.options, counts, s.give);
        rnd_spoil(run);
        const int answered = rnd_agree(run, &h.host, status);
        rnd_synced(run, &s, status);
        if (!answered) return;
        const rnd_room all = {.capacity = h.bins, .written = h.bins};
        rnd_room_check(run, &all, &h.host, NF_ARRAY_COUNTS, counts);
        return;
    }
    rnd_ask_result(run, &question, &h, cloud->cloud, &h.host, NF_WANT(NF_ARRAY_COUNTS), &s);
}
