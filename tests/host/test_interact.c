/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums of the functions of the library on the host, compared with formulas over the pairs of brute force; and what is refused there. */
#include "support/answers/batch.h"
#include "support/clouds/box_more.h"
#include "support/counting.h"
#include "support/device.h"
#include "support/reference/images.h"
#include "support/sums/ready.h"

#include <nearfield/experimental/tuning.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static nf_context *host_context(const nf_context_options *more) {
    nf_context_options options = {.size = 0};
    nf_context *context = NULL;
    char message[640] = "";
    if (more) options = *more;
    options.device = "host";
    options.config_folder = "off";
    options.tuning = "";
    const nf_status status = nf_context_create(&options, &context, message, sizeof message);
    ck_assert_msg(status == NF_OK, "%s", message);
    return context;
}

/* A call about points: its function, cloud, arguments and result. */
typedef struct call {
    nf_context *context;
    nf_function *function;
    nf_cloud *cloud;
    ready_arguments arguments;
    nf_result *result;
} call;

/* The call must stay where it is. */
static void begin(call *c, nf_context *context, const char *name, const support_boxed *boxed) {
    *c = (call){.context = context};
    support_ok(context, nf_function_create(context, name, NULL, NULL, &c->function));
    support_ok(context, nf_cloud_create(context, &boxed->points, &boxed->box, NULL, &c->cloud));
    ready_prepare(&c->arguments, ready_named(name), boxed);
}

static void ask(call *c, double cutoff) {
    support_ok(c->context,
               nf_interact(c->cloud, cutoff, c->function, &c->arguments.options, NULL, &c->result));
}

static void end(call *c) {
    nf_result_free(c->result);
    nf_cloud_free(c->cloud);
    nf_function_free(c->function);
    ready_release(&c->arguments);
}

/* All sums of a call, in the type of the result. */
static unsigned char *bytes_of(const call *c, size_t *bytes) {
    const nf_function_info *info = nf_function_declares(c->function);
    unsigned char *all = support_allocate(1);
    *bytes = 0;
    for (int k = 0; k < info->sums; k++) {
        const nf_array array = (nf_array)(NF_ARRAY_SUMS + k);
        const nf_array_info *of = nf_result_array(c->result, array);
        const size_t size = (size_t)of->rows * (size_t)of->columns * nf_type_bytes(of->type);
        all = realloc(all, *bytes + size + 1);
        ck_assert_ptr_nonnull(all);
        support_ok(c->context, nf_result_read(c->result, array, 0, of->rows, NULL, all + *bytes));
        *bytes += size;
    }
    return all;
}

/* The sums of both calls are the same bytes. */
static void same_bytes(const call *a, const call *b) {
    size_t sizes[2];
    unsigned char *const all[2] = {bytes_of(a, &sizes[0]), bytes_of(b, &sizes[1])};
    ck_assert_uint_eq(sizes[0], sizes[1]);
    ck_assert_uint_gt(sizes[0], 0);
    ck_assert_mem_eq(all[0], all[1], sizes[0]);
    free(all[0]), free(all[1]);
}

/* The totals are those of the sums, in the order of the rows. */
static void check_totals(const call *c, const ready_sums *sums) {
    double totals[READY_COMPONENTS];
    const nf_array_info *of = nf_result_array(c->result, NF_ARRAY_TOTALS);
    ck_assert_uint_eq(of->rows, (uint64_t)sums->components);
    ck_assert_int_eq(of->type, NF_FLOAT64);
    support_ok(c->context, nf_result_read(c->result, NF_ARRAY_TOTALS, 0, of->rows, NULL, totals));
    for (int k = 0; k < sums->components; k++) {
        double total = 0;
        for (uint64_t i = 0; i < sums->rows; i++)
            total += sums->sums[i * (uint64_t)sums->components + (uint64_t)k];
        ck_assert_mem_eq(&total, &totals[k], sizeof total);
    }
}

