/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Batches on the host: the answers about their systems one by one. */
#include "support/clouds.h"
#include "support/counting.h"
#include "support/device.h"
#include "support/batch.h"
#include "support/host_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers -------------------------------------------------------------------------------------------- */

static void check(const support_systems *batch, box_question question, int sorted) {
    if (!systems_may_ask(batch, question)) return;
    systems_answer wanted = systems_ask_each(batch, question, sorted),
                   got = systems_ask_host(batch, question, sorted);
    systems_same(batch, &wanted, &got, question);
    systems_answer_free(&wanted);
    systems_answer_free(&got);
}

START_TEST(a_batch_has_the_answers_of_its_systems_one_by_one) {
    for (int ways = 0; ways < SYSTEMS_WAYS; ways++)
        for (int turn = 0; turn < (support_small() ? 3 : 12); turn++) {
            support_systems batch;
            support_systems_random(&batch, (uint64_t)turn, 1 + (ways + turn) % 3,
                                   (ways + turn) % 2 ? NF_FLOAT64 : NF_FLOAT32, ways,
                                   (nf_radii_rule)(turn % 3));
            for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
                check(&batch, question, (turn + (int)question) % 2);
            support_systems_free(&batch);
        }
}
END_TEST

/* The arrays that are not asked for need no more than the totals. */
START_TEST(counting_gives_the_totals_of_all_systems) {
    for (int ways = 0; ways < SYSTEMS_WAYS; ways += 7) {
        support_systems batch;
        support_systems_random(&batch, 3, 3, NF_FLOAT32, ways, NF_RADII_SUM);
        const nf_pairs_options options = {.queries = batch.queries, .filters = batch.filters};
        const nf_lists_options list_options = {.queries = batch.queries, .filters = batch.filters};
        systems_answer pairs = systems_ask_each(&batch, BOX_PAIRS, 0),
                       lists = systems_ask_each(&batch, BOX_FULL_LISTS, 0);
        uint64_t total = 0, *offsets = NULL;
        ck_assert_int_eq(host_pairs(&batch.points, batch.box, batch.cutoff, &options, NULL, NULL, &total,
                                    NULL, NULL, NULL, 0),
                         NF_OK);
        ck_assert_uint_eq(total, pairs.total);
        ck_assert_int_eq(host_lists(&batch.points, batch.box, batch.cutoff, &list_options, NULL, &offsets,
                                    NULL, NULL, NULL, NULL, 0),
                         NF_OK);
        ck_assert_mem_eq(offsets, lists.offsets, (lists.rows + 1) * sizeof *offsets);
        free(offsets);
        systems_answer_free(&pairs);
        systems_answer_free(&lists);
        support_systems_free(&batch);
    }
}
END_TEST

/* Pairs in the order of other cells. */
static void check_cells(const support_systems *batch, const nf_pairs_options *options) {
    int32_t *got = NULL, *wanted = NULL;
    uint64_t total = 0, sum = 0;
    ck_assert_int_eq(host_pairs(&batch->points, batch->box, batch->cutoff, options, NULL, &got, &total, NULL,
                                NULL, NULL, 0),
                     NF_OK);
    for (uint64_t s = 0; s < batch->systems.count; s++) {
        support_system one;
        uint64_t count = 0;
        support_system_take(&one, batch, s);
        ck_assert_int_eq(
            host_pairs(&one.points, one.box, one.cutoff, options, NULL, &wanted, &count, NULL, NULL, NULL, 0),
            NF_OK);
        ck_assert_uint_le(sum + count, total);
        for (uint64_t k = 0; k < 2 * count; k++)
            if (got[2 * sum + k] != (int32_t)batch->systems.offsets[s] + wanted[k])
                ck_abort_msg("%s: a pair of system %llu differs", batch->name, (unsigned long long)s);
        sum += count;
        free(wanted);
        support_system_free(&one);
    }
    ck_assert_uint_eq(sum, total);
    free(got);
}

