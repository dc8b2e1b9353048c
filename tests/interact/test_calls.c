/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the caller gives to a call: parameters, fields, filters and outputs. */
#include "search/ways.h"
#include "support/calls.h"
#include "support/device.h"
#include "support/sums/interactions.h"
#include "support/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two argon-like points and a third: Lennard-Jones in closed form. */
TEST(lennard_jones_is_that_of_its_formula) {
    const double r = 1.25, eps = 0.7, sigma = 1.1, cutoff = 2, at[2] = {0, r};
    const double s6 = pow(sigma / r, 6), c6 = pow(sigma / cutoff, 6);
    const nf_parameter parameters[] = {{"epsilon", eps}, {"sigma", sigma}, {"shifted", 1}};
    own_context context = support_context(NULL);
    const nf_type type = support_double();
    const double within = type == NF_FLOAT64 ? 1e-13 : 1e-5;
    own_memory void *points_at = interactions_typed(at, 2, type);
    const nf_points points = {.n = 2, .dims = 1, .type = type, .rows.host = points_at};
    for (int shifted = 0; shifted < 2; shifted++) {
        const nf_interact_options options = {.parameters = parameters,
                                             .parameter_count = (size_t)(2 + shifted)};
        own_function function = NULL;
        own_result result = NULL;
        const double energy = 4 * eps * (s6 * s6 - s6 - (shifted ? c6 * c6 - c6 : 0)),
                     force = 24 * eps / r * (2 * s6 * s6 - s6); /* away from each other */
        support_ok(context, nf_function_create(context, "lennard-jones", NULL, NULL, &function));
        own_cloud cloud = support_cloud_on(context, &points, NULL);
        support_ok(context, nf_interact(cloud, cutoff, function, &options, NULL, &result));
        ck_assert_str_eq(nf_result_array(result, NF_ARRAY_SUMS)->name, "forces");
        void *forces = support_array(result, NF_ARRAY_SUM(0)),
             *energies = support_array(result, NF_ARRAY_SUM(1)),
             *virials = support_array(result, NF_ARRAY_SUM(2));
        for (uint64_t i = 0; i < 2; i++) {
            ck_assert_double_le(fabs(support_number(energies, type, i) - energy / 2), within * fabs(energy));
            ck_assert_double_le(fabs(support_number(forces, type, i) - (i ? force : -force)),
                                within * fabs(force));
            ck_assert_double_le(fabs(support_number(virials, type, i) - r * force / 2),
                                within * fabs(r * force));
        }
        free(forces), free(energies), free(virials);
    }
}

/* A cloud of charges, its function, and an output for each sum and for the totals: in buffers, or in host memory instead. */
enum { N = 250, SUMS = INTERACTIONS_SUMS, ENERGIES = INTERACTIONS_ENERGIES, TOTALS = SUMS, OUTPUTS };
typedef struct scene {
    nf_context *context;
    nf_function *function;
    nf_cloud *cloud;
    interactions_setup s;
    interactions_arguments a;
    support_buffer at[OUTPUTS];
    nf_output arrays[OUTPUTS];
    nf_outputs outputs;
} scene;

static void make_output(scene *c, int k) {
    const size_t of_totals = nf_context_device(c->context)->fp64 ? 8 : 4, of_sum = k ? 4 : 12;
    c->at[k] = support_buffer_of(c->context, NULL, k < SUMS ? N : 5, k < SUMS ? of_sum : of_totals);
    c->arrays[k] = (nf_output){.array = k < SUMS ? NF_ARRAY_SUM(k) : NF_ARRAY_TOTALS,
                               .buffer = c->at[k].at.buffer,
                               .offset = c->at[k].at.offset,
                               .capacity = c->at[k].n};
}

static void open_scene(scene *c) {
    c->context = support_context(NULL);
    c->s = interactions_setup_of(N, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 1.1);
    interactions_prepare(&c->a, &c->s);
    support_ok(c->context, nf_function_create(c->context, NULL, interactions_charges, NULL, &c->function));
    support_ok(c->context, nf_cloud_create(c->context, &c->a.points, &interactions_cube, NULL, &c->cloud));
    for (int k = 0; k < OUTPUTS; k++) make_output(c, k);
    c->outputs = (nf_outputs){.count = OUTPUTS, .arrays = c->arrays};
}

static void close_scene(scene *c) {
    for (int k = 0; k < OUTPUTS; k++) support_release(&c->at[k]);
    nf_cloud_free(c->cloud);
    nf_function_free(c->function);
    nf_context_free(c->context);
    interactions_release(&c->a);
    interactions_forget(&c->s);
}

