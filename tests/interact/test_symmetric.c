/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Symmetric sums: each pair once, in fixed point, against sums in double on the host. */
#include "support/calls.h"
#include "support/sums/drift.h"
#include "support/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define OTHER_GPU "search.GROUP=32 bounds.GROUP=64 order.GROUP=64 order.COUNTED=1"

static const char radial[] =
    "#pragma nearfield radial\n"
    "#pragma nearfield field charge\n"
    "#pragma nearfield sum pulls vector odd 4096\n"
    "#pragma nearfield sum counts scalar even 1e4\n"
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"
    "    to->counts += 1;\n"
    "    return i->charge * j->charge;\n"
    "}\n";
enum { SUMS = 2, COUNTS = 3, COLUMNS }; /* columns; those before the counts are of the pulls */

static drift_scene *begin(const char *tuning, const char *source) {
    drift_scene *s = drift_begin(tuning, NF_FLOAT32, source, "charge");
    s->sum_type = support_double();
    s->cutoff = 0.875;
    return s;
}

static void charge(drift_scene *s) {
    for (uint64_t k = 0; k < s->n; k++) s->carried[k] = (double)(float)(2 * support_uniform(&s->state) - 1);
}

static void fill(drift_scene *s, uint64_t n, double x, double y, double z, int outside) {
    drift_fill(s, n, x, y, z, outside);
    charge(s);
    drift_move(s);
}

static nf_status ask_for(drift_scene *s, uint64_t arrays, const double *ranges) {
    const nf_numbers field = drift_field(s);
    const nf_interact_options options = {.fields = &field,
                                         .field_count = 1,
                                         .sum64 = s->type != s->sum_type,
                                         .strategy = "symmetric",
                                         .skin = s->skin,
                                         .arrays = arrays,
                                         .ranges = ranges};
    return nf_interact(s->cloud, s->cutoff, s->function, &options, NULL, &s->result);
}
static nf_status ask(drift_scene *s, const double *ranges) { return ask_for(s, 0, ranges); }

/* ---- the host's ------------------------------------------------------------------------------------------ */

/* What all images of point j do to point i, up to `reach` boxes away.  Returns 1 if rounding may decide about one. */
static int add_images(const drift_scene *s, uint64_t i, uint64_t j, int reach, double *sum, double *size) {
    int close = 0;
    for (int image = 0, side = 2 * reach + 1; image < side * side * side; image++) {
        const int S[3] = {image % side - reach, image / side % side - reach, image / side / side - reach};
        double D[3], d2 = 0;
        if (i == j && !S[0] && !S[1] && !S[2]) continue;
        for (int a = 0; a < 3; a++) {
            D[a] = s->at[3 * j + (uint64_t)a] - s->at[3 * i + (uint64_t)a] + S[a] * s->box.cell[a][a];
            d2 += D[a] * D[a];
        }
        close |= fabs(sqrt(d2) - s->cutoff) < 1e-5 * (s->cutoff + 10);
        if (!(d2 < s->cutoff * s->cutoff)) continue;
        const double weight = s->carried[i] * s->carried[j],
                     more[COLUMNS] = {weight * D[0], weight * D[1], weight * D[2], 1};
        for (int k = 0; k < COLUMNS; k++) {
            sum[k] += more[k];
            size[k] += fabs(more[k]) + fabs(weight) * 10;
        }
    }
    return close;
}

static drift_rows sums;

/* Of each `step`-th point. */
static void compare(drift_scene *s, int reach, uint64_t step) {
    const double unit = s->type == NF_FLOAT64 ? 1e-10 : 1e-5;
    uint64_t checked = 0;
    drift_read(s, s->result, sums);
    for (uint64_t i = 0; i < s->n; i += step) {
        double sum[COLUMNS] = {0}, size[COLUMNS] = {0};
        int close = 0;
        for (uint64_t j = 0; j < s->n; j++) close |= add_images(s, i, j, reach, sum, size);
        if (close) continue;
        checked++;
        for (int k = 0; k < COLUMNS; k++)
            ck_assert_msg(fabs(sums[i][k] - sum[k]) <= (k == COUNTS ? 0 : unit * (size[k] + 1)),
                          "component %d of point %d of %d: %g instead of %g", k, (int)i, (int)s->n,
                          sums[i][k], sum[k]);
    }
    ck_assert_uint_gt(checked * 2 * step, s->n);
}

/* The sums that were compared, in double, in which numbers in fixed point are exact. */
static void is_balanced(const drift_scene *s) {
    for (int a = 0; a < 3; a++) {
        double total = 0, size = 0;
        for (uint64_t i = 0; i < s->n; i++) {
            total += sums[i][a];
            size += fabs(sums[i][a]);
        }
        ck_assert_double_eq(total, 0);
        ck_assert(s->n == 1 || size > 1);
    }
}

