/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The space of the points: open, or periodic along some of the vectors of a box.  Each kind has a kernel part (cl/space/space_open.cl,
 * cl/space/space_box.cl), whose parameters this file computes.
 */
#ifndef NF_SPACE_SPACE_H
#define NF_SPACE_SPACE_H

#include "core/fail.h"
#include "space/cells.h"

#include <nearfield/types.h>

typedef enum nf_space_kind { NF_SPACE_OPEN, NF_SPACE_BOX, NF_SPACE_KINDS } nf_space_kind;

typedef struct nf_space {
    int dims;
    nf_type type;
    nf_space_kind kind;
    /* The rest is zeros in open space, and exact in the points' type but for the last two. */
    double H[3][3]; /* the rows are the cell vectors of periodic axes; zeros for the other axes */
    double origin[3];
    double normal
        [3]
        [3]; /* of the faces that vector k connects; for axes that are not periodic, unit vectors that are orthogonal
                            to all others */
    double heights[3]; /* the distance between these faces; 0 for axes that are not periodic */
    double stretch
        [3]; /* the length of vector k over its height; for axes that are not periodic 1, or 0 if they do not round */
} nf_space;

/* The space of a box; NULL for open space.  Checks the box. */
nf_status nf_space_for(nf_space *space, const nf_box *box, int dims, nf_type type, nf_sentence *error);

/* Makes an open space a box without periodic vectors, whose grid and answers are the same: for systems among others with boxes. */
void nf_space_close(nf_space *space);

/* Checks that the cutoff is not so much longer than the box that its images have no numbers, or that one of n points may have more
   neighbours than are counted. */
nf_status nf_space_check(const nf_space *space, uint64_t n, double cutoff, nf_sentence *error);

/* NF_ERROR_POINTS: point number `index`, which the grid refused, is not finite or too far from the box.  name: "point", or what it
   is. */
nf_status nf_space_refuse(const nf_space *space, const char *name, int index, const void *point,
                          nf_sentence *error);

/* The expected number of n points in a cube of the cutoff; 0 if a dimension is open, so that it is not known. */
double nf_space_density(const nf_space *space, uint64_t n, double cutoff);

/* The largest distance of a pair as it is computed in the points' type: the cutoff, and the rounding of the coordinates of points that are accepted. */
double nf_space_reach(const nf_space *space, double cutoff);

/* 1 if every periodic vector is along its axis, and in its direction. */
int nf_space_is_orthorhombic(const nf_space *space);

/* 1 if of the images of a point none but the nearest along each periodic vector can be within the cutoff of a point that is accepted, whatever the rounding
   of coordinates in the points' type. */
int nf_space_has_nearest(const nf_space *space, double cutoff);

/* 1 if both are the same space. */
int nf_space_equal(const nf_space *a, const nf_space *b);

/* The kernel part, for example "space/space_open.cl". */
const char *nf_space_part(const nf_space *space);

/* The numbers of nf_lattice in cl/space/space_box.cl, in the points' type. */
enum { NF_LATTICE = 49 };
enum { NF_LATTICE_PAID = 46 }; /* of `paid`, its last member */
typedef union nf_lattice_numbers {
    float f32[NF_LATTICE];
    double f64[NF_LATTICE];
} nf_lattice_numbers;
nf_lattice_numbers nf_lattice_of(const nf_space *space, const nf_cells *cells);

#endif
