/* Lists with a skin: always the bytes of a fresh sorted list, built only when a point has moved too far. */
#include "order/order.h"
#include "support/answers.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS), MOST = 64 };

/* Points that move, and what is asked about them. */
typedef struct scene {
    nf_context *context;
    nf_cloud *cloud;
    nf_points points; /* `host` is `data` */
    nf_box box;
    double cutoff;
    nf_lists_options options;
    nf_result *result;
    double xyz[3 * MOST]; /* n x dims */
    char data[3 * MOST * sizeof(double)];
} scene;

/* The points in their type, from `xyz`. */
static void store(scene *s) {
    for (uint64_t k = 0; k < s->points.n * (uint64_t)s->points.dims; k++) {
        if (s->points.type == NF_FLOAT32) ((float *)(void *)s->data)[k] = (float)s->xyz[k];
        else ((double *)(void *)s->data)[k] = s->xyz[k];
    }
    s->points.host = s->data;
}

static void move(scene *s) {
    store(s);
    support_ok(s->context, nf_cloud_move(s->cloud, &s->points, &s->box, NULL));
}

static void begin(scene *s, nf_context *context, uint64_t n, int dims, nf_type type) {
    uint64_t state = n + (uint64_t)dims;
    *s = (scene){.context = context, .cutoff = 0.7, .options = {.arrays = ALL, .skin = 0.25}};
    s->points = (nf_points){.n = n, .dims = dims, .type = type};
    for (uint64_t k = 0; k < n * (uint64_t)dims; k++) s->xyz[k] = 2 * support_uniform(&state);
    store(s);
    support_ok(context, nf_cloud_create(context, &s->points, &s->box, NULL, &s->cloud));
}

static void end(scene *s) {
    nf_result_free(s->result);
    nf_cloud_free(s->cloud);
}

static void same_rows(const scene *s, nf_array array, const void *wanted, uint64_t rows, const char *what) {
    const nf_array_info info = nf_result_array(s->result, array);
    const size_t bytes = (size_t)rows * (size_t)info.columns * nf_type_bytes(info.type);
    void *got = support_allocate(bytes + 1);
    ck_assert_uint_eq(info.rows, rows);
    support_ok(s->context, nf_result_read(s->result, array, 0, rows, NULL, got));
    ck_assert_msg(memcmp(wanted, got, bytes) == 0, "%s: the %s differ", what, info.name);
    free(got);
}

/* Asks, and compares with a fresh sorted list of the host.  Returns 1 if the kept list was built. */
static int ask(scene *s, const char *what) {
    const uint64_t builds = nf_cloud_builds(s->cloud), n = s->points.n;
    const nf_lists_options sorted = {.half = s->options.half, .sorted = 1, .arrays = ALL};
    nf_host_arrays more;
    uint64_t *offsets = NULL;
    int32_t *indices = NULL;
    char message[300] = "";
    const nf_status status = nf_host_lists(&s->points, &s->box, s->cutoff, &sorted, NULL, &offsets, &indices,
                                           &more, NULL, message, sizeof message);
    ck_assert_msg(status == NF_OK, "%s", message);
    support_ok(s->context, nf_lists(s->cloud, s->cutoff, &s->options, NULL, &s->result));
    same_rows(s, NF_ARRAY_OFFSETS, offsets, n + 1, what);
    same_rows(s, NF_ARRAY_INDICES, indices, offsets[n], what);
    same_rows(s, NF_ARRAY_DISTANCES, more.distances, offsets[n], what);
    same_rows(s, NF_ARRAY_VECTORS, more.vectors, offsets[n], what);
    same_rows(s, NF_ARRAY_SHIFTS, more.shifts, offsets[n], what);
    free(offsets), free(indices), free(more.distances), free(more.vectors), free(more.shifts);
    ck_assert_uint_le(nf_cloud_builds(s->cloud) - builds, 1);
    return nf_cloud_builds(s->cloud) > builds;
}

/* ---- random steps --------------------------------------------------------------------------------------- */

static const nf_box triclinic = {.origin = {-0.3, 0.1, 0.2},
                                 .cell = {{1.9, 0, 0}, {0.7, 2.1, 0}, {-0.4, 0.6, 1.3}},
                                 .periodic = {1, 1, 1}};
static const nf_box slab = {.cell = {{1, 0.2, 0}, {-0.3, 1.1, 0}, {0, 0, 0}}, .periodic = {1, 1, 0}};
static const nf_box ring = {.origin = {5, 0, 0}, .cell = {{0.5, 0, 0}}, .periodic = {1, 0, 0}};

