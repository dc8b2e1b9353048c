/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * nearfield: fast neighbour search for point clouds, in OpenCL.
 *
 * Most programs need only nf_context_create(), nf_cloud_create(), nf_pairs() and nf_result_read().  context.h
 * describes the use of the caller's OpenCL objects, outputs.h that of the caller's buffers, what a call would
 * take, and answers in chunks, primitives.h the primitives underneath, zsort.h the order along the z-order
 * curve.  A context on the device "host" needs no OpenCL.  Three headers in experimental/ are not included
 * here: tuning.h (tuning and capabilities of a device, and the strategies of nf_interact()), check.h (the
 * self-check) and papers.h (a baseline).  Few programs need them, and they may change between versions.
 */
#ifndef NEARFIELD_NEARFIELD_H
#define NEARFIELD_NEARFIELD_H

#include <nearfield/catalogue.h>
#include <nearfield/cloud.h>
#include <nearfield/context.h>
#include <nearfield/coordination.h>
#include <nearfield/filters.h>
#include <nearfield/fof.h>
#include <nearfield/function.h>
#include <nearfield/histogram.h>
#include <nearfield/interact.h>
#include <nearfield/knn.h>
#include <nearfield/lists.h>
#include <nearfield/outputs.h>
#include <nearfield/pairs.h>
#include <nearfield/primitives.h>
#include <nearfield/result.h>
#include <nearfield/status.h>
#include <nearfield/types.h>
#include <nearfield/version.h>
#include <nearfield/zsort.h>

#endif
