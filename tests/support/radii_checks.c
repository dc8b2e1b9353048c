/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/radii_checks.h"
#include "support/answers.h"
#include "support/box_checks.h"
#include "support/box_more.h"
#include "support/clouds.h"
#include "support/device.h"
#include "support/histograms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void radii_check_same(nf_context *context, const support_boxed *boxed, nf_radii_rule rule, int sorted,
                      int asked) {
    for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
        if (!(asked >> question & 1)) continue;
        else if (question == BOX_FULL_LISTS || boxed->queries || rule != NF_RADII_QUERY)
            if (question != BOX_HALF_LISTS || !boxed->queries)
                box_check_same(box_ask_host, NULL, box_ask_device, context, boxed, question, sorted);
}

/* What box `at` is asked without and with query points. */
static int asked_alone(const char *profile, int at, nf_radii_rule rule) {
    if (support_small()) return RADII_HALF;
    if (!profile || rule == NF_RADII_QUERY) return RADII_EVERY; /* of the latter, full lists only */
    return at / 3 % 2 ? RADII_HALF : RADII_PAIRS | RADII_FULL;
}

static int asked_queries(const char *profile, int at) {
    if (support_small()) return RADII_PAIRS;
    if (!profile) return RADII_EVERY;
    return at / 3 % 2 ? RADII_FULL : RADII_PAIRS;
}

void radii_check_boxes(const char *profile, int step) {
    nf_context *context = support_context(profile);
    for (int k = 1; k < SUPPORT_BOXES; k += step) {
        const nf_type type = k / step % 2 ? support_double() : NF_FLOAT32;
        const nf_radii_rule rule = (nf_radii_rule)(k / step % 3);
        support_boxed boxed = support_boxed_make(k, type);
        box_more more;
        if (k / step % 4 == 1) support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p15 : 0x1p44);
        box_add_conditions(&boxed, &more, 8 | (k / step % 5 == 2 ? 5 : 0), rule);
        radii_check_same(context, &boxed, rule, k % 2, asked_alone(profile, k / step, rule));
        box_more_free(&boxed, &more);
        box_add_queries(&boxed, &more, 40, k / step % 2 ? 20 : 1);
        box_add_conditions(&boxed, &more, 8, rule);
        radii_check_same(context, &boxed, rule, 0, asked_queries(profile, k / step));
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}

/* Radii like the distance to the centre of a cloud that is the denser the closer to it; they differ by a factor of a hundred.  Some are the
   largest one divided by powers of two. */
