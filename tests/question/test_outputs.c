/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Outputs of all questions: in buffers and in host memory, with room and without. */
#include "question/questions.h"

#include <stdlib.h>
#include <string.h>

/* Compares outputs in host memory with the arrays of a result, all of them or `less` rows fewer. */
static void check_host(const stand *s, int question, nf_result *result, uint64_t less) {
    nf_array arrays[ARRAYS_MOST];
    nf_output outputs[ARRAYS_MOST];
    unsigned char *memory[ARRAYS_MOST];
    const int count = arrays_of(question, arrays);
    uint64_t found = 77;
    for (int a = 0; a < count; a++) {
        const nf_array_info *info = nf_result_array(result, arrays[a]);
        const uint64_t rows = is_open(question, arrays[a]) ? info->rows - less : info->rows;
        const size_t row = row_of(info), offset = (size_t)(a % 2) * row;
        memory[a] = support_allocate(rows * row + 2 * row + 1);
        memset(memory[a], 0x5a, rows * row + 2 * row + 1);
        outputs[a] = (nf_output){.array = arrays[a], .host = memory[a], .offset = offset, .capacity = rows};
    }
    const nf_outputs all = {.count = (uint32_t)count, .arrays = outputs, .found = &found};
    const nf_status status = ask(s, question, &(form){.outputs = &all}, NULL);
    ck_assert_msg(status == (less ? NF_ERROR_CAPACITY : NF_OK), "%s: %s", question_names[question],
                  nf_context_error(s->context));
    ck_assert_uint_eq(found, nf_result_total(result));
    for (int a = 0; a < count; a++) {
        const nf_array_info *info = nf_result_array(result, arrays[a]);
        const size_t row = row_of(info), bytes = outputs[a].capacity * row, offset = outputs[a].offset;
        unsigned char *wanted = support_allocate(bytes + 1);
        support_ok(s->context, nf_result_read(result, arrays[a], 0, outputs[a].capacity, NULL, wanted));
        ck_assert_msg(memcmp(memory[a] + offset, wanted, bytes) == 0, "%s: the %s", question_names[question],
                      info->name);
        for (size_t k = 0; k < 2 * row + 1; k++) /* before and after it */
            ck_assert_uint_eq(memory[a][k < offset ? k : bytes + k], 0x5a);
        free(wanted);
        free(memory[a]);
    }
}

static void check_all_in_host_memory(stand s) {
    for (int q = 0; q < QUESTIONS; q++) {
        own_result result = NULL;
        support_ok(s.context, ask(&s, q, &(form){.arrays = flags_of(q)}, &result));
        check_host(&s, q, result, 0);
        if (q == PAIRS || q == LISTS || q == CATALOGUE) check_host(&s, q, result, 1);
    }
    take_down(&s);
}

TEST(outputs_in_host_memory_are_the_arrays_of_a_result) {
    check_all_in_host_memory(stand_up());
    check_all_in_host_memory(stand_up_on_host());
}

TEST(the_number_of_results_is_written_on_the_device) {
    own_stand s = stand_up();
    for (int q = 0; q < QUESTIONS; q++) {
        if (!has_number(q)) continue;
        nf_array arrays[ARRAYS_MOST];
        own_result result = NULL;
        nf_output outputs[2];
        uint64_t found = 77;
        (void)arrays_of(q, arrays);
        support_ok(s.context, ask(&s, q, &(form){.arrays = 0}, &result));
        const nf_array_info *first = nf_result_array(result, arrays[0]);
        own_buffer rows = support_buffer_of(s.context, NULL, first->rows, row_of(first)),
                   number = support_buffer_of(s.context, NULL, 1, 8);
        outputs[0] = (nf_output){
            .array = arrays[0], .buffer = rows.at.buffer, .offset = rows.at.offset, .capacity = first->rows};
        outputs[1] = (nf_output){
            .array = NF_ARRAY_FOUND, .buffer = number.at.buffer, .offset = number.at.offset, .capacity = 1};
        support_ok(s.context,
                   ask(&s, q, &(form){.outputs = &(nf_outputs){.count = 2, .arrays = outputs}}, NULL));
        support_read(&number, &found);
        ck_assert_msg(found == nf_result_total(result), "%s: %llu and not %llu", question_names[q],
                      (unsigned long long)found, (unsigned long long)nf_result_total(result));
        /* Alone it is the answer of a call that only counts. */
        found = 77;
        outputs[0] = outputs[1];
        support_ok(s.context,
                   ask(&s, q, &(form){.outputs = &(nf_outputs){.count = 1, .arrays = outputs}}, NULL));
        support_read(&number, &found);
        ck_assert_uint_eq(found, nf_result_total(result));
        found = 77;
        support_ok(s.context, ask(&s, q, &(form){.outputs = &(nf_outputs){.found = &found}}, NULL));
        ck_assert_uint_eq(found, nf_result_total(result));
    }
}