static const char lanes[] = "order.GROUP=64 search.GROUP=64 bounds.GROUP=64";
static const struct {
    const char *name, *tuning;
    const nf_box *box;
    int dims, wide, half;
    double cutoff;
} walks[] = {
    {"open", NULL, NULL, 3, 0, 0, 0.7},
    {"triclinic", NULL, &triclinic, 3, 1, 0, 0.8},
    {"slab by lanes", lanes, &slab, 2, 0, 1, 0.6},
    {"open by lanes", lanes, NULL, 3, 1, 1, 0.7},
    {"slab", NULL, &slab, 3, 0, 0, 0.5},
    {"cutoff beyond the box", NULL, &ring, 1, 1, 1, 1.2},
    {"plane", NULL, NULL, 2, 1, 1, 0.4},
    {"triclinic halves", NULL, &triclinic, 3, 0, 1, 1.1},
};
enum { WALKS = sizeof walks / sizeof *walks, WALKS_SMALL = 3 };

/* Steps of a point are so short that some point has gone skin / 2 after ten or so; sometimes one is put elsewhere, or
   into another cell. */
static void take_step(scene *s, uint64_t *state) {
    const int dims = s->points.dims, chance = (int)(support_random(state) % 100);
    const uint64_t one = support_random(state) % s->points.n;
    for (uint64_t k = 0; k < s->points.n * (uint64_t)dims; k++)
        s->xyz[k] += s->options.skin * 0.06 * (2 * support_uniform(state) - 1);
    for (int a = 0; a < dims; a++) {
        double *x = &s->xyz[one * (uint64_t)dims + (uint64_t)a];
        if (chance == 0) *x = 2 * support_uniform(state);
        if (chance == 1 && s->box.periodic[0]) *x += s->box.cell[0][a];
    }
}

static void walk(int which, int steps) {
    nf_context *context = support_context(walks[which].tuning);
    const nf_box open = {.origin = {0}};
    uint64_t state = (uint64_t)which + 5;
    int builds = 0;
    scene s;
    begin(&s, context, walks[which].dims == 1 ? 12 : 40 + (uint64_t)which, walks[which].dims,
          walks[which].wide ? support_double() : NF_FLOAT32);
    s.box = walks[which].box ? *walks[which].box : open;
    s.cutoff = walks[which].cutoff;
    s.options.half = walks[which].half;
    support_buffer buffer =
        support_buffer_of(context, NULL, s.points.n * (uint64_t)s.points.dims, nf_type_bytes(s.points.type));
    for (int step = 0; step < steps; step++) {
        char what[100];
        snprintf(what, sizeof what, "%s, step %d", walks[which].name, step);
        take_step(&s, &state);
        store(&s);
        nf_points points = s.points; /* by turns from the host and in a buffer whose contents change */
        if (step % 8 >= 4) {
            points.host = NULL;
            points.buffer = buffer.at.buffer;
            points.offset = buffer.at.offset;
            ck_assert_int_eq(clEnqueueWriteBuffer(nf_context_queue(context), buffer.at.buffer, CL_TRUE,
                                                  buffer.at.offset * buffer.size, buffer.n * buffer.size,
                                                  s.data, 0, NULL, NULL),
                             CL_SUCCESS);
        }
        support_ok(context, nf_cloud_move(s.cloud, &points, &s.box, NULL));
        builds += ask(&s, what);
    }
    ck_assert_msg(builds > steps / 40 && builds < steps / 3, "%s: %d lists were built in %d steps",
                  walks[which].name, builds, steps);
    end(&s);
    support_release(&buffer);
    nf_context_free(context);
}

START_TEST(a_thousand_random_steps_have_the_bytes_of_fresh_lists) {
    for (int k = 0; k < (support_small() ? WALKS_SMALL : WALKS); k++)
        walk(k, support_small() ? 150 : k ? 250 : 1000);
}
END_TEST

/* ---- when it is built ------------------------------------------------------------------------------------ */

