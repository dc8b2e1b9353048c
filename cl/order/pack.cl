// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Copies points of any layout to packed rows.
//   source, element offset + p * stride + a of point p --pack--> rows[n x DIMS], columns [axis, axis + COLUMNS)
//   COLUMNS  adjacent coordinates: DIMS for rows, 1 for separate axes
//   DIMS     of the points     REAL64  as in real.cl     GROUP, ITEMS  as in each.cl
#if !defined(COLUMNS) || !defined(DIMS)
#error "pack.cl needs COLUMNS and DIMS"
#endif
#include "machine/each.cl"
#include "machine/real.cl"

EACH_KERNEL void pack(__global const real *source, ulong offset, ulong stride, uint n, uint axis,
                      __global real *rows) {
    FOR_EACH(p, n) {
        for (uint a = 0; a < COLUMNS; a++) rows[p * DIMS + axis + a] = source[offset + p * stride + a];
    }
}
