/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/asked.h"

#include "core/whole.h"
#include "order/result.h"
#include "order/batch.h"
#include "search/rows.h"
#include "search/ways.h"

#include <string.h>

nf_status nf_asked_begin(nf_work *work, nf_asked *asked, nf_cloud *cloud, const nf_points *queries,
                         const nf_filters *filters, nf_pair_from from, double *cutoff) {
    nf_sentence *error = &cloud->context->error;
    const nf_filters_case of = {cloud->n, cloud->type, queries,
                                from,     1,           cloud->batch.count ? NULL : &cloud->space};
    nf_status status = NF_OK;
    *asked = (nf_asked){.cloud = cloud, .has_queries = queries != NULL};
    NF_TRY(nf_cloud_check_dims(cloud, "a search with a cutoff"));
    NF_TRY(nf_cloud_batch_check_cutoff(cloud, cutoff));
    if (queries) {
        NF_TRY(nf_check_queries(queries, cloud->dims, cloud->type, cloud->batch.count, 1, error));
        NF_TRY(nf_view_take(work, cloud, queries, &asked->queries));
    }
    NF_TRY(nf_filters_take(work, cloud, filters, &of, cutoff, &asked->filters));
done:
    return status;
}

const nf_space *nf_asked_space(const nf_cloud *cloud) {
    static const nf_space checked = {.kind = NF_SPACE_OPEN};
    return cloud->batch.count ? &checked : &cloud->space;
}

nf_search nf_asked_search(const nf_asked *asked) {
    return (nf_search){.cloud = asked->cloud,
                       .sources = nf_view_of_cloud(asked->cloud),
                       .targets = nf_asked_targets(asked),
                       .apart = asked->has_queries,
                       .rule = &asked->question.rule,
                       .parts = asked->parts,
                       .images = nf_asked_has_images(asked),
                       .measured = nf_asked_measures_rows(asked) ? asked->measures.arrays : 0,
                       .cell_order = asked->question.cell_order,
                       .filters = &asked->filters};
}

uint64_t nf_asked_count(const nf_asked *asked) {
    return asked->has_queries ? asked->queries.n : asked->cloud->n;
}

nf_view nf_asked_targets(const nf_asked *asked) {
    return asked->has_queries ? asked->queries : nf_view_of_cloud(asked->cloud);
}

static nf_status find_search(nf_work *work, nf_asked *asked, const nf_output *output) {
    const nf_search search = nf_asked_search(asked);
    asked->written = output->capacity > 0;
    return nf_search_write(work, &search, output, &asked->found);
}

static nf_status write_search(nf_work *work, nf_asked *asked, const nf_output *output, int fits) {
    const nf_search search = nf_asked_search(asked);
    nf_status status = NF_OK;
    (void)fits;
    NF_TRY(nf_search_fill(work, &search, &asked->found, output));
    NF_TRY(nf_search_status_check_now(work, asked->found.status));
done:
    return status;
}

const nf_method nf_method_search = {1, find_search, write_search, NULL, 0};

static nf_status read_total(nf_work *work, nf_asked *asked) {
    const nf_found *found = &asked->found;
    return nf_read_most(work, found->total, found->total_at * 8, &asked->total, sizeof asked->total,
                        &asked->assumed.total);
}

/* Writes the rows that were left out, if the status says that there are any. */
static nf_status write_overflow(nf_work *work, nf_asked *asked, const nf_output *output,
                                const nf_search_status *status) {
    nf_found *found = &asked->found;
    const int stored = found->overflow == NF_OVERFLOW_ASKED && found->masks && asked->written;
    found->overflow = stored && status->overflow != work->number ? NF_OVERFLOW_NONE : NF_OVERFLOW_NOW;
    return stored && found->overflow == NF_OVERFLOW_NOW ? asked->method->overflow(work, asked, output)
                                                        : NF_OK;
}

/* Reads the number of results found.  `again`: the grid was not as expected, and the result is invalid (order.h). */
static nf_status read_found(nf_work *work, nf_asked *asked, const nf_output *output, int *again) {
    const nf_search search = nf_asked_search(asked);
    nf_found *found = &asked->found;
    const int in_status = found->status && found->total == found->status, tells = in_status || found->tells;
    const nf_search_status most = {.total = asked->assumed.total, .overflow = work->number};
    nf_search_status seen = {0};
    nf_status status = NF_OK;
    if (in_status) {
        NF_TRY(nf_read_most(work, found->status, 0, &seen, sizeof seen, &most));
        NF_TRY(nf_search_status_check(work->context, &seen));
        asked->total = seen.total;
    } else if (tells) NF_TRY(read_total(work, asked));
    if (tells && asked->total != NF_UNKNOWN) nf_order_accept(asked->cloud);
    else NF_TRY(nf_order_look(work, asked->cloud, again));
    if (*again) return NF_OK;
    const int once_most = in_status && asked->method != &nf_method_rows &&
                          asked->total == NF_SEARCH_ONCE_MOST; /* or more: they are counted separately */
    if (once_most) NF_TRY(nf_search_count(work, &search, found));
    if (once_most || !tells) NF_TRY(read_total(work, asked));
    NF_TRY(write_overflow(work, asked, output, &seen));
    if (!asked->has_queries) nf_search_learn(asked->cloud, asked->total);
done:
    return status;
}

