/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists in plain C, without OpenCL: the reference with which every device must agree to the byte. */
#include "core/check.h"
#include "core/sized.h"
#include "host/measure.h"

#include <stdlib.h>
#include <string.h>

/* The rows of the systems so far, and those of the present system in the order of the tiles. */
typedef struct taker {
    const nf_lists_options *options;
    int32_t **indices; /* NULL: they are only counted */
    size_t indices_room;
    nf_host_arrays *more; /* NULL: nothing is measured */
    size_t more_room;
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
    if (t->indices)
        NF_TRY(nf_grow(job->allocator, (void **)&t->found, &t->room, (size_t)t->total + job->listed,
                       sizeof *t->found, "the indices", job->error));
    if (t->more)
        NF_TRY(nf_grow(job->allocator, (void **)&t->entries, &t->entries_room, (size_t)t->total + job->listed,
                       sizeof *t->entries, "the images of the rows", job->error));
    for (uint32_t lane = 0; lane < many; lane++) {
        const uint32_t own = job->query_index[first + lane];
        const uint64_t begin = t->total;
        for (size_t k = job->starts[lane]; k < job->starts[lane + 1]; k++) {
            const uint32_t other = job->index[job->list[k]];
            if (half && (other < own || (other == own && !nf_host_is_positive(job, k)))) continue;
            if (t->indices) t->found[t->total] = (int32_t)job->system.first + (int32_t)other;
            if (t->more)
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

/* Copies the system's rows of `size` bytes an entry from where they were found to their places, and sorts them. */
static void arrange(const host_job *job, const taker *t, uint64_t before, const void *found, void *rows,
                    size_t size, int (*compare)(const void *, const void *)) {
    const uint64_t *offsets = t->offsets + job->query_first;
    for (uint64_t i = 0; i < job->query_count; i++) {
        const size_t length =
            (size_t)(t->counts ? t->counts[job->query_first + i] : offsets[i + 1] - offsets[i]);
        char *row = (char *)rows + (size_t)(offsets[i] - before) * size;
        if (length == 0) continue;
        memcpy(row, (const char *)found + (size_t)t->begins[i] * size, length * size);
        if (job->params.sorted) qsort(row, length, size, compare);
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
    if (!t->indices) return NF_OK;
    NF_TRY(nf_host_grow(job, (void **)t->indices, &t->indices_room, (size_t)(before + t->total) + 1,
                        sizeof **t->indices, "the indices"));
    arrange(job, t, before, t->found, *t->indices + before, sizeof **t->indices, ascending);
    if (!t->more) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)t->total + 1, sizeof *rows, "the rows in order",
                       (void **)&rows, job->error));
    arrange(job, t, before, t->entries, rows, sizeof *rows, nf_host_entry_compare);
    NF_TRY(nf_host_measure(job, t->options->arrays, rows, before, t->total, t->more, &t->more_room));
done:
    nf_release(job->allocator, rows);
    return status;
}

/* The rows of a system, behind those of the systems before it. */
static nf_status answer(host_job *job) {
    taker *t = job->taker;
    nf_status status = NF_OK;
    NF_TRY(nf_params_lists(&job->params, &job->space, job->system.n, job->type, job->system.cutoff,
                           t->options, job->error));
    t->total = 0;
    /* Query points of a system without points are not walked: their rows begin where the rows of the system begin. */
    memset(t->begins, 0, (size_t)job->query_count * sizeof *t->begins);
    NF_TRY(nf_host_walk(job));
    NF_TRY(finish(job, t));
done:
    return status;
}

nf_status nf_host_lists(const nf_points *points, const nf_box *box, double cutoff,
                        const nf_lists_options *options, const nf_allocator *allocator, uint64_t **offsets,
                        int32_t **indices, nf_host_arrays *more, nf_host_times *times, char *message,
                        size_t message_size) {
    nf_sentence error = {.text = ""};
    const int measured = indices && nf_host_measures(options ? options->arrays : 0, more);
    taker t = {.options = options, .indices = indices, .more = measured ? more : NULL};
    host_job job = {.allocator = allocator, .error = &error, .take = take, .taker = &t, .full = 1};
    nf_status status = NF_OK;
    if (offsets) *offsets = NULL;
    if (indices) *indices = NULL;
    if (more) *more = (nf_host_arrays){0};
    if (message && message_size) message[0] = 0;
    if (!offsets) {
        status = nf_fail(&error, NF_ERROR_ARGUMENT, "offsets is NULL");
        goto done;
    }
    NF_TRY(NF_SIZED_CHECK(options, "options", &error));
    NF_TRY(nf_check_lists_options(options, &error));
    if (options && options->cell_order && !more)
        NF_TRY(nf_fail(&error, NF_ERROR_ARGUMENT,
                       "more is NULL: it receives the counts of lists in cell order"));
    NF_TRY(nf_host_check(&job, points, box, options ? options->queries : NULL,
                         options ? options->filters : NULL,
                         options && options->half ? NF_FROM_ONE : NF_FROM_BOTH, cutoff));
    NF_TRY(nf_allocate(allocator, (size_t)job.query_all + 1, sizeof *t.offsets, "the offsets",
                       (void **)&t.offsets, &error));
    NF_TRY(nf_allocate(allocator, (size_t)job.query_all + 1, sizeof *t.begins, "the rows", (void **)&t.begins,
                       &error));
    if (options && options->cell_order)
        NF_TRY(nf_allocate(allocator, (size_t)job.query_all + 1, sizeof *t.counts, "the counts",
                           (void **)&t.counts, &error));
    NF_TRY(nf_host_each_system(&job, answer));
    *offsets = t.offsets;
    if (more) more->counts = t.counts;
    if (times) *times = job.times;
done:
    nf_sentence_copy(&error, message, message_size);
    if (status != NF_OK) {
        nf_release(allocator, t.offsets);
        nf_release(allocator, t.counts);
        if (indices) {
            nf_release(allocator, *indices);
            *indices = NULL;
        }
        nf_host_measure_end(allocator, t.more);
    }
    nf_release(allocator, t.begins);
    nf_release(allocator, t.found);
    nf_release(allocator, t.entries);
    nf_host_end(&job);
    return status;
}
