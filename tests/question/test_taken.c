/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What calls are handed over: structs of any size that they may have, which are copied before the call does anything else. */
#include "arguments/arrays.h"
#include "support/clouds/clouds.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 300, QUERIES = 40, BYTES = 1 << 16 };

/* A struct of this version, and a member that a later one may have. */
#define WIDE(type)                                                                                           \
    struct {                                                                                                 \
        type s;                                                                                              \
        uint64_t later;                                                                                      \
    }

/* All structs of the calls below. */
typedef struct hand {
    WIDE(nf_points) points, queries, radii, query_radii, weights, velocities;
    WIDE(nf_batch) batch, query_batch;
    WIDE(nf_filters) filters;
    WIDE(nf_outputs) outputs;
    WIDE(nf_chunks) chunks;
    WIDE(nf_cost) cost;
    WIDE(nf_lists_options) lists;
    WIDE(nf_catalogue_options) catalogue;
    WIDE(nf_sort_options) sort;
    WIDE(nf_sync)
    sync; /* the last, as a call copies it where it begins its commands, behind its first allocations */
} hand;

/* What these point to. */
static struct {
    uint64_t offsets[3], query_offsets[3];
    float radii[POINTS];
    int32_t labels[POINTS];
    nf_output output;
} at;

/* What the calls write. */
static struct answer {
    uint64_t rows[QUERIES + 1], found;
    unsigned char bytes[BYTES];
    uint64_t count;
} got;

typedef struct scene {
    hand hand;
    support_cloud points;
    nf_context *context;
    nf_cloud *cloud, *batch; /* without and with systems */
    int spoils;              /* 1: each allocation spoils the hand */
    int spoiled;             /* how many have */
} scene;

/* The answer in chunks, row after row. */
static nf_status append(void *user, const nf_chunk *chunk) {
    scene *s = user;
    const size_t bytes = (size_t)chunk->count * 4;
    ck_assert_uint_le(got.count + bytes, BYTES);
    support_ok(s->context,
               nf_result_read(chunk->result, NF_ARRAY_INDICES, 0, chunk->count, NULL, got.bytes + got.count));
    got.count += bytes;
    return NF_OK;
}

static void reach_out(scene *s) {
    const nf_points column = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .rows.host = at.radii};
    hand *h = &s->hand;
    memset(h, 0, sizeof *h);
    memset(&at, 0, sizeof at);
    memset(&got, 0, sizeof got);
    at.offsets[1] = 100, at.offsets[2] = POINTS;
    at.query_offsets[1] = 30, at.query_offsets[2] = QUERIES;
    for (int p = 0; p < POINTS; p++) at.radii[p] = 0.3F, at.labels[p] = p % 5;
    at.output = (nf_output){.array = NF_ARRAY_OFFSETS, .host = got.rows, .capacity = QUERIES + 1};
    h->points.s = h->queries.s = h->velocities.s = s->points.points;
    h->points.s.batch = &h->batch.s;
    h->batch.s = (nf_batch){.count = 2, .offsets = at.offsets};
    h->queries.s.n = QUERIES;
    h->queries.s.batch = &h->query_batch.s;
    h->query_batch.s = (nf_batch){.count = 2, .offsets = at.query_offsets};
    h->radii.s = h->query_radii.s = h->weights.s = column;
    h->query_radii.s.n = QUERIES;
    h->filters.s = (nf_filters){.min_distance = 0.01, .radii = &h->radii.s, .query_radii = &h->query_radii.s};
    h->outputs.s = (nf_outputs){.count = 1, .arrays = &at.output, .found = &got.found};
    h->chunks.s = (nf_chunks){.take = append, .user = s, .found = &got.found};
    h->lists.s = (nf_lists_options){.queries = &h->queries.s, .filters = &h->filters.s};
    h->catalogue.s =
        (nf_catalogue_options){.min_members = 1, .weights = &h->weights.s, .velocities = &h->velocities.s};
    h->sort.s = (nf_sort_options){.key = NF_UINT32};
}

static void *allocate(void *user, size_t bytes) {
    scene *s = user;
    if (s->spoils) memset(&s->hand, 0xA5, offsetof(hand, sync));
    s->spoiled += s->spoils;
    return malloc(bytes);
}
static void release(void *user, void *pointer) {
    (void)user;
    free(pointer);
}

