/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_fof(): friends of friends, and DBSCAN. */
#include "support/calls.h"
#include "random/questions/search.h"

typedef struct fof_call {
    rnd_run *run;
    rnd_cloud *cloud;
    fof_query options;
    rnd_answer host;
    uint64_t arrays, n;
    double length;
} fof_call;

/* The numbers of groups and the cores as bytes, from the labels and cores of the host. */
static void put_made(fof_call *f) {
    const int32_t *labels = f->host.array[NF_ARRAY_LABELS];
    const uint32_t *cores = f->host.array[NF_ARRAY_CORES];
    int32_t *numbers = rnd_keep(f->run, f->n * 4);
    uint8_t *bytes = rnd_keep(f->run, f->n);
    for (uint64_t i = 0; i < f->n && f->host.status == NF_OK; i++) {
        int32_t below = 0;
        for (int32_t j = 0; j < labels[i]; j++) below += labels[j] == j;
        numbers[i] = labels[i] < 0 ? -1 : below;
        bytes[i] = (uint8_t)cores[i];
    }
    rnd_put(&f->host, NF_ARRAY_GROUP_NUMBERS, numbers, f->n, 1, NF_INT32);
    rnd_put(&f->host, NF_ARRAY_CORES_UINT8, bytes, f->n, 1, NF_UINT8);
}

static void ask_host(fof_call *f) {
    fof_query options = f->options;
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(f->run, &f->host, &f->cloud->packed, f->cloud->in);
    options.arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_CORES) | NF_WANT(NF_ARRAY_ORDER);
    if (cloud) f->host.status = fof_or_dbscan(cloud, f->length, &options, NULL, &result);
    f->host.total = nf_result_total(result);
    rnd_put_host(f->run, &f->host, result, NF_ARRAY_LABELS, f->n, 1, NF_INT32);
    rnd_put_host(f->run, &f->host, result, NF_ARRAY_CORES, f->n, 1, NF_UINT32);
    rnd_put_host(f->run, &f->host, result, NF_ARRAY_ORDER, f->n, 1, NF_UINT32);
    rnd_host_end(f->run, &f->host, cloud, result);
    put_made(f);
}

static uint64_t root(const uint64_t *parent, uint64_t p) {
    while (parent[p] != p) p = parent[p];
    return p;
}

/* The labels by definition: the smallest index of a group's core points. */
static void label(fof_call *f, const unsigned char *linked, int32_t *labels, uint32_t *cores) {
    const uint64_t n = f->n;
    uint64_t *parent = rnd_keep(f->run, n * sizeof *parent);
    for (uint64_t i = 0; i < n; i++) {
        uint32_t within = 1;
        for (uint64_t j = 0; j < n; j++) within += i != j && linked[i * n + j];
        cores[i] = within >= f->options.min_points;
        parent[i] = i;
    }
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++)
            if (cores[i] && cores[j] && linked[i * n + j]) {
                const uint64_t a = root(parent, i), b = root(parent, j);
                if (a < b) parent[b] = a;
                else parent[a] = b;
            }
    for (uint64_t i = 0; i < n; i++) {
        labels[i] = cores[i] ? (int32_t)root(parent, i) : -1;
        for (uint64_t j = 0; j < n && !cores[i]; j++)
            if (linked[i * n + j] && cores[j]) {
                const int32_t other = (int32_t)root(parent, j);
                if (labels[i] < 0 || other < labels[i]) labels[i] = other;
            }
    }
}

static void check_host(fof_call *f) {
    near_space space;
    if (f->host.status != NF_OK || f->options.in_spacings || f->cloud->packed.dims > 3 ||
        !near_begin(f->run, &space, f->cloud, &f->cloud->packed, f->length))
        return;
    const unsigned char *linked = near_links(f->run, &space);
    if (!linked) return;
    int32_t *labels = rnd_keep(f->run, f->n * 4);
    uint32_t *cores = rnd_keep(f->run, f->n * 4), at = 0, *order = f->host.array[NF_ARRAY_ORDER];
    label(f, linked, labels, cores);
    f->run->brute++;
    for (uint64_t i = 0; i < f->n; i++) {
        const int32_t is = ((int32_t *)f->host.array[NF_ARRAY_LABELS])[i];
        RND_CHECK(f->run, is == labels[i],
                  "the host is wrong: the label of point %llu is %d, and the brute force has %d",
                  (unsigned long long)i, is, labels[i]);
        RND_CHECK(f->run, ((uint32_t *)f->host.array[NF_ARRAY_CORES])[i] == cores[i],
                  "the host is wrong: point %llu is%s a core point", (unsigned long long)i,
                  cores[i] ? "" : " not");
    }
    for (int64_t group = 0; group <= (int64_t)f->n; group++) /* the last are noise */
        for (uint64_t i = 0; i < f->n; i++)
            if (labels[i] == (group == (int64_t)f->n ? -1 : group))
                RND_CHECK(
                    f->run, order[at++] == i,
                    "the host is wrong: %u follows in the order, and point %llu is the next of group %lld",
                    order[at - 1], (unsigned long long)i, (long long)group);
}

