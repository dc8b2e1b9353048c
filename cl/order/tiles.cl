// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A tile of a batch: points [first, end) in order, all of one system.
#pragma once
typedef struct nf_tile_place {
    uint first, end, system, unused;
} nf_tile_place;