/* Compares with the formulas: sums of floats are rounded once. */
static void check(nf_context *context, const ready_function *row, const support_boxed *boxed) {
    call c;
    begin(&c, context, row->name, boxed);
    const nf_function_info *info = nf_function_declares(c.function);
    char name[300];
    snprintf(name, sizeof name, "%s, %s", row->name, boxed->name);
    c.arguments.options.arrays = NF_WANT(NF_ARRAY_TOTALS);
    for (int k = 0; k < info->sums; k++) c.arguments.options.arrays |= NF_WANT(NF_ARRAY_SUM(k));
    ask(&c, boxed->cutoff);
    ready_sums wanted = ready_sums_of(row, info, boxed),
               got = ready_read(context, c.result, info, boxed->points.dims);
    ready_same(&wanted, &got, boxed->points.type == NF_FLOAT32 ? 0x1p-24 : 0, 1e-9, name);
    check_totals(&c, &got);
    ck_assert_uint_eq(nf_result_total(c.result), 0);
    ready_forget(&wanted), ready_forget(&got);
    end(&c);
}

/* ---- sums ------------------------------------------------------------------------------------------------- */

TEST(every_function_has_the_sums_of_its_formula) {
    own_context context = host_context(NULL);
    for (int k = 0; nf_function_name((size_t)k); k++)
        for (int dims = 1; dims <= 3; dims++)
            for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
                for (int box = 0; box < READY_BOXES; box++) {
                    own_boxed boxed = ready_boxed(box, dims, (nf_type)type);
                    check(context, ready_named(nf_function_name((size_t)k)), &boxed);
                }
}

/* Query points may be where points are, so the functions are those that are finite there. */
TEST(query_points_and_filters_have_the_sums_of_their_pairs) {
    static const char *const names[] = {"gaussian", "gravity", "low-flop", "sph-pressure-wendland"};
    own_context context = host_context(NULL);
    for (int k = 0; k < 4; k++)
        for (int box = 0; box < READY_BOXES; box++)
            for (int which = 0; which < 8; which++) {
                const nf_type type = (box + which) % 2 ? NF_FLOAT32 : NF_FLOAT64;
                for (int queries = 0; queries < 2; queries++) {
                    support_boxed boxed = ready_boxed(box, 3, type);
                    box_more more = {.data = {NULL}};
                    if (queries) box_add_queries(&boxed, &more, 50, 2);
                    if (which) box_add_filters(&boxed, &more, which, (nf_radii_rule)(k % 3));
                    check(context, ready_named(names[k]), &boxed);
                    box_more_free(&boxed, &more);
                    support_boxed_free(&boxed);
                }
            }
}

/* The sum of r^2 / 4 by the definition, in the order of neighbours: by index, then by image. */
TEST(neighbours_are_added_in_double_precision_in_ascending_order) {
    own_context context = host_context(NULL);
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
        for (int box = 0; box < READY_BOXES; box++) {
            own_boxed boxed = ready_boxed(box, 3, (nf_type)type);
            images pairs = images_find(&boxed.points, &boxed.box, boxed.cutoff, 0);
            call c;
            begin(&c, context, "low-flop", &boxed);
            double *energies = support_allocate(boxed.points.n * sizeof *energies),
                   *wanted = support_allocate(boxed.points.n * sizeof *wanted);
            memset(wanted, 0, (size_t)boxed.points.n * sizeof *wanted);
            for (uint64_t k = 0; k < pairs.count; k++) {
                const image *at = &pairs.all[k];
                double d2 = 0;
                for (int a = 0; a < 3; a++) {
                    double vector = 0, ends[2];
                    for (int v = 0; v < 3; v++) vector += at->S[v] * boxed.box.cell[v][a];
                    for (int e = 0; e < 2; e++) {
                        const int p = 3 * (e ? at->j : at->i) + a;
                        ends[e] = type == NF_FLOAT64 ? ((const double *)boxed.points.rows.host)[p]
                                                     : (double)((const float *)boxed.points.rows.host)[p];
                    }
                    const double D = (ends[1] - ends[0]) + vector;
                    d2 += D * D;
                }
                wanted[at->i] += 0.25 * d2;
            }
            for (int wide = 0; wide < 2; wide++) {
                const int is_double = wide || type == NF_FLOAT64;
                c.arguments.options.sum64 = wide;
                ask(&c, boxed.cutoff);
                ck_assert_int_eq(nf_result_array(c.result, NF_ARRAY_SUMS)->type,
                                 is_double ? NF_FLOAT64 : NF_FLOAT32);
                support_ok(context, nf_result_read(c.result, (nf_array)NF_ARRAY_SUM(1), 0, boxed.points.n,
                                                   NULL, energies));
                for (uint64_t i = 0; i < boxed.points.n; i++) {
                    const float narrow = (float)wanted[i];
                    if (is_double) ck_assert_mem_eq(energies + i, wanted + i, sizeof *wanted);
                    else ck_assert_mem_eq((const float *)(const void *)energies + i, &narrow, sizeof narrow);
                }
            }
            free(energies), free(wanted);
            images_free(&pairs);
            end(&c);
        }
}

