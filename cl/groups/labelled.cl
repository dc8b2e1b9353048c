// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What both forms of DBSCAN share (dbscan.cl, dbscan_lanes.cl).
#pragma once
#include "groups/forest.cl"

// The image that comes in a turn: the box itself, whose number is `middle`, first.
static inline uint nf_image_of_turn(uint turn, uint middle) {
    return turn == 0 ? middle : turn <= middle ? turn - 1 : turn;
}

// What borders read: the labels of core points by root, and what finds them.
typedef struct nf_labelled {
    __global const uint *cores, *heads, *parents, *labels;
} nf_labelled;

static inline uint nf_label_of(const nf_labelled *labelled, uint slot) {
    return labelled->labels[nf_find_only(labelled->parents, slot)];
}
