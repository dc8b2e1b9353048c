/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists with a skin: always the bytes of a fresh sorted list, built only when a point has moved too far. */
#include "support/clouds/clouds.h"
#include "support/answers/skin.h"

#include <math.h>
#include <stdio.h>

/* ---- random steps --------------------------------------------------------------------------------------- */

static const nf_box slab = {.cell = {{1, 0.2, 0}, {-0.3, 1.1, 0}, {0, 0, 0}}, .periodic = {1, 1, 0}};
static const nf_box ring = {.origin = {5, 0, 0}, .cell = {{0.5, 0, 0}}, .periodic = {1, 0, 0}};

static const struct {
    const char *name;
    const nf_box *box;
    int dims, wide, half;
    double cutoff;
} walks[] = {
    {"open", NULL, 3, 0, 0, 0.7},
    {"triclinic", &skin_triclinic, 3, 1, 0, 0.8},
    {"slab", &slab, 2, 0, 1, 0.6},
};
enum { WALKS = sizeof walks / sizeof *walks };

/* Steps of a point are so short that some point has gone skin / 2 after ten or so; sometimes one is put elsewhere, or
   into another cell. */
static void take_step(skin_scene *s, uint64_t *state) {
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
    own_context context = support_context(NULL);
    const nf_box open = {.origin = {0}};
    uint64_t state = (uint64_t)which + 5;
    int builds = 0;
    skin_scene s;
    skin_begin(&s, context, 40 + (uint64_t)which, walks[which].dims,
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
        skin_store(&s);
        nf_points points = s.points; /* by turns from the host and in a buffer whose contents change */
        if (step % 8 >= 4) {
            points.rows = buffer.at;
            ck_assert_int_eq(clEnqueueWriteBuffer(nf_context_queue(context), buffer.at.buffer, CL_TRUE,
                                                  buffer.at.offset, buffer.n * buffer.size, s.data, 0, NULL,
                                                  NULL),
                             CL_SUCCESS);
        }
        support_ok(context, nf_cloud_move(s.cloud, &points, &s.box, NULL));
        builds += skin_ask(&s, what);
    }
    ck_assert_msg(builds > steps / 40 && builds < steps / 3, "%s: %d lists were built in %d steps",
                  walks[which].name, builds, steps);
    skin_end(&s);
    support_release(&buffer);
}

TEST(a_thousand_random_steps_have_the_bytes_of_fresh_lists) {
    for (int k = 0; k < WALKS; k++) walk(k, support_small() ? 150 : 1000);
}

/* ---- when it is built ------------------------------------------------------------------------------------ */

TEST(a_step_of_half_the_skin_keeps_the_list_and_a_longer_one_builds_it) {
    own_context context = support_context(NULL);
    skin_scene s;
    skin_begin(&s, context, 40, 3, NF_FLOAT32);
    for (int k = 0; k < 120; k++) s.xyz[k] = floor(s.xyz[k] * 64) / 64;
    skin_move(&s);
    ck_assert(skin_ask(&s, "first"));
    ck_assert(!skin_ask(&s, "again"));
    for (int sign = -1; sign < 2; sign += 2) {
        for (int k = 0; k < 120; k += 3) s.xyz[k] += sign * (k % 2 ? 0.125 : -0.125);
        skin_move(&s);
        ck_assert_msg(!skin_ask(&s, "half the skin"), "%d", sign);
        for (int k = 0; k < 120; k += 3) s.xyz[k] -= sign * (k % 2 ? 0.125 : -0.125);
    }
    s.xyz[3 * 17 + 1] = s.xyz[3 * 17 + 1] + 0.125 + 0x1p-22;
    skin_move(&s);
    ck_assert(skin_ask(&s, "more than half the skin"));
    ck_assert(!skin_ask(&s, "again"));
    skin_end(&s);
}

/* Pairs whose distance falls, by rounding, from more than cutoff + skin to less than the cutoff. */
TEST(what_rounding_takes_from_two_steps_is_paid_for) {
    enum { PAIRS = SKIN_MOST / 2 };
    own_context context = support_context(NULL);
    for (int k = 0; k < 8; k++) {
        const double skin = 0.4 + 0.013 * k;
        skin_scene s;
        skin_begin(&s, context, 2 * PAIRS, 2, NF_FLOAT32);
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
        skin_move(&s);
        ck_assert(skin_ask(&s, "apart"));
        for (int p = 0; p < PAIRS; p++) { /* as far as a step may be */
            float x = (float)s.xyz[4 * p], other = (float)s.xyz[4 * p + 2], half = (float)(skin / 2);
            const float was = x, other_was = other;
            for (x += half; x - was > half;) x = nextafterf(x, -100);
            for (other -= half; other_was - other > half;) other = nextafterf(other, 100);
            s.xyz[4 * p] = (double)x, s.xyz[4 * p + 2] = (double)other;
        }
        skin_move(&s);
        ck_assert(!skin_ask(&s, "together"));
        skin_end(&s);
    }
}

