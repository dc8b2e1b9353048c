/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The host's sizes of bounds and grids must be those of the kernels. */
#include "order/bounds.h"
#include "support/layout.h"

#include <stdio.h>

#define PARTS "space/space_box.cl "

TEST(bounds_and_grid_are_as_large_as_the_host_counts) {
    own_context context = support_context(NULL);
    for (int real64 = 0; real64 <= nf_context_device(context)->fp64; real64++) {
        const nf_type type = real64 ? NF_FLOAT64 : NF_FLOAT32;
        char options[256];
        snprintf(options, sizeof options,
                 "-D REAL64=%d -D DIMS=3 -D CELLS_X=1 -D CELLS_YZ=1 -D SPARSE=0 -D GROUP=64 -D ITEMS=4 -D "
                 "LANES_BY=0 -D SYSTEMS=1",
                 real64);
        ck_assert_uint_eq(support_sizeof(context, PARTS "order/bounds.cl", options, "nf_grid"),
                          nf_grid_bytes(type));
        ck_assert_uint_eq(support_sizeof(context, PARTS "order/bounds.cl", options, "nf_bounds"),
                          nf_bounds_bytes(type));
        ck_assert_uint_eq(support_sizeof(context, PARTS "order/layout.cl", options, "nf_tile_place"), 16);
        ck_assert_uint_eq(support_sizeof(context, PARTS "order/batch.cl", options, "nf_batch_sum"), 16);
        ck_assert_uint_eq(support_sizeof(context, PARTS "order/batch.cl", options, "nf_system_given"),
                          (2 + NF_LATTICE) * nf_type_bytes(type));
    }
}
