/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_knn() in all its forms. */
#include "support/calls.h"
#include "random/questions/search.h"

#include <string.h>

typedef struct knn_call {
    rnd_run *run;
    rnd_cloud *cloud;
    rnd_query query;
    nf_knn_options options;
    rnd_answer host;
    uint64_t arrays, rows;
    int k;
} knn_call;

static const nf_array each[] = {NF_ARRAY_INDICES,        NF_ARRAY_DISTANCES, NF_ARRAY_KTH_DISTANCES,
                                NF_ARRAY_MEAN_DISTANCES, NF_ARRAY_DENSITIES, NF_ARRAY_VECTORS,
                                NF_ARRAY_SHIFTS,         NF_ARRAY_ORDER,     NF_ARRAY_INDICES_INT64};
enum { WRITTEN = 7, EACH = sizeof each / sizeof *each };

/* The columns of an array. */
static int columns_of(const knn_call *c, nf_array array) {
    return array == NF_ARRAY_INDICES || array == NF_ARRAY_DISTANCES ? c->k
           : array == NF_ARRAY_VECTORS                              ? c->k * c->cloud->packed.dims
           : array == NF_ARRAY_SHIFTS                               ? c->k * 3
                                                                    : 1;
}

static void ask_host(knn_call *c) {
    const nf_type type = c->cloud->packed.type;
    nf_knn_options options = c->options;
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(c->run, &c->host, &c->cloud->packed, c->cloud->in);
    c->rows = c->query.has_queries ? c->query.packed.n : c->cloud->packed.n;
    options.queries = c->query.has_queries ? &c->query.packed : NULL;
    options.arrays = 0;
    for (int a = 0; a < WRITTEN; a++) options.arrays |= NF_WANT(each[a]); /* the order comes with z_order */
    if (cloud) c->host.status = nf_knn(cloud, (uint32_t)c->k, &options, NULL, &result);
    for (int a = 0; a <= WRITTEN; a++)
        rnd_put_host(c->run, &c->host, result, each[a], c->rows, columns_of(c, each[a]),
                     each[a] == NF_ARRAY_INDICES || each[a] == NF_ARRAY_SHIFTS ? NF_INT32
                     : each[a] == NF_ARRAY_ORDER                               ? NF_UINT32
                                                                               : type);
    c->host.total = c->rows * (uint64_t)c->k;
    int64_t *wide = rnd_keep(c->run, c->host.total * sizeof *wide);
    for (uint64_t e = 0; e < c->host.total && c->host.status == NF_OK; e++)
        wide[e] = ((const int32_t *)c->host.array[NF_ARRAY_INDICES])[e];
    rnd_put(&c->host, NF_ARRAY_INDICES_INT64, wide, c->rows, c->k, NF_INT64);
    rnd_host_end(c->run, &c->host, cloud, result);
}

/* Compares the shift and the vector of an entry; those of the brute force are scaled. */
static void check_image(knn_call *c, uint64_t entry, const brute_hit *hit, double scale) {
    const int dims = c->cloud->packed.dims;
    const int32_t *S = (const int32_t *)c->host.array[NF_ARRAY_SHIFTS] + 3 * entry;
    for (int a = 0; a < 3; a++)
        RND_CHECK(c->run, S[a] == hit->S[a],
                  "the host is wrong: the shift of entry %llu is (%d, %d, %d), and that of the brute force "
                  "(%d, %d, %d)",
                  (unsigned long long)entry, S[0], S[1], S[2], hit->S[0], hit->S[1], hit->S[2]);
    for (int a = 0; dims <= 3 && a < dims; a++) {
        const double D = support_number(c->host.array[NF_ARRAY_VECTORS], c->cloud->packed.type,
                                        entry * (uint64_t)dims + (uint64_t)a);
        RND_CHECK(c->run, D == hit->D[a] / scale,
                  "the host is wrong: component %d of entry %llu is %.17g, and the brute force has %.17g", a,
                  (unsigned long long)entry, D, hit->D[a] / scale);
    }
}

static void check_host(knn_call *c) {
    static const brute_hit none = {.j = -1};
    brute_hits row = {0};
    near_space space;
    const int32_t *indices = c->host.array[NF_ARRAY_INDICES];
    const nf_points *rows = c->query.has_queries ? &c->query.packed : &c->cloud->packed;
    if (c->host.status != NF_OK || !near_begin(c->run, &space, c->cloud, rows, c->options.max_distance))
        return;
    c->run->brute++;
    for (uint64_t r = 0; r < c->rows; r++) {
        const uint64_t i = c->options.z_order ? ((uint32_t *)c->host.array[NF_ARRAY_ORDER])[r] : r;
        row.count = 0;
        if (!near_row(c->run, &space, i, c->k, c->options.include_self || c->query.has_queries, &row))
            continue;
        for (uint64_t k = 0; k < (uint64_t)c->k; k++) {
            const int32_t is = indices[r * (uint64_t)c->k + k], wanted = k < row.count ? row.hit[k].j : -1;
            RND_CHECK(c->run, is == wanted,
                      "the host is wrong: neighbour %llu of row %llu is %d, and the brute force has %d",
                      (unsigned long long)k, (unsigned long long)r, is, wanted);
            const double distance =
                support_number(c->host.array[NF_ARRAY_DISTANCES], rows->type, r * (uint64_t)c->k + k);
            RND_CHECK(c->run, wanted < 0 || distance == row.hit[k].distance,
                      "the host is wrong: distance %llu of row %llu is %.17g, and the brute force has %.17g",
                      (unsigned long long)k, (unsigned long long)r, distance,
                      wanted < 0 ? 0 : row.hit[k].distance);
            check_image(c, r * (uint64_t)c->k + k, wanted < 0 ? &none : &row.hit[k],
                        wanted < 0 ? 1 : space.scale);
        }
    }
}

