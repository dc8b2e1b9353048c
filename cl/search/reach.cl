// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// How far a group of points in a cloud of classes of radii looks (groups_classes.cl), and the next of its runs.
#pragma once
typedef struct nf_reach {
    nf_cell cell;         // of its first point
    uint last;            // the x of the last one's
    real lo[3], hi[3];    // its coordinates
    real spare;           // by which its radii are all shorter than those of its class may be
    int plain;            // 1: positions in order decide, and no radius of the group counts as 0
    int set, z, y, piece; // the next run
} nf_reach;