static void check_sorted(stand s) {
    int32_t pairs[2 * N];
    uint64_t found = 0;
    memset(pairs, 0x5a, sizeof pairs);
    const nf_output output = {.array = NF_ARRAY_PAIRS, .host = pairs, .capacity = 5};
    const nf_outputs outputs = {.count = 1, .arrays = &output, .found = &found};
    const nf_pairs_options options = {.sorted = 1, .outputs = &outputs};
    support_fails(s.context, NF_ERROR_CAPACITY, "pairs and room for 5",
                  nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
    ck_assert_uint_gt(found, 5);
    for (int k = 0; k < 2 * N; k++) ck_assert_int_eq(pairs[k], 0x5a5a5a5a);
    take_down(&s);
}

TEST(sorted_results_that_do_not_fit_are_not_written) {
    check_sorted(stand_up());
    check_sorted(stand_up_on_host());
}

/* The least capacity of the arrays with a row for each result counts for all of them. */
TEST(outputs_of_unequal_capacities_have_rows_up_to_the_least) {
    own_stand s = stand_up();
    int32_t pairs[2 * 20];
    uint32_t distances[20], wanted_distances[20]; /* the bits of floats */
    int32_t wanted[2 * 20];
    uint64_t found = 0;
    const nf_pairs_options all = {.arrays = NF_WANT(NF_ARRAY_DISTANCES)};
    nf_result *result = NULL;
    support_ok(s.context, nf_pairs(s.cloud, 0.2, &all, NULL, &result));
    support_ok(s.context, nf_result_read(result, NF_ARRAY_PAIRS, 0, 20, NULL, wanted));
    support_ok(s.context, nf_result_read(result, NF_ARRAY_DISTANCES, 0, 20, NULL, wanted_distances));
    nf_result_free(result);
    for (int turn = 0; turn < 2; turn++) {
        const nf_output outputs[] = {
            {.array = NF_ARRAY_PAIRS, .host = pairs, .capacity = turn ? 20 : 7},
            {.array = NF_ARRAY_DISTANCES, .host = distances, .capacity = turn ? 7 : 20}};
        const nf_pairs_options options = {.outputs =
                                              &(nf_outputs){.count = 2, .arrays = outputs, .found = &found}};
        memset(pairs, 0x5a, sizeof pairs);
        memset(distances, 0x5a, sizeof distances);
        support_fails(s.context, NF_ERROR_CAPACITY, "room for 7",
                      nf_pairs(s.cloud, 0.2, &options, NULL, NULL));
        ck_assert_int_eq(memcmp(pairs, wanted, 7 * 8), 0);
        ck_assert_int_eq(memcmp(distances, wanted_distances, 7 * 4), 0);
        for (int k = 14; k < 40; k++) ck_assert_int_eq(pairs[k], 0x5a5a5a5a);
        for (int k = 7 * 4; k < 20 * 4; k++) ck_assert_int_eq(((unsigned char *)distances)[k], 0x5a);
    }
}

TEST(outputs_that_do_not_serve_are_named) {
    own_stand s = stand_up();
    own_buffer room = support_buffer_of(s.context, NULL, 8 * N, 8);
    struct _cl_mem *buffer = room.at.buffer;
    uint64_t host[N], found = 77;
    const uint64_t at = room.at.offset;
    const struct {
        int question;
        const char *word;
        uint32_t count;
        nf_output outputs[2];
    } rows[] = {
        {LISTS,
         "offsets has room for 300 rows, and there are 301",
         1,
         {{NF_ARRAY_OFFSETS, NULL, buffer, at, N}}},
        {KNN, "indices has room for 299 rows", 1, {{NF_ARRAY_INDICES, NULL, buffer, at, N - 1}}},
        {PAIRS,
         "the offset of pairs is 4 bytes: it must be a multiple of 8",
         1,
         {{NF_ARRAY_PAIRS, NULL, buffer, 4, 9}}},
        {PAIRS,
         "the offset of vectors is 8 bytes: it must be a multiple of 12",
         1,
         {{NF_ARRAY_VECTORS, NULL, buffer, 8, 9}}},
        {KNN,
         "the offset of distances is 6 bytes: it must be a multiple of 4",
         1,
         {{NF_ARRAY_DISTANCES, NULL, buffer, 6, N}}},
        {PAIRS, "pairs has neither a buffer nor host memory", 1, {{NF_ARRAY_PAIRS, NULL, NULL, 0, 9}}},
        {FOF, "labels has neither a buffer nor host memory", 1, {{NF_ARRAY_LABELS, NULL, NULL, 0, N}}},
        {FOF, "a buffer and host memory", 1, {{NF_ARRAY_LABELS, host, buffer, 0, N}}},
        {FOF,
         "is given twice",
         2,
         {{NF_ARRAY_LABELS, NULL, buffer, at, N}, {NF_ARRAY_LABELS, host, NULL, 0, N}}},
        {INTERACT, "NF_ARRAY_FOUND, but nf_interact finds", 1, {{NF_ARRAY_FOUND, NULL, buffer, at, 1}}},
        {INTERACT, "a sum beyond those of the function", 1, {{NF_ARRAY_SUM(3), NULL, buffer, at, N}}},
        {INTERACT, "forces has room for 299 rows", 1, {{NF_ARRAY_SUM(0), NULL, buffer, at, N - 1}}},
        {ZSORT, "NF_ARRAY_FOUND, but nf_zsort finds", 1, {{NF_ARRAY_FOUND, NULL, buffer, at, 1}}},
        {FOF, "names the cores, which nf_fof does not have", 1, {{NF_ARRAY_CORES, NULL, buffer, at, N}}},
        {PAIRS, "names array 62, which nf_pairs does not have", 1, {{(nf_array)62, NULL, buffer, at, N}}},
        {PAIRS,
         "pairs and found overlap",
         2,
         {{NF_ARRAY_PAIRS, NULL, buffer, at, 9}, {NF_ARRAY_FOUND, NULL, buffer, at + 8, 1}}},
        {LISTS, "needs", 1, {{NF_ARRAY_INDICES, NULL, buffer, at, UINT64_MAX}}},
        {PAIRS, "outputs->arrays is NULL", 3, {{NF_ARRAY_PAIRS, NULL, buffer, at, 9}}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const nf_outputs outputs = {.count = rows[r].count,
                                    .arrays = rows[r].count == 3 ? NULL : rows[r].outputs,
                                    .found = has_number(rows[r].question) ? &found : NULL};
        found = 77;
        support_fails(s.context, NF_ERROR_ARGUMENT, rows[r].word,
                      ask(&s, rows[r].question, &(form){.outputs = &outputs}, NULL));
        ck_assert_uint_eq(found, has_number(rows[r].question) ? 0 : 77);
    }
}

/* ---- buffers ------------------------------------------------------------------------------------------------------ */

static cl_mem buffer_with(const stand *s, cl_mem_flags access) {
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(nf_context_cl(s->context), access, (size_t)N * 64, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return buffer;
}

TEST(buffers_that_kernels_must_not_use_so_are_refused) {
    own_stand s = stand_up();
    cl_mem read = buffer_with(&s, CL_MEM_READ_ONLY), written = buffer_with(&s, CL_MEM_WRITE_ONLY);
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.buffer = written};
    nf_cloud *cloud = NULL;
    for (int q = 0; q < QUESTIONS; q++) {
        nf_array arrays[ARRAYS_MOST];
        (void)arrays_of(q, arrays);
        const nf_output output = {.array = arrays[0], .buffer = read, .capacity = N + 1},
                        other = {.array = arrays[0], .buffer = written, .capacity = N + 1};
        const nf_outputs outputs = {.count = 1, .arrays = &output}, others = {.count = 1, .arrays = &other};
        support_fails(s.context, NF_ERROR_ARGUMENT, "created with CL_MEM_READ_ONLY",
                      ask(&s, q, &(form){.outputs = &outputs}, NULL));
        support_fails(s.context, NF_ERROR_ARGUMENT, "created with CL_MEM_WRITE_ONLY",
                      ask(&s, q, &(form){.outputs = &others}, NULL));
    }
    support_fails(s.context, NF_ERROR_ARGUMENT, "points: its buffer was created with CL_MEM_WRITE_ONLY",
                  nf_cloud_create(s.context, &points, NULL, NULL, &cloud));
    clReleaseMemObject(read);
    clReleaseMemObject(written);
}

TEST(outputs_on_the_offsets_of_exclusions_are_refused) {
    own_stand s = stand_up();
    uint64_t none[N + 1] = {0};
    own_buffer offsets = support_buffer_of(s.context, none, N + 1, 8);
    const nf_csr rows = {.offsets = offsets.at, .indices = nf_at(offsets.at.buffer, 0)};
    const nf_filters filters = {.exclusions = &rows};
    nf_output output = {.buffer = offsets.at.buffer, .offset = offsets.at.offset, .capacity = N + 1};
    const nf_outputs outputs = {.count = 1, .arrays = &output};
    const nf_pairs_options pairs = {.filters = &filters, .outputs = &outputs};
    const nf_lists_options lists = {.filters = &filters, .outputs = &outputs};
    const nf_histogram_options histogram = {.filters = &filters, .outputs = &outputs};
    const nf_interact_options interact = {.filters = &filters, .outputs = &outputs};
    output.array = NF_ARRAY_PAIRS;
    support_fails(s.context, NF_ERROR_ARGUMENT, "the offsets of the exclusions and pairs overlap",
                  nf_pairs(s.cloud, 0.2, &pairs, NULL, NULL));
    output.array = NF_ARRAY_OFFSETS;
    support_fails(s.context, NF_ERROR_ARGUMENT, "the offsets of the exclusions and offsets overlap",
                  nf_lists(s.cloud, 0.2, &lists, NULL, NULL));
    output.array = NF_ARRAY_COUNTS;
    support_fails(s.context, NF_ERROR_ARGUMENT, "the offsets of the exclusions and counts overlap",
                  nf_histogram(s.cloud, 0.2, BINS, &histogram, NULL, NULL));
    output.array = NF_ARRAY_SUM(1);
    support_fails(s.context, NF_ERROR_ARGUMENT, "the offsets of the exclusions and energies overlap",
                  nf_interact(s.cloud, 0.2, s.function, &interact, NULL, NULL));
}