support_boxed radii_dense_centre(uint64_t n, nf_type type, nf_points *radii, nf_conditions *conditions) {
    support_boxed boxed = {.name = "a dense centre", .by_radii = 1, .conditions = conditions};
    const size_t element = nf_type_bytes(type);
    char *data = support_allocate(4 * n * element);
    uint64_t state = n;
    for (uint64_t p = 0; p < n; p++) {
        const double far = pow(100, -support_uniform(&state)), turn = 6.2831853 * support_uniform(&state),
                     z = 2 * support_uniform(&state) - 1, beside = sqrt(1 - z * z),
                     radius = p % 10 ? 0.15 * far : (double)0.15f / (double)(1 << p / 10 % 6),
                     xyzr[4] = {far * beside * cos(turn), far * beside * sin(turn), far * z, radius};
        for (uint64_t a = 0; a < 4; a++) {
            const uint64_t at = a < 3 ? 3 * p + a : 3 * n + p;
            if (type == NF_FLOAT32) ((float *)data)[at] = (float)xyzr[a];
            else ((double *)data)[at] = xyzr[a];
        }
    }
    boxed.data = data;
    boxed.points = (nf_points){.n = n, .dims = 3, .type = type, .host = data};
    boxed.box = (nf_box){.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; /* open */
    boxed.cutoff = 0.3;
    *radii = (nf_points){.n = n, .dims = 1, .type = type, .host = data + 3 * n * element};
    conditions->radii = radii;
    return boxed;
}

void radii_check_centre(const char *profile, uint64_t n, int step, int few) {
    static const int sample[] = {RADII_HALF | RADII_FULL, RADII_PAIRS | RADII_FULL, RADII_FULL}; /* by rule */
    nf_context *context = support_context(profile);
    for (int k = step - 1; k < 3; k += step) {
        nf_points radii;
        nf_conditions conditions = {.radii_rule = (nf_radii_rule)k};
        support_boxed boxed =
            radii_dense_centre(n, k % 2 ? support_double() : NF_FLOAT32, &radii, &conditions);
        radii_check_same(context, &boxed, conditions.radii_rule, 0,
                         support_small() ? RADII_FULL
                         : few           ? sample[k]
                                         : RADII_EVERY);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}

enum { BINS = 30 };

/* The counts of brute force by distance; `most` is the largest cutoff that the radii allow. */
static void count_images(const support_boxed *boxed, double most, uint64_t wanted[BINS]) {
    const nf_points *points = &boxed->points;
    images found = images_find_of(points, NULL, &boxed->box, boxed->cutoff, 1, boxed->conditions);
    for (uint64_t p = 0; p < found.count; p++) {
        double vector[3], distance;
        uint32_t k = 0;
        while (k + 1 < BINS && !images_measure(points, &boxed->box, histogram_edge(most, BINS, k + 1),
                                               &found.all[p], vector, &distance))
            k++;
        wanted[k]++;
    }
    images_free(&found);
}

/* `by_force`: the counts of the host are those of brute force. */
static void check_histogram(nf_context *context, const support_boxed *boxed, double most, int by_force) {
    const nf_histogram_options options = {.conditions = boxed->conditions};
    const nf_points *points = &boxed->points;
    uint64_t wanted[BINS] = {0}, counts[BINS];
    ck_assert_int_eq(
        nf_host_histogram(points, &boxed->box, 0, BINS, &options, NULL, wanted, NULL, NULL, NULL, 0), NF_OK);
    if (by_force) {
        memset(counts, 0, sizeof counts);
        count_images(boxed, most, counts);
        histogram_same(counts, wanted, BINS, "the host");
    }
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    support_ok(context, nf_cloud_create(context, points, &boxed->box, NULL, &cloud));
    support_ok(context, nf_histogram(cloud, 0, BINS, &options, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_COUNTS, 0, BINS, NULL, counts));
    histogram_same(wanted, counts, BINS, "the device");
    nf_result_free(result);
    nf_cloud_free(cloud);
}

/* Points inside and outside of a periodic box, some of which reach their own images; their radii are the largest one divided by powers of two.
   Each pair of images is found from one of its points. */
void radii_check_limits(const char *profile, int boxes) {
    nf_context *context = support_context(profile);
    for (int k = 0; k < boxes; k++) {
        support_boxed boxed =
            support_boxed_large(k, support_small() ? 300 : 1600, k % 2 ? support_double() : NF_FLOAT32);
        box_more more;
        boxed.cutoff *= 6;
        const float most = (float)(0.499 * boxed.cutoff);
        const nf_radii_rule rule = k % 2 ? NF_RADII_LARGER : NF_RADII_SUM;
        box_add_conditions(&boxed, &more, 8, rule);
        for (uint64_t p = 0; p < boxed.points.n; p++) {
            const uint64_t of = p % 32, c = of == 0 ? 0 : of < 3 ? 1 : of < 10 ? 2 : 3 + p % 3;
            const float radius = most / (float)(1 << c);
            if (boxed.points.type == NF_FLOAT32) ((float *)more.data[1])[p] = radius;
            else ((double *)more.data[1])[p] = (double)radius;
        }
        if (!profile) {
            box_check(box_ask_device, context, &boxed, BOX_PAIRS, 0);
            box_check(box_ask_device, context, &boxed, BOX_HALF_LISTS, 0);
        }
        radii_check_same(context, &boxed, rule, 0,
                         support_small() ? RADII_PAIRS | RADII_HALF
                         : !profile      ? RADII_EVERY
                         : k % 2         ? RADII_HALF
                                         : RADII_PAIRS | RADII_FULL);
        check_histogram(context, &boxed, (double)most * (rule == NF_RADII_SUM ? 2 : 1), !profile);
        box_more_free(&boxed, &more);
        support_boxed_free(&boxed);
    }
    nf_context_free(context);
}
