/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/calls.h"
#include "random/questions/search.h"

#include <stdlib.h>
#include <string.h>

uint64_t rnd_measures(const rnd_case *c) {
    if (rnd_is(c, RND_ARRAYS, "distances")) return NF_WANT(NF_ARRAY_DISTANCES);
    if (rnd_is(c, RND_ARRAYS, "vectors")) return NF_WANT(NF_ARRAY_VECTORS);
    if (rnd_is(c, RND_ARRAYS, "shifts")) return NF_WANT(NF_ARRAY_SHIFTS);
    return rnd_is(c, RND_ARRAYS, "all") ? RND_MEASURES : 0;
}

void rnd_put_measures(rnd_run *run, rnd_answer *answer, const nf_result *result, const rnd_cloud *cloud) {
    const nf_type type = cloud->packed.type;
    rnd_put_host(run, answer, result, NF_ARRAY_DISTANCES, answer->total, 1, type);
    rnd_put_host(run, answer, result, NF_ARRAY_VECTORS, answer->total, cloud->packed.dims, type);
    rnd_put_host(run, answer, result, NF_ARRAY_SHIFTS, answer->total, 3, NF_INT32);
}

uint64_t rnd_made(const rnd_case *c, uint64_t of) {
    static const uint64_t int64s = NF_WANT(NF_ARRAY_PAIRS_INT64) | NF_WANT(NF_ARRAY_INDICES_INT64) |
                                   NF_WANT(NF_ARRAY_ROWS_INT64),
                          rows = NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_INDICES);
    const int pairs = of >> NF_ARRAY_PAIRS_INT64 & 1;
    if (rnd_is(c, RND_MADE, "none") || rnd_is(c, RND_ARRAYS, "offsets alone")) return 0;
    if (rnd_is(c, RND_MADE, "rows")) return of & rows;
    if (rnd_is(c, RND_MADE, "int64")) return of & int64s;
    if (rnd_is(c, RND_MADE, "all")) return of & (rows | int64s);
    return of & (pairs ? NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_ROWS_INT64)
                       : NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_INDICES_INT64));
}

/* As int32 and as int64. */
static void put_both(rnd_run *run, rnd_answer *answer, uint64_t made, nf_array narrow, nf_array wide,
                     const int32_t *numbers, uint64_t rows, int columns) {
    const uint64_t count = rows * (uint64_t)columns;
    int64_t *widened = rnd_keep(run, count * sizeof *widened);
    for (uint64_t k = 0; k < count; k++) widened[k] = numbers[k];
    if (made >> wide & 1) rnd_put(answer, wide, widened, rows, columns, NF_INT64);
    if (made >> narrow & 1) {
        int32_t *own = rnd_keep(run, count * sizeof *own);
        memcpy(own, numbers, count * sizeof *own);
        rnd_put(answer, narrow, own, rows, columns, NF_INT32);
    }
}

void rnd_put_made(rnd_run *run, rnd_answer *answer, uint64_t made) {
    const uint64_t total = answer->total, n = answer->rows[NF_ARRAY_OFFSETS];
    const uint64_t *offsets = answer->array[NF_ARRAY_OFFSETS],
                   *counts = rnd_number(run->now, RND_CELL_ORDER) ? answer->array[NF_ARRAY_COUNTS] : NULL;
    const int32_t *pairs = answer->array[NF_ARRAY_PAIRS];
    int32_t *rows = rnd_keep(run, total * sizeof *rows), *indices = rnd_keep(run, total * sizeof *indices);
    if (pairs) {
        for (uint64_t k = 0; k < total; k++) rows[k] = pairs[2 * k], indices[k] = pairs[2 * k + 1];
        put_both(run, answer, made & NF_WANT(NF_ARRAY_PAIRS_INT64), NF_ARRAY_PAIRS, NF_ARRAY_PAIRS_INT64,
                 pairs, total, 2);
    } else {
        for (uint64_t row = 0; row + 1 < n && answer->status == NF_OK; row++)
            for (uint64_t k = offsets[row]; k < (counts ? offsets[row] + counts[row] : offsets[row + 1]); k++)
                rows[k] = (int32_t)row;
        if (answer->array[NF_ARRAY_INDICES]) memcpy(indices, answer->array[NF_ARRAY_INDICES], total * 4);
    }
    put_both(run, answer, made, NF_ARRAY_ROWS, NF_ARRAY_ROWS_INT64, rows, total, 1);
    put_both(run, answer, made & (pairs ? UINT64_MAX : NF_WANT(NF_ARRAY_INDICES_INT64)), NF_ARRAY_INDICES,
             NF_ARRAY_INDICES_INT64, indices, total, 1);
}