START_TEST(a_step_of_half_the_skin_keeps_the_list_and_a_longer_one_builds_it) {
    nf_context *context = support_context(NULL);
    scene s;
    begin(&s, context, 40, 3, NF_FLOAT32);
    for (int k = 0; k < 120; k++) s.xyz[k] = floor(s.xyz[k] * 64) / 64;
    move(&s);
    ck_assert(ask(&s, "first"));
    ck_assert(!ask(&s, "again"));
    for (int sign = -1; sign < 2; sign += 2) {
        for (int k = 0; k < 120; k += 3) s.xyz[k] += sign * (k % 2 ? 0.125 : -0.125);
        move(&s);
        ck_assert_msg(!ask(&s, "half the skin"), "%d", sign);
        for (int k = 0; k < 120; k += 3) s.xyz[k] -= sign * (k % 2 ? 0.125 : -0.125);
    }
    s.xyz[3 * 17 + 1] = s.xyz[3 * 17 + 1] + 0.125 + 0x1p-22;
    move(&s);
    ck_assert(ask(&s, "more than half the skin"));
    ck_assert(!ask(&s, "again"));
    end(&s);
    nf_context_free(context);
}
END_TEST

/* Pairs whose distance falls, by rounding, from more than cutoff + skin to less than the cutoff. */
START_TEST(what_rounding_takes_from_two_steps_is_paid_for) {
    enum { PAIRS = MOST / 2 };
    nf_context *context = support_context(NULL);
    for (int k = 0; k < (support_small() ? 8 : 40); k++) {
        const double skin = 0.4 + 0.013 * k;
        scene s;
        begin(&s, context, 2 * PAIRS, 2, NF_FLOAT32);
        s.options.skin = skin;
        for (int p = 0; p < PAIRS;
             p++) { /* of each pair, a few units in the last place around cutoff + skin */
            const float x = (float)-(0.3 + p * 0.013);
            float other = x + (float)(0.7 + skin);
            for (int unit = p % 7 - 3; unit; unit -= unit > 0 ? 1 : -1)
                other = nextafterf(other, unit > 0 ? 100.0f : 0.0f);
            s.xyz[4 * p] = (double)x, s.xyz[4 * p + 2] = (double)other;
            s.xyz[4 * p + 1] = s.xyz[4 * p + 3] = 4 * p;
        }
        move(&s);
        ck_assert(ask(&s, "apart"));
        for (int p = 0; p < PAIRS; p++) { /* as far as a step may be */
            float x = (float)s.xyz[4 * p], other = (float)s.xyz[4 * p + 2], half = (float)(skin / 2);
            const float was = x, other_was = other;
            for (x += half; x - was > half;) x = nextafterf(x, -100);
            for (other -= half; other_was - other > half;) other = nextafterf(other, 100);
            s.xyz[4 * p] = (double)x, s.xyz[4 * p + 2] = (double)other;
        }
        move(&s);
        ck_assert(!ask(&s, "together"));
        end(&s);
    }
    nf_context_free(context);
}
END_TEST

/* The rule is scaled for the cutoff; steps are longer by many powers of two. */
START_TEST(a_skin_much_longer_than_the_cutoff_is_no_reason_to_miss_a_step) {
    nf_context *context = support_context(NULL);
    scene s;
    begin(&s, context, 30, 3, NF_FLOAT32);
    s.cutoff = 0x1p-98;
    s.options.skin = 0x1p-20;
    ck_assert(ask(&s, "first"));
    ck_assert(!ask(&s, "again"));
    for (int a = 0; a < 3; a++) s.xyz[a] = s.xyz[a + 27];
    move(&s);
    ck_assert(ask(&s, "at the place of another point"));
    ck_assert_uint_eq(nf_result_total(s.result), 2);
    end(&s);
    nf_context_free(context);
}
END_TEST

START_TEST(a_box_that_rounds_more_than_is_paid_for_shortens_the_steps) {
    nf_context *context = support_context(NULL);
    for (int far = 0; far < 2; far++) {
        scene s;
        begin(&s, context, 40, 3, NF_FLOAT32);
        s.box = (nf_box){.cell = {{4096, 0, 0}, {0, 4096, 0}, {0, 0, 4096}}, .periodic = {1, 1, 1}};
        if (!far)
            for (int k = 0; k < 3; k++) s.box.cell[k][k] = 16;
        for (int k = 0; k < 120; k++) s.xyz[k] = floor(s.xyz[k] * 64) / 64;
        move(&s);
        ck_assert(ask(&s, "first"));
        s.xyz[7] += 0.125;
        move(&s);
        ck_assert_int_eq(ask(&s, "half the skin"), far);
        end(&s);
    }
    nf_context_free(context);
}
END_TEST