START_TEST(every_number_of_cells_has_its_order_in_each_system) {
    for (uint64_t seed = 0; seed < 10; seed++)
        for (int cells = 0; cells <= 3; cells++) {
            const nf_pairs_options options = {.cells_per_cutoff = cells};
            support_systems batch;
            support_systems_random(&batch, seed, 1 + (int)seed % 3, NF_FLOAT64, SYSTEMS_CUTOFFS,
                                   NF_RADII_SUM);
            check_cells(&batch, &options);
            support_systems_free(&batch);
        }
}
END_TEST

START_TEST(the_histogram_of_a_batch_is_the_sum_of_its_systems) {
    enum { BINS = 17 };
    for (int ways = 0; ways < SYSTEMS_WAYS; ways++) {
        if (ways & SYSTEMS_CUTOFFS) continue;
        support_systems batch;
        uint64_t sum[BINS] = {0}, counts[BINS], total = 0, sum_of_all = 0;
        support_systems_random(&batch, (uint64_t)ways, 1 + ways % 3, ways % 2 ? NF_FLOAT64 : NF_FLOAT32, ways,
                               ways % 5 ? NF_RADII_SUM : NF_RADII_LARGER);
        for (uint64_t s = 0; s < batch.systems.count; s++) {
            support_system one;
            support_system_take(&one, &batch, s);
            const nf_histogram_options options = {.queries = one.queries, .filters = one.filters};
            ck_assert_int_eq(host_histogram(&one.points, one.box, one.cutoff, BINS, &options, NULL, counts,
                                            &total, NULL, NULL, 0),
                             NF_OK);
            for (int k = 0; k < BINS; k++) sum[k] += counts[k];
            sum_of_all += total;
            support_system_free(&one);
        }
        const nf_histogram_options options = {.queries = batch.queries, .filters = batch.filters};
        ck_assert_int_eq(host_histogram(&batch.points, batch.box, batch.cutoff, BINS, &options, NULL, counts,
                                        &total, NULL, NULL, 0),
                         NF_OK);
        ck_assert_msg(memcmp(sum, counts, sizeof sum) == 0, "%s: the counts differ", batch.name);
        ck_assert_uint_eq(total, sum_of_all);
        support_systems_free(&batch);
    }
}
END_TEST

/* ---- many small systems --------------------------------------------------------------------------------- */

/* The bytes that lists of `count` systems of ten points request. */
static size_t bytes_of(uint64_t count) {
    enum { EACH = 10 };
    support_cloud cloud = support_cloud_uniform(count * EACH, 3, NF_FLOAT32, 0.6, 4);
    uint64_t *at = support_allocate((count + 1) * sizeof *at), *offsets = NULL;
    int32_t *indices = NULL;
    host_arrays more;
    support_counting counting = {.left = 1000000000};
    const nf_allocator allocator = support_counting_allocator(&counting);
    for (uint64_t s = 0; s <= count; s++) at[s] = s * EACH;
    const nf_batch systems = {.count = count, .offsets = at};
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_DISTANCES), .sorted = 1};
    cloud.points.batch = &systems;
    ck_assert_int_eq(host_lists(&cloud.points, NULL, cloud.cutoff, &options, &allocator, &offsets, &indices,
                                &more, NULL, NULL, 0),
                     NF_OK);
    ck_assert_uint_gt(offsets[count * EACH], 0);
    support_counting_release(&counting, offsets);
    support_counting_release(&counting, indices);
    support_counting_release(&counting, more.distances);
    ck_assert_int_eq(counting.out, 0);
    support_cloud_free(&cloud);
    free(at);
    return counting.bytes;
}

START_TEST(memory_of_small_systems_is_proportional_to_their_number) {
    const size_t few = bytes_of(500), many = bytes_of(8000);
    ck_assert_uint_lt(many, 32 * few); /* 16 and what arrays double */
}
END_TEST

/* ---- errors --------------------------------------------------------------------------------------------- */

enum { POINTS = 8 };
static const uint64_t three[4] = {0, 3, 3, POINTS}, thrice[4] = {0, 1, 2, 4}, early[4] = {0, 3, 3, 4},
                      falls[4] = {0, 4, 3, POINTS}, twice[3] = {0, 1, 4};
static const nf_box cubes[3] = {
    {.cell = {{4}}, .periodic = {1}}, {.cell = {{0}}, .periodic = {1}}, {.cell = {{4}}, .periodic = {1}}};
static const double cutoffs[3] = {1, 1, -1}, good_cutoffs[3] = {1, 1, 2};

