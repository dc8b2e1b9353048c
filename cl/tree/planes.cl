// Folds points into a periodic box before they are sorted for the tree (nodes.cl).
//   rows[n x DIMS] --fold--> with `writes` folded[n x DIMS] and wraps_of[n x 3], otherwise state
//   GROUP, ITEMS  as in each.cl      DIMS  1 to 3      a part is space_box.cl
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIMS)
#error "planes.cl needs GROUP, ITEMS and DIMS"
#endif
#include "machine/each.cl"
#include "tree/nodes.cl"

// state[at_state]: the largest |w|; state[at_state + 1]: ~ the first point that is too far from the box, or 0
NF_NUMBERS_OF(nf_lattice)
EACH_KERNEL void fold(__global const real *rows, ulong offset, uint n, nf_lattice_numbers given, real limit,
                      uint writes, __global real *folded, __global int *wraps_of,
                      volatile __global uint *state, uint at_state) {
    const nf_lattice *lattice = (const nf_lattice *)given.all;
    __local uint most_of_all, far_of_all;
    uint own_most = 0, own_far = 0;
    rows += offset;
    if (get_local_id(0) == 0) most_of_all = far_of_all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(p, n) {
        real at[3] = {0, 0, 0}, inside[3];
        int w[3] = {0, 0, 0};
        uint most = 0, far = 0;
        for (int a = 0; a < DIMS; a++) at[a] = rows[p * DIMS + (ulong)a];
        for (int k = 0; k < DIMS; k++) {
            const real wraps = NF_WRAPS(nf_coordinate(*lattice, k, at[0], at[1], at[2]), lattice->inverse[k]);
            far |= !(NF_ABS(wraps) <= limit);
            w[k] = far ? 0 : (int)wraps;
            most = max(most, (uint)abs(w[k]));
        }
        own_most = max(own_most, most);
        if (far) own_far = max(own_far, ~(uint)p);
        if (!writes) continue;
        for (int a = 0; a < 3; a++) inside[a] = at[a] - NF_VECTOR_ALONG(lattice, w, a);
        for (int a = 0; a < DIMS; a++) folded[p * DIMS + (ulong)a] = inside[a];
        for (int k = 0; k < 3; k++) wraps_of[3 * p + (ulong)k] = w[k];
    }
    if (own_most) atomic_max(&most_of_all, own_most);
    if (own_far) atomic_max(&far_of_all, own_far);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) != 0 || writes) return;
    if (most_of_all) atomic_max(state + at_state, most_of_all);
    if (far_of_all) atomic_max(state + at_state + 1, far_of_all);
}