void rnd_take_measures(const rnd_answer *answer, uint64_t k, brute_hit *hit) {
    const uint64_t dims = (uint64_t)answer->columns[NF_ARRAY_VECTORS];
    hit->distance = support_number(answer->array[NF_ARRAY_DISTANCES], answer->type[NF_ARRAY_DISTANCES], k);
    for (uint64_t a = 0; a < dims; a++)
        hit->D[a] =
            support_number(answer->array[NF_ARRAY_VECTORS], answer->type[NF_ARRAY_VECTORS], k * dims + a);
    for (int a = 0; a < 3; a++)
        hit->S[a] = ((const int32_t *)answer->array[NF_ARRAY_SHIFTS])[3 * k + (uint64_t)a];
}

/* ---- against the brute force ------------------------------------------------------------------------------------- */

void rnd_keep_first(brute_hits *hits) {
    uint64_t kept = 0;
    for (uint64_t k = 0; k < hits->count; k++)
        if (brute_is_first(&hits->hit[k])) hits->hit[kept++] = hits->hit[k];
    hits->count = kept;
}

static void tell(char *to, size_t size, const brute_hits *hits, uint64_t k) {
    if (!hits->hit || k >= hits->count) snprintf(to, size, "nothing more");
    else {
        const brute_hit *h = &hits->hit[k];
        snprintf(to, size, "(%d, %d) in image (%d, %d, %d), D (%.9g, %.9g, %.9g), distance %.17g", h->i, h->j,
                 h->S[0], h->S[1], h->S[2], h->D[0], h->D[1], h->D[2], h->distance);
    }
}

static int by_hit(const void *a, const void *b) {
    const brute_hit *x = a, *y = b;
    if (x->i != y->i) return x->i < y->i ? -1 : 1;
    if (x->j != y->j) return x->j < y->j ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (x->S[k] != y->S[k]) return x->S[k] < y->S[k] ? -1 : 1;
    return 0;
}

void rnd_same_hits(rnd_run *run, const brute_hits *wanted, brute_hits *found, int are_sorted) {
    char is[200], should[200];
    if (!are_sorted && found->count) qsort(found->hit, found->count, sizeof *found->hit, by_hit);
    run->brute++;
    for (uint64_t k = 0; k < wanted->count || k < found->count; k++) {
        const brute_hit *w = k < wanted->count ? &wanted->hit[k] : NULL,
                        *f = k < found->count ? &found->hit[k] : NULL;
        const int same = w && f && w->i == f->i && w->j == f->j && memcmp(w->S, f->S, sizeof w->S) == 0 &&
                         w->D[0] == f->D[0] && w->D[1] == f->D[1] && w->D[2] == f->D[2] &&
                         (w->distance == f->distance || !w->exact);
        run->checks++;
        if (same) continue;
        tell(is, sizeof is, found, k);
        tell(should, sizeof should, wanted, k);
        rnd_fail(run, "the host is wrong at %llu of %llu (%llu right): it has %s, and the brute force %s",
                 (unsigned long long)k, (unsigned long long)found->count, (unsigned long long)wanted->count,
                 is, should);
    }
}

/* ---- results and buffers ----------------------------------------------------------------------------------------- */

void rnd_check_empty(rnd_run *run, nf_result *before, nf_result *after) {
    RND_CHECK(run, before || !after, "an error made a result");
    RND_CHECK(run, !before || (after == before && nf_result_total(after) == 0),
              "an error left a result that is not empty");
}

