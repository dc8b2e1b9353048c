/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_histogram: the counts of brute force on both walks, in results and in the caller's buffers. */
#include "support/calls.h"
#include "opencl/launch.h"
#include "opencl/program/program.h"
#include "support/answers/pairs.h"
#include "support/clouds/box_more.h"
#include "support/reference/histograms.h"

#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

/* The device's own shape; the walk of GPUs, whose groups of 64 work-items have local memory for 256 bins or for 64; the walk of
   CPUs with own memory for 18,432 bins. */
static const char *const tunings[] = {NULL, "search.GROUP=64 search.KEPT=128 order.GROUP=64 bounds.GROUP=64",
                                      "search_cpu.LIST=1024"};
enum { SHAPES = sizeof tunings / sizeof *tunings };

static void check_result(nf_context *context, nf_cloud *cloud, double cutoff, uint32_t bins,
                         const uint64_t *wanted, const char *what) {
    own_result result = NULL;
    uint64_t *got = support_allocate(bins * sizeof *got), total = 0;
    support_ok(context, nf_histogram(cloud, cutoff, bins, NULL, NULL, &result));
    const nf_array_info *counts = nf_result_array(result, NF_ARRAY_COUNTS);
    ck_assert_str_eq(counts->name, "counts");
    ck_assert_uint_eq(counts->rows, bins);
    support_ok(context, nf_result_read(result, NF_ARRAY_COUNTS, 0, bins, NULL, got));
    histogram_same(wanted, got, bins, what);
    for (uint32_t k = 0; k < bins; k++) total += wanted[k];
    ck_assert_uint_eq(nf_result_total(result), total);
    free(got);
}

static void check_into(nf_context *context, nf_cloud *cloud, double cutoff, uint32_t bins,
                       const uint64_t *wanted, const char *what) {
    own_buffer counts = support_buffer_of(context, NULL, bins, 8);
    own_memory uint64_t *got = support_allocate(bins * sizeof *got);
    for (int again = 0; again < 2; again++) { /* they are set, not added to */
        support_ok(context, histogram_into(cloud, cutoff, bins, NULL, counts.at, NULL));
        support_read(&counts, got);
        histogram_same(wanted, got, bins, what);
    }
}

static void check(nf_context *context, const nf_points *points, const nf_box *box, double cutoff,
                  uint32_t bins, const char *name) {
    own_memory uint64_t *wanted = histogram_counts(points, box, cutoff, bins);
    own_cloud cloud = support_cloud_on(context, points, box);
    check_result(context, cloud, cutoff, bins, wanted, name);
    check_into(context, cloud, cutoff, bins, wanted, name);
}

TEST(bins_around_the_room_of_local_memory_and_the_most_are_counted) {
    const uint32_t bins[] = {255, 256, 257, 1025, 18432, 18433, NF_HISTOGRAM_BINS_MOST};
    for (int s = 0; s < SHAPES; s++) {
        own_context context = support_context(tunings[s]);
        own_points cloud = support_cloud_uniform(700, 3, NF_FLOAT32, 0.3, 9);
        for (size_t b = 0; b < sizeof bins / sizeof *bins; b++)
            check(context, &cloud.points, NULL, cloud.cutoff, bins[b], cloud.name);
    }
}

TEST(bins_as_narrow_as_the_rounding_of_points_that_are_folded_into_the_box_are_counted) {
    enum { BIN_COUNT = NF_HISTOGRAM_BINS_MOST };
    own_context context = support_context(NULL);
    support_boxed boxed = support_boxed_large(1, 300, NF_FLOAT32);
    check(context, &boxed.points, &boxed.box, boxed.cutoff, BIN_COUNT, boxed.name);
    box_more more;
    box_add_queries(&boxed, &more, 200, 2);
    const nf_histogram_options options = {.queries = boxed.queries};
    nf_cloud *cloud = support_cloud_on(context, &boxed.points, &boxed.box),
             *host = support_cloud_on(support_host(), &boxed.points, &boxed.box);
    nf_result *result = NULL, *wanted = NULL;
    support_ok(context, nf_histogram(cloud, boxed.cutoff, BIN_COUNT, &options, NULL, &result));
    support_ok(support_host(), nf_histogram(host, boxed.cutoff, BIN_COUNT, &options, NULL, &wanted));
    support_same_results(wanted, result, "with query points");
    nf_result_free(result);
    nf_result_free(wanted);
    nf_cloud_free(cloud);
    nf_cloud_free(host);
    box_more_free(&boxed, &more);
    support_boxed_free(&boxed);
}

