/* Results in chunks within a budget of device memory. */
#include <nearfield/stream.h>

#include "core/whole.h"
#include "order/result.h"
#include "order/systems.h"
#include "search/budget.h"
#include "search/lists.h"
#include "search/pairs.h"
#include "search/systems.h"

/* A search in chunks.  Its results are in groups, rows or aligned tiles, whose starts are on the device. */
typedef struct flow {
    const nf_stream *stream;
    const void *options; /* of the question */
    nf_cloud *cloud;
    nf_work *work;
    nf_asked *asked;
    nf_result *result;
    nf_budget budget;
    uint64_t total;         /* results */
    uint64_t fixed;         /* bytes that are held from chunk to chunk: the points, their order, the starts */
    uint64_t most;          /* results for which a buffer has room */
    nf_slice starts;        /* uint64: the results before each group, and the total */
    int refused;            /* 1: the budget is too small; what was enqueued has run */
    uint64_t groups, align; /* align: a chunk begins at a multiple of it */
    /* The bytes of a chunk of so many groups and results, besides those. */
    uint64_t (*bytes)(const struct flow *flow, uint64_t groups, uint64_t count);
    nf_status (*count)(struct flow *flow,
                       double cutoff); /* begins the question; sets starts, groups, align and total */
    nf_status (*write)(struct flow *flow, uint64_t first, uint64_t end, nf_chunk *chunk);
} flow;

static uint64_t budget_of(const nf_context *context, const nf_stream *stream) {
    return stream->memory_budget ? stream->memory_budget : context->device.global_memory / 4 * 3;
}

static nf_status check_stream(nf_context *context, const nf_stream *stream) {
    if (!stream || !stream->take)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       stream ? "stream->take is NULL: give the function that takes chunks"
                              : "stream is NULL");
    return NF_OK;
}

/* The largest row of an array in bytes bounds the results for which one buffer has room. */
static uint64_t buffer_most(const flow *f) {
    const uint64_t row = 8 * (uint64_t)f->asked->cloud->dims;
    return f->work->context->device.largest_buffer / nf_most(row, 12);
}

/* ---- where chunks end ----------------------------------------------------------------------------------- */

static nf_status read_start(flow *f, uint64_t group, uint64_t *start) {
    return nf_read(f->work, f->starts.buffer, (f->starts.offset + group) * 8, start, sizeof *start);
}

/* The most results of `align` groups, which are the least that a chunk can have. */
static nf_status find_largest(flow *f, uint64_t *largest) {
    enum { BLOCK = 1 << 17 };
    const nf_allocator *allocator = &f->work->context->allocator;
    uint64_t *starts = NULL, begin = 0;
    nf_status status = NF_OK;
    *largest = 0;
    NF_TRY(nf_allocate_raw(allocator, (size_t)nf_least(BLOCK, f->groups + 1), sizeof *starts,
                           "the starts of rows or tiles", (void **)&starts, &f->work->context->error));
    for (uint64_t first = 0; first <= f->groups; first += BLOCK) {
        const uint64_t count = nf_least(BLOCK, f->groups + 1 - first);
        NF_TRY(nf_read(f->work, f->starts.buffer, (f->starts.offset + first) * 8, starts, count * 8));
        for (uint64_t k = 0; k < count; k++) {
            if ((first + k) % f->align != 0 && first + k != f->groups) continue;
            if (starts[k] < begin || starts[k] > f->total)
                NF_TRY(nf_fail(
                    &f->work->context->error, NF_ERROR_DEVICE,
                    "the device gave starts of rows or tiles that do not ascend: its results cannot be "
                    "trusted"));
            *largest = nf_most(*largest, starts[k] - begin);
            begin = starts[k];
        }
    }
done:
    nf_release(allocator, starts);
    return status;
}

/* Checks that each chunk has room: ordering and counting had, and the largest that cannot be parted has. */
static nf_status plan_chunks(flow *f) {
    nf_sentence *error = &f->work->context->error;
    uint64_t largest = 0;
    nf_status status = NF_OK;
    if (!f->groups) return NF_OK;
    const uint64_t peak = nf_budget_peak(&f->budget);
    nf_context_trim(f->work->context); /* the commands that used it have ended: the total was read */
    f->fixed = nf_budget_held(&f->budget);
    f->most = buffer_most(f);
    NF_TRY(find_largest(f, &largest));
    if (largest > f->most)
        NF_TRY(nf_fail(
            error, NF_ERROR_MEMORY,
            "one row or tile has %llu results, more than a buffer of this device has room for (%llu bytes)",
            (unsigned long long)largest, (unsigned long long)f->work->context->device.largest_buffer));
    const uint64_t needed = nf_most(peak, f->fixed + f->bytes(f, nf_least(f->align, f->groups), largest));
    f->refused = needed > f->budget.bytes;
    if (f->refused)
        NF_TRY(nf_fail(
            error, NF_ERROR_MEMORY,
            "the memory budget of %llu bytes is too small for the points and the %llu results of the "
            "largest row or tile, which need %llu bytes: give a larger budget (memory_budget; --memory of "
            "the command)",
            (unsigned long long)f->budget.bytes, (unsigned long long)largest, (unsigned long long)needed));
done:
    return status;
}

