/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_histogram(), whose counts are those of nf_pairs() for each edge, and with weights their sums; and nf_coordination(), whose counts are those of full
   rows. */
#include "support/calls.h"
#include "random/questions/search.h"

#include <math.h>
#include <string.h>

typedef struct histogram_call {
    rnd_run *run;
    rnd_cloud *cloud;
    rnd_query query;
    nf_histogram_options options;
    nf_points weights[2][2]; /* of the points and of the query points: packed, and as given */
    rnd_answer host;
    uint64_t arrays;
    uint32_t bins;
    double *edges;   /* bins + 1; also those of equal width */
    int by_rows;     /* 1: nf_coordination() is called */
    uint64_t counts; /* their number */
} histogram_call;

static uint64_t rows_of(const histogram_call *h) {
    return h->by_rows ? h->counts / RND_TYPE_COUNT : h->counts;
}

static nf_coordination_options rows_options(const nf_histogram_options *options) {
    return (nf_coordination_options){.queries = options->queries, .filters = options->filters};
}

static nf_status call_of(const histogram_call *h, nf_cloud *cloud, const nf_histogram_options *options,
                         const nf_sync *sync, nf_result **result) {
    const nf_coordination_options rows = rows_options(options);
    return h->by_rows ? nf_coordination(cloud, h->query.cutoff, RND_TYPE_COUNT, &rows, sync, result)
                      : nf_histogram(cloud, h->query.cutoff, h->bins, options, sync, result);
}

static void ask_host(histogram_call *h) {
    nf_histogram_options options = h->options;
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(h->run, &h->host, &h->cloud->packed, h->cloud->in);
    options.queries = h->query.has_queries ? &h->query.packed : NULL;
    options.filters = h->query.has ? &h->query.host : NULL;
    if (options.weights) options.weights = &h->weights[0][0];
    if (options.query_weights) options.query_weights = &h->weights[1][0];
    if (cloud) h->host.status = call_of(h, cloud, &options, NULL, &result);
    h->host.total = nf_result_total(result);
    rnd_put_host(h->run, &h->host, result, NF_ARRAY_COUNTS, rows_of(h), h->by_rows ? RND_TYPE_COUNT : 1,
                 NF_UINT64);
    if (options.weights)
        rnd_put_host(h->run, &h->host, result, NF_ARRAY_WEIGHTED_COUNTS, h->counts, 1, NF_FLOAT64);
    rnd_host_end(h->run, &h->host, cloud, result);
}

/* The types of both points of a hit: without query points the smaller one comes first. */
static void types_of(const histogram_call *h, const brute_hit *hit, uint32_t type[2]) {
    const nf_points *rows = h->query.has_queries ? &h->query.packed : &h->cloud->packed;
    const uint32_t own = (uint32_t)((const int32_t *)rows->types.host)[hit->i],
                   other = (uint32_t)((const int32_t *)h->cloud->packed.types.host)[hit->j];
    const int turned = own > other && !h->query.has_queries;
    type[turned] = own;
    type[!turned] = other;
}

static void check_rows(histogram_call *h, const brute_hits *hits) {
    uint64_t *wanted = rnd_keep(h->run, h->counts * sizeof *wanted);
    memset(wanted, 0, (size_t)h->counts * sizeof *wanted);
    for (uint64_t e = 0; e < hits->count; e++) {
        const brute_hit *hit = hits->hit + e;
        const int32_t *types = h->cloud->packed.types.host;
        wanted[(uint64_t)hit->i * RND_TYPE_COUNT + (uint64_t)types[hit->j]]++;
    }
    const int same =
        h->counts == 0 || !memcmp(wanted, h->host.array[NF_ARRAY_COUNTS], (size_t)h->counts * sizeof *wanted);
    h->run->brute++;
    RND_CHECK(h->run, same, "the host is wrong: its counts of %llu rows are not those of the brute force",
              (unsigned long long)(h->counts / RND_TYPE_COUNT));
}

static double weight_of(const histogram_call *h, const brute_hit *hit) {
    const nf_points *other = &h->weights[0][0], *own = h->options.query_weights ? &h->weights[1][0] : other;
    return support_number(own->rows.host, own->type, (uint64_t)hit->i) *
           support_number(other->rows.host, other->type, (uint64_t)hit->j);
}

static double largest_of(const nf_points *weights) {
    double most = 0;
    for (uint64_t p = 0; p < weights->n; p++)
        most = fmax(most, fabs(support_number(weights->rows.host, weights->type, p)));
    return most;
}