static void scene_make(scene *s, const char *device) {
    const nf_context_options options = {.device = device, .profile = 1, .allocator = {allocate, release, s}};
    memset(s, 0, sizeof *s);
    s->context = support_context_with(&options);
    s->points = support_cloud_uniform(POINTS, 3, NF_FLOAT32, 1, 3);
    support_ok(s->context, nf_cloud_create(s->context, &s->points.points, NULL, NULL, &s->cloud));
    reach_out(s);
    support_ok(s->context, nf_cloud_create(s->context, &s->hand.points.s, NULL, NULL, &s->batch));
}
static void scene_end(scene *s) {
    nf_cloud_free(s->batch);
    nf_cloud_free(s->cloud);
    support_cloud_free(&s->points);
    nf_context_free(s->context);
}
#define own_scene OWNED_BY(scene_end) scene

/* ---- the calls ----------------------------------------------------------------------------------------------- */

enum { MOVE, SEARCH, INTO_OUTPUTS, IN_CHUNKS, CATALOGUE, COST, SORT, CALLS };

/* Appends what a result has to the bytes. */
static void keep(scene *s, const nf_result *result) {
    for (int a = 0; a < NF_ARRAYS; a++) { /* of numbers that are no arrays there are no rows */
        const nf_array_info *info = nf_result_array(result, (nf_array)a);
        const size_t bytes = (size_t)info->rows * (size_t)info->columns * nf_type_bytes(info->type);
        ck_assert_uint_le(got.count + bytes, BYTES);
        if (bytes)
            support_ok(s->context,
                       nf_result_read(result, (nf_array)a, 0, info->rows, NULL, got.bytes + got.count));
        got.count += bytes;
    }
}

/* Makes a call, which leaves its answer in `got`. */
static nf_status call(scene *s, int what, int spoils) {
    hand *h = &s->hand;
    nf_lists_options *lists = &h->lists.s;
    const nf_sync *sync = &h->sync.s;
    own_result result = NULL;
    nf_status status = NF_OK;
    if (what == INTO_OUTPUTS) lists->outputs = &h->outputs.s;
    if (what == IN_CHUNKS) lists->chunks = &h->chunks.s;
    if (what == COST) lists->cost = &h->cost.s;
    if (what == SEARCH) lists->arrays = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES);
    s->spoils = spoils;
    switch (what) {
    case MOVE: status = nf_cloud_move(s->batch, &h->points.s, NULL, sync); break;
    case SEARCH: status = nf_lists(s->batch, 0.2, lists, sync, &result); break;
    case CATALOGUE:
        status = nf_catalogue(s->cloud, nf_from_host(at.labels), &h->catalogue.s, sync, &result);
        break;
    case SORT: status = nf_sort_scratch(s->context, &h->sort.s, 1000, &got.found); break;
    default: status = nf_lists(s->batch, 0.2, lists, sync, NULL);
    }
    s->spoils = 0;
    if (status == NF_OK && what == MOVE) status = nf_lists(s->batch, 0.2, NULL, NULL, &result);
    keep(s, result);
    return status;
}

LOOP_TEST(a_call_copies_what_it_is_handed_over_before_it_does_anything_else, 2) {
    static struct answer wanted;
    own_scene s;
    scene_make(&s, _i ? NULL : "host");
    for (int what = 0; what < COST; what++) { /* a cost looks again for each of the clouds that it assumes */
        for (int spoils = 0; spoils < 2; spoils++) {
            reach_out(&s);
            s.spoiled = 0;
            support_ok(s.context, call(&s, what, spoils));
            ck_assert_uint_gt(got.count + got.found, 0);
            if (!spoils) wanted = got;
        }
        ck_assert_int_gt(s.spoiled, 0);
        ck_assert_msg(memcmp(&wanted, &got, sizeof got) == 0, "call %d: another answer", what);
    }
}

/* One place where a call takes a struct; the size and the later member are those of the hand. */
#define PLACE(call, name, member)                                                                            \
    { call, name, offsetof(hand, member), sizeof(((hand *)NULL)->member.s), sizeof(((hand *)NULL)->member) }
static const struct {
    int call;
    const char *name;
    size_t at, known, wide;
} places[] = {PLACE(MOVE, "points", points),
              PLACE(MOVE, "the batch", batch),
              PLACE(MOVE, "sync", sync),
              PLACE(SEARCH, "options", lists),
              PLACE(SEARCH, "query points", queries),
              PLACE(SEARCH, "the batch", query_batch),
              PLACE(SEARCH, "filters", filters),
              PLACE(SEARCH, "radii", radii),
              PLACE(SEARCH, "query_radii", query_radii),
              PLACE(SEARCH, "sync", sync),
              PLACE(INTO_OUTPUTS, "outputs", outputs),
              PLACE(IN_CHUNKS, "chunks", chunks),
              PLACE(CATALOGUE, "options", catalogue),
              PLACE(CATALOGUE, "weights", weights),
              PLACE(CATALOGUE, "velocities", velocities),
              PLACE(COST, "cost", cost),
              PLACE(COST, "query points", queries),
              PLACE(SORT, "options", sort)};

