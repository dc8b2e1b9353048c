#include "core/check.h"
#include "core/whole.h"
#include "primitives/run.h"
#include "search/potential.h"
#include "search/search.h"

#include <nearfield/pairs.h>
#include <stdio.h>
#include <string.h>

struct nf_pairs_result {
    nf_context *context;
    uint64_t total, potential;
    nf_kept pairs;
};

/* One question, from its arguments to the place of its answer. */
typedef struct question {
    nf_cloud *cloud;
    nf_pairs_options options;
    nf_rule rule;
    double cutoff;
    nf_found found; /* NF_PAIRS_SEARCH: what the search has left */
    int written;    /* NF_PAIRS_SEARCH: the pairs below the capacity are written already */
    cl_mem all;     /* NF_PAIRS_POTENTIAL: the pairs, in scratch */
    uint64_t total, potential;
} question;

static nf_status ask(question *q, nf_cloud *cloud, double cutoff, const nf_pairs_options *options) {
    nf_context *context = cloud->context;
    nf_status status = NF_OK;
    memset(q, 0, sizeof *q);
    q->cloud = cloud;
    q->cutoff = cutoff;
    if (options) q->options = *options;
    NF_TRY(nf_check_pairs_options(options, &context->error));
    NF_TRY(nf_check_cutoff(cutoff, cloud->n ? cloud->type : NF_FLOAT64, &context->error));
    q->rule = nf_rule_for(cutoff, cloud->type);
done:
    return status;
}

/* Reads how many pairs the device has found.  `again`: the grid was another than expected, and nothing counts (order.h). */
static nf_status read_found(nf_work *work, question *q, int *again) {
    nf_found *found = &q->found;
    nf_tally tally = {0};
    nf_status status = NF_OK;
    int told = found->tally && found->total == found->tally;
    if (told) {
        NF_TRY(nf_read(work, found->tally, 0, &tally, sizeof tally));
        NF_TRY(nf_tally_check(work->context, &tally));
        q->total = tally.total;
    }
    if (told && q->total != NF_PAIRS_UNKNOWN) nf_order_accept(q->cloud);
    else NF_TRY(nf_order_look(work, q->cloud, again));
    if (*again) return NF_OK;
    if (told && q->total == NF_SEARCH_ONCE_MOST) { /* or more: counted by themselves */
        NF_TRY(nf_search_count(work, q->cloud, &q->rule, found));
        told = 0;
    }
    if (!told) NF_TRY(nf_read(work, found->total, found->total_at * 8, &q->total, sizeof q->total));
    nf_search_learn(q->cloud, q->total);
done:
    return status;
}

/* What is to be known of the number of pairs when the question is asked: the number itself, in q->total; where it stands
   on the device, q->found.total; or that it stands there unless it is NF_PAIRS_UNKNOWN. */
typedef enum knowing { NUMBER, PLACE, PLACE_OR_UNKNOWN } knowing;

/* Orders the cloud and finds its pairs; those below `room` are written, and with no room they are counted. */
static nf_status find_pairs(nf_work *work, question *q, nf_slice pairs, uint64_t room, knowing knows) {
    const nf_cells cells = nf_cells_for(q->cutoff, q->cloud->type, q->options.cells_per_cutoff);
    const size_t mark = nf_scratch_mark(work);
    const int potential = q->options.method == NF_PAIRS_POTENTIAL;
    const int unseen = knows == NUMBER || (knows == PLACE_OR_UNKNOWN && nf_order_foresees(q->cloud, &cells));
    nf_status status = NF_OK;
    for (int again = 1; again;) {
        nf_scratch_back(work, mark);
        again = 0;
        if (unseen && !potential && !nf_search_looks_first(work->context))
            NF_TRY(nf_order_build(work, q->cloud, &cells));
        else NF_TRY(nf_order_build_now(work, q->cloud, &cells));
        if (potential) NF_TRY(nf_potential_run(work, q->cloud, &q->rule, &q->all, &q->found, &q->potential));
        else NF_TRY(nf_search_write(work, q->cloud, &q->rule, pairs, room, &q->found));
        q->written = !potential && room > 0;
        if (knows == NUMBER) NF_TRY(read_found(work, q, &again));
    }
done:
    if (status != NF_OK) nf_order_drop(q->cloud, 0); /* what was enqueued may never have run */
    return status;
}

/* Pairs of n points by i or by j: a pair read as one uint64 has j in its upper half and i in its lower one. */
static nf_sort_options sort_by(int j, uint64_t n) {
    const int first = j ? 32 : 0;
    return (nf_sort_options){NF_UINT64, NF_TYPE_NONE, first, first + nf_index_bits(n)};
}

