/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* As test_radii.c in the shape of a GPU. */
#include "support/device.h"
#include "support/radii_checks.h"

#define GPU "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"

START_TEST(points_in_boxes_have_the_bytes_of_the_host_in_the_shape_of_a_gpu) {
    radii_check_boxes(GPU, support_small() ? 239 : 79);
}
END_TEST

START_TEST(a_dense_centre_has_the_bytes_of_the_host_in_the_shape_of_a_gpu) {
    radii_check_centre(GPU, support_small() ? 500 : 2000, support_small() ? 2 : 1, 1);
}
END_TEST

START_TEST(halves_of_the_largest_radius_have_the_bytes_of_the_host_in_the_shape_of_a_gpu) {
    radii_check_limits(GPU, support_small() ? 1 : 2);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        points_in_boxes_have_the_bytes_of_the_host_in_the_shape_of_a_gpu,
        a_dense_centre_has_the_bytes_of_the_host_in_the_shape_of_a_gpu,
        halves_of_the_largest_radius_have_the_bytes_of_the_host_in_the_shape_of_a_gpu};
    return support_main("radii_shapes", tests, sizeof tests / sizeof *tests);
}