static void ask_outputs(knn_call *c, rnd_sync *s) {
    knn_slices slices = {.order = {.host = NULL}};
    nf_slice *const to[EACH] = {&slices.indices,        &slices.distances, &slices.kth_distances,
                                &slices.mean_distances, &slices.densities, &slices.vectors,
                                &slices.shifts,         &slices.order,     &slices.indices_int64};
    for (int a = 0; a < EACH; a++)
        if (c->arrays >> each[a] & 1)
            *to[a] = rnd_buffer(c->run, NULL, c->rows,
                                nf_type_bytes(c->host.type[each[a]]) * (size_t)c->host.columns[each[a]]);
    const nf_status status = knn_into(c->cloud->cloud, c->k, &c->options, &slices, s->give);
    rnd_spoil(c->run);
    const int answered = rnd_agree(c->run, &c->host, status);
    rnd_synced(c->run, s, status);
    const rnd_room all = {.capacity = c->rows, .written = c->rows};
    for (int a = 0; answered && a < EACH; a++)
        if (c->arrays >> each[a] & 1) rnd_room_check(c->run, &all, &c->host, each[a], *to[a]);
}

static void ask_chunks(knn_call *c, rnd_sync *s) {
    rnd_chunks parts = {.run = c->run, .arrays = c->arrays, .host = &c->host, .is_lists = 2};
    rnd_sync_plain(s);
    uint64_t bytes = 0;
    if (!c->run->now->refused && !c->host.status && rnd_below(&c->run->state, 2)) {
        RND_CHECK(c->run, knn_cost(c->run->context, &c->cloud->packed, c->k, &c->options, &bytes) == NF_OK,
                  "the cost of nf_knn: %s", nf_context_error(c->run->context));
    }
    const nf_chunks chunks = {.memory_budget = bytes, .take = rnd_take_chunk, .user = &parts};
    const nf_status status = knn_in_chunks(c->cloud->cloud, c->k, &c->options, &chunks, s->give);
    rnd_spoil(c->run);
    rnd_synced(c->run, s, status);
    if (parts.failed[0]) rnd_fail(c->run, "%s", parts.failed);
    if (rnd_agree(c->run, &c->host, status)) rnd_chunks_check(&parts);
}

static uint64_t draw_arrays(const rnd_case *c) {
    const char *words = rnd_option_value(RND_NEAR_ARRAYS, c->value[RND_NEAR_ARRAYS]);
    if (strcmp(words, "indices") == 0) return NF_WANT(NF_ARRAY_INDICES);
    if (strcmp(words, "distances") == 0) return NF_WANT(NF_ARRAY_DISTANCES);
    if (strcmp(words, "kth") == 0) return NF_WANT(NF_ARRAY_KTH_DISTANCES);
    if (strcmp(words, "means") == 0) return NF_WANT(NF_ARRAY_MEAN_DISTANCES);
    if (strcmp(words, "vectors") == 0) return NF_WANT(NF_ARRAY_VECTORS);
    if (strcmp(words, "shifts") == 0) return NF_WANT(NF_ARRAY_SHIFTS);
    if (strcmp(words, "densities") == 0) return NF_WANT(NF_ARRAY_DENSITIES);
    uint64_t all = 0;
    for (int a = 0; a < WRITTEN && strcmp(words, "all") == 0; a++) all |= NF_WANT(each[a]);
    return all;
}

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const knn_call *c = call;
    return nf_knn(cloud, (uint32_t)c->k, &c->options, sync, result);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const knn_call *c = call;
    (void)total;
    return knn_cost(c->run->context, &c->cloud->packed, c->k, &c->options, bytes);
}

static const rnd_question question = {"nf_knn", ask, say};

void rnd_ask_knn(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *now = run->now;
    knn_call c = {.run = run, .cloud = cloud, .k = rnd_number(now, RND_NEAREST)};
    rnd_sync s = {.give = NULL};
    rnd_draw_query(run, cloud, &c.query);
    c.options.include_self = rnd_number(now, RND_SELF);
    c.options.max_distance = rnd_is(now, RND_MAXIMUM, "cutoff") ? cloud->lengths[now->value[RND_CUTOFF]] : 0;
    c.options.z_order = rnd_number(now, RND_Z_ORDER);
    c.options.arrays = draw_arrays(now);
    const uint64_t made = rnd_made(now, NF_WANT(NF_ARRAY_INDICES_INT64));
    c.options.queries = c.query.has_queries;
    c.arrays = c.options.arrays ? c.options.arrays : NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES);
    c.arrays |= made;
    if (made) c.options.arrays = c.arrays;
    if (c.arrays & (NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS)) &&
        !rnd_is(now, RND_FORM, "outputs"))
        c.arrays |= NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES);
    if (made && !rnd_is(now, RND_FORM, "outputs")) c.arrays |= NF_WANT(NF_ARRAY_INDICES);
    if (c.options.z_order) c.arrays |= NF_WANT(NF_ARRAY_ORDER);
    ask_host(&c);
    check_host(&c);
    if (!c.host.status) rnd_estimate(run, cloud, &question, &c);
    rnd_sync_make(run, &s);
    if (rnd_is(now, RND_FORM, "outputs")) ask_outputs(&c, &s);
    else if (rnd_is(now, RND_FORM, "chunks")) ask_chunks(&c, &s);
    else rnd_ask_result(run, &question, &c, cloud->cloud, &c.host, c.arrays, &s);
}
