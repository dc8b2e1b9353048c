/* What nf_pairs gives to callers: a result, its memory and its parts. */
#include "support/answers.h"

#include <stdlib.h>
#include <string.h>

START_TEST(an_update_reuses_the_buffer_when_it_is_large_enough) {
    nf_context *context = support_context(NULL);
    support_cloud cloud = support_cloud_uniform(1000, 3, NF_FLOAT32, 0.15, 1);
    nf_cloud *on = support_cloud_on(context, &cloud.points);
    nf_pairs_result *result = NULL;
    support_ok(context, nf_pairs(on, 0.15, NULL, &result));
    const cl_mem buffer = nf_pairs_buffer(result);
    const uint64_t total = nf_pairs_total(result);
    support_ok(context, nf_pairs_update(result, on, 0.1, NULL));
    ck_assert_ptr_eq(nf_pairs_buffer(result), buffer);
    ck_assert_uint_lt(nf_pairs_total(result), total);
    support_ok(context, nf_pairs_update(result, on, 0.15, NULL));
    ck_assert_ptr_eq(nf_pairs_buffer(result), buffer);
    ck_assert_uint_eq(nf_pairs_total(result), total);
    support_ok(context, nf_pairs_update(result, on, 0.3, NULL));
    ck_assert_uint_gt(nf_pairs_total(result), total);
    nf_pairs_free(result);
    nf_cloud_free(on);
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

START_TEST(a_failed_update_leaves_an_empty_result_that_can_be_asked_again) {
    nf_context *context = support_context(NULL);
    support_cloud cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.15, 1);
    nf_cloud *on = support_cloud_on(context, &cloud.points);
    nf_pairs_result *result = NULL;
    support_ok(context, nf_pairs(on, 0.15, NULL, &result));
    const uint64_t total = nf_pairs_total(result);
    support_fails(context, NF_ERROR_ARGUMENT, "cutoff", nf_pairs_update(result, on, -1, NULL));
    ck_assert_uint_eq(nf_pairs_total(result), 0);
    ck_assert_ptr_null(nf_pairs_buffer(result));
    support_ok(context, nf_pairs_update(result, on, 0.15, NULL));
    ck_assert_uint_eq(nf_pairs_total(result), total);
    ck_assert_str_eq(nf_context_error(context), "");
    nf_pairs_free(result);
    nf_cloud_free(on);
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

START_TEST(any_part_of_a_result_can_be_read_and_nothing_beside_it) {
    nf_context *context = support_context(NULL);
    support_cloud cloud = support_cloud_uniform(300, 3, NF_FLOAT32, 0.2, 1);
    nf_cloud *on = support_cloud_on(context, &cloud.points);
    nf_pairs_result *result = NULL;
    support_pairs host = support_host(&cloud.points, 0.2, NULL);
    int32_t part[8] = {-7, -7, -7, -7, -7, -7, -7, -7};
    support_ok(context, nf_pairs(on, 0.2, NULL, &result));
    ck_assert_uint_eq(nf_pairs_potential(result), 0);
    support_ok(context, nf_pairs_read(result, 5, 3, part));
    ck_assert_mem_eq(part, host.pairs + 10, 24);
    ck_assert_int_eq(part[6], -7);
    support_ok(context, nf_pairs_read(result, host.count, 0, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "not among", nf_pairs_read(result, host.count, 1, part));
    support_fails(context, NF_ERROR_ARGUMENT, "not among", nf_pairs_read(result, 1, UINT64_MAX, part));
    ck_assert_int_eq(nf_pairs_read(result, 0, 1, NULL), NF_ERROR_ARGUMENT);
    support_pairs_free(&host);
    nf_pairs_free(result);
    nf_cloud_free(on);
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

START_TEST(the_potential_method_says_how_many_pairs_it_tested) {
    nf_context *context = support_context(NULL);
    support_cloud cloud = support_cloud_uniform(1000, 3, NF_FLOAT32, 0.15, 1);
    nf_cloud *on = support_cloud_on(context, &cloud.points);
    const nf_pairs_options options = {.method = NF_PAIRS_POTENTIAL, .cells_per_cutoff = 1};
    nf_pairs_result *result = NULL;
    support_ok(context, nf_pairs(on, 0.15, &options, &result));
    ck_assert_uint_gt(nf_pairs_potential(result), 3 * nf_pairs_total(result));
    ck_assert_uint_le(nf_pairs_potential(result), 1000 * 999 / 2);
    nf_pairs_free(result);
    nf_cloud_free(on);
    support_cloud_free(&cloud);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {an_update_reuses_the_buffer_when_it_is_large_enough,
                                  a_failed_update_leaves_an_empty_result_that_can_be_asked_again,
                                  any_part_of_a_result_can_be_read_and_nothing_beside_it,
                                  the_potential_method_says_how_many_pairs_it_tested};
    return support_main("results", tests, sizeof tests / sizeof *tests);
}
