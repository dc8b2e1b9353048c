#include "search/asked.h"

#include "search/potential.h"

/* The functions of each method. */
typedef struct method_row {
    int expects; /* 1: accepts an order whose grid the host has not read */
    nf_status (*find)(nf_work *work, nf_asked *asked, const nf_output *output);
    nf_status (*write)(nf_work *work, nf_asked *asked, const nf_output *output, int fits);
    uint64_t (*bytes)(nf_context *context, uint64_t n, const nf_pairs_sizes *sizes);
} method_row;

static nf_search search_of(const nf_asked *asked) {
    return (nf_search){asked->cloud, &asked->question.rule, asked->parts};
}

static nf_status find_search(nf_work *work, nf_asked *asked, const nf_output *output) {
    const nf_search search = search_of(asked);
    asked->written = output->capacity > 0;
    return nf_search_write(work, &search, output, &asked->found);
}

static nf_status write_search(nf_work *work, nf_asked *asked, const nf_output *output, int fits) {
    const nf_search search = search_of(asked);
    nf_status status = NF_OK;
    if (asked->written || !output->capacity || (fits && asked->total == 0)) return NF_OK;
    NF_TRY(nf_search_fill(work, &search, &asked->found, output));
    NF_TRY(nf_tally_check_now(work, asked->found.tally));
done:
    return status;
}

static uint64_t search_bytes(nf_context *context, uint64_t n, const nf_pairs_sizes *sizes) {
    (void)sizes;
    return nf_search_bytes(context, n);
}

static nf_status find_potential(nf_work *work, nf_asked *asked, const nf_output *output) {
    const nf_search search = search_of(asked);
    (void)output;
    return nf_potential_run(work, &search, &asked->all, &asked->found, &asked->potential);
}

static nf_status write_potential(nf_work *work, nf_asked *asked, const nf_output *output, int fits) {
    return nf_copy(work, asked->all, 0, output->array.buffer, output->array.offset * 8,
                   (fits ? asked->total : output->capacity) * 8);
}

static uint64_t potential_bytes(nf_context *context, uint64_t n, const nf_pairs_sizes *sizes) {
    return nf_potential_bytes(context, n, sizes->potential);
}

static const method_row methods[] = {
    [NF_PAIRS_SEARCH] = {1, find_search, write_search, search_bytes},
    [NF_PAIRS_POTENTIAL] = {0, find_potential, write_potential, potential_bytes},
};

/* Reads the number of pairs found.  `again`: the grid was not as expected, and the result is invalid (order.h). */
static nf_status read_found(nf_work *work, nf_asked *asked, int *again) {
    const nf_search search = search_of(asked);
    nf_found *found = &asked->found;
    nf_tally tally = {0};
    nf_status status = NF_OK;
    int told = found->tally && found->total == found->tally;
    if (told) {
        NF_TRY(nf_read(work, found->tally, 0, &tally, sizeof tally));
        NF_TRY(nf_tally_check(work->context, &tally));
        asked->total = tally.total;
    }
    if (told && asked->total != NF_UNKNOWN) nf_order_accept(asked->cloud);
    else NF_TRY(nf_order_look(work, asked->cloud, again));
    if (*again) return NF_OK;
    if (told && asked->total == NF_SEARCH_ONCE_MOST) { /* or more: they are counted separately */
        NF_TRY(nf_search_count(work, &search, found));
        told = 0;
    }
    if (!told) NF_TRY(nf_read(work, found->total, found->total_at * 8, &asked->total, sizeof asked->total));
    nf_search_learn(asked->cloud, asked->total);
done:
    return status;
}

nf_status nf_asked_find(nf_work *work, nf_asked *asked, const nf_output *output, nf_knowing knowing) {
    const method_row *method = &methods[asked->question.method];
    const nf_cells *cells = &asked->question.cells;
    const size_t mark = nf_scratch_mark(work);
    const int unseen = method->expects && !nf_search_looks_first(work->context) &&
                       (knowing == NF_KNOW_NUMBER ||
                        (knowing == NF_KNOW_PLACE_OR_UNKNOWN && nf_order_foresees(asked->cloud, cells)));
    nf_status status = NF_OK;
    for (int again = 1; again;) {
        nf_scratch_back(work, mark);
        again = 0;
        if (unseen) NF_TRY(nf_order_build(work, asked->cloud, cells));
        else NF_TRY(nf_order_build_now(work, asked->cloud, cells));
        NF_TRY(method->find(work, asked, output));
        if (knowing == NF_KNOW_NUMBER) NF_TRY(read_found(work, asked, &again));
    }
done:
    if (status != NF_OK) nf_order_drop(asked->cloud, 0); /* the enqueued commands may not have run */
    return status;
}

nf_status nf_asked_write(nf_work *work, nf_asked *asked, const nf_output *output, int fits) {
    return methods[asked->question.method].write(work, asked, output, fits);
}

uint64_t nf_asked_bytes(nf_context *context, const nf_question *question, uint64_t n,
                        const nf_pairs_sizes *sizes) {
    return methods[question->method].bytes(context, n, sizes);
}
