// The density of smoothed particles: the sum of mass W over the neighbours, W that of sph_cubic.cl.  The point's own mass W(0), which is not a
// neighbour's, is not in it.
//   h         the smoothing length: the cutoff is 2 h
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield parameter h 1
#pragma nearfield sum densities scalar none
#include "interact/sph_cubic.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->densities += j->mass * cubic_value(root(d2), p->h);
    return 0;
}