static void check(drift_scene *s, uint64_t n, double x, double y, double z, int outside, int reach) {
    fill(s, n, x, y, z, outside);
    support_ok(s->context, ask(s, NULL));
    compare(s, reach, n > 800 ? 7 : 3);
    if (s->sum_type == NF_FLOAT64) is_balanced(s);
}

TEST(symmetric_sums_are_those_of_the_host_and_balance) {
    SUPPORT_NEEDS_GROUPS();
    own_drift s = begin(DRIFT_GPU, radial);
    check(s, 1500, 6, 6, 7, 0, 1); /* all clusters have lists */
    check(s, 700, 4, 4, 4, 0, 1);  /* not all have */
    check(s, 300, 4, 4, 4, 1, 6);
    check(s, 60, 1.75, 2, 3, 0, 2); /* none has, and images of a point are its neighbours */
    s->cutoff = 1.9;
    check(s, 40, 1.75, 2, 3, 0, 3);
    check(s, 1, 1.75, 2, 3, 0, 3);
}

/* What pairs do to each other falls by 10^7 within the cutoff: points that are alone beside close pairs keep their digits. */
static const char steep[] =
    "#pragma nearfield radial\n"
    "#pragma nearfield field charge\n"
    "#pragma nearfield sum pulls vector odd 1e12\n"
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"
    "    return 1 / (d2 * d2 * d2 * d2);\n"
    "}\n";
TEST(small_sums_beside_large_ones_keep_their_digits) {
    SUPPORT_NEEDS_GROUPS();
    own_drift s = begin(DRIFT_GPU, steep);
    s->sum_type = NF_FLOAT32; /* whose roundings the points of a cluster share */
    fill(s, 1500, 6, 6, 7, 0);
    for (uint64_t k = 0; k < 3 * s->n; k++) s->at[k] = (double)(float)s->at[k];
    for (uint64_t k = 0; k < 20; k++)
        for (uint64_t a = 0; a < 3; a++) {
            const double at = s->at[6 * k + a];
            s->at[6 * k + 3 + a] = (double)(float)(a                           ? at
                                                   : at > s->box.origin[0] + 1 ? at - 0.06
                                                                               : at + 0.06);
        }
    drift_move(s);
    support_ok(s->context, ask(s, NULL));
    drift_read(s, s->result, sums);
    for (uint64_t i = 0; i < s->n; i++) {
        double wanted[3] = {0}, size = 0;
        for (uint64_t j = 0; j < s->n; j++) {
            double D[3], d2 = 0;
            for (uint64_t a = 0; a < 3; a++) {
                D[a] = s->at[3 * j + a] - s->at[3 * i + a];
                D[a] -= s->box.cell[a][a] * rint(D[a] / s->box.cell[a][a]);
                d2 += D[a] * D[a];
            }
            if (i == j || !(d2 < s->cutoff * s->cutoff)) continue;
            for (int a = 0; a < 3; a++) wanted[a] += D[a] * pow(d2, -4);
            size += sqrt(d2) * pow(d2, -4);
        }
        for (int a = 0; a < 3; a++)
            ck_assert_msg(fabs(sums[i][a] - wanted[a]) <= 1e-4 * size + 0.1, "point %d has %g, not %g of %g",
                          (int)i, sums[i][a], wanted[a], size);
    }
}

/* Points of a lattice with distances of the cutoff: the rule decides, for both points of a pair alike. */
TEST(the_rule_decides_once_for_both) {
    SUPPORT_NEEDS_GROUPS();
    own_drift s = begin(DRIFT_GPU, radial);
    drift_fill_lattice(s);
    charge(s);
    drift_move(s);
    support_ok(s->context, ask(s, NULL));
    drift_counts_are_those_of_lists(s, COUNTS);
}

TEST(the_same_bits_in_every_run_and_for_every_tuning) {
    SUPPORT_NEEDS_GROUPS();
    static const char *const tunings[] = {DRIFT_GPU, DRIFT_GPU, OTHER_GPU};
    static drift_rows first;
    for (int k = 0; k < 3; k++) {
        own_drift s = begin(tunings[k], radial);
        fill(s, 1500, 6, 6, 7, 1);
        support_ok(s->context, ask(s, NULL));
        drift_read(s, s->result, k ? sums : first);
        if (k) ck_assert_mem_eq(sums, first, s->n * sizeof *sums);
    }
}

static const double narrow[SUMS][SUMS] = {{1e-3, 0}, {0, 20}};
static const char *const names[SUMS] = {"\"pulls\"", "\"counts\""};

