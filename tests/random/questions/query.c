/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The cutoff, the query points and the filters of a search. */
#include "random/random.h"

#include <string.h>

/* Offsets of as many systems as the cloud has. */
static void split(rnd_run *run, nf_batch *systems, uint64_t count, uint64_t n) {
    uint64_t *offsets = rnd_keep(run, (count + 1) * sizeof *offsets);
    memset(systems, 0, sizeof *systems);
    offsets[0] = 0;
    for (uint64_t k = 1; k <= count; k++) {
        const uint64_t left = n - offsets[k - 1];
        offsets[k] = k == count ? n : offsets[k - 1] + rnd_below(&run->state, 2 * left / count + 1);
        if (offsets[k] > n) offsets[k] = n;
    }
    systems->count = count;
    systems->offsets = offsets;
}

static void ask_queries(rnd_run *run, rnd_cloud *cloud, rnd_query *query) {
    const rnd_case *c = run->now;
    const nf_points *points = &cloud->packed;
    if (c->value[RND_QUERIES] < 0 || rnd_is(c, RND_QUERIES, "none")) return;
    nf_points *q = &query->packed;
    q->dims = points->dims;
    q->type = points->type;
    q->n = rnd_is(c, RND_QUERIES, "no points") ? 0
           : rnd_is(c, RND_QUERIES, "few")     ? 1 + rnd_below(&run->state, 6)
           : rnd_is(c, RND_QUERIES, "same")    ? points->n
                                            : 20 + rnd_below(&run->state, points->n < 280 ? 280 : points->n);
    void *rows = rnd_keep(run, q->n * (uint64_t)q->dims * nf_type_bytes(q->type));
    const char *kind = rnd_below(&run->state, 3) ? rnd_option_value(RND_KIND, c->value[RND_KIND]) : "uniform";
    if (rnd_is(c, RND_QUERIES, "same"))
        memcpy(rows, points->rows.host, q->n * (uint64_t)q->dims * nf_type_bytes(q->type));
    else rnd_points(&run->state, kind, q->n, q->dims, q->type, cloud->in, cloud->edge, rows);
    q->rows.host = rows;
    int32_t *types = rnd_keep(run, q->n * sizeof *types);
    rnd_types(q->n, types);
    q->types.host = types;
    if (points->batch) {
        split(run, &query->systems, points->batch->count, q->n);
        q->batch = &query->systems;
    }
    query->queries = rnd_layout(run, q, RND_QUERY_LAYOUT);
    query->has_queries = &query->queries;
}

static void ask_radii(rnd_run *run, rnd_cloud *cloud, rnd_query *query, double length, int k) {
    const rnd_case *c = run->now;
    nf_points *r = &query->packed_radii[k];
    r->dims = 1;
    r->type = cloud->packed.type;
    r->n = k ? query->packed.n : cloud->packed.n;
    void *rows = rnd_keep(run, r->n * nf_type_bytes(r->type));
    for (uint64_t p = 0; p < r->n; p++) {
        double radius = 0.6 * length;
        if (rnd_is(c, RND_RADII, "random")) radius = length * rnd_uniform(&run->state);
        if (rnd_is(c, RND_RADII, "few large"))
            radius = length * rnd_uniform(&run->state) /
                     (double)(1u << (rnd_below(&run->state, 20) ? 1 + rnd_below(&run->state, 8) : 0));
        if (rnd_is(c, RND_RADII, "some zero")) radius *= (double)rnd_below(&run->state, 3);
        if (rnd_is(c, RND_RADII, "zero")) radius = 0;
        support_set_number(rows, r->type, p, radius);
    }
    r->rows.host = rows;
    query->radii[k] = rnd_layout(run, r, RND_RADII_LAYOUT);
    if (k) query->host.query_radii = r, query->device.query_radii = &query->radii[k];
    else query->host.radii = r, query->device.radii = &query->radii[k];
}

