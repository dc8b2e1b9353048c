/* Lists in plain C, without OpenCL: the reference with which every device must agree to the byte. */
#include "host/measure.h"

#include <stdlib.h>
#include <string.h>

/* The rows found so far, in the order of the tiles. */
typedef struct taker {
    int count_only, half;
    uint64_t *offsets; /* n + 1: first the length of each row */
    uint64_t *begins;  /* n: where the row begins in `found` */
    int32_t *found;
    size_t room;
    int measured;
    host_entry *entries; /* if measured: the same with their images */
    size_t entries_room;
    uint64_t total;
} taker;

static nf_status take(host_job *job, uint64_t first, uint32_t many) {
    taker *t = job->taker;
    nf_status status = NF_OK;
    if (!t->count_only)
        NF_TRY(nf_grow(job->allocator, (void **)&t->found, &t->room, (size_t)t->total + job->listed,
                       sizeof *t->found, "the indices", job->error));
    if (t->measured)
        NF_TRY(nf_grow(job->allocator, (void **)&t->entries, &t->entries_room, (size_t)t->total + job->listed,
                       sizeof *t->entries, "the images of the rows", job->error));
    for (uint32_t lane = 0; lane < many; lane++) {
        const uint32_t own = job->query_index[first + lane];
        const uint64_t begin = t->total;
        for (size_t k = job->starts[lane]; k < job->starts[lane + 1]; k++) {
            const uint32_t other = job->index[job->list[k]];
            if (t->half && (other < own || (other == own && !host_is_positive(job, k)))) continue;
            if (!t->count_only) t->found[t->total] = (int32_t)other;
            if (t->measured)
                t->entries[t->total] = (host_entry){(int32_t)own, (int32_t)other, host_image_of(job, k)};
            t->total++;
        }
        t->begins[own] = begin;
        t->offsets[own + 1] = t->total - begin;
    }
done:
    return status;
}

static int ascending(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Copies rows of `size` bytes an entry from where they were found to their places, and sorts them. */
static void arrange(const host_job *job, const taker *t, const void *found, void *rows, size_t size,
                    int (*compare)(const void *, const void *)) {
    for (uint64_t i = 0; i < job->query_count; i++) {
        const size_t length = (size_t)(t->offsets[i + 1] - t->offsets[i]);
        char *row = (char *)rows + (size_t)t->offsets[i] * size;
        if (length == 0) continue;
        memcpy(row, (const char *)found + (size_t)t->begins[i] * size, length * size);
        if (job->question.sorted) qsort(row, length, size, compare);
    }
}

/* Turns lengths into offsets, and puts the rows to their places. */
static nf_status finish(host_job *job, taker *t, uint32_t arrays, int32_t **indices, nf_host_arrays *more) {
    host_entry *rows = NULL;
    nf_status status = NF_OK;
    for (uint64_t i = 0; i < job->query_count; i++) t->offsets[i + 1] += t->offsets[i];
    if (t->count_only) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)t->total + 1, sizeof **indices, "the indices",
                       (void **)indices, job->error));
    arrange(job, t, t->found, *indices, sizeof **indices, ascending);
    if (!t->measured) return NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)t->total + 1, sizeof *rows, "the rows in order",
                       (void **)&rows, job->error));
    arrange(job, t, t->entries, rows, sizeof *rows, host_entry_compare);
    NF_TRY(host_measure(job, arrays, rows, t->total, more));
done:
    nf_release(job->allocator, rows);
    return status;
}

nf_status nf_host_lists(const nf_points *points, const nf_box *box, double cutoff,
                        const nf_lists_options *options, const nf_allocator *allocator, uint64_t **offsets,
                        int32_t **indices, nf_host_arrays *more, nf_host_times *times, char *message,
                        size_t message_size) {
    nf_sentence error = {.text = ""};
    const uint32_t arrays = options ? options->arrays : 0;
    taker t = {.count_only = !indices, .measured = indices && host_measures(arrays, more)};
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
    NF_TRY(host_check(&job, points, box, options ? options->queries : NULL,
                      options ? options->conditions : NULL, options && options->half, &cutoff));
    NF_TRY(nf_question_lists(&job.question, &job.space, points->n, points->n ? points->type : NF_FLOAT64,
                             cutoff, options, &error));
    t.half = job.question.half;
    NF_TRY(nf_allocate(allocator, (size_t)job.query_count + 1, sizeof *t.offsets, "the offsets",
                       (void **)&t.offsets, &error));
    NF_TRY(nf_allocate(allocator, (size_t)job.query_count + 1, sizeof *t.begins, "the rows",
                       (void **)&t.begins, &error));
    t.offsets[0] = 0;
    NF_TRY(host_walk(&job, points));
    NF_TRY(finish(&job, &t, arrays, indices, more));
    *offsets = t.offsets;
    if (times) *times = job.times;
done:
    nf_sentence_copy(&error, message, message_size);
    if (status != NF_OK) {
        nf_release(allocator, t.offsets);
        if (indices) {
            nf_release(allocator, *indices);
            *indices = NULL;
        }
    }
    nf_release(allocator, t.begins);
    nf_release(allocator, t.found);
    nf_release(allocator, t.entries);
    host_end(&job);
    return status;
}