static int has_room(const flow *f, uint64_t groups, uint64_t count) {
    return count <= f->most && f->fixed + f->bytes(f, groups, count) <= f->budget.bytes;
}

/* The last group at which a chunk can end that begins at `first`; by bisection, as most of the starts need not be read again.  A chunk
   of `align` groups has room in any case. */
static nf_status end_of(flow *f, uint64_t first, uint64_t begin, uint64_t *end, uint64_t *stop) {
    const uint64_t units = nf_ceiling(f->groups, f->align);
    uint64_t low = first / f->align + 1, high = units + 1;
    nf_status status = NF_OK;
    *end = nf_least(low * f->align, f->groups);
    NF_TRY(read_start(f, *end, stop));
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2, at = nf_least(middle * f->align, f->groups);
        uint64_t start = 0;
        NF_TRY(read_start(f, at, &start));
        if (has_room(f, at - first, start - begin)) {
            low = middle;
            *end = at;
            *stop = start;
        } else high = middle;
    }
done:
    return status;
}

/* Releases the arrays and the scratch of the chunk before if the next one would not have room beside them. */
static void make_room(flow *f, uint64_t groups, uint64_t count) {
    nf_context *context = f->work->context;
    if (nf_budget_held(&f->budget) + f->bytes(f, groups, count) <= f->budget.bytes) return;
    for (int a = 0; a < NF_ARRAYS; a++) nf_kept_free(context, &f->result->arrays[a]);
    nf_kept_free(context, &f->result->images);
    nf_context_trim(context);
}

static nf_status give(flow *f, const nf_chunk *chunk) {
    nf_sentence *error = &f->work->context->error;
    const nf_status status = f->stream->take(f->stream->user, chunk);
    if (status != NF_OK && !error->text[0])
        return nf_fail(error, status, "stream->take ended the search: it returned %s",
                       nf_status_name(status));
    return status;
}

/* Writes chunk after chunk, and gives each to the caller. */
static nf_status run(flow *f) {
    const size_t mark = nf_scratch_mark(f->work);
    nf_status status = NF_OK;
    NF_TRY(plan_chunks(f));
    for (uint64_t first = 0, begin = 0; first < f->groups;) {
        nf_chunk chunk = {.result = f->result, .first = begin, .total = f->total};
        uint64_t end = 0, stop = 0;
        nf_scratch_back(f->work, mark);
        NF_TRY(end_of(f, first, begin, &end, &stop));
        chunk.count = f->asked->total = stop - begin;
        make_room(f, end - first, chunk.count);
        NF_TRY(f->write(f, first, end, &chunk));
        NF_TRY(nf_work_wait(f->work));
        f->result->total = chunk.count;
        NF_TRY(give(f, &chunk));
        NF_TRY(nf_work_resume(f->work));
        first = end;
        begin = stop;
    }
done:
    return status;
}

/* Counts the results, and gives them in chunks. */
static nf_status answer(const flow *given, double cutoff, const nf_sync *sync, uint64_t *total) {
    nf_cloud *cloud = given->cloud;
    nf_work work;
    nf_asked asked;
    flow f = *given;
    int is_new = 0;
    nf_sync_clear(sync);
    if (total) *total = 0;
    nf_status status = nf_result_open(cloud ? cloud->context : NULL, &f.result, &is_new);
    if (!cloud || status != NF_OK) return status;
    f.work = &work;
    f.asked = &asked;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(check_stream(cloud->context, f.stream));
    nf_budget_begin(&f.budget, cloud, budget_of(cloud->context, f.stream));
    NF_TRY(f.count(&f, cutoff));
    NF_TRY(run(&f));
    if (total) *total = f.total;
done:
    if (f.budget.context) nf_budget_end(&f.budget);
    if (status != NF_OK && !f.refused) nf_order_drop(cloud, 0); /* the enqueued commands may not have run */
    status = nf_work_end(&work, status);
    nf_result_free(f.result);
    return status;
}

/* ---- pairs ---------------------------------------------------------------------------------------------- */

static nf_points shape_of(const nf_cloud *cloud) {
    return (nf_points){.n = cloud->n, .dims = cloud->dims, .type = cloud->type};
}