START_TEST(whatever_else_changes_builds_the_list) {
    nf_context *context = support_context(NULL);
    scene s;
    begin(&s, context, 30, 2, NF_FLOAT32);
    ck_assert(ask(&s, "first"));
    s.points.n = 29;
    move(&s);
    ck_assert(ask(&s, "fewer points"));
    s.points.n = 30;
    move(&s);
    ck_assert(ask(&s, "more points"));
    s.box = slab;
    move(&s);
    ck_assert(ask(&s, "a box"));
    s.box.cell[1][0] += 0.01;
    move(&s);
    ck_assert(ask(&s, "another box"));
    s.box.cell[0][1] *= -1, s.box.cell[1][0] *= -1; /* of the same heights */
    move(&s);
    ck_assert(ask(&s, "a mirrored box"));
    s.box.periodic[1] = 0;
    move(&s);
    ck_assert(ask(&s, "another axis"));
    s.cutoff = 0.5;
    ck_assert(ask(&s, "a cutoff"));
    s.options.half = 1;
    ck_assert(ask(&s, "halves"));
    s.options.skin = 0.3;
    ck_assert(ask(&s, "a skin"));
    ck_assert(!ask(&s, "nothing"));
    s.xyz[33] += 20; /* another place, and several cells further */
    move(&s);
    ck_assert(ask(&s, "a point far away"));
    s.points.dims = 1;
    s.points.n = 60;
    s.box = ring;
    move(&s);
    ck_assert(ask(&s, "dims"));
    s.points.type = support_double();
    move(&s);
    ck_assert_int_eq(ask(&s, "the type"), support_double() != NF_FLOAT32);
    const nf_lists_options plain = s.options;
    s.options = (nf_lists_options){.half = 1, .sorted = 1, .arrays = ALL};
    ck_assert(!ask(&s, "without a skin"));
    s.cutoff = 0.2;
    ck_assert(!ask(&s, "without a skin, in other cells"));
    s.options = plain;
    s.cutoff = 0.5;
    ck_assert(!ask(&s, "the list is still kept"));
    ck_assert_uint_eq(nf_cloud_builds(NULL), 0);
    end(&s);
    nf_context_free(context);
}
END_TEST

/* ---- errors ---------------------------------------------------------------------------------------------- */

START_TEST(points_that_are_not_finite_are_named_and_good_ones_are_answered_afterwards) {
    nf_context *context = support_context(NULL);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    scene s;
    begin(&s, context, 30, 3, NF_FLOAT32);
    for (int k = 0; k < 3; k++) {
        ck_assert_msg(ask(&s, "good points") == 1, "a failed search keeps no list");
        const double was = s.xyz[3 * 21 + k];
        s.xyz[3 * 21 + k] = bad[k];
        move(&s);
        support_fails(context, NF_ERROR_POINTS, "point 21",
                      nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result));
        s.xyz[3 * 21 + k] = was;
        move(&s);
    }
    support_fails(context, NF_ERROR_ARGUMENT, "dims",
                  nf_cloud_move(s.cloud, &(nf_points){.n = 1}, NULL, NULL));
    s.points.n = 0; /* that the cloud is empty now is not the list's concern */
    ck_assert(!ask(&s, "no points"));
    end(&s);
    nf_context_free(context);
}
END_TEST

START_TEST(a_wrong_skin_is_named_on_devices_and_on_the_host) {
    nf_context *context = support_context(NULL);
    const double wrong[] = {-1, NAN, INFINITY, 1e38}, finite = 0x1p121;
    scene s;
    begin(&s, context, 30, 3, NF_FLOAT32);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        uint64_t *offsets = NULL, bytes = 0;
        char message[300] = "";
        s.options.skin = k == 3 ? finite : wrong[k];
        support_fails(context, NF_ERROR_ARGUMENT, "skin",
                      nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result));
        ck_assert_int_eq(nf_host_lists(&s.points, NULL, s.cutoff, &s.options, NULL, &offsets, NULL, NULL,
                                       NULL, message, sizeof message),
                         NF_ERROR_ARGUMENT);
        ck_assert_msg(strstr(message, "skin") != NULL, "%s", message);
        support_fails(context, NF_ERROR_ARGUMENT, "skin",
                      nf_lists_memory(context, &s.points, &s.options, 10, &bytes));
    }
    end(&s);
    nf_context_free(context);
}
END_TEST

