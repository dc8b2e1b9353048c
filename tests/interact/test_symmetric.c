/* Symmetric sums: each pair once, in fixed point, against sums in double on the host. */
#include "support/device.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GPU   "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"
#define OTHER "search.GROUP=32 bounds.GROUP=64 order.GROUP=64 order.COUNTED=1"

#define DECLARED                                                                                             \
    "#pragma nearfield field charge\n"                                                                       \
    "#pragma nearfield sum pulls vector odd 4096\n"                                                          \
    "#pragma nearfield sum energies scalar even 4096\n"                                                      \
    "#pragma nearfield sum counts scalar even 1e4\n"
static const char general[] = "#pragma nearfield general\n" DECLARED
                              "static void interact(const fields *i, const fields *j, vector D, real d2,\n"
                              "                     const parameters *p, sums *to) {\n"
                              "    const real weight = i->charge * j->charge;\n"
                              "    to->pulls.x += weight * D.x;\n"
                              "    to->pulls.y += weight * D.y;\n"
                              "    to->pulls.z += weight * D.z;\n"
                              "    to->energies += weight * (p->cutoff * p->cutoff - d2);\n"
                              "    to->counts += 1;\n"
                              "}\n";
static const char radial[] =
    "#pragma nearfield radial\n" DECLARED
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"
    "    const real weight = i->charge * j->charge;\n"
    "    to->energies += weight * (p->cutoff * p->cutoff - d2);\n"
    "    to->counts += 1;\n"
    "    return weight;\n"
    "}\n";
enum { PULLS, ENERGIES, COUNTS, SUMS, COLUMNS = 5, MOST = 1800 };

/* A cloud, and the sums of its points, rows of COLUMNS. */
typedef struct scene {
    nf_context *context;
    nf_function *function;
    nf_cloud *cloud;
    nf_result *result;
    nf_type type, sum_type;
    nf_box box;
    double cutoff, skin;
    uint64_t n, state;
    double at[3 * MOST], charge[MOST];
    double data[3 * MOST], field[MOST]; /* in the type */
    double sums[MOST][COLUMNS];
} scene;

static double number(scene *s) { return (double)(support_random(&s->state) >> 11) * 0x1p-53; }

static void store(nf_type type, const double *from, uint64_t count, void *to) {
    for (uint64_t k = 0; k < count; k++)
        if (type == NF_FLOAT64) ((double *)to)[k] = from[k];
        else ((float *)to)[k] = (float)from[k];
}

static nf_points points_of(scene *s) {
    store(s->type, s->at, 3 * s->n, s->data);
    return (nf_points){.n = s->n, .dims = 3, .type = s->type, .host = s->data};
}

/* Points of a periodic box; of the last tenth some are in other images of it. */
static void fill(scene *s, uint64_t n, double x, double y, double z, int outside) {
    s->n = n;
    s->state = n;
    s->box =
        (nf_box){.origin = {0.5, -1, 0}, .cell = {{x, 0, 0}, {0, y, 0}, {0, 0, z}}, .periodic = {1, 1, 1}};
    for (uint64_t k = 0; k < 3 * n; k++) {
        const double side = s->box.cell[k % 3][k % 3], shift = floor(number(s) * 5) - 2;
        s->at[k] = (double)(float)(s->box.origin[k % 3] + number(s) * side +
                                   (outside && k > 27 * n / 10 ? shift * side : 0));
    }
    for (uint64_t k = 0; k < n; k++) s->charge[k] = (double)(float)(2 * number(s) - 1);
}

static void begin(scene *s, const char *tuning, nf_type type, const char *source) {
    s->context = support_context(tuning);
    s->type = type;
    s->sum_type = support_small() ? support_double() : type; /* one program for all tests */
    s->cutoff = 0.875;
    support_ok(s->context, nf_function_create(s->context, NULL, source, "pairs.cl", &s->function));
}

static void end(scene *s) {
    nf_result_free(s->result);
    nf_cloud_free(s->cloud);
    nf_function_free(s->function);
    nf_context_free(s->context);
    s->result = NULL;
    s->cloud = NULL;
}