static nf_status into(scene *c) {
    nf_interact_options options = c->a.options;
    options.outputs = &c->outputs;
    return nf_interact(c->cloud, c->s.cutoff, c->function, &options, NULL, NULL);
}

static void refused(scene *c, const char *word) {
    support_fails(c->context, NF_ERROR_ARGUMENT, word, into(c));
}

/* The bytes of each array of a result for all. */
typedef unsigned char array_bytes[OUTPUTS][N * 12];

static void ask_all(scene *c, array_bytes all) {
    own_result result = NULL;
    support_ok(c->context, nf_interact(c->cloud, c->s.cutoff, c->function, &c->a.options, NULL, &result));
    for (int k = 0; k < OUTPUTS; k++)
        support_ok(c->context,
                   nf_result_read(result, c->arrays[k].array, 0, c->arrays[k].capacity, NULL, all[k]));
}

static void same_bytes(const scene *c, int k, const void *got, array_bytes all) {
    ck_assert_msg(memcmp(got, all[k], c->at[k].n * c->at[k].size) == 0, "array %d is another", k);
}

TEST(outputs_are_the_sums_and_totals_of_a_result) {
    static unsigned char got[N * 12];
    static array_bytes all;
    const nf_filters filters = {.min_distance = 0.6};
    const nf_lists_options listed = {.filters = &filters};
    nf_result *lists = NULL;
    uint64_t offsets[N + 1], bytes = 0;
    scene c;
    open_scene(&c);
    c.a.options.filters = &filters;
    support_ok(c.context, nf_lists(c.cloud, c.s.cutoff, &listed, NULL, &lists));
    support_ok(c.context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_fails(c.context, NF_ERROR_ARGUMENT, "the result has no totals, as it is not of nf_interact",
                  nf_result_read(lists, NF_ARRAY_TOTALS, 0, 1, NULL, got));
    support_ok(c.context, into(&c));
    ask_all(&c, all);
    for (int k = 0; k < OUTPUTS; k++) {
        support_read(&c.at[k], got);
        same_bytes(&c, k, got, all);
    }
    for (size_t i = 0; i < N; i++)
        ck_assert_double_eq(support_number(all[INTERACTIONS_COUNTS], NF_FLOAT32, i),
                            (double)(offsets[i + 1] - offsets[i]));
    support_ok(c.context, interact_cost(c.context, &c.a.points, c.function, &c.a.options, &bytes));
    ck_assert_uint_gt(bytes, N * 5 * 4);
    nf_result_free(lists);
    close_scene(&c);
}

/* The arrays that are named are the same bytes as of a call for all, and the others have no rows; for "symmetric", which needs ranges, see
   test_symmetric.c. */
TEST(arrays_that_are_not_named_are_left_out) {
    static const int masks[] = {1, 6, 1 << TOTALS, 1 << TOTALS | 2}; /* bits of outputs */
    static unsigned char got[N * 12];
    static array_bytes all;
    nf_result *result = NULL;
    scene c;
    open_scene(&c);
    ask_all(&c, all);
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        c.a.options.arrays = 0;
        for (int k = 0; k < OUTPUTS; k++)
            if (masks[m] >> k & 1) c.a.options.arrays |= NF_WANT(c.arrays[k].array);
        support_ok(c.context, nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
        for (int k = 0; k < OUTPUTS; k++) {
            const nf_array array = c.arrays[k].array;
            const int named = masks[m] >> k & 1;
            ck_assert_uint_eq(nf_result_array(result, array)->rows, named ? c.at[k].n : 0);
            if (!named) continue;
            support_ok(c.context, nf_result_read(result, array, 0, c.at[k].n, NULL, got));
            same_bytes(&c, k, got, all);
        }
    }
    support_fails(c.context, NF_ERROR_ARGUMENT,
                  "the result has no array NF_ARRAY_SUMS + 3: the function has fewer",
                  nf_result_read(result, NF_ARRAY_SUM(SUMS), 0, N, NULL, got));
    c.a.options.arrays = 0; /* all sums, without totals */
    support_ok(c.context, nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
    for (int k = 0; k < OUTPUTS; k++)
        ck_assert_uint_eq(nf_result_array(result, c.arrays[k].array)->rows, k < SUMS ? N : 0);
    nf_result_free(result);
    close_scene(&c);
}

/* Outputs of some arrays: what totals need beside them is computed, and nothing is written elsewhere. */
TEST(outputs_of_some_arrays_are_those_of_all) {
    static unsigned char got[N * 12];
    static array_bytes all;
    scene c;
    open_scene(&c);
    ask_all(&c, all);
    c.a.options.arrays = NF_WANT(NF_ARRAY_PAIRS); /* is not used beside outputs */
    for (int k = 0; k < 3; k++) {
        const int has_sum = k != 1, has_totals = k > 0;
        const nf_output some[] = {c.arrays[has_totals ? TOTALS : ENERGIES], c.arrays[ENERGIES]};
        c.outputs.arrays = some;
        c.outputs.count = has_sum && has_totals ? 2 : 1;
        support_ok(c.context, into(&c));
        for (int array = 0; array < OUTPUTS; array++) {
            const int written = array == ENERGIES ? has_sum : array == TOTALS && has_totals;
            support_read_first(&c.at[array], got, written ? c.at[array].n : 0);
            if (written) same_bytes(&c, array, got, all);
            support_release(&c.at[array]);
            make_output(&c, array);
        }
    }
    close_scene(&c);
}

/* They are there when the call returns; the others may be in buffers. */
TEST(outputs_in_host_memory_are_filled_when_the_call_returns) {
    enum { AT = 24, CANARY = 0xa5 }; /* bytes before the first row, a multiple of each row */
    static unsigned char at[OUTPUTS][AT + N * 12 + 1], got[N * 12];
    static array_bytes all;
    uint64_t found = 1;
    scene c;
    open_scene(&c);
    ask_all(&c, all);
    c.outputs.found = &found;
    for (int both = 0; both < 2; both++) {
        memset(at, CANARY, sizeof at);
        for (int k = both; k < OUTPUTS; k += both + 1) {
            c.arrays[k].buffer = NULL;
            c.arrays[k].host = at[k];
            c.arrays[k].offset = AT;
        }
        support_ok(c.context, into(&c));
        for (int k = 0; k < OUTPUTS; k++) {
            const size_t bytes = c.at[k].n * c.at[k].size;
            const unsigned char *host = at[k];
            if (!c.arrays[k].host) {
                support_read(&c.at[k], got);
                same_bytes(&c, k, got, all);
                continue;
            }
            same_bytes(&c, k, host + AT, all);
            for (size_t byte = 0; byte < sizeof *at; byte++)
                ck_assert((byte >= AT && byte < AT + bytes) || host[byte] == CANARY);
        }
        ck_assert_uint_eq(found, 0);
        found = 1;
        for (int k = 0; k < OUTPUTS; k += 2) { /* of the second turn */
            c.arrays[k].host = NULL;
            c.arrays[k].buffer = c.at[k].at.buffer;
            c.arrays[k].offset = c.at[k].at.offset;
        }
    }
    close_scene(&c);
}

/* The call looks at its arguments, and there is nothing to compute. */
TEST(outputs_of_no_arrays_are_a_call_without_sums) {
    static unsigned char got[N * 12];
    uint64_t found = 1;
    scene c;
    open_scene(&c);
    c.outputs.count = 0;
    c.outputs.arrays = NULL;
    support_ok(c.context, into(&c));
    c.outputs.found = &found;
    support_ok(c.context, into(&c));
    ck_assert_uint_eq(found, 0);
    for (int k = 0; k < OUTPUTS; k++) support_read_first(&c.at[k], got, 0);
    c.a.options.field_count = 1;
    refused(&c, "the field \"charge\", which is not given");
    close_scene(&c);
}

/* Offsets are bytes, and outputs may follow each other in one buffer, and in host memory. */
TEST(outputs_that_overlap_are_refused) {
    scene c;
    open_scene(&c);
    support_buffer all = support_buffer_of(c.context, NULL, N, 24); /* offsets are multiples of all rows */
    const uint64_t element = c.at[TOTALS].size, first = all.at.offset,
                   rows[] = {0, 3 * (uint64_t)N, 4 * (uint64_t)N};
    for (int k = 0; k < SUMS; k++) c.arrays[k].offset = first + 4 * rows[k];
    for (int k = 0; k < OUTPUTS; k++) c.arrays[k].buffer = all.at.buffer;
    c.arrays[TOTALS].offset = first + 5 * (uint64_t)N * 4;
    support_ok(c.context, into(&c));
    c.arrays[TOTALS].offset -= element;
    refused(&c, "counts and totals overlap");
    c.outputs.count = SUMS;
    support_ok(c.context, into(&c));
    c.arrays[0].offset += 12;
    refused(&c, "pulls and energies overlap");
    c.arrays[0].offset -= 12;
    c.arrays[1].offset = c.arrays[2].offset;
    refused(&c, "energies and counts overlap");
    static float host[2 * N];
    for (int k = 1; k < SUMS; k++) c.arrays[k].buffer = NULL, c.arrays[k].host = host, c.arrays[k].offset = 0;
    for (int turn = 0; turn < 2; turn++) { /* the second after or before the first */
        c.arrays[2 - turn].offset = 4 * (N - 1);
        c.arrays[1 + turn].offset = 0;
        refused(&c, "energies and counts overlap");
        c.arrays[2 - turn].offset = 4 * N;
        support_ok(c.context, into(&c));
    }
    support_release(&all);
    close_scene(&c);
}

/* An output in an array that is not right, and what is said of it. */
TEST(outputs_that_are_wrong_are_refused_by_name) {
    unsigned char host[12];
    const uint64_t before = NF_WANT(NF_ARRAY_SUM(0));
    nf_result *result = NULL;
    scene c;
    open_scene(&c);
    for (int k = 0; k < OUTPUTS; k++) {
        const char *name = k < SUMS ? nf_function_declares(c.function)->sum[k].name : "totals";
        const nf_output good = c.arrays[k];
        nf_output *output = &c.arrays[k];
        char sentence[96];
        output->capacity--;
        (void)snprintf(sentence, sizeof sentence, "%s has room for %d rows, and there are %d", name,
                       (int)output->capacity, (int)good.capacity);
        refused(&c, sentence);
        *output = good;
        output->buffer = NULL;
        (void)snprintf(sentence, sizeof sentence, "%s has neither a buffer nor host memory", name);
        refused(&c, sentence);
        *output = good;
        output->host = host;
        (void)snprintf(sentence, sizeof sentence, "arrays[%d] has a buffer and host memory", k);
        refused(&c, sentence);
        *output = good;
        output->offset += c.at[k].size / 2;
        (void)snprintf(sentence, sizeof sentence, "the offset of %s is %d bytes", name, (int)output->offset);
        refused(&c, sentence);
        *output = good;
    }
    c.arrays[2].array = c.arrays[1].array;
    refused(&c, "arrays[2]: its array is given twice");
    c.arrays[2].array = NF_ARRAY_SUM(SUMS);
    refused(&c, "it has 3, NF_ARRAY_SUM(0) to NF_ARRAY_SUM(2)");
    c.arrays[2].array = NF_ARRAY_FOUND;
    refused(&c, "outputs names NF_ARRAY_FOUND, but nf_interact finds no number");
    c.outputs.arrays = NULL;
    refused(&c, "outputs->arrays is NULL, and outputs->count is 4");
    c.outputs.arrays = c.arrays;
    c.arrays[2].array = NF_ARRAY_SUM(2);
    c.a.options.outputs = &c.outputs;
    support_fails(c.context, NF_ERROR_ARGUMENT, "makes no result with outputs",
                  nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
    c.a.options.outputs = NULL;
    c.a.options.arrays = before | NF_WANT(NF_ARRAY_SUM(SUMS));
    support_fails(c.context, NF_ERROR_ARGUMENT, "it has 3, NF_ARRAY_SUM(0) to NF_ARRAY_SUM(2)",
                  nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
    c.a.options.arrays = before | NF_WANT(NF_ARRAY_PAIRS);
    support_fails(c.context, NF_ERROR_ARGUMENT, "arrays names the pairs, which nf_interact does not have",
                  nf_interact(c.cloud, c.s.cutoff, c.function, &c.a.options, NULL, &result));
    ck_assert_ptr_null(result);
    support_ok(c.context, into(&c));
    close_scene(&c);
}

/* Points that have moved so far that they need other cells: the order that is foreseen is wrong. */
TEST(calls_that_wait_are_right_where_others_have_no_sums) {
    SUPPORT_NEEDS_GROUPS();
    enum { BUFFER, FOUND, HOST, FORMS };
    const nf_interact_options plain = {.strategy = "par-part-loop"};
    own_context context = support_context(INTERACTIONS_GPU);
    interactions_setup s = interactions_setup_of(N, 0, 3, NF_FLOAT32, NULL, 0, 3, 1);
    interactions_arguments a;
    interactions_prepare(&a, &s);
    float *at = a.at, far[3 * N], got[N], right[N];
    nf_function *function = NULL;
    nf_result *result = NULL;
    uint64_t state = 3, found = 1;
    for (int k = 0; k < 3 * N; k++) far[k] = at[k] + (float)(1e6 * support_uniform(&state));
    memcpy(far, at, 12 * N / 2); /* half of the points stay, and have neighbours */
    const nf_points moved = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = far};
    support_buffer buffer = support_buffer_of(context, NULL, N, 4);
    support_ok(context, nf_function_create(context, "low-flop", NULL, NULL, &function));
    ck_assert_str_eq(nf_function_declares(function)->sum[1].name, "energies");
    for (int form = 0; form < FORMS; form++) {
        nf_output output = {.array = NF_ARRAY_SUM(1), .capacity = N};
        if (form == HOST) output.host = got;
        else output.buffer = buffer.at.buffer, output.offset = buffer.at.offset;
        const nf_outputs outputs = {.count = 1, .arrays = &output, .found = form == FOUND ? &found : NULL};
        nf_interact_options options = plain;
        options.outputs = &outputs;
        own_cloud cloud = support_cloud_on(context, &a.points, NULL);
        support_ok(context, nf_interact(cloud, 1, function, &plain, NULL, &result));
        support_ok(context, nf_cloud_move(cloud, &moved, NULL, NULL));
        support_ok(context, nf_interact(cloud, 1, function, &options, NULL, NULL));
        if (form != HOST) support_read(&buffer, got);
        support_ok(context, nf_interact(cloud, 1, function, &plain, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_SUM(1), 0, N, NULL, right));
        for (int k = 0; k < N; k++)
            if (form == BUFFER) ck_assert(isnan(got[k]) && !isnan(right[k]));
            else ck_assert_msg(got[k] == right[k], "form %d, point %d: %g", form, k, (double)got[k]);
    }
    ck_assert_uint_eq(found, 0);
    nf_result_free(result);
    nf_function_free(function);
    support_release(&buffer);
    interactions_release(&a);
    interactions_forget(&s);
}

TEST(a_strategy_for_lanes_is_refused_on_a_cpu) {
    scene c;
    open_scene(&c);
    c.a.options.strategy = "clusters";
    if (nf_search_is_cpu(c.context))
        support_fails(c.context, NF_ERROR_UNSUPPORTED,
                      "strategy clusters: it needs the lanes of a GPU, and this device is a CPU", into(&c));
    close_scene(&c);
}

/* A call, and the question of its memory. */
static void both_fail(scene *c, const char *word) {
    uint64_t bytes = 0;
    support_fails(c->context, NF_ERROR_ARGUMENT, word, into(c));
    support_fails(c->context, NF_ERROR_ARGUMENT, word,
                  interact_cost(c->context, &c->a.points, c->function, &c->a.options, &bytes));
}

TEST(an_array_that_is_null_has_no_numbers) {
    scene c;
    open_scene(&c);
    const nf_interact_options good = c.a.options;
    c.a.options.parameters = NULL;
    c.a.options.parameter_count = 3;
    both_fail(&c, "parameters is NULL, and parameter_count is 3");
    c.a.options = good;
    c.a.options.fields = NULL;
    both_fail(&c, "fields is NULL");
    c.a.options = good;
    c.a.options.tables = NULL;
    both_fail(&c, "tables is NULL");
    c.a.options = good;
    c.a.options.queries = &c.a.points;
    c.a.options.query_fields = NULL;
    c.a.options.query_field_count = 2;
    both_fail(&c, "query_fields is NULL");
    c.a.options = good;
    support_ok(c.context, into(&c));
    close_scene(&c);
}

/* The distance between numbers may be any, but that of the last from the first must have a size in bytes. */
TEST(strides_of_fields_and_tables_that_wrap_are_refused) {
    scene c;
    open_scene(&c);
    for (int device = 0; device < 2; device++) {
        own_buffer numbers = support_buffer_of(c.context, c.a.charge, N, 4);
        const nf_numbers field = c.a.fields[0], table = c.a.tables[0];
        for (int is_table = 0; is_table < 2; is_table++) {
            nf_numbers *wrong = is_table ? c.a.tables : c.a.fields;
            if (device) wrong->values = numbers.at;
            wrong->stride = is_table ? UINT64_C(1) << 63 : UINT64_MAX / (N - 1) + 1;
            support_fails(c.context, NF_ERROR_ARGUMENT,
                          is_table
                              ? "the stride of the numbers of the table \"springs\" is 9223372036854775808"
                              : "the stride of the numbers of the field \"kind\" is",
                          into(&c));
            wrong->stride = is_table ? 4 * N : 4;
            if (device) support_fails(c.context, NF_ERROR_ARGUMENT, "elements", into(&c));
            c.a.fields[0] = field;
            c.a.tables[0] = table;
        }
    }
    support_ok(c.context, into(&c));
    close_scene(&c);
}
