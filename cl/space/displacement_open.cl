// The displacement in open space: D = r_j - r_i, an axis at a time, and there is one image of each point.
//   nf_shift                            names the image of a candidate; all candidates of a run have the same
//   NF_SHIFT_NONE                       the image where the point itself is
//   displacement(axis, ri, rj, shift)   of real or real_wide; axis is 0, 1 or 2
// A displacement is a part that a program names (nf_space_part), and has these names whatever the space.
//
// Included by kernels, and by the host reference as C.
#if defined(displacement)
#error "displacement_open.cl: the program has a displacement already"
#endif
typedef int nf_shift;
#define NF_SHIFT_NONE                     0
#define displacement(axis, ri, rj, shift) ((rj) - (ri))