static nf_status call_with(scene *s, size_t place, size_t size, int later) {
    const uint32_t says = (uint32_t)size;
    reach_out(s);
    support_ok(s->context, nf_cloud_move(s->batch, &s->hand.points.s, NULL, NULL));
    memcpy((char *)&s->hand + places[place].at, &says, sizeof says);
    ((char *)&s->hand)[places[place].at + places[place].wide - sizeof(uint64_t)] = (char)later;
    return call(s, places[place].call, 0);
}

TEST(every_struct_is_taken_in_each_size_that_it_may_have) {
    own_scene s;
    scene_make(&s, NULL);
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        char has[64], size[64];
        (void)snprintf(has, sizeof has, "%s has %zu bytes and a value", places[k].name, places[k].wide);
        (void)snprintf(size, sizeof size, "the size of %s is %zu bytes", places[k].name, places[k].known - 1);
        support_ok(s.context, call_with(&s, k, 0, 1)); /* the later member is not of that size */
        support_ok(s.context, call_with(&s, k, places[k].known, 1));
        support_ok(s.context, call_with(&s, k, places[k].wide, 0));
        support_fails(s.context, NF_ERROR_ARGUMENT, has, call_with(&s, k, places[k].wide, 1));
        support_fails(s.context, NF_ERROR_ARGUMENT, size, call_with(&s, k, places[k].known - 1, 0));
    }
}

/* ---- what the library fills ---------------------------------------------------------------------------------- */

TEST(arrays_of_infos_have_the_size_that_the_first_one_says) {
    own_scene s;
    scene_make(&s, NULL);
    static WIDE(nf_device_info) devices[64];
    static WIDE(nf_stage) stages[2];
    static WIDE(nf_function_info) info;
    size_t count = 0;
    support_ok(s.context, call(&s, SEARCH, 0));
    char message[640] = "";
    memset(devices, 0xA5, sizeof devices);
    memset(stages, 0xA5, sizeof stages);
    memset(&info, 0xA5, sizeof info);
    ck_assert_int_eq(nf_devices(&devices[0].s, 64, &count, message, sizeof message), NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(message, "infos[0].size is"));
    count = 7;
    support_fails(s.context, NF_ERROR_ARGUMENT, "stages[0].size is",
                  nf_context_stages(s.context, &stages[0].s, 2, &count));
    ck_assert_uint_eq(count, 0);
    count = 7;
    ck_assert_int_eq(nf_context_stages(NULL, NULL, 0, &count), NF_ERROR_ARGUMENT);
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(nf_function_describe("yukawa", NULL, NULL, &info.s, NULL, message, sizeof message),
                     NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(message, "the size of info is"));
    devices[0].s.size = stages[0].s.size = 0;
    ck_assert_int_eq(nf_devices(&devices[0].s, 64, &count, message, sizeof message), NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(message, "infos[0].size is 0: set it to sizeof infos[0]"));
    support_fails(s.context, NF_ERROR_ARGUMENT, "stages[0].size is 0: set it to sizeof stages[0]",
                  nf_context_stages(s.context, &stages[0].s, 2, &count));
    devices[0].s.size = sizeof *devices;
    stages[0].s.size = sizeof *stages;
    info.s.size = sizeof info;
    ck_assert_int_eq(nf_devices(&devices[0].s, 64, &count, message, sizeof message), NF_OK);
    ck_assert_uint_gt(count, 0);
    for (size_t k = 0; k < count && k < 64; k++) {
        ck_assert_uint_eq(devices[k].s.size, sizeof *devices);
        ck_assert_ptr_nonnull(devices[k].s.device);
        ck_assert_uint_eq(devices[k].later, 0);
    }
    support_ok(s.context, nf_context_stages(s.context, &stages[0].s, 2, &count));
    ck_assert_uint_gt(count, 0);
    ck_assert_uint_eq(stages[0].s.size, sizeof *stages);
    ck_assert_ptr_nonnull(stages[0].s.name);
    ck_assert_uint_eq(stages[0].later, 0);
    ck_assert_int_eq(nf_function_describe("yukawa", NULL, NULL, &info.s, NULL, NULL, 0), NF_OK);
    ck_assert_int_gt(info.s.sums, 0);
    ck_assert_uint_eq(info.s.size, sizeof info);
    ck_assert_uint_eq(info.later, 0);
}
