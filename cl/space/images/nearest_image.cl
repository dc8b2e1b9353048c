// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Which image of a point the entry of a row of nearest neighbours is, from the index and the distance that the row has.
//   Of the images of the point at this distance the entry is the one that follows those of the entries before it with the same index and distance: the
//   nearest first, and at equal d2 by ascending S.
// For kernels and, as C, for the host.  Coordinates are scaled (scaled.cl), with zeros beyond their dims.
//   real, REAL64   as in machine/real.cl      NF_ROOT(x)  the correctly rounded square root
#pragma once
#include "space/scaled.cl"

// Images are looked for among so many at most: more are no neighbours (nf_images_reach in src/space/images.h).
#define NF_ENTRY_IMAGES ((real)0x1p25f)

typedef struct nf_entry {
    real own[3], other[3];            // the points
    real vectors[3][3], normal[3][3]; // of the lattice; vectors are scaled
    real height[3];                   // scaled; 0 along axes that are not periodic
    real distance, scale, unscale;    // as the row has it, not scaled
    uint before;                      // entries before it with the same index and distance
    uint leaves_itself;               // 1: both are one point, which is not its own neighbour without S
    int low[3], high[3];              // images at this distance are among these
} nf_entry;

static inline real nf_entry_d2(const nf_entry *e, const int *s) {
    const real dx = (e->other[0] - e->own[0]) + NF_VECTOR_ALONG(e, s, 0),
               dy = (e->other[1] - e->own[1]) + NF_VECTOR_ALONG(e, s, 1),
               dz = (e->other[2] - e->own[2]) + NF_VECTOR_ALONG(e, s, 2);
    return (dx * dx + dy * dy) + dz * dz;
}

static inline int nf_entry_is_at(const nf_entry *e, const int *s, real d2) {
    if (e->leaves_itself && s[0] == 0 && s[1] == 0 && s[2] == 0) return 0;
    return nf_unscaled(NF_ROOT(d2), e->scale, e->unscale) == e->distance;
}

// The images that may be so near: along normal k the displacement is at most the distance, and what rounding may take from
// coordinates, the products S.H, and heights.  Returns 0 if there are too many.
static inline int nf_entry_range(nf_entry *e) {
    const real reach = e->distance * e->scale + NF_SCALED_NORMAL * e->scale;
    real along[3] = {0, 0, 0}, sizes = reach, images = 1;
    for (int a = 0; a < 3; a++) sizes += NF_ABS(e->own[a]) + NF_ABS(e->other[a]);
    for (int k = 0; k < 3; k++) {
        for (int a = 0; a < 3; a++) along[k] += e->normal[k][a] * (e->other[a] - e->own[a]);
        for (int a = 0; a < 3 && e->height[k] > 0; a++)
            sizes += (reach + NF_ABS(along[k])) / e->height[k] * NF_ABS(e->vectors[k][a]);
    }
    const real far = reach + 64 * REAL_UNIT * sizes;
    for (int k = 0; k < 3; k++) {
        const int is_periodic = e->height[k] > 0;
        const real low = is_periodic ? -NF_FLOOR((far + along[k]) / e->height[k]) : 0,
                   high = is_periodic ? NF_FLOOR((far - along[k]) / e->height[k]) : 0;
        if (!(low > -(real)0x1p30f && high < (real)0x1p30f && low <= high)) return 0;
        images *= high - low + 1;
        e->low[k] = (int)low;
        e->high[k] = (int)high;
    }
    return images <= NF_ENTRY_IMAGES;
}

#define NF_EACH_IMAGE(e, s)                                                                                  \
    for (s[0] = (e)->low[0]; s[0] <= (e)->high[0]; s[0]++)                                                   \
        for (s[1] = (e)->low[1]; s[1] <= (e)->high[1]; s[1]++)                                               \
            for (s[2] = (e)->low[2]; s[2] <= (e)->high[2]; s[2]++)

// S of the entry; zeros if there is none, as in a row that is not complete.
static inline void nf_entry_image(nf_entry *e, int *s) {
    real last = -1;
    uint before = e->before, count = 1;
    for (int is_in_range = nf_entry_range(e); is_in_range && count > 0;) {
        real least = (real)INFINITY;
        count = 0;
        NF_EACH_IMAGE(e, s) {
            const real d2 = nf_entry_d2(e, s);
            if (!(d2 > last && d2 <= least) || !nf_entry_is_at(e, s, d2)) continue;
            count = d2 < least ? 1 : count + 1;
            least = d2;
        }
        if (before >= count) {
            before -= count;
            last = least;
            continue;
        }
        NF_EACH_IMAGE(e, s) {
            if (nf_entry_d2(e, s) == least && nf_entry_is_at(e, s, least) && before-- == 0) return;
        }
    }
    s[0] = s[1] = s[2] = 0;
}