static void move(scene *s) {
    const nf_points points = points_of(s);
    if (s->cloud) support_ok(s->context, nf_cloud_move(s->cloud, &points, &s->box, NULL));
    else support_ok(s->context, nf_cloud_create(s->context, &points, &s->box, NULL, &s->cloud));
}

static nf_status ask(scene *s, const double *ranges) {
    store(s->type, s->charge, s->n, s->field);
    const nf_numbers charge = {.name = "charge", .n = s->n, .host = s->field};
    const nf_interact_options options = {.fields = &charge,
                                         .field_count = 1,
                                         .sum64 = s->type != s->sum_type,
                                         .strategy = "symmetric",
                                         .skin = s->skin,
                                         .ranges = ranges};
    return nf_interact(s->cloud, s->cutoff, s->function, &options, NULL, &s->result);
}

static void read_sums(scene *s) {
    double values[3 * MOST];
    for (int k = 0; k < SUMS; k++) {
        const nf_array array = (nf_array)(NF_ARRAY_SUMS + k);
        const uint64_t columns = k == PULLS ? 3 : 1;
        support_ok(s->context, nf_result_read(s->result, array, 0, s->n, NULL, values));
        for (uint64_t i = 0; i < s->n * columns; i++)
            s->sums[i / columns][k == PULLS ? i % 3 : (uint64_t)k + 2] =
                s->sum_type == NF_FLOAT64 ? values[i] : (double)((float *)values)[i];
    }
}

/* ---- the host's ------------------------------------------------------------------------------------------ */

/* What all images of point j do to point i, up to `reach` boxes away.  Returns 1 if rounding may decide about one. */
static int add_images(const scene *s, uint64_t i, uint64_t j, int reach, double *sum, double *size) {
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
        const double weight = s->charge[i] * s->charge[j],
                     more[COLUMNS] = {weight * D[0], weight * D[1], weight * D[2],
                                      weight * (s->cutoff * s->cutoff - d2), 1};
        for (int k = 0; k < COLUMNS; k++) {
            sum[k] += more[k];
            size[k] += fabs(more[k]) + fabs(weight) * 10;
        }
    }
    return close;
}

/* Of each `step`-th point. */
static void compare(scene *s, int reach, uint64_t step) {
    const double unit = s->type == NF_FLOAT64 ? 1e-10 : 1e-5;
    uint64_t checked = 0;
    read_sums(s);
    for (uint64_t i = 0; i < s->n; i += step) {
        double sum[COLUMNS] = {0}, size[COLUMNS] = {0};
        int close = 0;
        for (uint64_t j = 0; j < s->n; j++) close |= add_images(s, i, j, reach, sum, size);
        if (close) continue;
        checked++;
        for (int k = 0; k < COLUMNS; k++)
            ck_assert_msg(fabs(s->sums[i][k] - sum[k]) <= (k == 4 ? 0 : unit * (size[k] + 1)),
                          "component %d of point %d of %d: %g instead of %g", k, (int)i, (int)s->n,
                          s->sums[i][k], sum[k]);
    }
    ck_assert_uint_gt(checked * 2 * step, s->n);
}

/* In double, in which numbers in fixed point are exact. */
static void is_balanced(scene *s) {
    for (int a = 0; a < 3; a++) {
        double total = 0, size = 0;
        for (uint64_t i = 0; i < s->n; i++) {
            total += s->sums[i][a];
            size += fabs(s->sums[i][a]);
        }
        ck_assert_double_eq(total, 0);
        ck_assert(s->n == 1 || size > 1);
    }
}

static void check(scene *s, uint64_t n, double x, double y, double z, int outside, int reach) {
    fill(s, n, x, y, z, outside);
    move(s);
    support_ok(s->context, ask(s, NULL));
    compare(s, reach, n > 800 ? 7 : 3);
    if (s->sum_type == NF_FLOAT64) is_balanced(s);
}