/* Finds what is to be taken from a kept list, which has no grid that could be refused. */
static nf_status find_kept(nf_work *work, nf_asked *asked, const nf_output *output, nf_knowing knowing) {
    nf_status status = NF_OK;
    NF_TRY(asked->method->find(work, asked, output));
    if (knowing == NF_KNOW_NUMBER) NF_TRY(read_total(work, asked));
done:
    return status;
}

nf_status nf_asked_find(nf_work *work, nf_asked *asked, const nf_output *output, nf_knowing knowing) {
    const nf_method *method = asked->method;
    nf_cells *cells = &asked->question.cells;
    const size_t mark = nf_scratch_mark(work);
    const int unseen = method->expects && !nf_search_looks_first(work->context) &&
                       (knowing == NF_KNOW_NUMBER || knowing == NF_KNOW_ORDER ||
                        (knowing == NF_KNOW_PLACE_OR_UNKNOWN && nf_order_foresees(asked->cloud, cells)));
    nf_status status = NF_OK;
    asked->reads_total = knowing == NF_KNOW_NUMBER;
    if (method->kept) return find_kept(work, asked, output, knowing);
    for (int again = 1; again;) {
        nf_scratch_back(work, mark);
        again = 0;
        if (asked->has_queries) NF_TRY(nf_view_order(work, asked->cloud, cells, &asked->queries));
        else if (unseen)
            NF_TRY(nf_order_build(work, asked->cloud, cells, knowing != NF_KNOW_PLACE_OR_UNKNOWN));
        else NF_TRY(nf_order_build_now(work, asked->cloud, cells));
        NF_TRY(method->find(work, asked, output));
        if (knowing == NF_KNOW_NUMBER) NF_TRY(read_found(work, asked, output, &again));
        if (knowing == NF_KNOW_ORDER) NF_TRY(nf_order_look(work, asked->cloud, &again));
    }
done:
    if (status != NF_OK) nf_order_drop(asked->cloud, 0); /* the enqueued commands may not have run */
    return status;
}

nf_status nf_asked_write(nf_work *work, nf_asked *asked, const nf_output *output, int fits) {
    if (asked->written || !output->capacity || (fits && asked->total == 0)) return NF_OK;
    return asked->method->write(work, asked, output, fits);
}

static const nf_view *queries_of(const nf_asked *asked) {
    return asked->has_queries ? &asked->queries : NULL;
}

nf_status nf_asked_check_place(const nf_asked *asked, const char *name, nf_slice place, uint64_t n,
                               size_t size) {
    return nf_view_check_place(asked->cloud, queries_of(asked), name, place, n, size);
}

/* ---- measures ------------------------------------------------------------------------------------------- */

int nf_asked_has_images(const nf_asked *asked) {
    return !asked->method->kept && nf_measures_need_images(asked->cloud, asked->measures.arrays);
}

int nf_asked_measures_rows(const nf_asked *asked) {
    return asked->measures.arrays && asked->method == &nf_method_rows && !asked->question.sorted &&
           !nf_search_is_cpu(asked->cloud->context);
}

static int keeps_images(const nf_asked *asked) {
    return nf_asked_has_images(asked) && !nf_asked_measures_rows(asked);
}

void nf_asked_add_measures(const nf_asked *asked, nf_output *output) {
    cl_mem any = asked->cloud->points;
    if (nf_asked_measures_rows(asked)) {
        const nf_measures_args to = nf_measures_args_for(&asked->measures, any);
        memcpy(output->args + output->count, to.args, to.count * sizeof *to.args);
        output->count += to.count;
    } else if (nf_asked_has_images(asked))
        output->args[output->count++] = nf_out(asked->measures.images ? asked->measures.images : any);
}

uint64_t nf_asked_measures_room(nf_asked *asked, nf_result *result, uint64_t room) {
    if (nf_asked_measures_rows(asked)) return nf_measures_room(&asked->measures, result, room);
    if (!nf_asked_has_images(asked)) return room;
    asked->measures.images = result->images.buffer;
    return nf_least(room, result->images.bytes / 4);
}

nf_status nf_asked_keep_measures(nf_asked *asked, nf_result *result) {
    nf_status status = NF_OK;
    if (keeps_images(asked)) {
        NF_TRY(nf_keep(result->context, &result->images, nf_multiply(asked->total, 4), "the images"));
        asked->measures.images = result->images.buffer;
    }
    NF_TRY(nf_measures_keep(&asked->measures, result, asked->total));
done:
    return status;
}

nf_status nf_asked_measure(nf_work *work, const nf_asked *asked, nf_slice entries, uint64_t most) {
    const nf_measured measured = {.targets = nf_asked_targets(asked),
                                  .offsets = asked->offsets,
                                  .cell_order = asked->question.cell_order,
                                  .entries = entries,
                                  .total = nf_at(asked->found.total, asked->found.total_at),
                                  .most = most};
    if (asked->method->kept || nf_asked_measures_rows(asked)) return NF_OK;
    return nf_measure_run(work, asked->cloud, &asked->question.rule, &asked->measures, &measured);
}

nf_status nf_asked_take_places(nf_work *work, nf_asked *asked, const nf_places *places, uint64_t capacity,
                               const nf_placed *others, size_t count) {
    nf_status status = NF_OK;
    asked->measures = (nf_measures){0};
    if (places)
        NF_TRY(nf_measures_check(&asked->measures, asked->cloud, queries_of(asked), places, capacity, others,
                                 count));
    if (keeps_images(asked) && capacity)
        NF_TRY(nf_scratch(work, nf_multiply(capacity, 4), &asked->measures.images));
done:
    return status;
}