/* Sums of whole numbers are exact; of others each weight is off by 2^-30 of the largest. */
static void check_sum(histogram_call *h, double sum, double wanted, double sizes, uint64_t count) {
    const int whole = rnd_is(h->run->now, RND_PAIR_WEIGHTS, "whole");
    const double most = largest_of(&h->weights[0][0]) *
                        largest_of(&h->weights[h->options.query_weights ? 1 : 0][0]),
                 off = whole ? 0 : (double)count * most * 0x1p-28 + sizes * 1e-12;
    RND_CHECK(h->run, fabs(sum - wanted) <= off,
              "the host is wrong: the weights of %llu pairs add up to %.17g, and in the brute force to %.17g",
              (unsigned long long)count, sum, wanted);
}

/* The edges are cutoffs: the count up to an edge is that of the pairs of the brute force nearer than it. */
static void check_bins(histogram_call *h, const brute_hits *hits, uint32_t a, uint32_t b) {
    const uint64_t *counts = h->host.array[NF_ARRAY_COUNTS];
    const brute_rule rule = {.type = h->cloud->packed.type, .scale = 1};
    const uint32_t types = h->options.type_count;
    const double *totals = h->host.array[NF_ARRAY_WEIGHTED_COUNTS];
    uint64_t sum = 0;
    double total = 0;
    for (uint32_t k = 0; k < h->bins; k++) {
        const double edge = h->edges[k + 1];
        const uint64_t slot = ((uint64_t)a * types + b) * h->bins + k;
        uint64_t wanted = 0;
        double wanted_total = 0, sizes = 0;
        sum += counts[slot];
        if (totals) total += totals[slot];
        if (edge < (rule.type == NF_FLOAT32 ? 0x1p-36 : 0x1p-500) ||
            h->query.cutoff > (rule.type == NF_FLOAT32 ? 0x1p59 : 0x1p499))
            continue;
        for (uint64_t e = 0; e < hits->count; e++) {
            uint32_t type[2] = {a, b};
            if (types) types_of(h, hits->hit + e, type);
            const int is_there = type[0] == a && type[1] == b && brute_below(&rule, hits->hit[e].d2, edge),
                      is_nearer = h->edges[0] > 0 && brute_below(&rule, hits->hit[e].d2, h->edges[0]);
            if (!is_there || is_nearer) continue;
            wanted++;
            if (totals) {
                wanted_total += weight_of(h, hits->hit + e);
                sizes += fabs(weight_of(h, hits->hit + e));
            }
        }
        if (totals) check_sum(h, total, wanted_total, sizes, wanted);
        RND_CHECK(h->run, sum == wanted,
                  "the host is wrong: %llu pairs of the types %u and %u are in bins up to %u, and the brute "
                  "force has %llu",
                  (unsigned long long)sum, a, b, k, (unsigned long long)wanted);
    }
}

static void check_host(histogram_call *h) {
    const uint32_t types = h->options.type_count ? h->options.type_count : 1;
    brute_hits hits;
    if (h->host.status != NF_OK || (h->query.cutoff == 0 && !h->cloud->packed.batch) ||
        !brute_search(h->run, h->cloud, &h->query, &hits))
        return;
    if (h->by_rows) {
        check_rows(h, &hits);
        return;
    }
    if (!h->query.has_queries) rnd_keep_first(&hits);
    h->run->brute++;
    for (uint32_t a = 0; a < types; a++)
        for (uint32_t b = 0; b < types; b++) check_bins(h, &hits, a, b);
}

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const histogram_call *h = call;
    return call_of(h, cloud, &h->options, sync, result);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const histogram_call *h = call;
    const nf_coordination_options rows = rows_options(&h->options);
    (void)total;
    if (h->by_rows)
        return coordination_cost(h->run->context, &h->cloud->packed, RND_TYPE_COUNT, &rows, bytes);
    return histogram_cost(h->run->context, &h->cloud->packed, h->bins, &h->options, bytes);
}

/* Edges of the caller have widths that grow, and the cutoff is given with them or is 0. */
static void make_edges(histogram_call *h) {
    const rnd_case *c = h->run->now;
    const double cutoff = h->query.cutoff, count = h->bins;
    const int given = !h->by_rows && cutoff > 0 && c->value[RND_EDGES] > 0;
    h->edges = rnd_keep(h->run, ((uint64_t)h->bins + 1) * sizeof *h->edges);
    for (uint32_t k = 0; k <= h->bins; k++)
        h->edges[k] = given ? cutoff * (k / count) * (k / count) : cutoff * (double)k / count;
    if (given && rnd_is(c, RND_EDGES, "from a distance")) h->edges[0] = h->edges[1] / 2;
    h->edges[h->bins] = cutoff;
    if (given) h->options.edges = h->edges;
}

