// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The coordinates of a point of packed rows, zeros beyond DIMS; its coordinate along an axis of the grid; and the lattice as kernels take it.
//   the rest as in cells.cl
#pragma once
#include "space/cells.cl"
#define NF_Y_OF(point) (DIMS > 1 ? (point)[DIMS > 1] : 0)
#define NF_Z_OF(point) (DIMS > 2 ? (point)[DIMS - 1] : 0)
#define NF_COORDINATE_OF(lattice, a, point)                                                                  \
    nf_coordinate(lattice, a, (point)[0], NF_Y_OF(point), NF_Z_OF(point))

// The parameters of kernels that need the lattice, and a statement that takes the lattice from them: numbers (NF_NUMBERS_OF).
#if SHIFTS
NF_NUMBERS_OF(nf_lattice)
#define SPACE_KERNEL_PARAMETERS , nf_lattice_numbers given_lattice
#define SPACE_KERNEL_TAKE       const nf_lattice lattice = *(const nf_lattice *)given_lattice.all;
#else
#define SPACE_KERNEL_PARAMETERS
#define SPACE_KERNEL_TAKE
#endif
