// Gravity, softened as of Plummer spheres: U / m_i = -G m_j / sqrt(r^2 + softening^2).
//   accelerations  of each point: -grad U / m_i     potentials  U / m_i of all neighbours
#pragma nearfield radial
#pragma nearfield field mass
#pragma nearfield parameter G 1
#pragma nearfield parameter softening 0
#pragma nearfield sum accelerations vector none
#pragma nearfield sum potentials scalar none

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real near = inverse_root(d2 + p->softening * p->softening), u = p->G * j->mass * near;
    to->potentials -= u;
    return u * near * near;
}