/* The rule is scaled for the cutoff; steps are longer by many powers of two. */
TEST(a_skin_much_longer_than_the_cutoff_is_no_reason_to_miss_a_step) {
    own_context context = support_context(NULL);
    skin_scene s;
    skin_begin(&s, context, 30, 3, NF_FLOAT32);
    s.cutoff = 0x1p-98;
    s.options.skin = 0x1p-20;
    ck_assert(skin_ask(&s, "first"));
    ck_assert(!skin_ask(&s, "again"));
    for (int a = 0; a < 3; a++) s.xyz[a] = s.xyz[a + 27];
    skin_move(&s);
    ck_assert(skin_ask(&s, "at the place of another point"));
    ck_assert_uint_eq(nf_result_total(s.result), 2);
    skin_end(&s);
}

TEST(a_box_that_rounds_more_than_is_paid_for_shortens_the_steps) {
    own_context context = support_context(NULL);
    for (int far = 0; far < 2; far++) {
        skin_scene s;
        skin_begin(&s, context, 40, 3, NF_FLOAT32);
        s.box = (nf_box){.cell = {{4096, 0, 0}, {0, 4096, 0}, {0, 0, 4096}}, .periodic = {1, 1, 1}};
        if (!far)
            for (int k = 0; k < 3; k++) s.box.cell[k][k] = 16;
        for (int k = 0; k < 120; k++) s.xyz[k] = floor(s.xyz[k] * 64) / 64;
        skin_move(&s);
        ck_assert(skin_ask(&s, "first"));
        s.xyz[7] += 0.125;
        skin_move(&s);
        ck_assert_int_eq(skin_ask(&s, "half the skin"), far);
        skin_end(&s);
    }
}

TEST(whatever_else_changes_builds_the_list) {
    own_context context = support_context(NULL);
    skin_scene s;
    skin_begin(&s, context, 30, 2, NF_FLOAT32);
    ck_assert(skin_ask(&s, "first"));
    s.points.n = 29;
    skin_move(&s);
    ck_assert(skin_ask(&s, "fewer points"));
    s.points.n = 30;
    skin_move(&s);
    ck_assert(skin_ask(&s, "more points"));
    s.box = slab;
    skin_move(&s);
    ck_assert(skin_ask(&s, "a box"));
    s.box.cell[1][0] += 0.01;
    skin_move(&s);
    ck_assert(skin_ask(&s, "another box"));
    s.box.cell[0][1] *= -1, s.box.cell[1][0] *= -1; /* of the same heights */
    skin_move(&s);
    ck_assert(skin_ask(&s, "a mirrored box"));
    s.box.periodic[1] = 0;
    skin_move(&s);
    ck_assert(skin_ask(&s, "another axis"));
    s.cutoff = 0.5;
    ck_assert(skin_ask(&s, "a cutoff"));
    s.options.half = 1;
    ck_assert(skin_ask(&s, "halves"));
    s.options.skin = 0.3;
    ck_assert(skin_ask(&s, "a skin"));
    ck_assert(!skin_ask(&s, "nothing"));
    s.xyz[33] += 20; /* another place, and several cells further */
    skin_move(&s);
    ck_assert(skin_ask(&s, "a point far away"));
    s.points.dims = 1;
    s.points.n = 60;
    s.box = ring;
    skin_move(&s);
    ck_assert(skin_ask(&s, "dims"));
    s.points.type = support_double();
    skin_move(&s);
    ck_assert_int_eq(skin_ask(&s, "the type"), support_double() != NF_FLOAT32);
    const nf_lists_options plain = s.options;
    s.options = (nf_lists_options){.half = 1, .sorted = 1, .arrays = SKIN_ALL};
    ck_assert(!skin_ask(&s, "without a skin"));
    s.cutoff = 0.2;
    ck_assert(!skin_ask(&s, "without a skin, in other cells"));
    s.options = plain;
    s.cutoff = 0.5;
    ck_assert(!skin_ask(&s, "the list is still kept"));
    ck_assert_uint_eq(nf_cloud_lists_built(NULL), 0);
    skin_end(&s);
}