static nf_status sort_pairs(nf_work *work, const question *q, nf_slice pairs, uint64_t total) {
    nf_status status = NF_OK;
    work->stage = "sorted";
    for (int j = 1; j >= 0; j--) { /* lexicographic: the last one decides first */
        const nf_sort_options by = sort_by(j, q->cloud->n);
        NF_TRY(nf_sort_run(work, &by, pairs, nf_at(NULL, 0), total));
    }
done:
    return status;
}

/* Writes the pairs below `room`; `fits`: all of them are, and their number is q->total. */
static nf_status write_pairs(nf_work *work, question *q, nf_slice pairs, uint64_t room, int fits) {
    nf_status status = NF_OK;
    if (q->options.method == NF_PAIRS_POTENTIAL)
        NF_TRY(nf_copy(work, q->all, 0, pairs.buffer, pairs.offset * 8, (fits ? q->total : room) * 8));
    else if (!q->written && room && !(fits && q->total == 0)) {
        NF_TRY(nf_search_fill(work, q->cloud, &q->rule, &q->found, pairs, room));
        NF_TRY(nf_tally_check_now(work, q->found.tally));
    }
    if (q->options.sorted && fits && q->total) NF_TRY(sort_pairs(work, q, pairs, q->total));
done:
    return status;
}

/* Room for all pairs.  Where there is none, the sentence says how many they are. */
static nf_status keep_pairs(nf_pairs_result *result, uint64_t total) {
    char what[48];
    if (result->pairs.bytes / 8 >= total) return NF_OK;
    snprintf(what, sizeof what, "%llu pairs", (unsigned long long)total);
    return nf_keep(result->context, &result->pairs, nf_multiply(total, 8), what);
}

nf_status nf_pairs_update(nf_pairs_result *result, nf_cloud *cloud, double cutoff,
                          const nf_pairs_options *options) {
    if (!cloud)
        return result ? nf_fail(&result->context->error, NF_ERROR_ARGUMENT, "cloud is NULL")
                      : NF_ERROR_ARGUMENT;
    if (!result) return nf_fail(&cloud->context->error, NF_ERROR_ARGUMENT, "result is NULL");
    nf_context *context = cloud->context;
    nf_work work;
    question q;
    nf_status status = NF_OK;
    result->total = result->potential = 0;
    NF_TRY(nf_work_begin(&work, context, NULL));
    if (context != result->context)
        NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "the result belongs to another context than the cloud"));
    NF_TRY(ask(&q, cloud, cutoff, options));
    if (cloud->n == 0) goto done;
    /* The buffer of an earlier result is tried as it is; where it is too small, a larger one is filled. */
    NF_TRY(find_pairs(&work, &q, nf_at(result->pairs.buffer, 0), result->pairs.bytes / 8, NUMBER));
    if (q.total > result->pairs.bytes / 8) q.written = 0;
    NF_TRY(keep_pairs(result, q.total));
    NF_TRY(write_pairs(&work, &q, nf_at(result->pairs.buffer, 0), q.total, 1));
    if (work.out_of_order)
        NF_TRY(nf_work_wait(&work)); /* nothing would order the caller's next command behind */
    result->total = q.total;
    result->potential = q.potential;
done:
    return nf_work_end(&work, status);
}

nf_status nf_pairs(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, nf_pairs_result **out) {
    nf_pairs_result *result = NULL;
    nf_status status = NF_OK;
    if (out) *out = NULL;
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_context *context = cloud->context;
    if (!out) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "out is NULL");
    NF_TRY(
        nf_allocate(&context->allocator, 1, sizeof *result, "a result", (void **)&result, &context->error));
    result->context = context;
    NF_TRY(nf_pairs_update(result, cloud, cutoff, options));
done:
    if (status != NF_OK) {
        nf_pairs_free(result);
        result = NULL;
    }
    *out = result;
    return status;
}

nf_status nf_pairs_count(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, uint64_t *count) {
    if (!cloud) return NF_ERROR_ARGUMENT;
    if (!count) return nf_fail(&cloud->context->error, NF_ERROR_ARGUMENT, "count is NULL");
    nf_work work;
    question q;
    nf_status status = NF_OK;
    *count = 0;
    NF_TRY(nf_work_begin(&work, cloud->context, NULL));
    NF_TRY(ask(&q, cloud, cutoff, options));
    if (cloud->n == 0) goto done;
    NF_TRY(find_pairs(&work, &q, nf_at(NULL, 0), 0, NUMBER));
    *count = q.total;
done:
    return nf_work_end(&work, status);
}

