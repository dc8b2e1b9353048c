// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The coordinates of a point of packed rows, zeros beyond DIMS; and its coordinate along an axis of the grid.
//   the rest as in cells.cl
#pragma once
#include "space/cells.cl"
#define NF_Y_OF(point) (DIMS > 1 ? (point)[DIMS > 1] : 0)
#define NF_Z_OF(point) (DIMS > 2 ? (point)[DIMS - 1] : 0)
#define NF_COORDINATE_OF(lattice, a, point)                                                                  \
    nf_coordinate(lattice, a, (point)[0], NF_Y_OF(point), NF_Z_OF(point))