START_TEST(query_points_and_conditions_have_no_skin) {
    nf_context *context = support_context(NULL);
    const nf_conditions conditions = {.min_distance = 0.1};
    scene s;
    begin(&s, context, 30, 3, NF_FLOAT32);
    for (int k = 0; k < 2; k++) {
        uint64_t *offsets = NULL;
        s.options.queries = k ? &s.points : NULL;
        s.options.conditions = k ? NULL : &conditions;
        support_fails(context, NF_ERROR_UNSUPPORTED, "skin",
                      nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result));
        ck_assert_int_eq(
            nf_host_lists(&s.points, NULL, s.cutoff, &s.options, NULL, &offsets, NULL, NULL, NULL, NULL, 0),
            NF_ERROR_UNSUPPORTED);
    }
    end(&s);
    nf_context_free(context);
}
END_TEST

/* The device seems to have less and less memory. */
START_TEST(a_build_that_fails_leaves_no_list) {
    nf_context *context = support_context(NULL);
    const uint64_t memory = context->device.global_memory;
    int failed = 0;
    scene s;
    begin(&s, context, 60, 3, NF_FLOAT32);
    s.cutoff = 1.2;
    s.box = triclinic;
    for (uint64_t room = 1 << 18; room >= 64; room = room * 3 / 4) {
        nf_context_trim(context);
        nf_result_free(s.result);
        s.result = NULL;
        s.xyz[0] += 1;
        move(&s);
        context->device.global_memory = room;
        const nf_status status = nf_lists(s.cloud, s.cutoff, &s.options, NULL, &s.result);
        context->device.global_memory = memory;
        if (status != NF_OK) {
            ck_assert_int_eq(status, NF_ERROR_MEMORY);
            ck_assert_ptr_null(s.cloud->skin);
            failed++;
        }
        ck_assert_int_eq(ask(&s, "afterwards"), status != NF_OK);
    }
    ck_assert_int_gt(failed, 10);
    end(&s);
    nf_context_free(context);
}
END_TEST

/* ---- the caller's buffers, and memory -------------------------------------------------------------------- */

static void into(scene *s, const char *what) {
    const uint64_t n = s->points.n;
    ask(s, what);
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
        support_buffer places[] = {support_buffer_of(s->context, NULL, n + 1, 8),
                                   support_buffer_of(s->context, NULL, total + 5, 4),
                                   support_buffer_of(s->context, NULL, total + 5, 12)};
        nf_lists_options options = s->options;
        uint64_t needed = 0;
        options.sorted = k / 2 % 2;
        options.places.shifts = places[2].at;
        ck_assert_int_eq(nf_lists_into(s->cloud, s->cutoff, &options, places[0].at, places[1].at, room, NULL,
                                       k % 2 ? &needed : NULL),
                         k % 2 && room < total ? NF_ERROR_CAPACITY : NF_OK);
        if (k % 2) ck_assert_uint_eq(needed, total);
        support_read(&places[0], got_offsets);
        ck_assert_int_eq(memcmp(offsets, got_offsets, (n + 1) * 8), 0);
        support_read_first(&places[1], got, written);
        ck_assert_int_eq(memcmp(indices, got, written * 4), 0);
        support_read_first(&places[2], got, written);
        ck_assert_int_eq(memcmp(shifts, got, written * 12), 0);
        for (int p = 0; p < 3; p++) support_release(&places[p]);
    }
    free(offsets), free(got_offsets), free(indices), free(got), free(shifts);
}

START_TEST(the_caller_s_buffers_receive_what_fits) {
    const char *const tunings[] = {NULL, lanes};
    for (int k = 0; k < 2; k++) {
        nf_context *context = support_context(tunings[k]);
        scene s;
        begin(&s, context, 40, 3, NF_FLOAT32);
        s.box = triclinic;
        move(&s);
        into(&s, "built");
        ck_assert_uint_eq(nf_cloud_builds(s.cloud), 1);
        end(&s);
        nf_context_free(context);
    }
}
END_TEST