void rnd_room_make(rnd_run *run, rnd_room *room, const rnd_answer *host, uint64_t arrays,
                   measured_slices *measures) {
    const rnd_case *c = run->now;
    const uint64_t total = host->total;
    room->capacity = total;
    if (rnd_is(c, RND_FORM, "room")) room->capacity += 1 + rnd_below(&run->state, 100);
    if (rnd_is(c, RND_FORM, "short")) room->capacity = rnd_below(&run->state, total + 1);
    if (rnd_is(c, RND_FORM, "unseen")) room->capacity = rnd_below(&run->state, total + total / 2 + 3);
    room->written = total < room->capacity ? total : room->capacity;
    memset(measures, 0, sizeof *measures);
    const struct {
        nf_array array;
        nf_slice *at;
    } rows[] = {{NF_ARRAY_DISTANCES, &measures->distances},
                {NF_ARRAY_VECTORS, &measures->vectors},
                {NF_ARRAY_SHIFTS, &measures->shifts}};
    for (int k = 0; k < 3; k++)
        if (arrays >> rows[k].array & 1)
            *rows[k].at =
                rnd_buffer(run, NULL, room->capacity,
                           nf_type_bytes(host->type[rows[k].array]) * (size_t)host->columns[rows[k].array]);
    const uint64_t made =
        rnd_made(c, arrays) & ~(rnd_is(c, RND_QUESTION, "lists") ? NF_WANT(NF_ARRAY_INDICES) : 0);
    for (int a = 0; a <= NF_ARRAY_ROWS_INT64; a++)
        if (made >> a & 1)
            measures->made[a] = rnd_buffer(run, NULL, room->capacity,
                                           nf_type_bytes(host->type[a]) * (size_t)host->columns[a]);
    measures->alone = made && rnd_is(c, RND_MADE, "alone");
}

void rnd_room_check(rnd_run *run, const rnd_room *room, const rnd_answer *host, nf_array array, nf_slice at) {
    const size_t row = nf_type_bytes(host->type[array]) * (size_t)host->columns[array];
    rnd_answer part = *host, got = *host;
    char what[40];
    snprintf(what, sizeof what, "array %d", (int)array);
    got.array[array] = rnd_keep(run, room->written * row);
    rnd_read(run, at, got.array[array], room->written, room->capacity, row, what);
    part.rows[array] = room->written;
    rnd_same(run, &part, &got, UINT64_C(1) << array);
}

void rnd_room_check_measures(rnd_run *run, const rnd_room *room, const rnd_answer *host, uint64_t arrays,
                             const measured_slices *measures) {
    if (arrays & NF_WANT(NF_ARRAY_DISTANCES))
        rnd_room_check(run, room, host, NF_ARRAY_DISTANCES, measures->distances);
    if (arrays & NF_WANT(NF_ARRAY_VECTORS))
        rnd_room_check(run, room, host, NF_ARRAY_VECTORS, measures->vectors);
    if (arrays & NF_WANT(NF_ARRAY_SHIFTS)) rnd_room_check(run, room, host, NF_ARRAY_SHIFTS, measures->shifts);
    for (int a = 0; a <= NF_ARRAY_ROWS_INT64; a++)
        if (measures->made[a].buffer) rnd_room_check(run, room, host, (nf_array)a, measures->made[a]);
}

/* ---- chunks ---------------------------------------------------------------------------------------------------------- */

static nf_status chunk_fails(rnd_chunks *s, const char *words, nf_array array) {
    if (!s->failed[0])
        snprintf(s->failed, sizeof s->failed, "the chunk from %llu (row %llu) on: %s (array %d)",
                 (unsigned long long)s->count, (unsigned long long)s->rows, words, (int)array);
    return NF_OK;
}

/* Compares an array of the chunk with rows `first` ... of the host's. */
static void same_rows(rnd_chunks *s, const nf_chunk *chunk, nf_array array, uint64_t first, uint64_t count) {
    const nf_array_info *info = nf_result_array(chunk->result, array);
    const rnd_answer *h = s->host;
    const size_t row = nf_type_bytes(h->type[array]) * (size_t)h->columns[array];
    if (s->failed[0]) return;
    if (info->rows != count || first + count > h->rows[array]) {
        chunk_fails(s, "other rows than those of the host", array);
        return;
    }
    unsigned char *rows = malloc(count * row + 1);
    if (!rows) exit(2);
    s->run->checks++;
    if (nf_result_read(chunk->result, array, 0, count, NULL, rows) != NF_OK)
        chunk_fails(s, nf_context_error(s->run->context), array);
    else if (count && memcmp(rows, (unsigned char *)h->array[array] + first * row, count * row) != 0)
        chunk_fails(s, "the rows differ from those of the host", array);
    free(rows);
}