/* The first k bins have the pairs that nf_pairs finds at edge k. */
TEST(the_first_bins_have_the_pairs_of_their_upper_edge) {
    enum { BIN_COUNT = 13 };
    own_context context = support_context(NULL);
    support_boxed boxed = support_boxed_large(1, 300, NF_FLOAT32);
    box_more more;
    box_add_queries(&boxed, &more, 200, 2);
    const nf_histogram_options options = {.queries = boxed.queries};
    const nf_pairs_options of_queries = {.queries = boxed.queries};
    nf_result *result = NULL;
    uint64_t counts[BIN_COUNT], sum = 0;
    nf_cloud *cloud = support_cloud_on(context, &boxed.points, &boxed.box);
    support_ok(context, nf_histogram(cloud, boxed.cutoff, BIN_COUNT, &options, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_COUNTS, 0, BIN_COUNT, NULL, counts));
    for (uint32_t k = 1; k <= BIN_COUNT; k++) {
        uint64_t pairs = 0;
        support_ok(context,
                   pairs_count(cloud, histogram_edge(boxed.cutoff, BIN_COUNT, k), &of_queries, NULL, &pairs));
        sum += counts[k - 1];
        ck_assert_uint_eq(sum, pairs);
    }
    ck_assert_uint_gt(sum, 100);
    nf_result_free(result);
    nf_cloud_free(cloud);
    box_more_free(&boxed, &more);
    support_boxed_free(&boxed);
}

/* ---- kernels that are changed by the test ------------------------------------------------------------------ */

/* The library's files, with these for those of the same names, or as further ones. */
typedef struct changed {
    nf_embedded *files;
    char *text;
} changed;

static changed change(nf_context *context, const char *name, char *text) {
    changed c = {support_allocate((nf_embedded_count + 1) * sizeof *c.files), text};
    size_t at = 0;
    memcpy(c.files, nf_embedded_files, nf_embedded_count * sizeof *c.files);
    while (at < nf_embedded_count && strcmp(c.files[at].name, name) != 0) at++;
    c.files[at] = (nf_embedded){name, (const unsigned char *)text, strlen(text)};
    context->programs.files = c.files;
    context->programs.file_count = nf_embedded_count + (at == nf_embedded_count);
    return c;
}

static void change_back(changed *c) {
    free(c->files);
    free(c->text);
}

static char *text_of(const char *name) {
    size_t at = 0;
    while (strcmp(nf_embedded_files[at].name, name) != 0) at++;
    char *text = support_allocate(nf_embedded_files[at].size + 1);
    memcpy(text, nf_embedded_files[at].bytes, nf_embedded_files[at].size);
    text[nf_embedded_files[at].size] = 0;
    return text;
}

/* The shells of a cubic lattice: distances 1 (3 pairs), sqrt 2 (6), sqrt 3 (4), 2 (3), sqrt 5 (12), sqrt 6 (12), sqrt 8 (6). */
TEST(bins_have_the_edges_of_the_caller) {
    const nf_points one = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = (const float[3]){0, 0, 0}};
    const nf_box cubic = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    static const double edges[5] = {1.1, 1.5, 2, 2.01, 3};
    static const uint64_t shells[4] = {6, 4, 3, 30};
    const nf_histogram_options options = {.edges = edges};
    for (int s = 0; s <= SHAPES; s++) {
        own_context made = s < SHAPES ? support_context(tunings[s]) : NULL;
        nf_context *context = made ? made : support_host();
        own_cloud cloud = support_cloud_on(context, &one, &cubic);
        own_result result = NULL;
        uint64_t counts[4];
        for (int given = 0; given < 2; given++) {
            support_ok(context, nf_histogram(cloud, given ? 3 : 0, 4, &options, NULL, &result));
            support_ok(context, nf_result_read(result, NF_ARRAY_COUNTS, 0, 4, NULL, counts));
            ck_assert_mem_eq(counts, shells, sizeof shells);
        }
        support_fails(context, NF_ERROR_ARGUMENT, "the cutoff is 2 and the last edge is 3: give the cutoff 0",
                      nf_histogram(cloud, 2, 4, &options, NULL, &result));
        const nf_histogram_options equal = {.edges = (const double[3]){0, 1, 1}},
                                   close = {.edges = (const double[3]){0, 1e-20, 1}};
        support_fails(context, NF_ERROR_ARGUMENT, "edge 2 is 1: edges are finite",
                      nf_histogram(cloud, 0, 2, &equal, NULL, &result));
        support_fails(context, NF_ERROR_ARGUMENT, "edge 1 is 1e-20: with the last edge 1 it must be 0 or",
                      nf_histogram(cloud, 0, 2, &close, NULL, &result));
    }
}

