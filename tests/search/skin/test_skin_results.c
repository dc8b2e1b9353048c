/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists with a skin: the caller's buffers and queues, counts, and memory. */
#include "support/calls.h"
#include "opencl/context.h"
#include "support/clouds/clouds.h"
#include "support/answers/skin.h"

#include <stdlib.h>
#include <string.h>

static void into(skin_scene *s, const char *what) {
    const uint64_t n = s->points.n;
    skin_ask(s, what);
    const uint64_t total = nf_result_total(s->result),
                   rooms[] = {0, 1, total / 2, total - 1, total, total + 5};
    uint64_t *offsets = support_allocate((n + 1) * 8), *got_offsets = support_allocate((n + 1) * 8);
    int32_t *indices = support_allocate(total * 4), *got = support_allocate((total + 5) * 12);
    int32_t *shifts = support_allocate(total * 12);
    support_ok(s->context, nf_result_read(s->result, NF_ARRAY_OFFSETS, 0, n + 1, NULL, offsets));
    support_ok(s->context, nf_result_read(s->result, NF_ARRAY_INDICES, 0, total, NULL, indices));
    support_ok(s->context, nf_result_read(s->result, NF_ARRAY_SHIFTS, 0, total, NULL, shifts));
    for (size_t k = 0; k < 2 * sizeof rooms / sizeof *rooms; k++) {
        const uint64_t room = rooms[k / 2], written = room < total ? room : total;
        support_buffer buffers[] = {support_buffer_of(s->context, NULL, n + 1, 8),
                                    support_buffer_of(s->context, NULL, total + 5, 4),
                                    support_buffer_of(s->context, NULL, total + 5, 12)};
        nf_lists_options options = s->options;
        uint64_t needed = 0;
        options.sorted = k / 2 % 2;
        const measured_slices more = {.shifts = buffers[2].at};
        ck_assert_int_eq(measured_lists_into(s->cloud, s->cutoff, &options, buffers[0].at, nf_at(NULL, 0),
                                             buffers[1].at, &more, room, NULL, k % 2 ? &needed : NULL),
                         k % 2 && room < total ? NF_ERROR_CAPACITY : NF_OK);
        if (k % 2) ck_assert_uint_eq(needed, total);
        support_read(&buffers[0], got_offsets);
        ck_assert_int_eq(memcmp(offsets, got_offsets, (n + 1) * 8), 0);
        support_read_first(&buffers[1], got, written);
        ck_assert_int_eq(memcmp(indices, got, written * 4), 0);
        support_read_first(&buffers[2], got, written);
        ck_assert_int_eq(memcmp(shifts, got, written * 12), 0);
        for (int p = 0; p < 3; p++) support_release(&buffers[p]);
    }
    free(offsets), free(got_offsets), free(indices), free(got), free(shifts);
}

TEST(the_caller_s_buffers_receive_what_fits) {
    const char *const tunings[] = {NULL, skin_lanes};
    for (int k = 0; k < 2; k++) {
        own_context context = support_context(tunings[k]);
        skin_scene s;
        skin_begin(&s, context, 40, 3, NF_FLOAT32);
        s.box = skin_triclinic;
        skin_move(&s);
        into(&s, "built");
        ck_assert_uint_eq(nf_cloud_lists_built(s.cloud), 1);
        skin_end(&s);
    }
}

/* On the host, where a skin has no effect beside the order of rows, too; and without a skin `sorted` writes none. */
static void check_first(nf_context *context) {
    skin_scene s;
    skin_begin(&s, context, 40, 3, NF_FLOAT32);
    for (int skin = 0; skin < 2; skin++) {
        own_memory uint64_t *offsets = support_allocate((s.points.n + 1) * sizeof *offsets);
        int32_t index = -7;
        const nf_output arrays[] = {{.array = NF_ARRAY_OFFSETS, .host = offsets, .capacity = s.points.n + 1},
                                    {.array = NF_ARRAY_INDICES, .host = &index, .capacity = 1}};
        const nf_outputs outputs = {.count = 2, .arrays = arrays};
        const nf_lists_options options = {
            .sorted = 1, .skin = skin ? s.options.skin : 0, .outputs = &outputs};
        int32_t first = -1;
        support_ok(context, nf_lists(s.cloud, s.cutoff, &(nf_lists_options){.sorted = 1}, NULL, &s.result));
        support_ok(context, nf_result_read(s.result, NF_ARRAY_INDICES, 0, 1, NULL, &first));
        support_fails(context, NF_ERROR_CAPACITY, "indices and room for 1",
                      nf_lists(s.cloud, s.cutoff, &options, NULL, NULL));
        ck_assert_int_eq(index, skin ? first : -7);
    }
    skin_end(&s);
}

TEST(the_first_indices_are_written_where_there_is_no_room_for_all) {
    own_context context = support_context(NULL);
    check_first(context);
    check_first(support_host());
}

