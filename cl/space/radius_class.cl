// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The class of a radius, for kernels and, as C, for the host: class c has radii of at most most / 2^c, the last one all that are smaller.
//   real  the type of the points; limits are exact in it, as they are halves of the largest radius
static inline int nf_radius_class(real radius, real most, int last) {
    real limit = most * (real)0.5f;
    int c = 0;
    for (; c < last && radius <= limit; limit *= (real)0.5f) c++;
    return c;
}
