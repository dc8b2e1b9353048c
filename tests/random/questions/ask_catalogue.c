/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_catalogue(): the measures of groups. */
#include "support/calls.h"
#include "random/questions/search.h"

#include <string.h>

typedef struct catalogue_call {
    rnd_run *run;
    rnd_cloud *cloud;
    nf_catalogue_options options;
    nf_points weights[2], velocities[2]; /* packed, and as given */
    int32_t *labels;
    int is_friends;     /* 1: labels are those of friends within the cutoff */
    nf_slice on_device; /* the labels */
    rnd_answer host;
    uint64_t arrays, n;
} catalogue_call;

static const nf_array each[] = {NF_ARRAY_GROUPS,  NF_ARRAY_MEMBERS,    NF_ARRAY_MASSES,
                                NF_ARRAY_CENTRES, NF_ARRAY_VELOCITIES, NF_ARRAY_INERTIA_RADII,
                                NF_ARRAY_EXTENTS, NF_ARRAY_PERCOLATES, NF_ARRAY_DISPERSIONS,
                                NF_ARRAY_ORDER,   NF_ARRAY_OFFSETS};
enum { VELOCITIES = 4, DISPERSIONS = 8, EACH = sizeof each / sizeof *each };
static const uint64_t asked_for =
    NF_WANT(NF_ARRAY_DISPERSIONS) | NF_WANT(NF_ARRAY_ORDER) | NF_WANT(NF_ARRAY_OFFSETS);

/* The rows of an array for so many groups. */
static uint64_t rows_of(const catalogue_call *g, nf_array array, uint64_t groups) {
    if (array == NF_ARRAY_ORDER) return g->n;
    return array == NF_ARRAY_OFFSETS ? groups + 1 : groups;
}

/* Labels of groups: the friends of friends, or any groups whose label is the index of one of their points. */
static void draw_labels(catalogue_call *g) {
    const rnd_case *c = g->run->now;
    g->labels = rnd_keep(g->run, g->n * sizeof *g->labels);
    const double length = g->cloud->lengths[c->value[RND_CUTOFF]];
    if (rnd_is(c, RND_LABELS, "friends") && !g->cloud->packed.batch && g->cloud->packed.dims <= 3) {
        rnd_answer friends = {.total = 0};
        nf_result *result = NULL;
        nf_cloud *cloud = rnd_host_cloud(g->run, &friends, &g->cloud->packed, g->cloud->in);
        g->is_friends = cloud && nf_fof(cloud, length, NULL, NULL, &result) == NF_OK;
        rnd_put_host(g->run, &friends, result, NF_ARRAY_LABELS, g->n, 1, NF_INT32);
        if (g->is_friends) g->labels = friends.array[NF_ARRAY_LABELS];
        rnd_host_end(g->run, &friends, cloud, result);
    }
    const uint64_t groups = 1 + rnd_below(&g->run->state, 12);
    for (uint64_t p = 0; p < g->n && !g->is_friends; p++)
        g->labels[p] = rnd_is(c, RND_LABELS, "noise") && rnd_below(&g->run->state, 2)
                           ? -1
                           : (int32_t)(rnd_below(&g->run->state, groups) * g->n / groups);
}

static void draw_points(catalogue_call *g) {
    const rnd_case *c = g->run->now;
    const nf_type type = g->cloud->packed.type;
    nf_points *w = &g->weights[0], *v = &g->velocities[0];
    if (!rnd_is(c, RND_WEIGHTS, "none")) {
        void *rows = rnd_keep(g->run, g->n * nf_type_bytes(type));
        *w = (nf_points){.n = g->n, .dims = 1, .type = type, .rows.host = rows};
        for (uint64_t p = 0; p < g->n; p++) {
            double weight = rnd_is(c, RND_WEIGHTS, "ones") ? 1 : 3 * rnd_uniform(&g->run->state);
            if (rnd_is(c, RND_WEIGHTS, "some zero") && rnd_below(&g->run->state, 2)) weight = 0;
            support_set_number(rows, type, p, rnd_is(c, RND_WEIGHTS, "zero") ? 0 : weight);
        }
        g->weights[1] = rnd_layout(g->run, w, RND_WEIGHT_LAYOUT);
        g->options.weights = &g->weights[1];
    }
    if (!rnd_is(c, RND_VELOCITIES, "none")) {
        const uint64_t count = g->n * (uint64_t)g->cloud->packed.dims;
        void *rows = rnd_keep(g->run, count * nf_type_bytes(type));
        *v = (nf_points){.n = g->n, .dims = g->cloud->packed.dims, .type = type, .rows.host = rows};
        for (uint64_t p = 0; p < count; p++)
            support_set_number(rows, type, p, 200 * rnd_uniform(&g->run->state) - 100);
        g->velocities[1] = *v;
        if (rnd_is(c, RND_VELOCITIES, "device"))
            g->velocities[1].rows = rnd_buffer(g->run, rows, count, nf_type_bytes(type));
        g->options.velocities = &g->velocities[1];
    }
}

