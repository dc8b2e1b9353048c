// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A sum of Gaussians: each neighbour adds weight exp(-r^2 / (2 sigma^2)).
//   weight    of a point
//   sigma     a length
//   values    the sum; the point itself is not in it
// The cutoff is free: what is beyond it is left out, 1e-4 of the weight at 4.3 sigma.
#pragma nearfield radial
#pragma nearfield field weight
#pragma nearfield parameter sigma 1
#pragma nearfield sum values scalar none

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->values += j->weight * exponential(quotient(-d2, 2 * p->sigma * p->sigma));
    return 0;
}
