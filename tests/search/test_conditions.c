/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Query points and conditions of nf_pairs and nf_lists: the bytes of the host, which test_conditions of the host compares with brute force. */
#include "support/box_checks.h"
#include "support/box_more.h"
#include "support/device.h"

#include <math.h>

/* As lanes of a GPU: groups of 32 work-items, local memory in place of shuffles. */
#define GPU "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"

/* With a profile, whose programs take long to build, each box is asked for pairs or for lists. */
static void check_queries(const char *profile, int step) {
    nf_context *context = support_context(profile);
    for (int k = 1; k < SUPPORT_BOXES; k += step) {
        const nf_type type = k / step % 2 ? support_double() : NF_FLOAT32;
        support_boxed boxed = support_boxed_make(k, type);
        box_more more;
        box_add_queries(&boxed, &more, 70, k / step % 2 ? 20 : 1);
        const int pairs = !profile || (k / step / 2 % 2 && !support_small()), lists = !profile || !pairs;
        if (lists) box_check(box_ask_device, context, &boxed, BOX_FULL_LISTS, 1);
        if (pairs) box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_PAIRS, 0);
        if (lists) box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}

START_TEST(query_points_have_the_bytes_of_the_host) { check_queries(NULL, support_small() ? 239 : 13); }
END_TEST

/* Few query points have a row of lanes each, more share tiles. */
START_TEST(query_points_have_the_bytes_of_the_host_in_the_shape_of_a_gpu) {
    nf_context *context = support_context(GPU);
    check_queries(GPU, support_small() ? 239 : 79);
    support_boxed boxed = support_boxed_large(1, 1000, NF_FLOAT32);
    box_more more;
    box_add_queries(&boxed, &more, 64 * nf_context_device(context)->compute_units + 1, 3);
    box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_FULL_LISTS, 0);
    box_more_free(&boxed, &more);
    support_boxed_free(&boxed);
    nf_context_free(context);
}
END_TEST

/* 1 if box `at` is asked the question: with a profile, whose programs take long to build, and at small sizes every second. */
static int is_asked(const char *profile, int at, box_question question) {
    return (!profile && !support_small()) || ((int)question + at) % 2 == 0;
}

/* The same with query points and all conditions, and at full size with a profile for pairs and for lists in turn. */
static int is_asked_queries(const char *profile, int at, box_question question) {
    if (support_small()) return is_asked(profile, at, question == BOX_PAIRS ? BOX_PAIRS : BOX_HALF_LISTS);
    return !profile || (at / 2 % 2 == 0) == (question == BOX_PAIRS);
}

static void check_conditions(const char *profile, int step) {
    nf_context *context = support_context(profile);
    for (int k = 0; k < SUPPORT_BOXES; k += step) {
        const int at = k / step, which = 1 + at * 3 % 7;
        const nf_radii_rule rule = (nf_radii_rule)(at % 3);
        support_boxed boxed = support_boxed_make(k, at % 2 ? support_double() : NF_FLOAT32);
        box_more more;
        box_add_conditions(&boxed, &more, which, rule);
        for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
            if (which & 2 && rule == NF_RADII_QUERY ? question == BOX_FULL_LISTS
                                                    : is_asked(profile, at, question)) {
                box_check(box_ask_device, context, &boxed, question, 1);
                box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, question, 0);
            }
        box_more_free(&boxed, &more);
        box_add_queries(&boxed, &more, 40, 2);
        box_add_conditions(&boxed, &more, 7, rule);
        if (is_asked_queries(profile, at, BOX_PAIRS))
            box_check(box_ask_device, context, &boxed, BOX_PAIRS, 1);
        if (is_asked_queries(profile, at, BOX_FULL_LISTS))
            box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}

START_TEST(conditions_keep_the_bytes_of_the_host) { check_conditions(NULL, support_small() ? 239 : 29); }
END_TEST

START_TEST(conditions_keep_the_bytes_of_the_host_in_the_shape_of_a_gpu) {
    check_conditions(GPU, support_small() ? 239 : 79);
}
END_TEST