/* A sum that is left out needs no range, unless there are totals, which are of all sums.  Each choice of sums is a program. */
TEST(sums_that_are_not_named_change_no_other) {
    SUPPORT_NEEDS_GROUPS();
    enum { NAMED = 1 };
    const uint64_t arrays = NF_WANT(NF_ARRAY_SUM(NAMED));
    static double all[DRIFT_MOST], got[DRIFT_MOST];
    own_drift s = begin(DRIFT_GPU, radial);
    fill(s, 1500, 6, 6, 7, 0);
    support_ok(s->context, ask(s, NULL));
    support_ok(s->context, nf_result_read(s->result, NF_ARRAY_SUM(NAMED), 0, s->n, NULL, all));
    for (int k = 0; k < SUMS; k++) {
        if (k == NAMED) support_fails(s->context, NF_ERROR_ARGUMENT, names[k], ask_for(s, arrays, narrow[k]));
        else support_ok(s->context, ask_for(s, arrays, narrow[k]));
    }
    support_ok(s->context, ask_for(s, arrays, NULL));
    for (int k = 0; k < SUMS; k++)
        ck_assert_uint_eq(nf_result_array(s->result, (nf_array)(NF_ARRAY_SUMS + k))->rows,
                          k == NAMED ? s->n : 0);
    support_ok(s->context, nf_result_read(s->result, NF_ARRAY_SUM(NAMED), 0, s->n, NULL, got));
    ck_assert_mem_eq(got, all, s->n * nf_type_bytes(s->sum_type));
    support_fails(s->context, NF_ERROR_ARGUMENT, names[!NAMED],
                  ask_for(s, arrays | NF_WANT(NF_ARRAY_TOTALS), narrow[!NAMED]));
}

TEST(what_leaves_its_range_is_found_and_named) {
    SUPPORT_NEEDS_GROUPS();
    static double counts[DRIFT_MOST];
    own_drift s = begin(DRIFT_GPU, radial);
    fill(s, 1500, 6, 6, 7, 0);
    for (int k = 0; k < SUMS; k++) support_fails(s->context, NF_ERROR_ARGUMENT, names[k], ask(s, narrow[k]));
    const double was = s->carried[700];
    s->carried[700] = NAN;
    support_fails(s->context, NF_ERROR_ARGUMENT, "\"pulls\"", ask(s, NULL));
    s->carried[700] = was;
    support_ok(s->context, ask(s, NULL));
    const size_t element = nf_type_bytes(s->sum_type);
    support_buffer pulls = support_buffer_of(s->context, NULL, s->n, 3 * element),
                   number_of = support_buffer_of(s->context, NULL, s->n, element);
    const nf_slice sums_at[SUMS] = {pulls.at, number_of.at}, none = NF_DEFAULTS;
    const nf_output at_host = {.array = NF_ARRAY_SUM(1), .host = counts, .capacity = s->n};
    const nf_outputs outputs = {.count = 1, .arrays = &at_host};
    const nf_numbers field = drift_field(s);
    nf_interact_options into = {.fields = &field,
                                .field_count = 1,
                                .strategy = "symmetric",
                                .sum64 = s->type != s->sum_type,
                                .ranges = narrow[0]};
    for (int fits = 0; fits < 2; fits++) {
        support_ok(s->context, interact_into(s->cloud, s->cutoff, s->function, &into, sums_at, none, NULL));
        support_read(&number_of, counts);
        for (uint64_t i = 0; i < s->n; i++)
            ck_assert_int_eq(!isnan(s->sum_type == NF_FLOAT64 ? counts[i] : (double)((float *)counts)[i]),
                             fits);
        into.ranges = NULL;
    }
    into.ranges = narrow[1];
    into.outputs = &outputs; /* for which the call waits */
    support_fails(s->context, NF_ERROR_ARGUMENT, names[1],
                  nf_interact(s->cloud, s->cutoff, s->function, &into, NULL, NULL));
    support_release(&pulls), support_release(&number_of);
}

TEST(a_function_must_declare_signs_and_ranges) {
    SUPPORT_NEEDS_GROUPS();
    static const char *const sources[][2] = {
        {"#pragma nearfield sum values scalar\n", "\"values\" does not declare"},
        {"#pragma nearfield sum values scalar none\n", "\"values\" does not declare"},
        {"#pragma nearfield sum values scalar even\n", "\"values\" has no range"},
        {"#pragma nearfield sum values scalar even 1e30\n", "1e+30"},
    };
    own_drift s = begin(DRIFT_GPU, radial);
    fill(s, 100, 6, 6, 7, 0);
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        char text[400];
        own_function function = NULL;
        const nf_interact_options options = {.strategy = "symmetric"};
        snprintf(
            text, sizeof text,
            "#pragma nearfield radial\n%s"
            "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) "
            "{\n    to->values += 1;\n    return 0;\n}\n",
            sources[k][0]);
        support_ok(s->context, nf_function_create(s->context, NULL, text, NULL, &function));
        support_fails(s->context, NF_ERROR_UNSUPPORTED, sources[k][1],
                      nf_interact(s->cloud, 1, function, &options, NULL, &s->result));
    }
}

int main(void) {
    if (!support_take_atomics()) support_skip("the device has no 64-bit atomics");
    return support_main();
}