static void check_all(nf_type type, nf_type sum_type, const char *source) {
    scene *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    begin(s, GPU, type, source);
    s->sum_type = sum_type;
    check(s, 1500, 6, 6, 7, 0, 1); /* all clusters have lists */
    check(s, 700, 4, 4, 4, 0, 1);  /* not all have */
    check(s, 300, 4, 4, 4, 1, 6);
    check(s, 60, 1.75, 2, 3, 0, 2); /* none has, and images of a point are its neighbours */
    s->cutoff = 1.9;
    check(s, 40, 1.75, 2, 3, 0, 3);
    check(s, 1, 1.75, 2, 3, 0, 3);
    end(s);
    free(s);
}

START_TEST(symmetric_sums_are_those_of_the_host_and_balance) {
    check_all(NF_FLOAT32, support_double(), radial);
    if (support_small()) return;
    check_all(NF_FLOAT32, NF_FLOAT32, radial);
    check_all(support_double(), support_double(), general);
}
END_TEST

/* A dense part, for which lists have no room. */
START_TEST(clusters_without_room_for_a_list) {
    scene *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    begin(s, GPU, NF_FLOAT32, radial);
    fill(s, 1800, 6, 6, 6, 0);
    for (uint64_t k = 0; k < 3 * 800; k++) s->at[k] = (double)(float)(2 + 0.4 * number(s));
    move(s);
    support_ok(s->context, ask(s, NULL));
    compare(s, 1, 29);
    end(s);
    free(s);
}
END_TEST

/* Points of a lattice with distances of the cutoff: the rule decides, for both points of a pair alike. */
START_TEST(the_rule_decides_once_for_both) {
    enum { LENGTH = 12, SIDE = 6, N = LENGTH * SIDE * SIDE };
    scene *s = calloc(1, sizeof *s);
    nf_result *lists = NULL;
    uint64_t offsets[N + 1];
    ck_assert_ptr_nonnull(s);
    begin(s, GPU, NF_FLOAT32, radial);
    fill(s, N, LENGTH, SIDE, SIDE, 0);
    s->cutoff = 1;
    for (int k = 0; k < 3 * N; k++) {
        const int cell[3] = {k / 3 % LENGTH, k / 3 / LENGTH % SIDE, k / 3 / LENGTH / SIDE};
        s->at[k] = s->box.origin[k % 3] + cell[k % 3] + (floor(number(s) * 3) + 2) * 0x1p-20 + 0.0625;
    }
    move(s);
    support_ok(s->context, nf_lists(s->cloud, s->cutoff, NULL, NULL, &lists));
    support_ok(s->context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_ok(s->context, ask(s, NULL));
    read_sums(s);
    for (int i = 0; i < N; i++) ck_assert_double_eq(s->sums[i][4], (double)(offsets[i + 1] - offsets[i]));
    ck_assert_uint_gt(offsets[N], N);
    ck_assert_uint_lt(offsets[N], 5 * N);
    nf_result_free(lists);
    end(s);
    free(s);
}
END_TEST

START_TEST(the_same_bits_in_every_run_and_for_every_tuning) {
    static const char *const tunings[] = {GPU, GPU, OTHER};
    scene *s = calloc(1, sizeof *s);
    double(*first)[COLUMNS] = support_allocate(sizeof s->sums);
    ck_assert_ptr_nonnull(s);
    for (int k = 0; k < 3; k++) {
        begin(s, tunings[k], NF_FLOAT32, radial);
        fill(s, 1500, 6, 6, 7, 1);
        move(s);
        support_ok(s->context, ask(s, NULL));
        read_sums(s);
        if (k) ck_assert_mem_eq(s->sums, first, sizeof s->sums);
        else memcpy(first, s->sums, sizeof s->sums);
        end(s);
    }
    free(first);
    free(s);
}
END_TEST

START_TEST(what_leaves_its_range_is_found_and_named) {
    static const double narrow[SUMS][SUMS] = {{1e-3, 0, 0}, {0, 0.5, 0}, {0, 0, 20}};
    static const char *const names[SUMS] = {"\"pulls\"", "\"energies\"", "\"counts\""};
    scene *s = calloc(1, sizeof *s);
    double counts[MOST];
    ck_assert_ptr_nonnull(s);
    begin(s, GPU, NF_FLOAT32, radial);
    fill(s, 1500, 6, 6, 7, 0);
    move(s);
    for (int k = 0; k < SUMS; k++) support_fails(s->context, NF_ERROR_ARGUMENT, names[k], ask(s, narrow[k]));
    const double charge = s->charge[700];
    s->charge[700] = NAN;
    support_fails(s->context, NF_ERROR_ARGUMENT, "\"pulls\"", ask(s, NULL));
    s->charge[700] = charge;
    support_ok(s->context, ask(s, NULL));
    const size_t element = nf_type_bytes(s->sum_type);
    support_buffer pulls = support_buffer_of(s->context, NULL, s->n, 3 * element),
                   energies = support_buffer_of(s->context, NULL, s->n, element),
                   number_of = support_buffer_of(s->context, NULL, s->n, element);
    const nf_slice places[SUMS] = {pulls.at, energies.at, number_of.at};
    const nf_numbers field = {.name = "charge", .n = s->n, .host = s->field};
    nf_interact_options into = {.fields = &field,
                                .field_count = 1,
                                .strategy = "symmetric",
                                .sum64 = s->type != s->sum_type,
                                .places = places,
                                .ranges = narrow[0]};
    for (int fits = 0; fits < 2; fits++) {
        support_ok(s->context, nf_interact_into(s->cloud, s->cutoff, s->function, &into, NULL));
        support_read(&number_of, counts);
        for (uint64_t i = 0; i < s->n; i++)
            ck_assert_int_eq(!isnan(s->sum_type == NF_FLOAT64 ? counts[i] : (double)((float *)counts)[i]),
                             fits);
        into.ranges = NULL;
    }
    support_release(&pulls), support_release(&energies), support_release(&number_of);
    end(s);
    free(s);
}
END_TEST

START_TEST(a_function_must_declare_signs_and_ranges) {
    static const char *const sources[][2] = {
        {"#pragma nearfield sum values scalar\n", "\"values\" does not declare"},
        {"#pragma nearfield sum values scalar none\n", "\"values\" does not declare"},
        {"#pragma nearfield sum values scalar even\n", "\"values\" has no range"},
        {"#pragma nearfield sum values scalar even 1e30\n", "1e+30"},
    };
    scene *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    begin(s, GPU, NF_FLOAT32, radial);
    fill(s, 100, 6, 6, 7, 0);
    move(s);
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        char text[400];
        nf_function *function = NULL;
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
        nf_function_free(function);
    }
    end(s);
    free(s);
}
END_TEST

