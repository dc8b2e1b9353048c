/*
 * Which cells a question wants: what decides the order of a cloud, and so the order of results.
 * The rule itself is cl/space/cells.cl; here are the numbers that the host puts into it.
 */
#ifndef NF_SPACE_CELLS_H
#define NF_SPACE_CELLS_H

#include <nearfield/types.h>

/* Cells per cutoff along x, and along y and z. */
typedef struct nf_cells {
    int x, yz;
    double inv_x, inv_yz; /* 1 / edge, exact in the points' type */
    double cutoff;        /* as the points' type holds it */
} nf_cells;

/* `cells_per_cutoff` as in nf_pairs_options: 1, 2, 3, or 0 for cells of a quarter of the cutoff in x, and of
   the cutoff in y and z. */
nf_cells nf_cells_for(double cutoff, nf_type type, int cells_per_cutoff);

int nf_cells_equal(const nf_cells *a, const nf_cells *b);

/* The table of all cells is kept while there are at most this many cells for n points; beyond, the occupied
   cells alone, as the points' sorted keys. */
uint64_t nf_cells_dense(uint64_t n);

/*
 * The core of a cloud with far outliers, from a sample of its points: along each axis the middle three
 * quarters of the sample, widened by four times their length and the cutoff on both sides.  Points outside
 * belong to the border cells.
 *
 * sample  count x dims, row-major, of `type`; sorted in place axis by axis as it is read.
 * core    lo[3], hi[3], exact in the points' type.
 */
void nf_cells_core(const void *sample, size_t count, int dims, nf_type type, double cutoff, double core[6]);

/* Of n points every nf_sample_step(n)-th is in the sample; it has nf_sample_count(n). */
enum { NF_SAMPLE_MOST = 1024 };
uint64_t nf_sample_step(uint64_t n);
size_t nf_sample_count(uint64_t n);

#endif
