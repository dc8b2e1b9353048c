// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The cutoff among the parameters of a pair function.
//   SYSTEMS  as in cells.cl
#pragma once
#include "search/cloud.cl"

// The parameters for the points of a cloud: in a batch whose systems have cutoffs of their own, with that of the system, off by some roundings.
static inline parameters nf_parameters_at(const nf_walk_cloud *cloud, parameters given) {
#if SYSTEMS
    if (!(given.cutoff > 0)) given.cutoff = sqrt(cloud->r2) / cloud->scale;
#else
    (void)cloud;
#endif
    return given;
}
