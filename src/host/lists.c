/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists in plain C, without OpenCL: the reference with which every device must agree to the byte. */
#include "host/measure.h"
#include "host/table/table.h"

#include <stdlib.h>
#include <string.h>

/* The rows of the systems so far, and those of the present system in the order of the tiles. */
typedef struct taker {
    const nf_lists_options *options;
    nf_host_answer *answer;
    int has_indices;   /* 0: they are only counted */
    int measures;      /* 1: distances, vectors or shifts are wanted */
    uint64_t *offsets; /* n + 1; of the system: first the length of each row */
    uint64_t *begins;  /* where a row of the system begins in `found` */
    uint64_t *counts;  /* n, in cell order */
    int32_t *found;
    size_t room;
    host_entry *entries; /* if measured: the same with their images */
    size_t entries_room;
    uint64_t total; /* of the system */
} taker;

static nf_status take(host_job *job, uint64_t first, uint32_t many) {
    taker *t = job->taker;
    const int half = job->params.half;
    uint64_t *lengths = t->offsets + job->query_first + 1;
    nf_status status = NF_OK;
    if (t->has_indices)
        NF_TRY(nf_grow(job->allocator, (void **)&t->found, &t->room, (size_t)t->total + job->listed,
                       sizeof *t->found, "the indices", job->error));
    if (t->measures)
        NF_TRY(nf_grow(job->allocator, (void **)&t->entries, &t->entries_room, (size_t)t->total + job->listed,
                       sizeof *t->entries, "the images of the rows", job->error));
    for (uint32_t lane = 0; lane < many; lane++) {
        const uint32_t own = job->query_index[first + lane];
        const uint64_t begin = t->total;
        for (size_t k = job->starts[lane]; k < job->starts[lane + 1]; k++) {
            const uint32_t other = job->index[job->list[k]];
            if (half && (other < own || (other == own && !nf_host_is_positive(job, k)))) continue;
            if (t->has_indices) t->found[t->total] = (int32_t)job->system.first + (int32_t)other;
            if (t->measures)
                t->entries[t->total] = (host_entry){(int32_t)own, (int32_t)other, nf_host_image_of(job, k)};
            t->total++;
        }
        t->begins[own] = begin;
        lengths[own] = t->total - begin;
    }
done:
    return status;
}

static int ascending(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}
static void sort_indices(void *row, size_t length) { qsort(row, length, sizeof(int32_t), ascending); }
static void sort_entries(void *row, size_t length) { nf_host_entries_sort(row, length); }

/* Copies the system's rows of `size` bytes an entry from where they were found to their places, and sorts them. */
static void arrange(const host_job *job, const taker *t, uint64_t before, const void *found, void *rows,
                    size_t size, void (*sort)(void *row, size_t length)) {
    const uint64_t *offsets = t->offsets + job->query_first;
    for (uint64_t i = 0; i < job->query_count; i++) {
        const size_t length =
            (size_t)(t->counts ? t->counts[job->query_first + i] : offsets[i + 1] - offsets[i]);
        char *row = (char *)rows + (size_t)(offsets[i] - before) * size;
        if (length == 0) continue;
        memcpy(row, (const char *)found + (size_t)t->begins[i] * size, length * size);
        if (job->params.sorted) sort(row, length);
    }
}

/* Turns the system's lengths into offsets; in cell order, into counts and the places where rows were found. */
static void count_rows(const host_job *job, taker *t) {
    uint64_t *offsets = t->offsets + job->query_first;
    const uint64_t before = offsets[0];
    for (uint64_t i = 0; !t->counts && i < job->query_count; i++) offsets[i + 1] += offsets[i];
    if (!t->counts) return;
    for (uint64_t i = 0; i < job->query_count; i++) t->counts[job->query_first + i] = offsets[i + 1];
    for (uint64_t i = 0; i < job->query_count; i++) offsets[i] = before + t->begins[i];
    offsets[job->query_count] = before + t->total;
}

/* Puts the system's rows to their places. */
static nf_status finish(host_job *job, taker *t) {
    const uint64_t before = t->offsets[job->query_first];
    host_entry *rows = NULL;
    nf_status status = NF_OK;
    count_rows(job, t);
    if (!t->has_indices) return NF_OK;
    void **indices = &t->answer->arrays[NF_ARRAY_INDICES];
    NF_TRY(nf_host_grow(job, indices, &t->answer->rooms[NF_ARRAY_INDICES], (size_t)(before + t->total) + 1,
                        sizeof *t->found, "the indices"));
    arrange(job, t, before, t->found, (int32_t *)*indices + before, sizeof *t->found, sort_indices);
    if (!t->measures) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)t->total + 1, sizeof *rows, "the rows in order",
                       (void **)&rows, job->error));
    arrange(job, t, before, t->entries, rows, sizeof *rows, sort_entries);
    NF_TRY(nf_host_measure(job, rows, before, t->total, t->answer));
done:
    nf_release(job->allocator, rows);
    return status;
}

/* The rows of a system, behind those of the systems before it. */
static nf_status answer_system(host_job *job) {
    taker *t = job->taker;
    host_table *table = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_params_lists(&job->params, &job->space, job->system.n, job->type, job->system.cutoff,
                           t->options, job->error));
    NF_TRY(nf_host_table_find(job, !t->has_indices, &table));
    if (table) {
        const uint64_t before = t->offsets[job->query_first];
        nf_host_table_offsets(table, t->offsets + job->query_first);
        return nf_host_table_answer(job, table, before, t->answer);
    }
    t->total = 0;
    /* Query points of a system without points are not walked: their rows begin where the rows of the system begin. */
    memset(t->begins, 0, (size_t)job->query_count * sizeof *t->begins);
    NF_TRY(nf_host_walk(job));
    NF_TRY(finish(job, t));
done:
    return status;
}

nf_status nf_host_lists(const nf_host_cloud *cloud, double cutoff, const nf_lists_options *options,
                        nf_host_answer *answer) {
    const int measures = (answer->wanted & NF_MEASURED) != 0,
              has_indices = measures || (answer->wanted & NF_WANT(NF_ARRAY_INDICES)) != 0;
    taker t = {.options = options, .answer = answer, .has_indices = has_indices, .measures = measures};
    host_job job = {.take = take, .taker = &t, .full = 1};
    nf_status status = NF_OK;
    NF_TRY(nf_host_begin(&job, cloud, options->queries, options->filters,
                         options->half ? NF_FROM_ONE : NF_FROM_BOTH, cutoff));
    NF_TRY(nf_allocate(cloud->allocator, (size_t)job.query_all + 1, sizeof *t.offsets, "the offsets",
                       (void **)&t.offsets, cloud->error));
    answer->arrays[NF_ARRAY_OFFSETS] = t.offsets;
    NF_TRY(nf_allocate(cloud->allocator, (size_t)job.query_all + 1, sizeof *t.begins, "the rows",
                       (void **)&t.begins, cloud->error));
    if (options->cell_order)
        NF_TRY(nf_allocate(cloud->allocator, (size_t)job.query_all + 1, sizeof *t.counts, "the counts",
                           (void **)&t.counts, cloud->error));
    answer->arrays[NF_ARRAY_COUNTS] = t.counts;
    NF_TRY(nf_host_each_system(&job, answer_system));
    answer->total = t.offsets[job.query_all];
    answer->times = job.times;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_release(cloud->allocator, t.begins);
    nf_release(cloud->allocator, t.found);
    nf_release(cloud->allocator, t.entries);
    nf_host_end(&job);
    return status;
}