static void ask_host(catalogue_call *g) {
    nf_catalogue_options options = g->options;
    const nf_type type = g->cloud->packed.type;
    const int dims = g->cloud->packed.dims;
    const struct {
        int columns;
        nf_type type;
    } of[EACH] = {{1, NF_INT32}, {1, NF_UINT32}, {1, type},    {dims, type},   {dims, type},  {1, type},
                  {1, type},     {1, NF_UINT32}, {dims, type}, {1, NF_UINT32}, {1, NF_UINT64}};
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(g->run, &g->host, &g->cloud->packed, g->cloud->in);
    for (int k = 0; k < EACH; k++)
        if ((k != VELOCITIES && k != DISPERSIONS) || options.velocities) options.arrays |= NF_WANT(each[k]);
    if (!(options.linking_length > 0)) options.arrays &= ~NF_WANT(NF_ARRAY_PERCOLATES);
    options.weights = g->options.weights ? &g->weights[0] : NULL;
    options.velocities = g->options.velocities ? &g->velocities[0] : NULL;
    if (cloud) g->host.status = nf_catalogue(cloud, nf_from_host(g->labels), &options, NULL, &result);
    g->host.total = nf_result_total(result);
    for (int k = 0; k < EACH; k++)
        rnd_put_host(g->run, &g->host, result, each[k], rows_of(g, each[k], g->host.total), of[k].columns,
                     of[k].type);
    rnd_host_end(g->run, &g->host, cloud, result);
}

/* The points of the groups by definition: those of each ascend, and then those that are in none. */
static void check_order(catalogue_call *g) {
    const int32_t *groups = g->host.array[NF_ARRAY_GROUPS];
    const uint32_t *order = g->host.array[NF_ARRAY_ORDER];
    const uint64_t *offsets = g->host.array[NF_ARRAY_OFFSETS];
    uint64_t at = 0;
    for (uint64_t row = 0; row <= g->host.total; row++) {
        RND_CHECK(g->run, offsets[row] == at, "the host is wrong: group %llu begins at %llu",
                  (unsigned long long)row, (unsigned long long)offsets[row]);
        for (uint64_t p = 0; p < g->n; p++) {
            int is_here = row < g->host.total && g->labels[p] == groups[row];
            if (row == g->host.total) {
                is_here = 1;
                for (uint64_t k = 0; k < row; k++) is_here &= g->labels[p] != groups[k];
            }
            if (!is_here) continue;
            RND_CHECK(g->run, at < g->n && order[at] == p, "the host is wrong: point %llu of the order",
                      (unsigned long long)at);
            at++;
        }
    }
}

