// What a search says of itself, for the host and for the places that a caller gives: the same as nf_tally in
// src/search/search.h.
#pragma once
#define TOTAL_UNKNOWN ULONG_MAX // NF_UNKNOWN

typedef struct nf_tally {
    ulong total; // of pairs; TOTAL_UNKNOWN where the grid was refused, or loops were ended
    uint ended;  // loops were ended (loops.cl)
    uint unused;
} nf_tally;
