// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A box that is periodic along some of its cell vectors: D = r_j - r_i + S.H; each point has many images.  The names are those
// of space_open.cl.
//
// Axes of the grid: coordinate k of a point is its height above the face of the box that vector k leaves, a length.  Along
// axes that are not periodic the host chooses unit vectors that are orthogonal to the others (nf_lattice_of).
// Wraps: a point is stored folded, r - w.H, inside the box; the integers w = floor(coordinate / height) are computed from the
// point as given wherever they are needed.  A run of candidates lies in the image m of the box, so the images that the rule
// speaks of are S = m + w_i - w_j.  Only the rule, on points as given, decides; a fold is off by its rounding, which wider
// cells (`error`) and a wider margin (`blur`) pay for.
//
// Rounding, with v the unit of `real`, X a bound of |r - origin| of all points (and of the origin, if points are wrapped), and L the
// sum of the lengths of the cell vectors and of cutoff x length / height of each: a coordinate takes six operations of numbers up
// to X, a fold six of numbers up to X + L, the rule seven of numbers up to 2 X + 2 L; so two points that the rule accepts have
// coordinates that differ by at most cutoff + error, error = 64 v (X + L).  An axis that is not periodic and along which no vector
// has a component is exact, and does not count.  For the margin see nf_lattice_measure.
#if defined(displacement)
#error "space_box.cl: the program has a space already"
#endif
#define SHIFTS 1
#ifdef __OPENCL_C_VERSION__
#include "machine/real.cl"
#endif
#include "space/spaces.cl"

// An image m as one integer with mixed radix, m[0] most significant, digits from -(radix - 1) / 2 on: its sign is that of the first
// component that is not 0.
typedef int nf_shift;
typedef struct nf_vector {
    real at[3];
} nf_vector;
#define NF_SHIFT_NONE 0
#define NF_VECTOR_NONE                                                                                       \
    {                                                                                                        \
        { 0, 0, 0 }                                                                                          \
    }
#define displacement(axis, ri, rj, vector) (((rj) - (ri)) + (vector).at[axis])
#define nf_from(axis, r, o, vector)        (((r) - (o)) + (vector).at[axis])

// What the host gives (nf_lattice_of in src/space/space.h), and what nf_lattice_measure adds.
typedef struct nf_lattice {
    real vectors[3][3]; // H: the cell vectors of periodic axes, zeros for other axes
    real origin[3];
    real normal[3][3];       // coordinate k is (r - origin) . normal[k]
    real height[3];          // of periodic axes; 0 for other axes
    real inverse[3];         // 1 / height, or 0
    real stretch[3];         // the length of the vector over its height
    real limit[3];           // the largest coordinate that is accepted
    real cells[3];           // cells per cutoff
    real cutoff, per_cutoff; // with the slack of the cells; 1 / cutoff
    real lengths;            // L
    real reserve
        [3]; // coordinates that the grid pays for, beside those of its points; 0: only what it pays for in any case
    real error, blur, wrapped;
    real smear;   // the blur if points are wrapped
    real paid[3]; // the coordinates that the grid pays for
} nf_lattice;
#define SPACE_PARAMETERS  , nf_lattice lattice
#define SPACE_PASS        , lattice
#define SPACE_GIVEN       nf_lattice lattice;
#define SPACE_TAKE(given) const nf_lattice lattice = (given)->lattice;
#define nf_space_keep(grid, given)                                                                           \
    ((grid).reach[0] = (grid).reach[1] = (grid).reach[2] = 0, (grid).lattice = (given))
#define SPACE_MEMBERS                                                                                        \
    nf_lattice lattice;                                                                                      \
    int reach[3];  /* cells within which the partners of a point are */                                      \
    int radix[3];  /* of images */                                                                           \
    float blur;    /* of the margin, for images of the point itself */                                       \
    float crossed; /* more of it, for other images */

#define nf_coordinate(lattice, k, x, y, z)                                                                   \
    ((((x) - (lattice).origin[0]) * (lattice).normal[k][0] +                                                 \
      ((y) - (lattice).origin[1]) * (lattice).normal[k][1]) +                                                \
     ((z) - (lattice).origin[2]) * (lattice).normal[k][2])
#define nf_accepts(lattice, k, coordinate) (NF_ABS(coordinate) <= (lattice).limit[k])
#define nf_is_periodic(lattice, k)         ((lattice).height[k] > 0)

// S.H, as the rule rounds it.
#define NF_VECTOR_ALONG(lattice, s, a)                                                                       \
    (((real)(s)[0] * (lattice)->vectors[0][a] + (real)(s)[1] * (lattice)->vectors[1][a]) +                   \
     (real)(s)[2] * (lattice)->vectors[2][a])
