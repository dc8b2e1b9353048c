// The density of smoothed particles: the sum of mass W over the neighbours, W that of sph_wendland.cl.  The point's own mass W(0), which is not a
// neighbour's, is not in it.
//   reach     where W ends: the cutoff
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield parameter reach 1
#pragma nearfield sum densities scalar none
#include "interact/sph_wendland.cl"

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->densities += j->mass * wendland_value(root(d2), p->reach);
    return 0;
}