/* Many tiles, and rows of 32 lanes that are full. */
START_TEST(clouds_of_many_cells_have_the_bytes_of_the_host) {
    nf_context *context = support_context(NULL);
    for (int k = support_small(); k < (support_small() ? 2 : 4); k++) {
        support_boxed boxed = support_boxed_large(k, 3000, k % 2 ? support_double() : NF_FLOAT32);
        box_more more;
        for (int a = 0; a < 3; a++) boxed.box.periodic[a] = k % 2;
        box_add_queries(&boxed, &more, 2000, 3);
        box_add_conditions(&boxed, &more, k % 2 ? 7 : 2, NF_RADII_SUM);
        box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_PAIRS, 0);
        box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        box_add_conditions(&boxed, &more, k % 2 ? 2 : 5, NF_RADII_LARGER);
        box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_PAIRS, 0);
        box_check_same(box_ask_host, NULL, box_ask_device, context, &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}
END_TEST

/* ---- places on the device ------------------------------------------------------------------------------- */

static uint64_t count(nf_context *context, nf_cloud *cloud, double cutoff, const nf_lists_options *options) {
    nf_result *result = NULL;
    support_ok(context, nf_lists(cloud, cutoff, options, NULL, &result));
    const uint64_t total = nf_result_total(result);
    nf_result_free(result);
    return total;
}

/* Query points as float4, radii and exclusions in buffers with an offset. */
START_TEST(query_points_and_conditions_may_be_on_the_device) {
    enum { N = 40, QUERIES = 9 };
    nf_context *context = support_context(NULL);
    float points[N], queries[4 * QUERIES + 1] = {0}, radii[QUERIES + 2] = {0};
    uint64_t offsets[QUERIES + 1 + 1] = {99, 0};
    int32_t indices[QUERIES + 3] = {7, 7, 7};
    uint64_t wanted = 0;
    for (int p = 0; p < N; p++) points[p] = (float)p;
    for (int p = 0; p < QUERIES; p++) {
        queries[1 + 4 * p] = 4.0f * (float)p + 0.25f;
        radii[2 + p] = 0.5f + (float)p;
        offsets[p + 2] = (uint64_t)p + 1; /* each row names the nearest point */
        indices[3 + p] = 4 * p;
        for (int k = 0; k < N; k++) {
            const float d = points[k] - queries[1 + 4 * p];
            wanted += d * d < radii[2 + p] * radii[2 + p] && k != 4 * p;
        }
    }
    support_buffer q = support_buffer_of(context, queries, 4 * QUERIES + 1, 4),
                   r = support_buffer_of(context, radii, QUERIES + 2, 4),
                   o = support_buffer_of(context, offsets, QUERIES + 2, 8),
                   i = support_buffer_of(context, indices, QUERIES + 3, 4);
    const nf_points cloud_points = {.n = N, .dims = 1, .type = NF_FLOAT32, .host = points},
                    others = {.n = QUERIES,
                              .dims = 1,
                              .type = NF_FLOAT32,
                              .buffer = q.at.buffer,
                              .offset = q.at.offset + 1,
                              .stride = 4},
                    their_radii = {.n = QUERIES,
                                   .dims = 1,
                                   .type = NF_FLOAT32,
                                   .buffer = r.at.buffer,
                                   .offset = r.at.offset + 2};
    const nf_csr exclusions = {.offsets = nf_at(o.at.buffer, o.at.offset + 1),
                               .indices = nf_at(i.at.buffer, i.at.offset + 3)};
    const nf_conditions conditions = {.query_radii = &their_radii, .exclusions = &exclusions};
    const nf_lists_options options = {.queries = &others, .conditions = &conditions};
    nf_cloud *cloud = NULL;
    support_ok(context, nf_cloud_create(context, &cloud_points, NULL, NULL, &cloud));
    ck_assert_uint_eq(count(context, cloud, 0, &options), wanted);
    ck_assert_uint_eq(count(context, cloud, 100, &options), wanted);
    nf_cloud_free(cloud);
    support_release(&q);
    support_release(&r);
    support_release(&o);
    support_release(&i);
    nf_context_free(context);
}
END_TEST

