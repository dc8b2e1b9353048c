/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arrays of results where the host can read them. */
#include "question/questions.h"

#include <stdlib.h>
#include <string.h>

static void check_all(stand s) {
    for (int q = 0; q < QUESTIONS; q++) {
        nf_array arrays[ARRAYS_MOST];
        const int count = arrays_of(q, arrays);
        const void *rows[ARRAYS_MOST];
        own_result result = NULL;
        support_ok(s.context, ask(&s, q, &(form){.arrays = flags_of(q)}, &result));
        for (int a = 0; a < count; a++)
            support_ok(s.context, nf_result_map(result, arrays[a], NULL, &rows[a]));
        for (int a = 0; a < count; a++) { /* all at once, and while others read */
            own_memory void *copy = support_array(result, arrays[a]);
            const nf_array_info *info = nf_result_array(result, arrays[a]);
            ck_assert_msg(memcmp(rows[a], copy, info->rows * row_of(info)) == 0, "%s: the %s",
                          question_names[q], info->name);
            ck_assert(!info->host || info->host == rows[a]);
        }
        for (int a = 0; a < count; a++) support_ok(s.context, nf_result_unmap(result, arrays[a], NULL));
    }
    take_down(&s);
}

TEST(mapped_rows_are_those_of_the_array) {
    check_all(stand_up());
    check_all(stand_up_on_host());
}

static void check_used(stand s) {
    nf_result *result = NULL;
    const void *rows = NULL;
    support_ok(s.context, ask(&s, PAIRS, &(form){.arrays = 0}, &result));
    const uint64_t total = nf_result_total(result);
    own_memory void *copy = support_array(result, NF_ARRAY_PAIRS);
    support_ok(s.context, nf_result_map(result, NF_ARRAY_PAIRS, NULL, &rows));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the pairs of the result are mapped",
                  ask(&s, KNN, &(form){.arrays = 0}, &result));
    ck_assert_uint_eq(nf_result_total(result), total);
    ck_assert_int_eq(memcmp(rows, copy, total * 8), 0);
    /* After an error in the options it is empty, and what is mapped stays. */
    support_fails(s.context, NF_ERROR_ARGUMENT, "NF_ARRAY_FOUND",
                  ask(&s, PAIRS, &(form){.arrays = NF_WANT(NF_ARRAY_FOUND)}, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    ck_assert_int_eq(memcmp(rows, copy, total * 8), 0);
    support_fails(s.context, NF_ERROR_ARGUMENT, "are mapped", ask(&s, PAIRS, &(form){.arrays = 0}, &result));
    support_ok(s.context, nf_result_unmap(result, NF_ARRAY_PAIRS, NULL));
    support_ok(s.context, ask(&s, PAIRS, &(form){.arrays = 0}, &result));
    ck_assert_uint_eq(nf_result_total(result), total);
    support_ok(s.context, nf_result_map(result, NF_ARRAY_PAIRS, NULL, &rows)); /* it ends with the result */
    nf_result_free(result);
    take_down(&s);
}

TEST(a_result_is_not_written_while_it_is_mapped) {
    check_used(stand_up());
    check_used(stand_up_on_host());
}

static void check_errors(stand s) {
    nf_result *result = NULL;
    const void *rows = &s;
    support_ok(s.context, ask(&s, PAIRS, &(form){.arrays = 0}, &result));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the result has no distances",
                  nf_result_map(result, NF_ARRAY_DISTANCES, NULL, &rows));
    ck_assert_ptr_null(rows);
    support_fails(s.context, NF_ERROR_ARGUMENT, "the result has no totals",
                  nf_result_map(result, NF_ARRAY_TOTALS, NULL, &rows));
    support_fails(s.context, NF_ERROR_ARGUMENT, "array 63 is not an nf_array",
                  nf_result_map(result, (nf_array)63, NULL, &rows));
    support_fails(s.context, NF_ERROR_ARGUMENT, "rows is NULL",
                  nf_result_map(result, NF_ARRAY_PAIRS, NULL, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the pairs are not mapped",
                  nf_result_unmap(result, NF_ARRAY_PAIRS, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "array 63 is not an nf_array",
                  nf_result_unmap(result, (nf_array)63, NULL));
    support_ok(s.context, nf_result_map(result, NF_ARRAY_PAIRS, NULL, &rows));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the pairs are mapped already",
                  nf_result_map(result, NF_ARRAY_PAIRS, NULL, &rows));
    ck_assert_ptr_null(rows);
    support_ok(s.context, nf_result_unmap(result, NF_ARRAY_PAIRS, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "the pairs are not mapped",
                  nf_result_unmap(result, NF_ARRAY_PAIRS, NULL));
    ck_assert_int_eq(nf_result_map(NULL, NF_ARRAY_PAIRS, NULL, &rows), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_result_unmap(NULL, NF_ARRAY_PAIRS, NULL), NF_ERROR_ARGUMENT);
    nf_result_free(result);
    take_down(&s);
}

TEST(what_cannot_be_mapped_is_named) {
    check_errors(stand_up());
    check_errors(stand_up_on_host());
}

/* What was mapped of the chunk before has ended. */
static nf_status take(void *user, const nf_chunk *chunk) {
    const void *rows = NULL;
    ++*(int *)user;
    return nf_result_map(chunk->result, NF_ARRAY_INDICES, NULL, &rows);
}

TEST(chunks_may_be_mapped_while_they_are_taken) {
    for (int host = 0; host < 2; host++) {
        own_stand s = host ? stand_up_on_host() : stand_up();
        uint64_t enough = 0;
        int taken = 0;
        nf_chunks chunks = {.memory_budget = 1, .take = take, .user = &taken, .enough = &enough};
        support_fails(s.context, NF_ERROR_MEMORY, "budget", ask(&s, LISTS, &(form){.chunks = &chunks}, NULL));
        chunks.memory_budget = enough;
        support_ok(s.context, ask(&s, LISTS, &(form){.chunks = &chunks}, NULL));
        ck_assert_int_gt(taken, 1);
    }
}

/* One of the queues is out of order. */
TEST(arrays_are_mapped_on_queues_of_the_caller) {
    own_stand s = stand_up();
    const cl_command_queue_properties properties[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
    for (int k = 0; k < 2; k++) {
        own_result result = NULL;
        const void *rows = NULL;
        cl_command_queue queue = support_queue(s.context, properties[k]);
        struct _cl_event *event = NULL;
        support_ok(s.context, ask(&s, PAIRS, &(form){.sync = &(nf_sync){.queue = queue}}, &result));
        support_ok(s.context,
                   nf_result_map(result, NF_ARRAY_PAIRS, &(nf_sync){.queue = queue, .event = &event}, &rows));
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        own_memory void *copy = support_array(result, NF_ARRAY_PAIRS);
        ck_assert_int_eq(memcmp(rows, copy, nf_result_total(result) * 8), 0);
        support_ok(s.context,
                   nf_result_unmap(result, NF_ARRAY_PAIRS, &(nf_sync){.queue = queue, .event = &event}));
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        clReleaseCommandQueue(queue);
    }
}
