/* The parameters of a space: the cell, its inverse and its heights. */
#include "space/space.h"
#include "support/device.h"

#include <math.h>
#include <string.h>

static void near(double wanted, double got) {
    ck_assert_msg(fabs(wanted - got) <= 1e-14 * fmax(1, fabs(wanted)), "%.17g is not %.17g", got, wanted);
}

static void all_zero(const nf_space *space) {
    for (int k = 0; k < 3; k++) {
        near(0, space->heights[k]);
        for (int a = 0; a < 3; a++) near(0, space->inverse[k][a]);
    }
}

START_TEST(no_box_and_a_box_of_zeros_are_open_space) {
    const nf_box zeros = {0};
    const nf_box *const boxes[] = {NULL, &zeros};
    for (int k = 0; k < 2; k++)
        for (int dims = 1; dims <= 3; dims++) {
            const nf_space space = nf_space_for(boxes[k], dims);
            ck_assert_int_eq(space.kind, NF_SPACE_OPEN);
            ck_assert_int_eq(space.dims, dims);
            ck_assert_str_eq(nf_space_part(&space), "space/displacement_open.cl");
            all_zero(&space);
        }
}
END_TEST

/* H times its inverse is the identity in `dims` dimensions. */
START_TEST(the_inverse_of_a_triclinic_cell_turns_its_vectors_into_unit_vectors) {
    const nf_box box = {.cell = {{4, 0.5, -0.25}, {-1, 3, 0.75}, {0.5, 2, 5}}};
    for (int dims = 1; dims <= 3; dims++) {
        const nf_space space = nf_space_for(&box, dims);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double sum = 0;
                for (int k = 0; k < 3; k++) sum += space.H[i][k] * space.inverse[k][j];
                near(i == j && i < dims, sum);
            }
    }
}
END_TEST

START_TEST(heights_are_the_distances_between_faces) {
    const nf_box sheared = {.origin = {1, 2, 3}, .cell = {{2, 0, 0}, {5, 3, 0}, {0, 0, -7}}};
    const nf_space space = nf_space_for(&sheared, 3), flat = nf_space_for(&sheared, 2);
    near(6 / sqrt(34), space.heights[0]); /* the area 6 over the length of the second vector */
    near(3, space.heights[1]);
    near(7, space.heights[2]);
    for (int k = 0; k < 3; k++) near(k + 1, space.origin[k]);
    near(6 / sqrt(34), flat.heights[0]);
    near(3, flat.heights[1]);
    near(0, flat.heights[2]);
    near(0, flat.origin[2]);
}
END_TEST

START_TEST(vectors_in_one_plane_have_no_inverse) {
    const nf_box box = {.cell = {{1, 2, 3}, {2, 4, 6}, {0, 0, 1}}};
    const nf_space space = nf_space_for(&box, 3);
    all_zero(&space);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {no_box_and_a_box_of_zeros_are_open_space,
                                  the_inverse_of_a_triclinic_cell_turns_its_vectors_into_unit_vectors,
                                  heights_are_the_distances_between_faces,
                                  vectors_in_one_plane_have_no_inverse};
    return support_main("space", tests, sizeof tests / sizeof *tests);
}