START_TEST(a_queue_out_of_order_has_the_same_answer) {
    nf_context *context = support_context(NULL);
    cl_command_queue queue = support_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    scene s;
    begin(&s, context, 60, 3, NF_FLOAT32);
    for (int step = 0; step < 12; step++) {
        cl_event moved = NULL, listed = NULL;
        const nf_sync first = {.queue = queue, .event = &moved};
        for (int k = 0; k < 180; k++) s.xyz[k] += step % 3 ? 0.01 : 0.1;
        store(&s);
        support_ok(context, nf_cloud_move(s.cloud, &s.points, &s.box, &first));
        const nf_sync silent = {.queue = queue, .num_waits = 1, .waits = &moved};
        const nf_sync then = {.queue = queue, .num_waits = 1, .waits = &moved, .event = &listed};
        support_ok(context, nf_lists(s.cloud, s.cutoff, &s.options, step % 2 ? &then : &silent, &s.result));
        ck_assert(!ask(&s, "out of order"));
        clReleaseEvent(moved);
        if (listed) clReleaseEvent(listed);
    }
    ck_assert_uint_ge(nf_cloud_builds(s.cloud), 4);
    ck_assert_uint_le(nf_cloud_builds(s.cloud), 8);
    end(&s);
    clReleaseCommandQueue(queue);
    nf_context_free(context);
}
END_TEST

START_TEST(offsets_alone_are_counted_and_clouds_without_neighbours_are_answered) {
    nf_context *context = support_context(NULL);
    scene s;
    begin(&s, context, 40, 3, NF_FLOAT32);
    ck_assert(ask(&s, "first"));
    const uint64_t total = nf_result_total(s.result);
    const nf_lists_options counts = {.arrays = NF_WANT(NF_ARRAY_OFFSETS), .skin = s.options.skin};
    support_ok(context, nf_lists(s.cloud, s.cutoff, &counts, NULL, &s.result));
    ck_assert_uint_eq(nf_result_total(s.result), total);
    ck_assert_uint_eq(nf_result_array(s.result, NF_ARRAY_INDICES).rows, 0);
    ck_assert_uint_eq(nf_cloud_builds(s.cloud), 1);
    end(&s);
    begin(&s, context, 4, 3, NF_FLOAT32);
    s.box = (nf_box){.cell = {{900, 0, 0}, {0, 900, 0}, {0, 0, 900}}, .periodic = {1, 1, 1}};
    for (int k = 0; k < 12; k++) s.xyz[k] = 70 * k;
    move(&s);
    ck_assert(ask(&s, "alone"));
    ck_assert(!ask(&s, "alone"));
    end(&s);
    nf_context_free(context);
}
END_TEST

START_TEST(memory_is_bounded_in_advance_and_comes_back) {
    nf_context *context = support_context(NULL);
    for (int k = 0; k < 4; k++) {
        const uint64_t n = k == 3 ? 800 : k ? 3000 : 33;
        const double cutoff = k == 3 ? 0.4 : 0.1; /* 3: entries of one pair are sorted by their images, too */
        const nf_box box = {.cell = {{1, 0, 0}, {0.1, 1, 0}, {0, 0, 1}}, .periodic = {k != 1, k != 1, 0}};
        const nf_lists_options options = {.skin = cutoff / 2, .arrays = k == 2 ? ALL : 0},
                               wide = {.arrays = NF_WANT(NF_ARRAY_OFFSETS)};
        support_cloud points = support_cloud_uniform(n, 3, NF_FLOAT32, cutoff, 3);
        nf_cloud *cloud = NULL;
        nf_result *result = NULL;
        uint64_t bound = 0, peak = 0, none = 1;
        support_ok(context, nf_cloud_create(context, &points.points, &box, NULL, &cloud));
        support_ok(context,
                   nf_lists(cloud, 1.506 * cutoff, &wide, NULL, &result)); /* more than what is kept */
        support_ok(context,
                   nf_lists_memory(context, &points.points, &options, nf_result_total(result), &bound));
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
        support_cloud_free(&points);
    }
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_thousand_random_steps_have_the_bytes_of_fresh_lists,
                                  a_step_of_half_the_skin_keeps_the_list_and_a_longer_one_builds_it,
                                  what_rounding_takes_from_two_steps_is_paid_for,
                                  a_skin_much_longer_than_the_cutoff_is_no_reason_to_miss_a_step,
                                  a_box_that_rounds_more_than_is_paid_for_shortens_the_steps,
                                  whatever_else_changes_builds_the_list,
                                  points_that_are_not_finite_are_named_and_good_ones_are_answered_afterwards,
                                  a_wrong_skin_is_named_on_devices_and_on_the_host,
                                  query_points_and_conditions_have_no_skin,
                                  a_build_that_fails_leaves_no_list,
                                  the_caller_s_buffers_receive_what_fits,
                                  a_queue_out_of_order_has_the_same_answer,
                                  offsets_alone_are_counted_and_clouds_without_neighbours_are_answered,
                                  memory_is_bounded_in_advance_and_comes_back};
    return support_main("skin", tests, sizeof tests / sizeof *tests);
}