/* The radii of the points in order, which a walk takes. */
static uint64_t ordered_bytes(const nf_asked *asked) {
    const nf_cloud *cloud = asked->cloud;
    if (!asked->conditions.other) return 0;
    return nf_arena_bytes((cloud->order.n + NF_ORDER_BEYOND) * nf_type_bytes(cloud->type));
}

static uint64_t pairs_bytes(const flow *f, uint64_t groups, uint64_t count) {
    const nf_asked *asked = f->asked;
    const nf_points shape = shape_of(asked->cloud);
    const uint64_t walked = nf_systems_padded(asked->cloud->batch.count, nf_asked_count(asked));
    (void)groups;
    return count * 8 + nf_asked_measures_bytes(asked->measures.arrays, &shape, count) +
           nf_search_pass_bytes(f->work->context, walked) + ordered_bytes(asked);
}

/* The pairs of the tiles [first, end). */
static nf_status write_tiles(flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    nf_asked *asked = f->asked;
    const nf_search search = nf_asked_search(asked);
    nf_status status = NF_OK;
    NF_TRY(nf_result_keep(f->result, NF_ARRAY_PAIRS, chunk->count));
    NF_TRY(nf_asked_keep_measures(asked, f->result));
    f->result->rows[NF_ARRAY_PAIRS] = chunk->count;
    if (chunk->count) {
        const nf_slice pairs = nf_at(f->result->arrays[NF_ARRAY_PAIRS].buffer, 0);
        nf_output output = nf_pairs_output(asked, pairs, chunk->count, chunk->first);
        output.tiles = (nf_tiles){first, end};
        NF_TRY(nf_search_fill(f->work, &search, &asked->found, &output));
        NF_TRY(nf_tally_check_now(f->work, asked->found.tally));
        NF_TRY(nf_asked_measure(f->work, asked, pairs, chunk->count));
    }
done:
    return status;
}

/* Gives the scratch of the order back, so that it and that of the count are not held at once. */
static nf_status release_scratch(flow *f) {
    nf_status status = NF_OK;
    NF_TRY(nf_work_wait(f->work));
    nf_context_trim(f->work->context);
done:
    return status;
}

/* Orders the cloud, and counts the pairs of each tile. */
static nf_status count_tiles(flow *f, double cutoff) {
    const nf_pairs_options *options = f->options;
    nf_context *context = f->work->context;
    nf_cloud *cloud = f->cloud;
    nf_asked *asked = f->asked;
    nf_status status = NF_OK;
    if (options && (options->sorted || options->method == NF_PAIRS_POTENTIAL))
        NF_TRY(
            nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                    "pairs in chunks are neither sorted nor made by NF_PAIRS_POTENTIAL: half lists in chunks "
                    "(nf_lists_stream) give them in sorted order"));
    NF_TRY(nf_pairs_ask(f->work, asked, cloud, cutoff, options));
    const uint64_t count = nf_asked_count(asked);
    if (!cloud->n || !count) return NF_OK;
    if (asked->has_queries)
        NF_TRY(nf_queries_order(f->work, asked->cloud, &asked->question.cells, &asked->queries));
    else NF_TRY(nf_order_build_now(f->work, asked->cloud, &asked->question.cells));
    NF_TRY(release_scratch(f));
    const nf_search search = nf_asked_search(asked);
    asked->found = (nf_found){0};
    NF_TRY(nf_tally_take(f->work, &asked->found.tally));
    NF_TRY(nf_search_count(f->work, &search, &asked->found));
    NF_TRY(nf_tally_check_now(f->work, asked->found.tally));
    f->groups = nf_search_tile_count(&search);
    f->align = asked->found.align;
    f->starts = nf_at(asked->found.bases, 0);
    NF_TRY(read_start(f, f->groups, &f->total));
done:
    return status;
}

nf_status nf_pairs_stream(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                          const nf_stream *stream, const nf_sync *sync, uint64_t *total) {
    const flow f = {.stream = stream,
                    .options = options,
                    .cloud = cloud,
                    .bytes = pairs_bytes,
                    .count = count_tiles,
                    .write = write_tiles};
    return answer(&f, cutoff, sync, total);
}

/* ---- lists ---------------------------------------------------------------------------------------------- */

