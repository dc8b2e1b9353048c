/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Wide packets: 32 queries that walk through the tree together for more neighbours than packets keep (cl/knn/wide_packets_lanes.cl). */
#ifndef NF_KNN_WIDE_PACKETS_H
#define NF_KNN_WIDE_PACKETS_H

#include "order/order.h"

/* 1 if the device has local memory for the wide packets of a work-group: their rows twice, the ends of bins, and leaves. */
int nf_wide_fits(const nf_context *context, nf_type type, int k, uint32_t group);

/* The sizes of them. */
void nf_wide_define(nf_spec *spec, int k);

#endif