/* The groups and their members by definition: they descend by members, then ascend by label. */
static void check_host(catalogue_call *g) {
    const int32_t *groups = g->host.array[NF_ARRAY_GROUPS];
    const uint32_t *members = g->host.array[NF_ARRAY_MEMBERS];
    const uint32_t least = g->options.min_members ? g->options.min_members : 20;
    uint64_t wanted = 0;
    if (g->host.status != NF_OK || g->n > BRUTE_MOST) return;
    g->run->brute++;
    uint32_t *count = rnd_keep(g->run, g->n * 4);
    memset(count, 0, g->n * 4);
    for (uint64_t p = 0; p < g->n; p++)
        if (g->labels[p] >= 0) count[g->labels[p]]++;
    for (uint64_t p = 0; p < g->n; p++) wanted += count[p] > 0 && count[p] >= least;
    RND_CHECK(g->run, wanted == g->host.total, "the host is wrong: %llu groups instead of %llu",
              (unsigned long long)g->host.total, (unsigned long long)wanted);
    for (uint64_t k = 0; k < wanted; k++) {
        RND_CHECK(g->run, members[k] == count[groups[k]], "the host is wrong: group %d has %u members",
                  groups[k], members[k]);
        RND_CHECK(g->run,
                  k == 0 || members[k - 1] > members[k] ||
                      (members[k - 1] == members[k] && groups[k - 1] < groups[k]),
                  "the host is wrong: the order of groups at %llu", (unsigned long long)k);
    }
    check_order(g);
    near_space space;
    if (g->is_friends && rnd_is(g->run->now, RND_LINKING, "length") &&
        near_begin(g->run, &space, g->cloud, &g->cloud->packed, g->options.linking_length))
        near_check_groups(g->run, &space, g->labels, g->options.weights ? &g->weights[0] : NULL,
                          g->options.velocities ? &g->velocities[0] : NULL, &g->host);
}

static void ask_outputs(catalogue_call *g, rnd_sync *s, nf_slice labels) {
    catalogue_slices slices = {.total = rnd_buffer(g->run, NULL, 1, 8)};
    nf_slice *const to[EACH] = {&slices.groups,  &slices.members,    &slices.masses,
                                &slices.centres, &slices.velocities, &slices.inertia_radii,
                                &slices.extents, &slices.percolates, &slices.dispersions,
                                &slices.order,   &slices.offsets};
    const int is_open = (g->arrays & ~NF_WANT(NF_ARRAY_ORDER)) != 0;
    uint64_t needed = 77, total = 0, capacity = g->host.total;
    if (g->host.status != NF_OK) capacity = g->n; /* the call has one reason to refuse it */
    if (rnd_is(g->run->now, RND_FORM, "room")) capacity += 1 + rnd_below(&g->run->state, 9);
    if (rnd_is(g->run->now, RND_FORM, "short") && g->host.status == NF_OK)
        capacity = rnd_below(&g->run->state, capacity + 1);
    for (int k = 0; k < EACH; k++)
        if (g->arrays >> each[k] & 1)
            *to[k] = rnd_buffer(g->run, NULL, rows_of(g, each[k], capacity),
                                nf_type_bytes(g->host.type[each[k]]) * (size_t)g->host.columns[each[k]]);
    const nf_status status =
        catalogue_into(g->cloud->cloud, labels, &g->options, &slices, capacity, s->give, &needed);
    rnd_spoil(g->run);
    const int answered = rnd_agree(g->run, &g->host, status);
    rnd_synced(g->run, s, status);
    if (!answered) return;
    const uint64_t written = capacity < g->host.total ? capacity : g->host.total;
    RND_CHECK(g->run, (status == NF_ERROR_CAPACITY) == (is_open && g->host.total > capacity),
              "%s for %llu groups in room for %llu", nf_status_name(status),
              (unsigned long long)g->host.total, (unsigned long long)capacity);
    rnd_read(g->run, slices.total, &total, 1, 1, 8, "the total");
    RND_CHECK(g->run, needed == g->host.total && total == g->host.total,
              "needed is %llu, the total %llu, and the host has %llu", (unsigned long long)needed,
              (unsigned long long)total, (unsigned long long)g->host.total);
    for (int k = 0; k < EACH; k++)
        if (g->arrays >> each[k] & 1) {
            const rnd_room part = {.capacity = rows_of(g, each[k], capacity),
                                   .written = rows_of(g, each[k], written)};
            rnd_room_check(g->run, &part, &g->host, each[k], *to[k]);
        }
}