TEST(the_cutoff_and_parameters_are_rounded_to_the_type_of_the_points) {
    own_context context = host_context(NULL);
    own_boxed boxed = ready_boxed(2, 3, NF_FLOAT32);
    const double cutoff = 2.1, sigma = 1.1;
    nf_parameter parameters[2][2] = {{{"sigma", sigma}, {"shifted", 1}}, {{"sigma", 0}, {"shifted", 1}}};
    parameters[1][0].value = (double)(float)sigma;
    ck_assert_double_ne(parameters[1][0].value, sigma);
    call calls[2];
    for (int k = 0; k < 2; k++) {
        begin(&calls[k], context, "lennard-jones", &boxed);
        calls[k].arguments.options.sum64 = 1;
        calls[k].arguments.options.parameters = parameters[k];
        calls[k].arguments.options.parameter_count = 2;
        ask(&calls[k], k ? (double)(float)cutoff : cutoff);
    }
    same_bytes(&calls[0], &calls[1]);
    end(&calls[0]), end(&calls[1]);
}

/* Radii of half the cutoff each, which are added: p->cutoff is what they allow. */
TEST(without_a_cutoff_functions_have_that_of_the_radii) {
    own_context context = host_context(NULL);
    own_boxed boxed = ready_boxed(1, 3, NF_FLOAT64);
    own_memory double *values = support_allocate(boxed.points.n * sizeof *values);
    for (uint64_t p = 0; p < boxed.points.n; p++) values[p] = READY_CUTOFF / 2.0;
    const nf_points radii = {.n = boxed.points.n, .dims = 1, .type = NF_FLOAT64, .rows.host = values};
    const nf_filters filters = {.radii = &radii, .radii_rule = NF_RADII_SUM};
    call plain, by_radii;
    begin(&plain, context, "coulomb", &boxed);
    boxed.filters = &filters;
    begin(&by_radii, context, "coulomb", &boxed);
    ask(&plain, READY_CUTOFF);
    ask(&by_radii, 0);
    same_bytes(&plain, &by_radii);
    end(&plain), end(&by_radii);
}

/* They count as none below 2^-36 of the cutoff: the rule scales lengths by it. */
TEST(radii_are_compared_as_shares_of_the_cutoff) {
    own_context context = host_context(NULL);
    own_boxed boxed = ready_boxed(0, 3, NF_FLOAT32);
    const float at[2][3] = {{0}, {0x1p-42f}}, values[2] = {0x1p-41f, 0x1p-41f};
    const nf_points radii = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = values};
    const nf_filters filters = {.radii = &radii, .radii_rule = NF_RADII_SUM};
    support_boxed two = boxed;
    call c;
    two.points = (nf_points){.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    two.filters = &filters;
    begin(&c, context, "gravity", &two);
    ask(&c, 0x1p-20);
    ready_sums got = ready_read(context, c.result, nf_function_declares(c.function), 3);
    ck_assert_uint_eq(got.rows, 2);
    for (int p = 0; p < 2; p++) ck_assert_double_ne(got.sums[p * got.components], 0);
    ready_forget(&got);
    end(&c);
}

TEST(strategy_skin_and_fast_change_no_byte) {
    own_context context = host_context(NULL);
    own_boxed boxed = ready_boxed(2, 3, NF_FLOAT32);
    call plain, other;
    begin(&plain, context, "lennard-jones", &boxed);
    begin(&other, context, "lennard-jones", &boxed);
    ask(&plain, boxed.cutoff);
    ck_assert_str_eq(nf_strategy_used(context)->name, "walk");
    ck_assert_str_eq(nf_strategy_used(context)->source, "rule");
    other.arguments.options.strategy = "walk";
    other.arguments.options.skin = 0.5;
    other.arguments.options.fast = 1;
    for (int turn = 0; turn < 2; turn++) {
        ask(&other, boxed.cutoff);
        same_bytes(&plain, &other);
    }
    end(&plain), end(&other);
}

