// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The status and the total of a search, for the host and the caller's buffer; the same struct as nf_search_status in
// src/search/search.h.
#pragma once
#define TOTAL_UNKNOWN ULONG_MAX // NF_UNKNOWN

typedef struct nf_search_status {
    ulong total; // of pairs; TOTAL_UNKNOWN if the grid was refused or loops were ended
    uint ended;  // nonzero: loops were ended (loops.cl)
    // The number of the work, if rows of some tiles are not written yet (second_pass.cl), or some clusters have no list (list_clusters.cl).
    uint overflow;
} nf_search_status;
