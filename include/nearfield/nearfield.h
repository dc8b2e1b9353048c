/*
 * nearfield: fast fixed-radius neighbour search for point clouds, in OpenCL.
 *
 * From simple to advanced: nf_context_create, nf_cloud_create, nf_pairs, nf_result_read is all that most need;
 * pairs.h has the variants for the caller's own buffers, context.h the caller's own OpenCL objects,
 * primitives.h what is underneath, host.h the same without OpenCL.  Two headers are included apart, as few programs need
 * them: tuning.h, what is known of the device, and check.h, how that is found out.
 */
#ifndef NEARFIELD_NEARFIELD_H
#define NEARFIELD_NEARFIELD_H

#include <nearfield/cloud.h>
#include <nearfield/context.h>
#include <nearfield/host.h>
#include <nearfield/pairs.h>
#include <nearfield/primitives.h>
#include <nearfield/result.h>
#include <nearfield/status.h>
#include <nearfield/types.h>
#include <nearfield/version.h>

#endif
