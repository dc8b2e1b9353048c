#include "search/asked.h"

nf_search nf_asked_search(const nf_asked *asked) {
    return (nf_search){asked->cloud, &asked->question.rule, asked->parts};
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
    NF_TRY(nf_tally_check_now(work, asked->found.tally));
done:
    return status;
}

const nf_method nf_method_search = {1, find_search, write_search};

/* Reads the number of results found.  `again`: the grid was not as expected, and the result is invalid (order.h). */
static nf_status read_found(nf_work *work, nf_asked *asked, int *again) {
    const nf_search search = nf_asked_search(asked);
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
    const nf_method *method = asked->method;
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
    if (asked->written || !output->capacity || (fits && asked->total == 0)) return NF_OK;
    return asked->method->write(work, asked, output, fits);
}

nf_status nf_asked_check_place(const nf_cloud *cloud, const char *name, nf_slice place, uint64_t n,
                               size_t size) {
    const nf_slice points = nf_at(cloud->points, cloud->offset);
    const size_t element = nf_type_bytes(cloud->type);
    nf_status status = NF_OK;
    NF_TRY(nf_check_slice(cloud->context, name, place, n, size));
    NF_TRY(nf_check_apart(cloud->context, "the points", points, name, place,
                          cloud->n * (uint64_t)cloud->dims * element, element, n * size, size));
done:
    return status;
}