static void ask_outputs(fof_call *f, rnd_sync *s) {
    fof_slices slices = {.labels = rnd_buffer(f->run, NULL, f->n, 4)};
    uint64_t groups = 77;
    const int unseen = rnd_is(f->run->now, RND_FORM, "unseen");
    if (f->arrays & NF_WANT(NF_ARRAY_CORES)) slices.cores = rnd_buffer(f->run, NULL, f->n, 4);
    if (f->arrays & NF_WANT(NF_ARRAY_ORDER)) slices.order = rnd_buffer(f->run, NULL, f->n, 4);
    if (f->arrays & NF_WANT(NF_ARRAY_GROUP_NUMBERS)) slices.numbers = rnd_buffer(f->run, NULL, f->n, 4);
    if (f->arrays & NF_WANT(NF_ARRAY_CORES_UINT8)) slices.bytes = rnd_buffer(f->run, NULL, f->n, 1);
    if (slices.numbers.buffer) slices.labels.buffer = NULL; /* of which they are made */
    const nf_status status =
        fof_into(f->cloud->cloud, f->length, &f->options, &slices, s->give, unseen ? NULL : &groups);
    const int answered = rnd_agree(f->run, &f->host, status);
    rnd_synced(f->run, s, status);
    if (!answered) return;
    const rnd_room all = {.capacity = f->n, .written = f->n};
    RND_CHECK(f->run, unseen || groups == f->host.total, "%llu groups, and the host has %llu",
              (unsigned long long)groups, (unsigned long long)f->host.total);
    if (slices.labels.buffer) rnd_room_check(f->run, &all, &f->host, NF_ARRAY_LABELS, slices.labels);
    if (slices.numbers.buffer) rnd_room_check(f->run, &all, &f->host, NF_ARRAY_GROUP_NUMBERS, slices.numbers);
    if (slices.bytes.buffer) rnd_room_check(f->run, &all, &f->host, NF_ARRAY_CORES_UINT8, slices.bytes);
    if (slices.cores.buffer) rnd_room_check(f->run, &all, &f->host, NF_ARRAY_CORES, slices.cores);
    if (slices.order.buffer) rnd_room_check(f->run, &all, &f->host, NF_ARRAY_ORDER, slices.order);
}

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const fof_call *f = call;
    return fof_or_dbscan(cloud, f->length, &f->options, sync, result);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const fof_call *f = call;
    (void)total;
    return fof_cost(f->run->context, &f->cloud->packed, &f->options, bytes);
}

static const rnd_question question = {"nf_fof", ask, say};

void rnd_ask_fof(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    fof_call f = {
        .run = run, .cloud = cloud, .n = cloud->packed.n, .length = cloud->lengths[c->value[RND_CUTOFF]]};
    rnd_sync s = {.give = NULL};
    f.options.in_spacings = rnd_number(c, RND_SPACINGS);
    if (f.options.in_spacings) f.length = 0.1 + 0.3 * c->value[RND_CUTOFF];
    f.options.min_points = f.options.in_spacings ? 0 : (uint32_t)rnd_number(c, RND_CORES);
    if (rnd_is(c, RND_GROUP_ARRAYS, "cores")) f.options.arrays = NF_WANT(NF_ARRAY_CORES);
    if (rnd_is(c, RND_GROUP_ARRAYS, "order")) f.options.arrays = NF_WANT(NF_ARRAY_ORDER);
    if (rnd_is(c, RND_GROUP_ARRAYS, "all"))
        f.options.arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_CORES) | NF_WANT(NF_ARRAY_ORDER);
    if (rnd_is(c, RND_GROUP_ARRAYS, "numbers")) f.options.arrays = NF_WANT(NF_ARRAY_GROUP_NUMBERS);
    if (rnd_is(c, RND_GROUP_ARRAYS, "bytes")) f.options.arrays = NF_WANT(NF_ARRAY_CORES_UINT8);
    if (f.options.in_spacings) /* cores are of nf_dbscan() */
        f.options.arrays &= ~(NF_WANT(NF_ARRAY_CORES) | NF_WANT(NF_ARRAY_CORES_UINT8));
    f.arrays = f.options.arrays ? f.options.arrays : NF_WANT(NF_ARRAY_LABELS);
    ask_host(&f);
    check_host(&f);
    if (!f.host.status) rnd_estimate(run, cloud, &question, &f);
    rnd_sync_make(run, &s);
    if (rnd_is(c, RND_FORM, "outputs") || rnd_is(c, RND_FORM, "unseen")) {
        ask_outputs(&f, &s);
        return;
    }
    if (f.arrays & NF_WANT(NF_ARRAY_GROUP_NUMBERS)) f.arrays |= NF_WANT(NF_ARRAY_LABELS);
    if (f.arrays & NF_WANT(NF_ARRAY_CORES_UINT8)) f.arrays |= NF_WANT(NF_ARRAY_CORES);
    rnd_ask_result(run, &question, &f, cloud->cloud, &f.host, f.arrays, &s);
}
