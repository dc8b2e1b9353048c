// A pair as it is written: indices ascend, and its image is that of the second point.  For the emitters of lanes and of CPUs.
#pragma once

static inline int2 nf_pair(int index, int partner) {
    return (int2)(min(index, partner), max(index, partner));
}

// From the image of the partner: the image of the point with the larger index; of two images of one point, the one that half
// answers name.
static inline nf_shift nf_pair_image(int index, int partner, nf_shift shift) {
    return index < partner ? shift : index > partner ? -shift : (nf_shift)abs(shift);
}
