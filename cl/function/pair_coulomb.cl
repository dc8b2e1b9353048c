// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Coulomb's law with a cutoff, and beyond it a medium that reacts (I. G. Tironi et al., J. Chem. Phys. 102, 5451 (1995)):
//   U = strength q_i q_j (1 / r + k r^2 - c),  k = (1 / cutoff^3) (e - 1) / (2 e + 1),  c = (1 / cutoff) 3 e / (2 e + 1),  e = permittivity
//   charge        of a point
//   strength      1 / (4 pi epsilon_0) in the units of the points and charges: 138.935 for kJ/mol, nm and e; 332.064 for kcal/mol, angstrom and e
//   permittivity  of the medium beyond the cutoff, without unit; 1: none
//   forces        on each point: -grad U
//   energies      half of each pair's U, so that their total is that of the system
//   virials       half of each pair's r . F
// The cutoff is free, and U is 0 there.
#pragma nearfield radial
#pragma nearfield field charge
#pragma nearfield parameter strength 1
#pragma nearfield parameter permittivity 78.3
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even
#pragma nearfield sum virials scalar even

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real e = p->permittivity, below = inverse(2 * e + 1), far = inverse(p->cutoff),
               k = far * far * far * (e - 1) * below, c = 3 * e * below * far, near = inverse_root(d2),
               charges = p->strength * i->charge * j->charge,
               factor = -charges * (near * near * near - 2 * k);
    to->energies += (real)0.5f * charges * (near + k * d2 - c);
    to->virials += (real)-0.5f * factor * d2;
    return factor;
}