/* The caller's places for pairs and their number. */
static nf_status check_places(const nf_cloud *cloud, nf_slice pairs, uint64_t capacity, nf_slice total) {
    nf_context *context = cloud->context;
    const nf_slice points = nf_at(cloud->points, cloud->offset);
    const size_t element = nf_type_bytes(cloud->type);
    const uint64_t points_bytes = cloud->n * (uint64_t)cloud->dims * element;
    nf_status status = NF_OK;
    NF_TRY(nf_check_slice(context, "pairs", pairs, capacity, 8));
    if (total.buffer) NF_TRY(nf_check_slice(context, "total", total, 1, 8));
    NF_TRY(nf_check_apart(context, "pairs", pairs, "total", total, capacity * 8, 8, 8, 8));
    NF_TRY(nf_check_apart(context, "the points", points, "pairs", pairs, points_bytes, element, capacity * 8,
                          8));
    NF_TRY(nf_check_apart(context, "the points", points, "total", total, points_bytes, element, 8, 8));
done:
    return status;
}

nf_status nf_pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, nf_slice pairs,
                        uint64_t capacity, nf_slice total, uint64_t *needed, const nf_sync *sync) {
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_context *context = cloud->context;
    nf_work work;
    question q;
    nf_status status = NF_OK;
    const uint64_t zero = 0;
    if (needed) *needed = 0;
    NF_TRY(nf_work_begin(&work, context, sync));
    NF_TRY(ask(&q, cloud, cutoff, options));
    NF_TRY(check_places(cloud, pairs, capacity, total));
    if (cloud->n == 0) {
        if (total.buffer) NF_TRY(nf_fill(&work, total.buffer, &zero, sizeof zero, total.offset * 8, 8));
        goto done;
    }
    /* Sorting and copying potential pairs need the number on the host; the search itself does not. */
    knowing knows = PLACE;
    if (needed || q.options.sorted || q.options.method == NF_PAIRS_POTENTIAL) knows = NUMBER;
    else if (total.buffer && capacity) knows = PLACE_OR_UNKNOWN;
    NF_TRY(find_pairs(&work, &q, pairs, q.options.sorted ? 0 : capacity, knows));
    if (total.buffer)
        NF_TRY(nf_copy(&work, q.found.total, q.found.total_at * 8, total.buffer, total.offset * 8, 8));
    const int fits = knows == NUMBER && q.total <= capacity;
    if (!(q.options.sorted && !fits)) NF_TRY(write_pairs(&work, &q, pairs, capacity, fits));
    if (needed) *needed = q.total;
    if (needed && !fits)
        status = nf_fail(&context->error, NF_ERROR_CAPACITY, "there are %llu pairs and room for %llu",
                         (unsigned long long)q.total, (unsigned long long)capacity);
done:
    return nf_work_end(&work, status);
}

nf_status nf_pairs_memory(nf_context *context, uint64_t n, int dims, nf_type type,
                          const nf_pairs_options *options, uint64_t pairs, uint64_t potential,
                          uint64_t *bytes) {
    nf_status status = NF_OK;
    const nf_points points = {.n = n, .dims = dims, .type = type, .host = &status};
    const nf_sort_options sort = sort_by(0, n);
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    context->error.text[0] = 0;
    *bytes = 0;
    NF_TRY(nf_check_points(&points, 0, &context->error));
    NF_TRY(nf_check_pairs_options(options, &context->error));
    if (pairs > UINT64_MAX / 64 || potential > UINT64_MAX / 64)
        NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT, "so many pairs have no size in bytes"));
    const int is_potential = options && options->method == NF_PAIRS_POTENTIAL;
    *bytes = nf_order_bytes(context, n, dims, type) + pairs * 8 +
             (is_potential ? nf_potential_bytes(context, n, potential) : nf_search_bytes(context, n)) +
             (options && options->sorted ? nf_sort_bytes(context, &sort, pairs) : 0);
done:
    return status;
}

uint64_t nf_pairs_total(const nf_pairs_result *result) { return result ? result->total : 0; }

uint64_t nf_pairs_potential(const nf_pairs_result *result) { return result ? result->potential : 0; }

cl_mem nf_pairs_buffer(const nf_pairs_result *result) {
    return result && result->total ? result->pairs.buffer : NULL;
}

nf_status nf_pairs_read(nf_pairs_result *result, uint64_t first, uint64_t count, int32_t *pairs) {
    if (!result) return NF_ERROR_ARGUMENT;
    nf_context *context = result->context;
    if (count && !pairs) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "pairs is NULL");
    nf_work work;
    nf_status status = NF_OK;
    NF_TRY(nf_work_begin(&work, context, NULL));
    work.stage = "download";
    if (first > result->total || count > result->total - first)
        NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "the pairs [%llu, %llu) are not among the %llu of the result",
                       (unsigned long long)first, (unsigned long long)(first + count),
                       (unsigned long long)result->total));
    NF_TRY(nf_read(&work, result->pairs.buffer, first * 8, pairs, count * 8));
done:
    return nf_work_end(&work, status);
}

void nf_pairs_free(nf_pairs_result *result) {
    if (!result) return;
    nf_context *context = result->context;
    nf_kept_free(context, &result->pairs);
    nf_release(&context->allocator, result);
}
