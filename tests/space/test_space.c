/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parameters of a space: faces and heights. */
#include "space/space.h"
#include "support/device.h"

#include <math.h>
#include <string.h>

static void near(double wanted, double got) {
    ck_assert_msg(fabs(wanted - got) <= 1e-14 * fmax(1, fabs(wanted)), "%.17g is not %.17g", got, wanted);
}

static nf_space space_of(const nf_box *box, int dims, nf_type type) {
    nf_sentence error = {.text = ""};
    nf_space space;
    ck_assert_msg(nf_space_for(&space, box, dims, type, &error) == NF_OK, "%s", error.text);
    return space;
}

TEST(boxes_without_a_periodic_vector_are_open_space) {
    const nf_box zeros = {{0}, {{0}}, {0}}, walls = {{1, 2, 3}, {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {0}};
    const nf_box third = {{0}, {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {0, 0, 1}};
    const nf_box *const boxes[] = {NULL, &zeros, &walls, &third};
    for (int k = 0; k < 4; k++)
        for (int dims = 1; dims <= (k == 3 ? 2 : 3); dims++) {
            const nf_space space = space_of(boxes[k], dims, NF_FLOAT64);
            ck_assert_int_eq(space.kind, NF_SPACE_OPEN);
            ck_assert_int_eq(space.dims, dims);
            ck_assert_str_eq(nf_space_part(&space), "space/space_open.cl");
        }
}

/* The normal of k is orthogonal to the other vectors, and the height is the part of vector k along it. */
TEST(normals_and_heights_are_those_of_the_faces) {
    nf_box box = {{0}, {{4, 0.5, -0.25}, {-1, 3, 0.75}, {0.5, 2, 5}}, {1, 1, 1}};
    for (int left = 0; left < 2; left++) {
        if (left)
            for (int a = 0; a < 3; a++) box.cell[2][a] = -box.cell[2][a];
        for (int dims = 1; dims <= 3; dims++) {
            const nf_space space = space_of(&box, dims, NF_FLOAT64);
            ck_assert_int_eq(space.kind, NF_SPACE_BOX);
            for (int k = 0; k < dims; k++)
                for (int j = 0; j < dims; j++) {
                    double sum = 0;
                    for (int a = 0; a < 3; a++) sum += space.normal[k][a] * space.H[j][a];
                    near(j == k ? space.heights[k] : 0, sum);
                }
        }
    }
}

TEST(vectors_that_are_not_periodic_do_not_matter) {
    const nf_box sheared = {{1, 2, 3}, {{2, 0, 0}, {5, 3, 0}, {0, 0, 0}}, {1, 1, 0}};
    const nf_box wire = {{0}, {{1e9, 0, 7}, {3, 4, 0}, {0, 0, 0}}, {0, 1, 0}};
    const nf_space slab = space_of(&sheared, 3, NF_FLOAT64), line = space_of(&wire, 3, NF_FLOAT64);
    near(6 / sqrt(34), slab.heights[0]); /* the area 6 over the length of the second vector */
    near(3, slab.heights[1]);
    near(0, slab.heights[2]);
    near(1, slab.normal[2][2]);
    near(5, line.heights[1]);
    near(1, line.stretch[1]);
    for (int k = 0; k < 3; k++) {
        near(k + 1, slab.origin[k]);
        near(0, line.H[0][k]);
    }
}

TEST(vectors_that_are_short_beside_others_are_refused) {
    const nf_box box = {{0}, {{1, 0, 0}, {0, 1e-300, 0}, {0, 0, 1}}, {1, 1, 1}};
    nf_sentence error = {.text = ""};
    nf_space space;
    ck_assert_int_eq(nf_space_for(&space, &box, 3, NF_FLOAT64, &error), NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "vector 1 of the box is too short beside the longest one"));
}

TEST(vectors_in_one_plane_are_refused) {
    const nf_box boxes[] = {{{0}, {{1, 2, 3}, {2, 4, 6}, {0, 0, 1}}, {1, 1, 1}},
                            {{0}, {{1, 2, 3}, {0, 0, 0}, {0, 0, 1}}, {1, 1, 0}},
                            {{0}, {{1, 0, 0}, {1, 1e-9, 0}, {0, 0, 1}}, {1, 1, 1}}};
    for (int k = 0; k < 3; k++) {
        nf_sentence error = {.text = ""};
        nf_space space;
        ck_assert_int_eq(nf_space_for(&space, &boxes[k], 3, NF_FLOAT64, &error), NF_ERROR_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.text, "in one line or plane"));
    }
}

TEST(a_cutoff_over_too_many_images_is_refused) {
    const nf_box box = {{0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
    const nf_space space = space_of(&box, 3, NF_FLOAT32);
    nf_sentence error = {.text = ""};
    ck_assert_int_eq(nf_space_check(&space, 1, 100, &error), NF_OK);
    ck_assert_int_eq(nf_space_check(&space, 1, 1000, &error), NF_ERROR_ARGUMENT);
}

/* 2^31 - 1 points, or query points, with fewer than 2^32 neighbours each have fewer than 2^63. */
TEST(numbers_of_neighbours_fit_into_63_bits) {
    const nf_box box = {{0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
    const nf_space space = space_of(&box, 3, NF_FLOAT64);
    nf_sentence error = {.text = ""};
    ck_assert_int_eq(nf_space_check(&space, INT32_MAX, 0.1, &error), NF_OK);
    ck_assert_int_eq(nf_space_check(&space, INT32_MAX / 4, 0.499, &error), NF_OK);
    ck_assert_int_eq(nf_space_check(&space, INT32_MAX, 0.14, &error), NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "more than 2^31 neighbours"));
}
