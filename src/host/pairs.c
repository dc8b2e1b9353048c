/*
 * Pairs in plain C, on one thread, without OpenCL: the reference with which every device must agree to the byte, and the
 * fallback without a device.
 */
#include "core/whole.h"
#include "host/job.h"

/* The pairs found so far. */
typedef struct taker {
    int by_point, count_only;
    int32_t *pairs;
    size_t room;
    uint64_t total;
} taker;

static void put(taker *t, uint32_t a, uint32_t b) {
    int32_t *pair = t->pairs + 2 * t->total++;
    pair[0] = (int32_t)(a < b ? a : b);
    pair[1] = (int32_t)(a < b ? b : a);
}

/* The pairs to make room for: twice the present room, or the number expected for the whole cloud from the tiles so far, which
   takes one or two large steps instead of many copies.  A large array only doubles, as the rest of the cloud may have few
   pairs. */
static size_t room_for(const host_job *job, const taker *t, size_t wanted, uint64_t done) {
    enum { LARGE = 1 << 23 };
    const size_t doubled = 2 * t->room > wanted ? 2 * t->room : wanted;
    const double expected = (double)wanted * ((double)job->n / (double)done) * 1.03;
    if (done <= job->n / 32 || expected <= (double)doubled || doubled >= LARGE) return doubled;
    return expected < LARGE ? (size_t)expected : LARGE;
}

/* Makes room for the tile's pairs, and for as many of the following ones as the allocator allows. */
static nf_status make_room(host_job *job, taker *t, uint64_t done) {
    const size_t wanted = (size_t)t->total + job->listed;
    if (wanted <= t->room) return NF_OK;
    for (size_t more = room_for(job, t, wanted, done) - wanted; more > 0; more /= 2)
        if (nf_grow_to(job->allocator, (void **)&t->pairs, &t->room, wanted + more, 2 * sizeof *t->pairs,
                       "the pairs", NULL) == NF_OK)
            return NF_OK;
    return nf_grow_to(job->allocator, (void **)&t->pairs, &t->room, wanted, 2 * sizeof *t->pairs, "the pairs",
                      job->error);
}

/* Writes the pairs of a tile: turn by turn over its points, or point by point. */
static nf_status take(host_job *job, uint64_t first, uint32_t many) {
    taker *t = job->taker;
    nf_status status = NF_OK;
    const uint32_t *index = job->index;
    size_t turns = 0;
    if (t->count_only) {
        t->total += job->listed;
        return NF_OK;
    }
    NF_TRY(make_room(job, t, first + many));
    for (uint32_t lane = 0; lane < many; lane++) {
        const size_t count = job->starts[lane + 1] - job->starts[lane];
        if (t->by_point)
            for (size_t k = 0; k < count; k++)
                put(t, index[first + lane], index[job->list[job->starts[lane] + k]]);
        else if (count > turns) turns = count;
    }
    for (size_t turn = 0; turn < turns; turn++)
        for (uint32_t lane = 0; lane < many; lane++)
            if (job->starts[lane] + turn < job->starts[lane + 1])
                put(t, index[first + lane], index[job->list[job->starts[lane] + turn]]);
done:
    return status;
}

/* Sorts by (i, j).  The keys are composed from i and j, so that the byte order of the host does not matter. */
static nf_status sort_pairs(host_job *job, taker *t) {
    uint64_t *keys = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)t->total, sizeof *keys, "pairs being sorted", (void **)&keys,
                       job->error));
    for (uint64_t k = 0; k < t->total; k++)
        keys[k] = (uint64_t)t->pairs[2 * k] << 32 | (uint32_t)t->pairs[2 * k + 1];
    const int bits = nf_index_bits(job->n);
    NF_TRY(host_sort(job, keys, NULL, t->total, 0, bits));
    NF_TRY(host_sort(job, keys, NULL, t->total, 32, 32 + bits));
    for (uint64_t k = 0; k < t->total; k++) {
        t->pairs[2 * k] = (int32_t)(keys[k] >> 32);
        t->pairs[2 * k + 1] = (int32_t)(keys[k] & 0xffffffffu);
    }
done:
    nf_release(job->allocator, keys);
    return status;
}

nf_status nf_host_pairs(const nf_points *points, const nf_box *box, double cutoff,
                        const nf_pairs_options *options, const nf_allocator *allocator, int32_t **pairs,
                        uint64_t *total, nf_host_times *times, char *message, size_t message_size) {
    nf_sentence error = {.text = ""};
    taker t = {.count_only = !pairs};
    host_job job = {.allocator = allocator, .error = &error, .take = take, .taker = &t};
    nf_status status = NF_OK;
    if (pairs) *pairs = NULL;
    if (message && message_size) message[0] = 0;
    if (!total) {
        status = nf_fail(&error, NF_ERROR_ARGUMENT, "total is NULL");
        goto done;
    }
    *total = 0;
    NF_TRY(host_check(&job, points, box));
    NF_TRY(nf_question_pairs(&job.question, &job.space, points->n ? points->type : NF_FLOAT64, cutoff,
                             options, &error));
    t.by_point = job.question.method == NF_PAIRS_POTENTIAL;
    NF_TRY(host_walk(&job, points));
    if (job.question.sorted && pairs) NF_TRY(sort_pairs(&job, &t));
    *total = t.total;
    if (pairs) *pairs = t.pairs;
    if (times) *times = job.times;
done:
    nf_sentence_copy(&error, message, message_size);
    if (status != NF_OK || !pairs) nf_release(allocator, t.pairs);
    host_end(&job);
    return status;
}