TEST(a_queue_out_of_order_has_the_same_answer) {
    own_context context = support_context(NULL);
    cl_command_queue queue = support_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    skin_scene s;
    skin_begin(&s, context, 60, 3, NF_FLOAT32);
    for (int step = 0; step < 12; step++) {
        cl_event moved = NULL, listed = NULL;
        const nf_sync first = {.queue = queue, .event = &moved};
        for (int k = 0; k < 180; k++) s.xyz[k] += step % 3 ? 0.01 : 0.1;
        skin_store(&s);
        support_ok(context, nf_cloud_move(s.cloud, &s.points, &s.box, &first));
        const nf_sync silent = {.queue = queue, .wait_count = 1, .waits = &moved};
        const nf_sync then = {.queue = queue, .wait_count = 1, .waits = &moved, .event = &listed};
        support_ok(context, nf_lists(s.cloud, s.cutoff, &s.options, step % 2 ? &then : &silent, &s.result));
        ck_assert(!skin_ask(&s, "out of order"));
        clReleaseEvent(moved);
        if (listed) clReleaseEvent(listed);
    }
    ck_assert_uint_ge(nf_cloud_lists_built(s.cloud), 4);
    ck_assert_uint_le(nf_cloud_lists_built(s.cloud), 8);
    skin_end(&s);
    clReleaseCommandQueue(queue);
}

TEST(offsets_alone_are_counted_and_clouds_without_neighbours_are_answered) {
    own_context context = support_context(NULL);
    skin_scene s;
    skin_begin(&s, context, 40, 3, NF_FLOAT32);
    ck_assert(skin_ask(&s, "first"));
    const uint64_t total = nf_result_total(s.result);
    const nf_lists_options counts = {.arrays = NF_WANT(NF_ARRAY_OFFSETS), .skin = s.options.skin};
    support_ok(context, nf_lists(s.cloud, s.cutoff, &counts, NULL, &s.result));
    ck_assert_uint_eq(nf_result_total(s.result), total);
    ck_assert_uint_eq(nf_result_array(s.result, NF_ARRAY_INDICES)->rows, 0);
    ck_assert_uint_eq(nf_cloud_lists_built(s.cloud), 1);
    skin_end(&s);
    skin_begin(&s, context, 4, 3, NF_FLOAT32);
    s.box = (nf_box){.cell = {{900, 0, 0}, {0, 900, 0}, {0, 0, 900}}, .periodic = {1, 1, 1}};
    for (int k = 0; k < 12; k++) s.xyz[k] = 70 * k;
    skin_move(&s);
    ck_assert(skin_ask(&s, "alone"));
    ck_assert(!skin_ask(&s, "alone"));
    skin_end(&s);
}

TEST(memory_is_bounded_in_advance_and_comes_back) {
    own_context context = support_context(NULL);
    for (int k = 0; k < 4; k++) {
        const uint64_t n = k == 3 ? 800 : k ? 3000 : 33;
        const double cutoff = k == 3 ? 0.4 : 0.1; /* 3: entries of one pair are sorted by their images, too */
        const nf_box box = {.cell = {{1, 0, 0}, {0.1, 1, 0}, {0, 0, 1}}, .periodic = {k != 1, k != 1, 0}};
        const nf_lists_options options = {.skin = cutoff / 2, .arrays = k == 2 ? SKIN_ALL : 0},
                               wide = {.arrays = NF_WANT(NF_ARRAY_OFFSETS)};
        own_points points = support_cloud_uniform(n, 3, NF_FLOAT32, cutoff, 3);
        nf_result *result = NULL;
        uint64_t bound = 0, peak = 0, none = 1;
        nf_cloud *cloud = support_cloud_on(context, &points.points, &box);
        support_ok(context,
                   nf_lists(cloud, 1.506 * cutoff, &wide, NULL, &result)); /* more than what is kept */
        support_ok(context, lists_cost(context, &points.points, &options, nf_result_total(result), &bound));
        nf_result_free(result);
        nf_cloud_free(cloud);
        result = NULL;
        nf_context_trim(context);
        nf_context_memory(context, &context->arena.peak, NULL);
        support_ok(context, nf_cloud_create(context, &points.points, &box, NULL, &cloud));
        for (int turn = 0; turn < 2; turn++)
            support_ok(context, nf_lists(cloud, cutoff, &options, NULL, &result));
        nf_context_memory(context, NULL, &peak);
        ck_assert_msg(peak <= bound, "%d: took %llu, said %llu", k, (unsigned long long)peak,
                      (unsigned long long)bound);
        nf_result_free(result);
        nf_cloud_free(cloud);
        nf_context_trim(context);
        nf_context_memory(context, &none, NULL);
        ck_assert_uint_eq(none, 0);
    }
}
