/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Weights and velocities of points, for the catalogue. */
#ifndef NF_GROUPS_MEMBERS_H
#define NF_GROUPS_MEMBERS_H

#include "opencl/launch.h"

/* Packed rows on the device; no buffer: there are none.  work: NULL to check alone what the host knows. */
nf_status nf_weights_take(nf_work *work, nf_context *context, const nf_points *weights, nf_elements *rows);
nf_status nf_velocities_take(nf_work *work, nf_context *context, const nf_points *velocities,
                             nf_elements *rows);

#endif