static uint64_t draw_arrays(const rnd_case *c) {
    if (rnd_is(c, RND_MEASURES_OF, "groups")) return NF_WANT(NF_ARRAY_GROUPS);
    if (rnd_is(c, RND_MEASURES_OF, "masses")) return NF_WANT(NF_ARRAY_MASSES) | NF_WANT(NF_ARRAY_GROUPS);
    if (rnd_is(c, RND_MEASURES_OF, "centres")) return NF_WANT(NF_ARRAY_CENTRES);
    if (rnd_is(c, RND_MEASURES_OF, "sizes"))
        return NF_WANT(NF_ARRAY_INERTIA_RADII) | NF_WANT(NF_ARRAY_EXTENTS);
    if (rnd_is(c, RND_MEASURES_OF, "percolates"))
        return NF_WANT(NF_ARRAY_PERCOLATES) | NF_WANT(NF_ARRAY_EXTENTS);
    if (rnd_is(c, RND_MEASURES_OF, "dispersions"))
        return rnd_is(c, RND_VELOCITIES, "none") ? NF_WANT(NF_ARRAY_MASSES) : NF_WANT(NF_ARRAY_DISPERSIONS);
    if (rnd_is(c, RND_MEASURES_OF, "order")) return NF_WANT(NF_ARRAY_ORDER);
    if (rnd_is(c, RND_MEASURES_OF, "offsets")) return NF_WANT(NF_ARRAY_OFFSETS);
    if (rnd_is(c, RND_MEASURES_OF, "order and offsets"))
        return NF_WANT(NF_ARRAY_ORDER) | NF_WANT(NF_ARRAY_OFFSETS) | NF_WANT(NF_ARRAY_GROUPS);
    return rnd_is(c, RND_MEASURES_OF, "members") ? NF_WANT(NF_ARRAY_MEMBERS) : 0;
}

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const catalogue_call *g = call;
    return nf_catalogue(cloud, g->on_device, &g->options, sync, result);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const catalogue_call *g = call;
    return catalogue_cost(g->run->context, &g->cloud->packed, &g->options, total, bytes);
}

static const rnd_question question = {"nf_catalogue", ask, say};

void rnd_ask_catalogue(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    catalogue_call g = {.run = run, .cloud = cloud, .n = cloud->packed.n};
    rnd_sync s;
    draw_labels(&g);
    draw_points(&g);
    g.options.min_members = (uint32_t)rnd_number(c, RND_MEMBERS);
    g.options.arrays = draw_arrays(c);
    const double length = cloud->lengths[c->value[RND_CUTOFF]];
    if (rnd_is(c, RND_LINKING, "length")) g.options.linking_length = length;
    if (rnd_is(c, RND_LINKING, "another")) g.options.linking_length = length * 0.7;
    if (rnd_is(c, RND_LINKING, "spacings"))
        g.options.linking_length = 0.1 + 0.3 * c->value[RND_CUTOFF], g.options.in_spacings = 1;
    /* A length may be 0: then links are not known, either (refusals.c has the cases in which none is given). */
    if (!c->refused && !(g.options.linking_length > 0)) g.options.arrays &= ~NF_WANT(NF_ARRAY_PERCOLATES);
    g.arrays = g.options.arrays;
    for (int k = 0; k < EACH && !g.options.arrays; k++)
        if ((each[k] != NF_ARRAY_VELOCITIES || g.options.velocities) &&
            (each[k] != NF_ARRAY_PERCOLATES || g.options.linking_length > 0))
            g.arrays |= NF_WANT(each[k]);
    if (!g.options.arrays) g.arrays &= ~asked_for;
    ask_host(&g);
    check_host(&g);
    const nf_slice labels = rnd_buffer(run, g.labels, g.n, sizeof *g.labels);
    g.on_device = labels;
    if (!g.host.status) rnd_estimate(run, cloud, &question, &g);
    rnd_sync_make(run, &s);
    if (!rnd_is(c, RND_FORM, "new") && !rnd_is(c, RND_FORM, "reused")) {
        ask_outputs(&g, &s, labels);
        return;
    }
    if (g.arrays & NF_WANT(NF_ARRAY_DISPERSIONS)) g.arrays |= NF_WANT(NF_ARRAY_VELOCITIES);
    rnd_ask_result(run, &question, &g, cloud->cloud, &g.host, g.arrays, &s);
}
