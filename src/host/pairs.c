/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pairs in plain C. */
#include "core/whole.h"
#include "host/measure.h"
#include "host/table/table.h"

/* The pairs found so far. */
typedef struct taker {
    const nf_pairs_options *options;
    const nf_host_order *order; /* NULL: that of nf_pairs() */
    int count_only;
    uint64_t total, before; /* before: those of the systems before the present one */
    nf_host_answer *answer;
    int measures;        /* 1: distances, vectors or shifts are wanted */
    host_entry *entries; /* if measured: the pairs of the system with their images */
    size_t entries_room;
} taker;

/* The pair of the point at position p and of partner k of the list. */
static void put(host_job *job, taker *t, uint64_t p, size_t k) {
    const int32_t a = (int32_t)job->query_index[p], b = (int32_t)job->index[job->list[k]];
    const int ascends = job->queries || a < b;
    int32_t *pair = (int32_t *)t->answer->arrays[NF_ARRAY_PAIRS] + 2 * t->total;
    pair[0] = (int32_t)job->query_first + (ascends ? a : b);
    pair[1] = (int32_t)job->system.first + (ascends ? b : a);
    if (t->measures) {
        host_entry entry = {ascends ? a : b, ascends ? b : a, nf_host_image_of(job, k)};
        if (!ascends && (a > b || !nf_host_is_positive(job, k)))
            for (int c = 0; c < 3; c++) entry.image.s[c] = -entry.image.s[c];
        t->entries[t->total - t->before] = entry;
    }
    t->total++;
}

/* The pairs to make room for: twice the present room, or the number expected for all points from the tiles so far, which
   takes one or two large steps instead of many copies.  A large array only doubles, as the rest of the points may have few
   pairs. */
static size_t room_for(const host_job *job, size_t room, size_t wanted, uint64_t done) {
    enum { LARGE = 1 << 23 };
    const size_t doubled = 2 * room > wanted ? 2 * room : wanted;
    const double expected = (double)wanted * ((double)job->query_all / (double)done) * 1.03;
    if (done <= job->query_all / 32 || expected <= (double)doubled || doubled >= LARGE) return doubled;
    return expected < LARGE ? (size_t)expected : LARGE;
}

/* Makes room for the tile's pairs, and for as many of the following ones as the allocator allows. */
static nf_status make_room(host_job *job, taker *t, uint64_t done) {
    const size_t wanted = (size_t)t->total + job->listed, row = 2 * sizeof(int32_t);
    void **pairs = &t->answer->arrays[NF_ARRAY_PAIRS];
    size_t *room = &t->answer->rooms[NF_ARRAY_PAIRS];
    if (wanted <= *room) return NF_OK;
    for (size_t more = room_for(job, *room, wanted, done) - wanted; more > 0; more /= 2)
        if (nf_grow_to(job->allocator, pairs, room, wanted + more, row, "the pairs", NULL) == NF_OK)
            return NF_OK;
    return nf_grow_to(job->allocator, pairs, room, wanted, row, "the pairs", job->error);
}

/* Writes the pairs of a tile, turn by turn over its points. */
static nf_status take(host_job *job, uint64_t first, uint32_t many) {
    taker *t = job->taker;
    nf_status status = NF_OK;
    size_t turns = 0;
    if (t->count_only) {
        t->total += job->listed;
        return NF_OK;
    }
    NF_TRY(make_room(job, t, job->query_first + first + many));
    if (t->measures)
        NF_TRY(nf_grow(job->allocator, (void **)&t->entries, &t->entries_room,
                       (size_t)(t->total - t->before) + job->listed, sizeof *t->entries,
                       "the images of the pairs", job->error));
    for (uint32_t lane = 0; lane < many; lane++) {
        const size_t count = job->starts[lane + 1] - job->starts[lane];
        if (count > turns) turns = count;
    }
    for (size_t turn = 0; turn < turns; turn++)
        for (uint32_t lane = 0; lane < many; lane++)
            if (job->starts[lane] + turn < job->starts[lane + 1])
                put(job, t, first + lane, job->starts[lane] + turn);
done:
    return status;
}

/* Sorts the pairs of the system by (i, j).  The keys are composed from i and j, so that the byte order of the host does not matter. */
static nf_status sort_pairs(host_job *job, taker *t) {
    const int32_t first = (int32_t)job->system.first, query_first = (int32_t)job->query_first;
    const uint64_t count = t->total - t->before;
    uint64_t *keys = NULL;
    nf_status status = NF_OK;
    if (count < 2) return NF_OK;
    int32_t *pairs = (int32_t *)t->answer->arrays[NF_ARRAY_PAIRS] + 2 * t->before;
    NF_TRY(nf_allocate(job->allocator, (size_t)count, sizeof *keys, "pairs being sorted", (void **)&keys,
                       job->error));
    for (uint64_t k = 0; k < count; k++)
        keys[k] = (uint64_t)(pairs[2 * k] - query_first) << 32 | (uint32_t)(pairs[2 * k + 1] - first);
    const int bits = nf_index_bits(nf_max(job->n, job->query_count));
    NF_TRY(nf_host_sort(job->cloud, keys, NULL, count, 0, bits));
    NF_TRY(nf_host_sort(job->cloud, keys, NULL, count, 32, 32 + bits));
    for (uint64_t k = 0; k < count; k++) {
        pairs[2 * k] = (int32_t)(keys[k] >> 32) + query_first;
        pairs[2 * k + 1] = (int32_t)(keys[k] & 0xffffffffu) + first;
    }
done:
    nf_release(job->allocator, keys);
    return status;
}

/* The pairs of a system, behind those of the systems before it. */
static nf_status answer_system(host_job *job) {
    taker *t = job->taker;
    host_table *table = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_params_pairs(&job->params, &job->space, job->system.n, job->type, job->system.cutoff,
                           t->options, job->error));
    if (t->order) job->params.cells = t->order->cells;
    t->before = t->total;
    NF_TRY(nf_host_table_find(job, t->count_only, &table));
    if (table) {
        t->total += nf_host_table_total(table);
        return nf_host_table_answer(job, table, t->before, t->answer);
    }
    NF_TRY(nf_host_walk(job));
    const size_t count = (size_t)(t->total - t->before);
    if (job->params.sorted && !t->count_only) NF_TRY(sort_pairs(job, t));
    if (!t->measures) return NF_OK;
    if (job->params.sorted) nf_host_entries_sort(t->entries, count);
    NF_TRY(nf_host_measure(job, t->entries, t->before, count, t->answer));
done:
    return status;
}

nf_status nf_host_pairs(const nf_host_cloud *cloud, double cutoff, const nf_pairs_options *options,
                        const nf_host_order *order, nf_host_answer *answer) {
    const int measures = (answer->wanted & NF_MEASURED) != 0;
    taker t = {.options = options,
               .order = order,
               .count_only = !measures && !(answer->wanted & NF_WANT(NF_ARRAY_PAIRS)),
               .answer = answer,
               .measures = measures};
    host_job job = {.take = take, .taker = &t};
    nf_status status = NF_OK;
    NF_TRY(nf_host_begin(&job, cloud, options->queries, options->filters,
                         options->queries ? NF_FROM_BOTH : NF_FROM_ONE, cutoff));
    if (order) job.tile_points = order->tile_points;
    NF_TRY(nf_host_each_system(&job, answer_system));
    answer->total = t.total;
    answer->times = job.times;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_release(cloud->allocator, t.entries);
    nf_host_end(&job);
    return status;
}