/* What is wrong in a batch of three systems, of which the second is empty. */
typedef struct wrong {
    const char *begins; /* the message */
    nf_status status;
    nf_batch systems, query_systems; /* count 0: no query points */
    const nf_box *box;
    double cutoff, point, query; /* point 6, query point 3 */
    nf_pairs_method method;
    double radius; /* of point 5, if not 0 */
} wrong;

#define THREE                                                                                                \
    { .count = 3, .offsets = three }
static const wrong wrongs[] = {
    {.begins = "a box is given for all systems, and one for each",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .boxes = cubes},
     .box = cubes,
     .cutoff = 1},
    {.begins = "the cutoff is 1, and the systems have cutoffs of their own",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .cutoffs = good_cutoffs},
     .cutoff = 1},
    {.begins = "the cutoff is 0: ", .status = NF_ERROR_ARGUMENT, .systems = THREE},
    {.begins = "the cutoff is 0: ", .status = NF_ERROR_ARGUMENT, .systems = THREE, .radius = 1},
    {.begins = "the periodic vectors of the box are zero",
     .status = NF_ERROR_ARGUMENT,
     .systems = THREE,
     .box = cubes + 1,
     .cutoff = 1},
    {.begins = "system 1: the periodic vectors of the box are zero",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .boxes = cubes},
     .cutoff = 1},
    {.begins = "system 2: the cutoff is -1: ",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .cutoffs = cutoffs}},
    {.begins = "method 9 is not",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = three, .cutoffs = good_cutoffs},
     .method = (nf_pairs_method)9},
    {.begins = "NF_PAIRS_POTENTIAL knows no systems",
     .status = NF_ERROR_UNSUPPORTED,
     .systems = THREE,
     .cutoff = 1,
     .method = NF_PAIRS_POTENTIAL},
    {.begins = "system 2: point 6 has a coordinate that is not finite",
     .status = NF_ERROR_POINTS,
     .systems = THREE,
     .cutoff = 1,
     .point = (double)INFINITY},
    {.begins = "system 2: point 6 is too far from the box",
     .status = NF_ERROR_POINTS,
     .systems = THREE,
     .box = cubes,
     .cutoff = 1,
     .point = 1e8},
    {.begins = "system 2: query point 3 has a coordinate that is not finite",
     .status = NF_ERROR_POINTS,
     .systems = THREE,
     .query_systems = {.count = 3, .offsets = thrice},
     .cutoff = 1,
     .query = (double)NAN},
    {.begins = "the query points have 2 systems, and the points 3",
     .status = NF_ERROR_ARGUMENT,
     .systems = THREE,
     .query_systems = {.count = 2, .offsets = twice},
     .cutoff = 1},
    {.begins = "the offsets of the systems of the points end with 4",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = early},
     .cutoff = 1},
    {.begins = "the offsets of the systems of the points descend: offset 1 is 4, and offset 2 is 3",
     .status = NF_ERROR_ARGUMENT,
     .systems = {.count = 3, .offsets = falls},
     .cutoff = 1},
    {.begins = "radius 5 is -2: ", .status = NF_ERROR_ARGUMENT, .systems = THREE, .cutoff = 1, .radius = -2},
};

START_TEST(errors_name_the_system_and_the_point_of_the_batch) {
    for (size_t k = 0; k < sizeof wrongs / sizeof *wrongs; k++) {
        const wrong *w = wrongs + k;
        float x[POINTS] = {0}, radii[POINTS] = {0}, queries[4] = {0};
        int32_t untouched = 0, *pairs = &untouched;
        uint64_t total = 77;
        char message[640] = "";
        x[6] = (float)w->point;
        radii[5] = (float)w->radius;
        queries[3] = (float)w->query;
        const nf_points
            points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .host = x, .batch = &w->systems},
            asks = {.n = 4, .dims = 1, .type = NF_FLOAT32, .host = queries, .batch = &w->query_systems},
            sizes = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .host = radii};
        const nf_filters filters = {.radii = fabs(w->radius) > 0 ? &sizes : NULL, .radii_rule = NF_RADII_SUM};
        const nf_pairs_options options = {
            .method = w->method, .queries = w->query_systems.count ? &asks : NULL, .filters = &filters};
        const nf_status status = host_pairs(&points, w->box, w->cutoff, &options, NULL, &pairs, &total, NULL,
                                            NULL, message, sizeof message);
        ck_assert_msg(status == w->status && strncmp(message, w->begins, strlen(w->begins)) == 0,
                      "\"%s\": %s, \"%s\"", w->begins, nf_status_name(status), message);
        ck_assert_ptr_null(pairs);
        ck_assert_uint_eq(total, 0);
    }
}
END_TEST

