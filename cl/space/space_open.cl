// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Open space: D = r_j - r_i, axis by axis; each point has one image.
// A space is a part of a program (nf_space_part); the spaces have these names:
//   SHIFTS            1 if candidates have several images, 0 if all have NF_SHIFT_NONE
//   nf_shift          the image of a candidate as one integer; it is the same for all candidates of a run
//   NF_SHIFT_NONE     the image at the point itself
//   nf_vector         what an image adds to a displacement; NF_VECTOR_NONE for the point itself
//   displacement(axis, ri, rj, vector)   D, of real or nf_real_wide; axis is 0, 1 or 2
//   nf_from(axis, r, o, vector)          the position of an image relative to o, for tests in float
//   SPACE_PARAMETERS, SPACE_PASS         of functions that plan a grid: the lattice of a box; and the same to pass it on (kernels take
//                                        it by SPACE_KERNEL_PARAMETERS of order/planning.cl)
//   SPACE_MEMBERS                        members of nf_grid for this space
//   SPACE_GIVEN, SPACE_TAKE(given)       the lattice as a member of a struct; a statement that takes it from there
//   nf_coordinate(lattice, k, x, y, z)   the coordinate of a point along axis k of the grid
//   nf_accepts(lattice, k, coordinate)   0: the point is refused
//   nf_space_measure(lattice, lo, hi)    receives the bounds of all coordinates before a grid is planned
//   nf_space_keep(grid, lattice)         stores the lattice in the grid
//   nf_space_axis(grid, k, inv)          plans a periodic axis and returns 1; may change inv for another one and return 0
//   nf_space_planned(grid)               after all axes
//   nf_space_queries(grid, lo, hi)       makes the grid of a cloud that of query points with these bounds; 0: it cannot be
//   nf_space_paid(grid, to)              then: to[3] receives what a grid must pay for
//   nf_is_periodic(lattice, k)           1 if axis k is periodic
//   nf_fold_point(grid, x, y, z, out)          out[3]: the position that the order stores, inside the box
//
// Included by kernels, and by the host reference as C.
#if defined(displacement)
#error "space_open.cl: the program has a space already"
#endif
#include "space/spaces.cl"
#define SHIFTS 0
typedef int nf_shift;
typedef int nf_vector;
#define NF_SHIFT_NONE                      0
#define NF_VECTOR_NONE                     0
#define displacement(axis, ri, rj, vector) ((rj) - (ri))
#define nf_from(axis, r, o, vector)        ((r) - (o))
#define SPACE_PARAMETERS
#define SPACE_PASS
#define SPACE_MEMBERS
#define SPACE_GIVEN
#define SPACE_TAKE(given)
#define nf_coordinate(lattice, k, x, y, z) ((k) == 0 ? (x) : (k) == 1 ? (y) : (z))
#define nf_accepts(lattice, k, coordinate) NF_FINITE(coordinate)
#define nf_space_measure(lattice, lo, hi)
#define nf_space_keep(grid, lattice)
#define nf_space_axis(grid, k, inv) 0
#define nf_space_planned(grid)
#define nf_space_queries(grid, lo, hi) 1
#define nf_space_paid(grid, to)
#define nf_is_periodic(lattice, k)           0
#define nf_fold_point(grid, x, y, z, folded) ((folded)[0] = (x), (folded)[1] = (y), (folded)[2] = (z))