static double draw_weight(rnd_run *run) {
    const rnd_case *c = run->now;
    const double u = rnd_uniform(&run->state);
    if (rnd_is(c, RND_PAIR_WEIGHTS, "whole")) return (double)rnd_below(&run->state, 1000) - 500;
    if (rnd_is(c, RND_PAIR_WEIGHTS, "signed")) return 2 * u - 1;
    if (rnd_is(c, RND_PAIR_WEIGHTS, "decades")) return pow(10, 40 * u - 20);
    return rnd_is(c, RND_PAIR_WEIGHTS, "zero") ? 0 : 3 * u;
}

static void draw_weights(histogram_call *h) {
    const nf_points *const of[2] = {&h->cloud->packed, &h->query.packed};
    if (h->by_rows || rnd_is(h->run->now, RND_PAIR_WEIGHTS, "none")) return;
    for (int k = 0; k < (h->query.has_queries ? 2 : 1); k++) {
        const nf_type type = h->cloud->packed.type;
        void *rows = rnd_keep(h->run, of[k]->n * nf_type_bytes(type));
        for (uint64_t p = 0; p < of[k]->n; p++) support_set_number(rows, type, p, draw_weight(h->run));
        h->weights[k][0] = (nf_points){.n = of[k]->n, .dims = 1, .type = type, .rows.host = rows};
        h->weights[k][1] = rnd_layout(h->run, &h->weights[k][0], RND_WEIGHT_LAYOUT);
    }
    h->options.weights = &h->weights[0][1];
    if (h->query.has_queries) h->options.query_weights = &h->weights[1][1];
    h->arrays |= NF_WANT(NF_ARRAY_WEIGHTED_COUNTS);
}

static const rnd_question question = {"nf_histogram", ask, say};

static void ask_outputs(histogram_call *h, rnd_sync *s) {
    const nf_coordination_options rows = rows_options(&h->options);
    nf_cloud *cloud = h->cloud->cloud;
    const nf_slice counts = rnd_buffer(h->run, NULL, rows_of(h), h->by_rows ? RND_TYPE_COUNT * 8 : 8),
                   weighted = h->options.weights ? rnd_buffer(h->run, NULL, h->counts, 8) : nf_at(NULL, 0);
    const nf_status status =
        h->by_rows ? coordination_into(cloud, h->query.cutoff, RND_TYPE_COUNT, &rows, counts, s->give)
                   : weighted_histogram_into(cloud, h->query.cutoff, h->bins, &h->options, counts, weighted,
                                             s->give);
    rnd_spoil(h->run);
    const int answered = rnd_agree(h->run, &h->host, status);
    rnd_synced(h->run, s, status);
    if (!answered) return;
    const rnd_room all = {.capacity = rows_of(h), .written = rows_of(h)};
    rnd_room_check(h->run, &all, &h->host, NF_ARRAY_COUNTS, counts);
    if (h->options.weights) rnd_room_check(h->run, &all, &h->host, NF_ARRAY_WEIGHTED_COUNTS, weighted);
}

void rnd_ask_histogram(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    histogram_call h = {.run = run, .cloud = cloud, .bins = (uint32_t)rnd_number(c, RND_BINS)};
    rnd_sync s = {.give = NULL};
    rnd_draw_query(run, cloud, &h.query);
    h.options.queries = h.query.has_queries;
    h.options.filters = h.query.has;
    h.by_rows = rnd_is(c, RND_COUNTS_OF, "rows by types");
    if (rnd_is(c, RND_COUNTS_OF, "bins by types")) h.options.type_count = RND_TYPE_COUNT;
    h.arrays = NF_WANT(NF_ARRAY_COUNTS);
    draw_weights(&h);
    make_edges(&h);
    h.counts = h.by_rows ? RND_TYPE_COUNT * (h.query.has_queries ? h.query.packed.n : cloud->packed.n)
               : h.options.type_count ? (uint64_t)h.bins * RND_TYPE_COUNT * RND_TYPE_COUNT
                                      : h.bins;
    ask_host(&h);
    check_host(&h);
    if (!h.host.status) rnd_estimate(run, cloud, &question, &h);
    rnd_sync_make(run, &s);
    if (rnd_is(c, RND_FORM, "outputs")) {
        ask_outputs(&h, &s);
        return;
    }
    rnd_ask_result(run, &question, &h, cloud->cloud, &h.host, h.arrays, &s);
}
