/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The cells of a search, which define the order of a cloud and thus the order of results.  cl/space/cells.cl has the rule;
 * this file computes its parameters.
 */
#ifndef NF_SPACE_CELLS_H
#define NF_SPACE_CELLS_H

#include <nearfield/types.h>

/* The numbers of cells per cutoff along x, and along y and z. */
typedef struct nf_cells {
    int x, yz;
    double inv_x, inv_yz; /* 1 / edge, exact in the points' type */
    double cutoff;        /* rounded to the points' type */
    double reserve
        [3]; /* of nf_lattice in cl/space/space_box.cl: zeros, or for query points far outside of a periodic box */
} nf_cells;

/* The cells of a search: of a quarter of the cutoff in x, in which direction the points of a row of cells are contiguous, and of the cutoff in y and z. */
nf_cells nf_cells_for(double cutoff, nf_type type);

/* So many cells per cutoff along x, and along y and z. */
nf_cells nf_cells_with(double cutoff, nf_type type, int x, int yz);

/* Cells for another cutoff: as many a cutoff as those given, without a reserve. */
nf_cells nf_cells_like(const nf_cells *cells, double cutoff, nf_type type);

/* The share of the cutoff by which cells are wider. */
double nf_cells_slack(nf_type type);

int nf_cells_equal(const nf_cells *a, const nf_cells *b);

/* The most cells for n points for which the table of all cells is stored.  With more cells, only the occupied ones are
   stored, as the points' sorted keys. */
uint64_t nf_cells_dense(uint64_t n);

/*
 * Computes the core of a cloud with far outliers from a sample of its points: along each axis the middle three quarters of
 * the sample, extended on both sides by four times their length and the cutoff.  Points outside belong to the border cells.
 *
 * sample  count x dims, row-major, of `type`; not changed.
 * core    lo[3], hi[3], exact in the points' type.
 */
void nf_cells_core(const void *sample, size_t count, int dims, nf_type type, double cutoff, double core[6]);

/* Gives the core of nf_cells_core() as six numbers of the points' type. */
void nf_cells_core_as(const void *sample, size_t count, int dims, nf_type type, double cutoff, void *core);

/* The sample has every nf_sample_step(n)-th of n points, nf_sample_count(n) in all. */
enum { NF_SAMPLE_MOST = 1024 };
uint64_t nf_sample_step(uint64_t n);
size_t nf_sample_count(uint64_t n);

#endif
