// A pair function of 5 operations for measurements, as that of paper 004, figure 8: springs of stiffness 1, U = r^2 / 2 between each two
// points.
//   forces    on each point: -grad U, which is D
//   energies  half of each pair's U
#pragma nearfield radial
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->energies += (real)0.25f * d2;
    return 1;
}