/* ---- batches ------------------------------------------------------------------------------------------------ */

/* The arguments about the points [first, first + n) of those of a call, which carry the same numbers there; `queries` likewise. */
static void take_part(ready_arguments *arguments, uint64_t first, uint64_t n, uint64_t query_first,
                      uint64_t queries, nf_type type) {
    const size_t row = READY_FIELDS * nf_type_bytes(type);
    for (int k = 0; k < READY_FIELDS; k++) {
        nf_numbers *own = &arguments->fields[k], *of_queries = &arguments->query_fields[k];
        own->values.host = (const char *)own->values.host + (size_t)first * row;
        own->n = n;
        if (!of_queries->values.host) continue;
        of_queries->values.host = (const char *)of_queries->values.host + (size_t)query_first * row;
        of_queries->n = queries;
    }
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void check_systems(nf_context *context, const ready_function *row, const support_systems *batch) {
    support_boxed boxed = {.points = batch->points, .queries = batch->queries, .filters = batch->filters};
    call all = {.context = context};
    support_ok(context, nf_function_create(context, row->name, NULL, NULL, &all.function));
    support_ok(context, nf_cloud_create(context, &batch->points, batch->box, NULL, &all.cloud));
    ready_prepare(&all.arguments, row, &boxed);
    ask(&all, batch->cutoff);
    const nf_function_info *info = nf_function_declares(all.function);
    const int dims = batch->points.dims;
    ready_sums got = ready_read(context, all.result, info, dims);
    uint64_t first = 0;
    for (uint64_t s = 0; s < batch->systems.count; s++) {
        const uint64_t *offsets = batch->systems.offsets + s, *starts = offsets;
        support_system one;
        call alone = {.context = context};
        support_system_take(&one, batch, s);
        if (one.queries) starts = batch->query_systems.offsets + s;
        support_ok(context, nf_function_create(context, row->name, NULL, NULL, &alone.function));
        support_ok(context, nf_cloud_create(context, &one.points, one.box, NULL, &alone.cloud));
        ready_prepare(&alone.arguments, row, &boxed);
        take_part(&alone.arguments, *offsets, one.points.n, *starts, starts[1] - starts[0],
                  batch->points.type);
        alone.arguments.options.queries = one.queries;
        alone.arguments.options.filters = one.filters;
        ask(&alone, one.cutoff);
        ready_sums wanted = ready_read(context, alone.result, info, dims);
        ck_assert_uint_eq(wanted.rows, starts[1] - starts[0]);
        for (uint64_t v = 0; v < wanted.rows * (uint64_t)wanted.components; v++) {
            const double is = got.sums[first * (uint64_t)got.components + v], want = wanted.sums[v];
            ck_assert_msg(bits_of(is) == bits_of(want), "%s, %s, system %d: component %d is %.17g, not %.17g",
                          row->name, batch->name, (int)s, (int)v, is, want);
        }
        first += wanted.rows;
        ready_forget(&wanted);
        end(&alone);
        support_system_free(&one);
    }
    ck_assert_uint_eq(first, got.rows);
    ready_forget(&got);
    end(&all);
}

TEST(systems_have_the_sums_of_calls_of_their_own) {
    static const char *const names[] = {"coulomb", "gravity", "lennard-jones-mixed", "sph-pressure-cubic"};
    own_context context = host_context(NULL);
    for (int ways = 0; ways < SYSTEMS_WAYS; ways++) {
        support_systems batch;
        support_systems_random(&batch, (uint64_t)ways + 1, 1 + ways % 3, ways % 2 ? NF_FLOAT32 : NF_FLOAT64,
                               ways, (nf_radii_rule)(ways / 2 % 3));
        check_systems(context, ready_named(names[ways / 3 % 4]), &batch);
        support_systems_free(&batch);
    }
}

/* ---- no rows, and outputs ------------------------------------------------------------------------------------ */

TEST(sums_over_no_points_are_zero) {
    own_context context = host_context(NULL);
    own_boxed boxed = ready_boxed(0, 3, NF_FLOAT32);
    const nf_points queries = boxed.points;
    double totals[5] = {1, 1, 1, 1, 1};
    boxed.points.n = 0;
    for (int of_queries = 0; of_queries < 2; of_queries++) {
        boxed.queries = of_queries ? &queries : NULL;
        call c;
        begin(&c, context, "coulomb", &boxed);
        c.arguments.options.arrays = NF_WANT(NF_ARRAY_SUM(0)) | NF_WANT(NF_ARRAY_SUM(1)) |
                                     NF_WANT(NF_ARRAY_SUM(2)) | NF_WANT(NF_ARRAY_TOTALS);
        ask(&c, boxed.cutoff);
        ready_sums got = ready_read(context, c.result, nf_function_declares(c.function), 3);
        ck_assert_uint_eq(got.rows, of_queries ? queries.n : 0);
        for (uint64_t v = 0; v < got.rows * (uint64_t)got.components; v++)
            ck_assert_double_eq(got.sums[v], 0);
        support_ok(context, nf_result_read(c.result, NF_ARRAY_TOTALS, 0, 5, NULL, totals));
        for (int k = 0; k < 5; k++) ck_assert_double_eq(totals[k], 0);
        ready_forget(&got);
        end(&c);
    }
}

/* A vector sum behind a row that is left, and the totals of all sums, of which one is nowhere else. */
TEST(outputs_in_host_memory_have_the_bytes_of_a_result) {
    own_context context = host_context(NULL);
    own_boxed boxed = ready_boxed(1, 3, NF_FLOAT32);
    const uint64_t n = boxed.points.n;
    call c;
    begin(&c, context, "lennard-jones", &boxed);
    float *forces = support_allocate((3 * n + 6) * sizeof *forces),
          *wanted = support_allocate(3 * n * sizeof *wanted),
          *virials = support_allocate(n * sizeof *virials),
          *wanted_virials = support_allocate(n * sizeof *virials);
    double totals[5], wanted_totals[5];
    uint64_t found = 7;
    c.arguments.options.arrays =
        NF_WANT(NF_ARRAY_SUM(0)) | NF_WANT(NF_ARRAY_SUM(2)) | NF_WANT(NF_ARRAY_TOTALS);
    ask(&c, boxed.cutoff);
    ck_assert_ptr_null(nf_result_array(c.result, (nf_array)NF_ARRAY_SUM(1))->host);
    support_ok(context, nf_result_read(c.result, NF_ARRAY_SUMS, 0, n, NULL, wanted));
    support_ok(context, nf_result_read(c.result, (nf_array)NF_ARRAY_SUM(2), 0, n, NULL, wanted_virials));
    support_ok(context, nf_result_read(c.result, NF_ARRAY_TOTALS, 0, 5, NULL, wanted_totals));
    for (uint64_t k = 0; k < 3 * n + 6; k++) forces[k] = 12345;
    const nf_output arrays[] = {
        {.array = (nf_array)NF_ARRAY_SUM(0), .host = forces, .offset = 3 * sizeof *forces, .capacity = n},
        {.array = (nf_array)NF_ARRAY_SUM(2), .host = virials, .capacity = n},
        {.array = NF_ARRAY_TOTALS, .host = totals, .capacity = 5}};
    const nf_outputs outputs = {.count = 3, .arrays = arrays, .found = &found};
    c.arguments.options.arrays = 0;
    c.arguments.options.outputs = &outputs;
    support_ok(context, nf_interact(c.cloud, boxed.cutoff, c.function, &c.arguments.options, NULL, NULL));
    ck_assert_uint_eq(found, 0);
    ck_assert_mem_eq(forces + 3, wanted, (size_t)(3 * n) * sizeof *wanted);
    ck_assert_mem_eq(virials, wanted_virials, (size_t)n * sizeof *virials);
    ck_assert_mem_eq(totals, wanted_totals, sizeof totals);
    for (uint64_t k = 0; k < 3; k++)
        ck_assert(forces[k] == 12345 && forces[3 * n + 3 + k] == 12345); /* beside them nothing is written */
    free(forces), free(wanted), free(virials), free(wanted_virials);
    end(&c);
}

/* ---- what is refused -------------------------------------------------------------------------------------------- */

TEST(a_function_from_a_source_needs_an_opencl_device) {
    static const char source[] = "#pragma nearfield radial\n#pragma nearfield sum values scalar\n"
                                 "static real interact(const fields *i, const fields *j, real d2,\n"
                                 "                     const parameters *p, sums *to) {\n"
                                 "    to->values += d2;\n    return 0;\n}\n";
    own_context context = host_context(NULL);
    nf_function *function = NULL;
    support_fails(
        context, NF_ERROR_UNSUPPORTED,
        "a pair function that is given as source needs an OpenCL device: the device of this context is "
        "the host",
        nf_function_create(context, NULL, source, NULL, &function));
    ck_assert_ptr_null(function);
    support_fails(context, NF_ERROR_ARGUMENT, "my.cl:1",
                  nf_function_create(context, NULL, "#pragma nearfield circular\n", "my.cl", &function));
    support_fails(context, NF_ERROR_ARGUMENT, "no pair function \"gravitation\"",
                  nf_function_create(context, "gravitation", NULL, NULL, &function));
}

/* Each is refused, and the call that is right is answered after all of them with the same bytes.
   What is refused alike on a device, in numbers and parameters, is in tests/interact. */
TEST(wrong_arguments_are_refused_and_leave_the_context_usable) {
    nf_context *context = host_context(NULL), *stranger = host_context(NULL);
    support_boxed boxed = ready_boxed(1, 3, NF_FLOAT32);
    box_more more;
    box_add_queries(&boxed, &more, 20, 1);
    call c, again;
    begin(&c, context, "lennard-jones-mixed", &boxed);
    again = c;
    static int anything;
    struct _cl_mem *const buffer = (struct _cl_mem *)(void *)&anything;
    nf_numbers *const kind = &c.arguments.fields[0], *const query_kind = &c.arguments.query_fields[0],
                      *const table = &c.arguments.tables[1];
    const nf_numbers kept[3] = {*kind, *query_kind, *table};
    nf_interact_options *const o = &c.arguments.options;
    const nf_interact_options right = *o;
    ask(&c, boxed.cutoff);
#define REFUSES(STATUS, SENTENCE)                                                                            \
    do {                                                                                                     \
        nf_result *none = NULL;                                                                              \
        support_fails(context, STATUS, SENTENCE,                                                             \
                      nf_interact(c.cloud, boxed.cutoff, c.function, o, NULL, &none));                       \
        ck_assert_ptr_null(none);                                                                            \
        *o = right, *kind = kept[0], *query_kind = kept[1], *table = kept[2];                                \
    } while (0)
    o->query_field_count = 0;
    REFUSES(NF_ERROR_ARGUMENT, "the pair function has the query field \"kind\", which is not given");
    o->table_count = 1;
    REFUSES(NF_ERROR_ARGUMENT, "the pair function has the table \"sigmas\", which is not given");
    query_kind->n++;
    REFUSES(NF_ERROR_ARGUMENT, "21 numbers for 20 query points");
    table->n = 0;
    REFUSES(NF_ERROR_ARGUMENT, "the table \"sigmas\" has no elements");
    kind->values = nf_at(buffer, 0);
    REFUSES(NF_ERROR_ARGUMENT,
            "numbers of the field \"kind\" is an OpenCL buffer, and the device of this context is the host");
    query_kind->values = nf_at(buffer, 0);
    REFUSES(NF_ERROR_ARGUMENT, "numbers of the query field \"kind\" is an OpenCL buffer");
    table->values = nf_at(buffer, 0);
    REFUSES(NF_ERROR_ARGUMENT, "numbers of the table \"sigmas\" is an OpenCL buffer");
    o->queries = NULL;
    REFUSES(NF_ERROR_ARGUMENT, "there are query_fields, but no query points");
    o->arrays = NF_WANT(NF_ARRAY_SUM(3));
    REFUSES(NF_ERROR_ARGUMENT, "a sum beyond those of the function");
    o->skin = -1;
    REFUSES(NF_ERROR_ARGUMENT, "skin");
    o->strategy = "run";
    REFUSES(NF_ERROR_ARGUMENT, "there is no strategy \"run\": it is one of direct, point-lists, ");
    for (size_t k = 0; nf_strategy_name(k); k++) {
        if (strcmp(nf_strategy_name(k), "walk") == 0) continue;
        o->strategy = nf_strategy_name(k);
        REFUSES(NF_ERROR_UNSUPPORTED, nf_strategy_name(k));
    }
    nf_function *other = NULL;
    support_ok(stranger, nf_function_create(stranger, "lennard-jones-mixed", NULL, NULL, &other));
    support_fails(context, NF_ERROR_ARGUMENT, "the function belongs to another context",
                  nf_interact(c.cloud, boxed.cutoff, other, o, NULL, &again.result));
    nf_function_free(other);
#undef REFUSES
    support_ok(context, nf_interact(c.cloud, boxed.cutoff, c.function, o, NULL, &again.result));
    same_bytes(&c, &again);
    nf_result_free(again.result);
    end(&c);
    box_more_free(&boxed, &more);
    support_boxed_free(&boxed);
    nf_context_free(stranger);
    nf_context_free(context);
}

/* The caller answers yes to one question. */
typedef struct caller {
    long calls, yes_at;
} caller;
static int is_cancelled(void *user) {
    caller *c = user;
    return ++c->calls == c->yes_at;
}

/* The caller is asked for every 32 points, at least. */
TEST(a_call_that_is_cancelled_anywhere_leaves_the_context_usable) {
    caller own = {0, 0};
    const nf_context_options options = {.cancelled = is_cancelled, .cancelled_user = &own};
    own_context context = host_context(&options);
    own_boxed boxed = ready_boxed(1, 3, NF_FLOAT32);
    call c, again;
    begin(&c, context, "gravity", &boxed);
    again = c;
    ask(&c, boxed.cutoff);
    own.calls = 0;
    support_ok(context,
               nf_interact(c.cloud, boxed.cutoff, c.function, &c.arguments.options, NULL, &again.result));
    const long questions = own.calls;
    ck_assert_int_ge(questions, (long)boxed.points.n / 32);
    for (long at = 1; at <= questions; at++) {
        own = (caller){0, at};
        support_fails(
            context, NF_ERROR_CANCELLED, "cancelled",
            nf_interact(c.cloud, boxed.cutoff, c.function, &c.arguments.options, NULL, &again.result));
        ck_assert_int_eq(own.calls, at);
    }
    own = (caller){0, 0};
    support_ok(context,
               nf_interact(c.cloud, boxed.cutoff, c.function, &c.arguments.options, NULL, &again.result));
    same_bytes(&c, &again);
    nf_result_free(again.result);
    end(&c);
}

/* Every allocation of a call fails in turn. */
TEST(a_call_without_memory_is_an_error_and_leaks_nothing) {
    support_counting counting = {.left = LONG_MAX};
    const nf_context_options options = {.allocator = support_counting_allocator(&counting)};
    nf_context *context = host_context(&options);
    support_boxed boxed = ready_boxed(2, 3, NF_FLOAT32);
    box_more more;
    long failures = 0;
    box_add_queries(&boxed, &more, 50, 1);
    call c, again;
    begin(&c, context, "lennard-jones-mixed", &boxed);
    again = c;
    ask(&c, boxed.cutoff);
    for (nf_status status = NF_ERROR_MEMORY; status == NF_ERROR_MEMORY; failures++) {
        const long before = counting.out;
        counting.left = failures;
        status = nf_interact(c.cloud, boxed.cutoff, c.function, &c.arguments.options, NULL, &again.result);
        counting.left = LONG_MAX;
        ck_assert(status == NF_OK || status == NF_ERROR_MEMORY);
        if (status == NF_ERROR_MEMORY) ck_assert_int_eq(counting.out, before);
        ck_assert_int_lt(failures, 200);
    }
    ck_assert_int_gt(failures, 10);
    same_bytes(&c, &again);
    nf_result_free(again.result);
    end(&c);
    box_more_free(&boxed, &more);
    support_boxed_free(&boxed);
    nf_context_free(context);
    ck_assert_int_eq(counting.out, 0);
}