START_TEST(a_histogram_with_several_cutoffs_is_refused) {
    static const float x[POINTS] = {0};
    const nf_batch systems = {.count = 3, .offsets = three, .cutoffs = good_cutoffs};
    const nf_points points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .host = x, .batch = &systems};
    uint64_t counts[3], total = 5;
    char message[640] = "";
    ck_assert_int_eq(
        host_histogram(&points, NULL, 0, 3, NULL, NULL, counts, &total, NULL, message, sizeof message),
        NF_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(message, "a histogram has one cutoff") == message, "\"%s\"", message);
    ck_assert_uint_eq(total, 0);
}
END_TEST

/* ---- allocator ------------------------------------------------------------------------------------------ */

enum { ALL = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS) };

/* Asks for lists or pairs with all arrays, and releases them; after an error there are none. */
static nf_status ask(const support_systems *batch, int lists, support_counting *counting) {
    const nf_allocator allocator = support_counting_allocator(counting);
    const nf_pairs_options pairs_options = {
        .sorted = 1, .arrays = ALL, .queries = batch->queries, .filters = batch->filters};
    const nf_lists_options lists_options = {
        .sorted = 1, .arrays = ALL, .queries = batch->queries, .filters = batch->filters};
    uint64_t total = 0, *offsets = NULL;
    int32_t *entries = NULL;
    host_arrays more;
    const nf_status status = lists ? host_lists(&batch->points, batch->box, batch->cutoff, &lists_options,
                                                &allocator, &offsets, &entries, &more, NULL, NULL, 0)
                                   : host_pairs(&batch->points, batch->box, batch->cutoff, &pairs_options,
                                                &allocator, &entries, &total, &more, NULL, NULL, 0);
    if (status != NF_OK) ck_assert(!offsets && !entries && !more.distances && !more.vectors && !more.shifts);
    support_counting_release(counting, offsets);
    support_counting_release(counting, entries);
    support_counting_release(counting, more.distances);
    support_counting_release(counting, more.vectors);
    support_counting_release(counting, more.shifts);
    ck_assert_int_eq(counting->out, 0);
    return status;
}

START_TEST(nothing_is_kept_when_an_allocation_fails) {
    static const int ways[] = {SYSTEMS_BOXES | SYSTEMS_CUTOFFS | SYSTEMS_RADII,
                               SYSTEMS_ONE_BOX | SYSTEMS_QUERIES | SYSTEMS_EXCLUSIONS};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (int lists = 0; lists < 2; lists++) {
            support_systems batch;
            support_systems_random(&batch, 1, 2, NF_FLOAT64, ways[w], NF_RADII_SUM);
            support_counting counting = {.left = 1000000};
            ck_assert_int_eq(ask(&batch, lists, &counting), NF_OK);
            const long calls = counting.calls;
            ck_assert_int_gt(calls, 20);
            for (long k = 0; k < calls; k++) {
                counting = (support_counting){.left = k};
                ck_assert_int_eq(ask(&batch, lists, &counting), NF_ERROR_MEMORY);
            }
            support_systems_free(&batch);
        }
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_batch_has_the_answers_of_its_systems_one_by_one,
                                  counting_gives_the_totals_of_all_systems,
                                  every_number_of_cells_has_its_order_in_each_system,
                                  the_histogram_of_a_batch_is_the_sum_of_its_systems,
                                  memory_of_small_systems_is_proportional_to_their_number,
                                  errors_name_the_system_and_the_point_of_the_batch,
                                  a_histogram_with_several_cutoffs_is_refused,
                                  nothing_is_kept_when_an_allocation_fails};
    return support_main("systems on the host", tests, sizeof tests / sizeof *tests);
}