static void ask_exclusions(rnd_run *run, rnd_cloud *cloud, rnd_query *query) {
    const uint64_t rows = query->has_queries ? query->packed.n : cloud->packed.n, n = cloud->packed.n;
    uint64_t *offsets = rnd_keep(run, (rows + 1) * sizeof *offsets), count = 0;
    int32_t *indices = rnd_keep(run, (4 * rows + 1) * sizeof *indices);
    offsets[0] = 0;
    for (uint64_t i = 0; i < rows; i++) {
        uint64_t most = n ? rnd_below(&run->state, 5) : 0;
        while (most--) indices[count++] = (int32_t)rnd_below(&run->state, n);
        offsets[i + 1] = count;
    }
    query->exclusions[0] = (nf_csr){.offsets.host = offsets, .indices.host = indices};
    query->exclusions[1] = query->exclusions[0];
    if (rnd_is(run->now, RND_EXCLUSIONS, "device")) {
        query->exclusions[1] = (nf_csr){.offsets = rnd_buffer(run, offsets, rows + 1, sizeof *offsets),
                                        .indices = rnd_buffer(run, indices, count + 1, sizeof *indices)};
    }
    query->host.exclusions = &query->exclusions[0];
    query->device.exclusions = &query->exclusions[1];
}

/* Some types are never a pair, and some cutoffs are far below that of the search, which is one of them. */
static void ask_types(rnd_run *run, rnd_cloud *cloud, rnd_query *query, double length) {
    static const double parts[RND_TYPE_COUNT * RND_TYPE_COUNT] = {1, 0.8, 0, 0.8, 0.5, 0.7, 0, 0.7, 0.9};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) query->type_cutoffs[k] = parts[k] * length;
    query->host.type_cutoffs = query->device.type_cutoffs = query->type_cutoffs;
    query->host.type_count = query->device.type_count = RND_TYPE_COUNT;
    if (rnd_is(run->now, RND_TYPES, "without a cutoff") && !cloud->packed.batch) query->cutoff = 0;
}

void rnd_draw_query(rnd_run *run, rnd_cloud *cloud, rnd_query *query) {
    const rnd_case *c = run->now;
    const double length = cloud->lengths[c->value[RND_CUTOFF]];
    const nf_batch *systems = cloud->packed.batch;
    memset(query, 0, sizeof *query);
    query->cutoff = systems && systems->cutoffs ? 0 : length;
    ask_queries(run, cloud, query);
    if (c->value[RND_MINIMUM] < 0) return;
    nf_filters *host = &query->host;
    if (rnd_is(c, RND_MINIMUM, "small")) host->min_distance = length / 16;
    if (rnd_is(c, RND_MINIMUM, "half")) host->min_distance = length / 2;
    if (rnd_is(c, RND_MINIMUM, "above")) host->min_distance = length * 1.25;
    query->device.min_distance = host->min_distance;
    if (!rnd_is(c, RND_RADII, "none")) {
        const int is_query = rnd_is(c, RND_RULE, "query");
        host->radii_rule = is_query                     ? NF_RADII_QUERY
                           : rnd_is(c, RND_RULE, "sum") ? NF_RADII_SUM
                                                        : NF_RADII_LARGER;
        query->device.radii_rule = host->radii_rule;
        if (!query->has_queries || !is_query || rnd_below(&run->state, 2))
            ask_radii(run, cloud, query, length, 0);
        if (query->has_queries) ask_radii(run, cloud, query, length, 1);
        if (rnd_is(c, RND_BY_RADII, "yes")) query->cutoff = 0;
    }
    if (!rnd_is(c, RND_TYPES, "none")) ask_types(run, cloud, query, length);
    if (!rnd_is(c, RND_EXCLUSIONS, "none")) ask_exclusions(run, cloud, query);
    if (host->min_distance > 0 || host->type_cutoffs || !rnd_is(c, RND_RADII, "none") || host->exclusions ||
        rnd_below(&run->state, 4) == 0)
        query->has = &query->device;
}
