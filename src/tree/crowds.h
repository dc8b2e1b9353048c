/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Crowds: 32 queries that walk through the tree together for more neighbours than parties keep (cl/tree/crowds_lanes.cl). */
#ifndef NF_TREE_CROWDS_H
#define NF_TREE_CROWDS_H

#include "order/order.h"

/* 1 if the device has local memory for the crowds of a work-group: their rows twice, the ends of bins, and leaves. */
int nf_crowd_fits(const nf_cloud *cloud, int k, uint32_t group);

/* The sizes of them. */
void nf_crowd_define(nf_spec *spec, int k);

#endif