/* Each chunk orders the points of its rows, and searches for them. */
static uint64_t lists_bytes(const flow *f, uint64_t rows, uint64_t count) {
    const nf_asked *asked = f->asked;
    const nf_points shape = shape_of(asked->cloud);
    nf_context *context = f->work->context;
    const uint64_t n = nf_most(asked->cloud->n, f->groups), arrays = asked->measures.arrays,
                   walked = nf_systems_padded(asked->cloud->batch.count, rows);
    return (rows + 1) * 8 + count * 4 + nf_asked_measures_bytes((uint32_t)arrays, &shape, count) +
           nf_queries_bytes(context, rows, &shape) + nf_systems_of_queries(asked->cloud, rows) +
           nf_rows_bytes(context, rows, walked) + ordered_bytes(asked) +
           (asked->question.sorted ? nf_rows_sort_bytes(context, n, count, arrays != 0) : 0);
}

/* The rows [first, end): those of a part of the query points, or of the points. */
static nf_status write_rows(flow *f, uint64_t first, uint64_t end, nf_chunk *chunk) {
    nf_asked *asked = f->asked;
    const nf_cloud *cloud = asked->cloud;
    const nf_asked whole = *asked;
    const uint64_t rows = end - first;
    nf_status status = NF_OK;
    chunk->first_row = first;
    chunk->rows = rows;
    NF_TRY(nf_result_keep(f->result, NF_ARRAY_OFFSETS, rows + 1));
    NF_TRY(nf_result_keep(f->result, NF_ARRAY_INDICES, chunk->count));
    NF_TRY(nf_asked_keep_measures(asked, f->result));
    f->result->rows[NF_ARRAY_OFFSETS] = rows + 1;
    f->result->rows[NF_ARRAY_INDICES] = chunk->count;
    const nf_slice offsets = nf_at(f->result->arrays[NF_ARRAY_OFFSETS].buffer, 0);
    NF_TRY(nf_rows_rebase(f->work, f->starts, first, rows, offsets));
    if (chunk->count) {
        asked->queries =
            whole.has_queries
                ? nf_queries_slice(whole.queries.points, whole.queries.base, cloud->dims, first, rows)
                : nf_queries_slice(cloud->points, cloud->offset, cloud->dims, first, rows);
        asked->queries.offsets = whole.has_queries ? whole.queries.offsets : cloud->batch.offsets;
        asked->has_queries = 1;
        asked->first_row = first;
        asked->offsets = offsets;
        asked->written = 0;
        asked->found.total = offsets.buffer;
        asked->found.total_at = rows;
        NF_TRY(nf_tally_take(f->work, &asked->found.tally));
        NF_TRY(nf_queries_order(f->work, asked->cloud, &asked->question.cells, &asked->queries));
        NF_TRY(nf_lists_write(f->work, asked, nf_at(f->result->arrays[NF_ARRAY_INDICES].buffer, 0),
                              chunk->count, 1));
    }
done:
    asked->has_queries = whole.has_queries;
    asked->queries = whole.queries;
    return status;
}

/* Counts the neighbours of each point. */
static nf_status count_rows(flow *f, double cutoff) {
    const nf_lists_options *options = f->options;
    nf_context *context = f->work->context;
    nf_cloud *cloud = f->cloud;
    nf_asked *asked = f->asked;
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    if (!nf_lists_wants_indices(options))
        NF_TRY(nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "lists in chunks have indices: nf_lists gives the offsets alone"));
    NF_TRY(nf_lists_ask(f->work, asked, cloud, cutoff, options));
    if (asked->question.cell_order)
        NF_TRY(nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "lists in chunks have their rows in the order of the points: give no cell_order"));
    asked->counts_only = 1; /* a chunk is a search of its own */
    f->groups = nf_asked_count(asked);
    f->align = 1;
    NF_TRY(nf_scratch(f->work, (f->groups + 1) * 8, &f->starts.buffer));
    if (!cloud->n || !f->groups)
        return nf_fill(f->work, f->starts.buffer, &zero, sizeof zero, 0, (f->groups + 1) * 8);
    const size_t mark = nf_scratch_mark(f->work);
    asked->offsets = f->starts;
    if (!asked->has_queries) NF_TRY(nf_order_build_now(f->work, asked->cloud, &asked->question.cells));
    NF_TRY(release_scratch(f));
    const nf_output none = nf_lists_output(asked, nf_at(cloud->points, 0), 0);
    NF_TRY(nf_asked_find(f->work, asked, &none, NF_KNOW_NUMBER));
    nf_scratch_back(f->work, mark); /* of the count: chunks are ordered and searched by themselves */
    f->total = asked->total;
done:
    return status;
}

nf_status nf_lists_stream(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                          const nf_stream *stream, const nf_sync *sync, uint64_t *total) {
    const flow f = {.stream = stream,
                    .options = options,
                    .cloud = cloud,
                    .bytes = lists_bytes,
                    .count = count_rows,
                    .write = write_rows};
    return answer(&f, cutoff, sync, total);
}