static void same_offsets(rnd_chunks *s, const nf_chunk *chunk) {
    uint64_t *offsets = malloc((chunk->rows + 1) * sizeof *offsets);
    const uint64_t *wanted = s->host->array[NF_ARRAY_OFFSETS];
    if (!offsets) exit(2);
    if (nf_result_read(chunk->result, NF_ARRAY_OFFSETS, 0, chunk->rows + 1, NULL, offsets) != NF_OK)
        chunk_fails(s, nf_context_error(s->run->context), NF_ARRAY_OFFSETS);
    else if (s->rows + chunk->rows + 1 > s->host->rows[NF_ARRAY_OFFSETS])
        chunk_fails(s, "more rows than the host has", NF_ARRAY_OFFSETS);
    else
        for (uint64_t k = 0; k <= chunk->rows; k++)
            if (offsets[k] + chunk->first != wanted[s->rows + k])
                chunk_fails(s, "an offset differs from that of the host", NF_ARRAY_OFFSETS);
    free(offsets);
}

nf_status rnd_take_chunk(void *user, const nf_chunk *chunk) {
    rnd_chunks *s = user;
    if (s->host->status != NF_OK) return chunk_fails(s, "the host has no answer", NF_ARRAY_PAIRS);
    if (chunk->first != s->count || (s->is_lists && chunk->first_row != s->rows))
        return chunk_fails(s, "it does not follow the last one", NF_ARRAY_PAIRS);
    if (chunk->total != s->host->total)
        return chunk_fails(s, "another total than the host's", NF_ARRAY_PAIRS);
    for (int k = 0; k < NF_ARRAYS; k++)
        if (s->arrays >> k & 1) {
            const int by_row = k == NF_ARRAY_ORDER || k == NF_ARRAY_KTH_DISTANCES ||
                               k == NF_ARRAY_MEAN_DISTANCES || k == NF_ARRAY_DENSITIES;
            if (k == NF_ARRAY_OFFSETS) same_offsets(s, chunk);
            else if (by_row || s->is_lists > 1) same_rows(s, chunk, (nf_array)k, s->rows, chunk->rows);
            else same_rows(s, chunk, (nf_array)k, s->count, chunk->count);
        }
    s->count += chunk->count;
    s->rows += chunk->rows;
    return NF_OK;
}

void rnd_chunks_check(rnd_chunks *s) {
    RND_CHECK(s->run, s->count == s->host->total, "the chunks end at %llu of %llu",
              (unsigned long long)s->count, (unsigned long long)s->host->total);
}

nf_chunks rnd_chunks_within(rnd_chunks *s, uint64_t bytes) {
    return (nf_chunks){
        .memory_budget = bytes >> rnd_below(&s->run->state, 6), .take = rnd_take_chunk, .user = s};
}

int rnd_chunks_again(nf_chunks *chunks, nf_status status, uint64_t bytes) {
    rnd_chunks *s = chunks->user;
    if (status != NF_ERROR_MEMORY || chunks->memory_budget >= bytes) return 0;
    chunks->memory_budget = chunks->memory_budget > bytes / 2 ? bytes : 2 * chunks->memory_budget;
    s->count = s->rows = 0;
    return 1;
}

void rnd_sync_plain(rnd_sync *s) { s->sync.event = NULL; }

void rnd_ask_result(rnd_run *run, const rnd_question *question, void *call, nf_cloud *cloud,
                    const rnd_answer *host, uint64_t arrays, rnd_sync *sync) {
    rnd_answer got = {0};
    nf_result **result = rnd_result(run), *before = *result;
    const nf_status status = question->ask(call, cloud, sync->give, result);
    rnd_spoil(run);
    const int answered = rnd_agree(run, host, status);
    if (!answered) rnd_check_empty(run, before, *result);
    rnd_synced(run, sync, status);
    if (!answered) return;
    rnd_read_result(run, *result, arrays, host, &got);
    rnd_same(run, host, &got, arrays);
}
