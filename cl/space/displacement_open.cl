// The displacement in open space: D = r_j - r_i, axis by axis; each point has one image.
//   SHIFTS                              1 if candidates have several images, 0 if all have NF_SHIFT_NONE
//   nf_shift                            the image of a candidate; it is the same for all candidates of a run
//   NF_SHIFT_NONE                       the image at the point itself
//   nf_image(axis, r, shift)            the coordinate of an image, for tests in float
//   displacement(axis, ri, rj, shift)   of real or real_wide; axis is 0, 1 or 2
// A displacement is a part of a program (nf_space_part); the displacements of all spaces have these names.
//
// Included by kernels, and by the host reference as C.
#if defined(displacement)
#error "displacement_open.cl: the program has a displacement already"
#endif
#define SHIFTS 0
typedef int nf_shift;
#define NF_SHIFT_NONE                     0
#define nf_image(axis, r, shift)          (r)
#define displacement(axis, ri, rj, shift) ((rj) - (ri))