static inline nf_vector nf_vector_of(NF_GLOBAL const nf_lattice *lattice, const int *s) {
    nf_vector vector;
    for (int a = 0; a < 3; a++) vector.at[a] = NF_VECTOR_ALONG(lattice, s, a);
    return vector;
}

// w along an axis: points less than a rounding outside of the box count as inside, so that subnormal numbers, which some devices
// flush to zero, do not matter.
#define NF_WRAPS(coordinate, inverse) (NF_FLOOR((coordinate) * (inverse) + 1) - 1)

// w of a point.
static inline void nf_wraps_of(NF_GLOBAL const nf_lattice *lattice, real x, real y, real z, int *w) {
    for (int k = 0; k < 3; k++)
        w[k] = k < DIMS ? (int)NF_WRAPS(nf_coordinate(*lattice, k, x, y, z), lattice->inverse[k]) : 0;
}

// A point folded by w.  Points in the box keep their bits: to add 0 makes a 0 of w.H positive, and -0 - 0 is -0.
static inline void nf_lattice_fold_by(NF_GLOBAL const nf_lattice *lattice, const int *w, real x, real y,
                                      real z, real *folded) {
    folded[0] = x - (NF_VECTOR_ALONG(lattice, w, 0) + 0);
    folded[1] = y - (NF_VECTOR_ALONG(lattice, w, 1) + 0);
    folded[2] = z - (NF_VECTOR_ALONG(lattice, w, 2) + 0);
}
static inline void nf_lattice_fold(NF_GLOBAL const nf_lattice *lattice, real x, real y, real z,
                                   real *folded) {
    int w[3];
    nf_wraps_of(lattice, x, y, z, w);
    nf_lattice_fold_by(lattice, w, x, y, z, folded);
}
#define nf_fold_point(grid, x, y, z, folded) nf_lattice_fold(&(grid)->lattice, x, y, z, folded)
#define nf_space_measure(lattice, lo, hi)    nf_lattice_measure(&(lattice), lo, hi)
#define NF_HAS_RESERVE(lattice)                                                                              \
    ((lattice)->reserve[0] > 0 || (lattice)->reserve[1] > 0 || (lattice)->reserve[2] > 0)

// Sets the members from `error` on, from the bounds of the coordinates.  A grid pays for points within two cells of the box in any
// case, so that query points there need no other grid.
// Blur, in units of t (margin.cl): with points folded by w, the folds of two points, the S.H of the rule and its first difference
// are off by 22 v M an axis, M the largest component of any number in them: of the origin, of what is along other axes, and of
// (|w_k| + 1) H_k for all k; t is off by 2 sqrt(3) times that over the cutoff, and by less than 64 v from the tests of CPUs in
// `real`.  If no point is outside the box, a fold is exact, and the blur is 0.
static inline void nf_lattice_measure(nf_lattice *lattice, const real *lo, const real *hi) {
    real spread = lattice->lengths, along[3] = {0, 0, 0}, most = 0;
    lattice->wrapped = 0;
    for (int k = 0; k < DIMS; k++)
        if (NF_WRAPS(lo[k], lattice->inverse[k]) != 0 || NF_WRAPS(hi[k], lattice->inverse[k]) != 0)
            lattice->wrapped = 1;
    for (int k = 0; k < DIMS; k++) {
        const real low = NF_ABS(lo[k]), high = NF_ABS(hi[k]), least = 2 * lattice->height[k],
                   given = lattice->reserve[k] > least ? lattice->reserve[k] : least,
                   own = low > high ? low : high, far = own > given ? own : given;
        lattice->paid[k] = far;
        const real wraps = NF_FLOOR(far * lattice->inverse[k]) + 2, beside = far * lattice->stretch[k];
        spread += beside;
        for (int a = 0; a < 3; a++)
            along[a] += lattice->height[k] > 0 ? wraps * NF_ABS(lattice->vectors[k][a])
                                               : beside * NF_ABS(lattice->normal[k][a]);
    }
    for (int a = 0; a < 3; a++) {
        const real origin = NF_ABS(lattice->origin[a]);
        if (lattice->wrapped > 0 || NF_HAS_RESERVE(lattice)) spread += origin;
        most = along[a] + origin > most ? along[a] + origin : most;
    }
    lattice->error = 64 * REAL_UNIT * spread;
    lattice->smear = REAL_UNIT * (80 * most * lattice->per_cutoff + 64);
    lattice->blur = lattice->wrapped > 0 ? lattice->smear : 0;
}