START_TEST(bad_query_points_are_named) {
    nf_context *context = support_context(NULL);
    float points[3] = {0, 1, 2}, bad[3] = {0, NAN, 1}, far[2] = {0, 1e30f};
    const nf_box box = {.cell = {{4}}, .periodic = {1}};
    const nf_points cloud_points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = points},
                    not_finite = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = bad},
                    too_far = {.n = 2, .dims = 1, .type = NF_FLOAT32, .host = far};
    nf_lists_options options = {.queries = &not_finite};
    nf_result *result = NULL;
    nf_cloud *cloud = NULL;
    support_ok(context, nf_cloud_create(context, &cloud_points, &box, NULL, &cloud));
    support_fails(context, NF_ERROR_POINTS, "query point 1 has a coordinate that is not finite",
                  nf_lists(cloud, 1, &options, NULL, &result));
    options.queries = &too_far;
    support_fails(context, NF_ERROR_POINTS, "query point 1 is too far from the box",
                  nf_lists(cloud, 1, &options, NULL, &result));
    ck_assert_ptr_null(result);
    options.queries = NULL;
    ck_assert_uint_eq(count(context, cloud, 1.5, &options), 4);
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

/* The caller gave no cutoff: one that is refused is from the radii. */
START_TEST(a_cutoff_of_radii_is_called_that_of_radii) {
    nf_context *context = support_context(NULL);
    float points[3] = {0, 1, 2}, large[3] = {1, 3e37f, 1}, long_[3] = {1, 1e10f, 1};
    const nf_box box = {.cell = {{4}}, .periodic = {1}};
    const nf_points three = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = points};
    nf_points radii = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = large};
    const nf_conditions conditions = {.radii = &radii};
    const nf_lists_options options = {.conditions = &conditions};
    nf_result *result = NULL;
    nf_cloud *cloud = NULL;
    support_ok(context, nf_cloud_create(context, &three, &box, NULL, &cloud));
    support_fails(context, NF_ERROR_ARGUMENT,
                  "no cutoff is given, so it is that of the radii: the cutoff 3e+37 is outside",
                  nf_lists(cloud, 0, &options, NULL, &result));
    radii.host = long_;
    support_fails(context, NF_ERROR_ARGUMENT, "that of the radii: the cutoff 1e+10 reaches more than 10^9",
                  nf_lists(cloud, 0, &options, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the cutoff 1e+10 reaches more than 10^9",
                  nf_lists(cloud, 1e10, &options, NULL, &result));
    ck_assert_int_eq(strncmp(nf_context_error(context), "the cutoff", 10), 0);
    ck_assert_ptr_null(result);
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

START_TEST(an_empty_cloud_or_no_query_points_give_empty_rows) {
    nf_context *context = support_context(NULL);
    float points[3] = {0, 1, 2};
    const nf_points three = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = points},
                    none = {.n = 0, .dims = 1, .type = NF_FLOAT32};
    for (int k = 0; k < 2; k++) {
        const nf_lists_options options = {.queries = k ? &none : &three};
        uint64_t offsets[4] = {9, 9, 9, 9};
        nf_result *result = NULL;
        nf_cloud *cloud = NULL;
        support_ok(context, nf_cloud_create(context, k ? &three : &none, NULL, NULL, &cloud));
        support_ok(context, nf_lists(cloud, 1, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_OFFSETS).rows, k ? 1 : 4);
        support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, k ? 1 : 4, NULL, offsets));
        for (int i = 0; i < (k ? 1 : 4); i++) ck_assert_uint_eq(offsets[i], 0);
        nf_result_free(result);
        nf_cloud_free(cloud);
    }
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {query_points_have_the_bytes_of_the_host,
                                  query_points_have_the_bytes_of_the_host_in_the_shape_of_a_gpu,
                                  conditions_keep_the_bytes_of_the_host,
                                  conditions_keep_the_bytes_of_the_host_in_the_shape_of_a_gpu,
                                  clouds_of_many_cells_have_the_bytes_of_the_host,
                                  query_points_and_conditions_may_be_on_the_device,
                                  bad_query_points_are_named,
                                  a_cutoff_of_radii_is_called_that_of_radii,
                                  an_empty_cloud_or_no_query_points_give_empty_rows};
    return support_main("conditions", tests, sizeof tests / sizeof *tests);
}