/* With a limit of 8 instead of two million. */
TEST(counts_are_moved_before_they_wrap) {
    nf_context *context = support_context(tunings[1]);
    support_cloud cloud = support_cloud_uniform(700, 3, NF_FLOAT32, 0.3, 9);
    char *text = text_of("search/emit/histogram.cl"), *limit = strstr(text, "1u << 21");
    ck_assert_ptr_nonnull(limit);
    memcpy(limit, "1u << 03", 8);
    changed c = change(context, "search/emit/histogram.cl", text);
    check(context, &cloud.points, NULL, cloud.cutoff, 20, "a limit of 8");
    support_cloud_free(&cloud);
    nf_context_free(context);
    change_back(&c);
}

TEST(counts_have_64_bits) {
    enum { ITEMS = 64, COUNTS = 3 };
    static const char source[] =
        "#include \"search/emit/counts.cl\"\n"
        "__kernel void add(__global ulong *counts, ulong first, uint count) {\n"
        "    nf_count_add((__global uint *)(counts + first), (uint)get_global_id(0) % 3, count);\n"
        "}\n";
    nf_context *context = support_context(NULL);
    uint64_t counts[COUNTS] = {5, 0xffffffff, UINT64_C(1) << 40}, got[COUNTS];
    support_buffer buffer = support_buffer_of(context, counts, COUNTS, 8);
    changed c = change(context, "search/add_counts.cl",
                       memcpy(support_allocate(sizeof source), source, sizeof source));
    const nf_spec spec = nf_spec_of(context, "search/add_counts.cl");
    nf_program *program = NULL;
    nf_work work;
    support_ok(context, nf_work_begin(&work, context, NULL));
    support_ok(context, nf_program_get(context, &spec, &program));
    support_ok(context,
               nf_launch(&work, program, "add", ((nf_shape){.groups = ITEMS, .group = 1}),
                         nf_inout(buffer.at.buffer), nf_u64(buffer.at.offset / 8), nf_u32(0xc0000001)));
    support_ok(context, nf_work_end(&work, NF_OK));
    support_read(&buffer, got);
    for (uint64_t k = 0; k < COUNTS; k++)
        ck_assert_uint_eq(got[k], counts[k] + ((uint64_t)ITEMS + 2 - k) / 3 * UINT64_C(0xc0000001));
    support_release(&buffer);
    nf_context_free(context);
    change_back(&c);
}

/* ---- results and arguments ------------------------------------------------------------------------------ */

TEST(a_result_is_replaced_and_serves_other_questions) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.2, 2);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    uint64_t pairs = 0;
    support_ok(context, nf_pairs(on, cloud.cutoff, NULL, NULL, &result));
    pairs = nf_result_total(result);
    support_ok(context, nf_histogram(on, cloud.cutoff, 20, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_PAIRS)->rows, 0);
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_COUNTS)->rows, 20);
    ck_assert_uint_eq(nf_result_total(result), pairs);
    support_ok(context, nf_pairs(on, cloud.cutoff, NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_COUNTS)->rows, 0);
}

TEST(no_points_and_one_point_have_empty_bins) {
    const float one[3] = {1, 2, 3};
    own_context context = support_context(NULL);
    for (uint64_t n = 0; n < 2; n++) {
        const nf_points points = {.n = n, .dims = 3, .type = NF_FLOAT32, .rows.host = one};
        const uint64_t wanted[5] = {0};
        own_cloud cloud = support_cloud_on(context, &points, NULL);
        check_result(context, cloud, 1, 5, wanted, "none");
        check_into(context, cloud, 1, 5, wanted, "none");
    }
}
