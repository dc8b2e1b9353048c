// The order of neighbours.
#pragma once
#include "machine/lanes.cl"
#include "tree/nodes.cl"

static inline int nf_is_before(real d2, uint index, real other_d2, uint other) {
    return d2 < other_d2 || (d2 == other_d2 && index < other);
}
