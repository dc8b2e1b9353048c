#include "space/classes.h"

#include "space/points.h"

#include <float.h>

nf_classes nf_classes_for(nf_radii_rule rule, double most, nf_type type, uint64_t small, uint64_t all) {
    /* Limits below are subnormal, which some devices flush to zero. */
    const double least = (type == NF_FLOAT32 ? (double)FLT_MIN : DBL_MIN) * (1 << NF_CLASSES);
    nf_classes classes = {.used = most > least && all && 2 * small >= all, .rule = rule};
    for (int c = 0; c < NF_CLASSES; c++) classes.limits[c] = most / (double)(1 << c);
    return classes;
}

static double radius_of(nf_type type, const void *radii, uint64_t k) {
    return type == NF_FLOAT32 ? (double)((const float *)radii)[k] : ((const double *)radii)[k];
}

void nf_classes_mark(const nf_classes *classes, nf_type type, const void *radii, uint64_t n, int last,
                     uint8_t *marks, uint64_t counts[NF_CLASSES]) {
    for (uint64_t k = 0; k < n; k++) {
        int c = radii ? 0 : last;
        while (c < last && radius_of(type, radii, k) <= classes->limits[c + 1]) c++;
        if (marks) marks[k] = (uint8_t)c;
        counts[c]++;
    }
}

uint64_t nf_radii_small(const nf_points *radii, double most) {
    enum { BLOCK = 256 };
    double block[BLOCK]; /* of either type */
    uint64_t small = 0;
    for (uint64_t first = 0; first < radii->n; first += BLOCK) {
        const uint64_t count = radii->n - first < BLOCK ? radii->n - first : BLOCK;
        nf_points_pack(radii, first, count, block);
        for (uint64_t k = 0; k < count; k++) small += radius_of(radii->type, block, k) <= most / 2;
    }
    return small;
}

nf_classes nf_radii_classes(const nf_conditions *given, const nf_conditions_case *of, double most) {
    const nf_points *const both[] = {nf_conditions_own(given, of->queries),
                                     of->queries ? nf_conditions_other(given) : NULL};
    uint64_t small = 0, all = 0;
    for (int k = 0; k < 2; k++) {
        if (!both[k]) continue;
        small += nf_radii_small(both[k], most);
        all += both[k]->n;
    }
    return nf_classes_for(given->radii_rule, most, of->type, small, all);
}

static double rounded(double value, nf_type type) { return type == NF_FLOAT32 ? (double)(float)value : value; }

double nf_classes_cutoff(const nf_classes *classes, int c, nf_type type) {
    const double own = classes->limits[c], most = classes->limits[0];
    return classes->rule == NF_RADII_SUM ? rounded(own + most, type)
           : classes->rule == NF_RADII_QUERY ? own
                                             : most;
}

/* 1 if the grid of a cloud, with its cells halved so many times, has some points a cell on average. */
static int fills(uint64_t cells, int dims, uint32_t level, uint64_t points) {
    enum { POINTS_A_CELL = 2 };
    return (double)cells * (double)(UINT64_C(1) << level * (uint32_t)dims) <= (double)points / POINTS_A_CELL;
}

int nf_classes_last(int dims, uint64_t cells, const uint64_t counts[NF_CLASSES]) {
    uint64_t left = 0;
    for (int c = 0; c < NF_CLASSES; c++) left += counts[c];
    for (int c = 0; c + 1 < NF_CLASSES; c++) {
        left -= counts[c];
        if (!fills(cells, dims, (uint32_t)c + 1, left)) return c;
    }
    return NF_CLASSES - 1;
}

void nf_classes_merge(uint64_t counts[NF_CLASSES], int last) {
    for (int c = last + 1; c < NF_CLASSES; c++) {
        counts[last] += counts[c];
        counts[c] = 0;
    }
}

void nf_classes_levels(const nf_classes *classes, int dims, nf_type type, double edge, uint64_t cells,
                       const uint32_t n[3], const uint64_t counts[NF_CLASSES], uint32_t levels[NF_CLASSES]) {
    const uint64_t most = type == NF_FLOAT32 ? 1 << 13 : 1 << 20; /* cells along an axis (cells.cl) */
    for (int c = 0; c < NF_CLASSES; c++) {
        uint32_t level = 0;
        for (int fits = 1; fits; level += (uint32_t)fits) {
            const uint32_t next = level + 1;
            fits = edge / (double)(UINT64_C(1) << next) >= classes->limits[c] &&
                   fills(cells, dims, next, counts[c]);
            for (int k = 0; k < dims; k++) fits = fits && (uint64_t)n[k] << next <= most;
        }
        levels[c] = level;
    }
}