START_TEST(lists_of_symmetric_sums_are_kept) {
    if (support_small()) return; /* another program */
    scene *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    begin(s, GPU, NF_FLOAT32, radial);
    fill(s, 1500, 6, 6, 7, 0);
    s->skin = 0.25;
    for (int step = 0; step < 4; step++) {
        for (uint64_t k = 0; k < 3 * s->n; k++)
            s->at[k] = (double)(float)(s->at[k] + 0.04 * (number(s) - 0.3));
        if (step == 2) s->at[5] = s->box.origin[2] + 0.25;
        move(s);
        support_ok(s->context, ask(s, NULL));
        compare(s, 1, 17);
        ck_assert_uint_eq(nf_cloud_builds(s->cloud), step < 2 ? 1 : 2);
    }
    end(s);
    free(s);
}
END_TEST

int main(void) {
    nf_context *context = NULL;
    /* On CPUs no self-check proves the atomics. */
    if (setenv("NEARFIELD_PATHS", "int64_atomics=1 unproved", 1) != 0) return 1;
    const int fails = nf_context_create(NULL, &context, NULL, 0) != NF_OK, /* then the tests report it */
        has_atomics = fails || nf_context_device(context)->int64_atomics;
    nf_context_free(context);
    if (!has_atomics) return 77;
    const TTest *const tests[] = {symmetric_sums_are_those_of_the_host_and_balance,
                                  clusters_without_room_for_a_list,
                                  the_rule_decides_once_for_both,
                                  the_same_bits_in_every_run_and_for_every_tuning,
                                  what_leaves_its_range_is_found_and_named,
                                  a_function_must_declare_signs_and_ranges,
                                  lists_of_symmetric_sums_are_kept};
    return support_main("interact_symmetric", tests, sizeof tests / sizeof *tests);
}
