/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/classes.h"

#include "space/cells.h"
#include "space/points.h"
#include "space/real.h"

#include <float.h>
#include <stdlib.h>

nf_classes nf_classes_for(nf_radii_rule rule, double most, nf_type type, uint64_t small, uint64_t all) {
    /* Limits below are subnormal, which some devices flush to zero. */
    const double least = (type == NF_FLOAT32 ? (double)FLT_MIN : DBL_MIN) * (1 << NF_CLASSES);
    nf_classes classes = {.used = most > least && all && 2 * small >= all, .rule = rule};
    for (int c = 0; c < NF_CLASSES; c++) classes.limits[c] = most / (double)(1 << c);
    return classes;
}

#define real            float
#define nf_radius_class class_of_float
#include "space/radius_class.cl"
#undef real
#undef nf_radius_class
#define real            double
#define nf_radius_class class_of_double
#include "space/radius_class.cl"
#undef real
#undef nf_radius_class

/* The class of the k-th radius. */
static int class_of(nf_type type, const void *radii, uint64_t k, double most, int last) {
    return type == NF_FLOAT32 ? class_of_float(((const float *)radii)[k], (float)most, last)
                              : class_of_double(((const double *)radii)[k], most, last);
}

void nf_classes_mark(const nf_classes *classes, nf_type type, const void *radii, uint64_t n, int last,
                     uint8_t *marks, uint64_t counts[NF_CLASSES]) {
    for (uint64_t k = 0; k < n; k++) {
        const int c = radii ? class_of(type, radii, k, classes->limits[0], last) : last;
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
        for (uint64_t k = 0; k < count; k++) small += (uint64_t)class_of(radii->type, block, k, most, 1);
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

double nf_classes_cutoff(const nf_classes *classes, int c, nf_type type) {
    const double own = classes->limits[c], most = classes->limits[0];
    return classes->rule == NF_RADII_SUM     ? nf_rounded(own + most, type)
           : classes->rule == NF_RADII_QUERY ? own
                                             : most;
}

int nf_classes_finest(int dims, nf_type type, const uint32_t n[3]) {
    const uint64_t most = type == NF_FLOAT32 ? 1 << 13 : 1 << 20; /* cells along an axis (cells.cl) */
    int level = NF_CLASSES;
    for (int k = 0; k < dims; k++)
        while (level > 0 && (uint64_t)n[k] << level > most) level--;
    return level;
}

double nf_classes_edge(const nf_space *space, const nf_cells *cells, const uint32_t n[3]) {
    double edge = cells->cutoff / cells->yz;
    for (int k = 0; k < space->dims; k++) { /* a box may be shorter than the cutoff */
        const double own = space->heights[k] / (double)n[k] * (k == 0 ? (double)cells->x / cells->yz : 1);
        if (own > 0 && own < edge) edge = own;
    }
    return edge;
}

/* The bits of the coordinates of a cell, interleaved, so that cells of one larger cell are consecutive. */
static uint64_t interleaved(const uint32_t cell[3]) {
    uint64_t code = 0;
    for (int bit = 20; bit >= 0; bit--)
        for (int k = 0; k < 3; k++) code = code << 1 | (cell[k] >> bit & 1);
    return code;
}

/* A point of the sample: the code of its cell, and its class. */
typedef struct coded {
    uint64_t code;
    uint32_t mark;
} coded;

static int by_code(const void *a, const void *b) {
    const uint64_t x = ((const coded *)a)->code, y = ((const coded *)b)->code;
    return (x > y) - (x < y);
}

/* A sample of a cloud, in the order of cells; `cells` and `finest` are those of its grid. */
typedef struct sample {
    coded points[NF_SAMPLE_MOST];
    size_t count;
    uint64_t cells;
    int dims, finest;
} sample;

/* Cells as wide as the largest radius need few points.  Half as wide ones have less in them that is too far away, but pay only if
   rows of them still have runs of dozens of points. */
enum { OTHERS = 2, MANY = 6 };

/* 1 if `points` points, those of the classes [first, last], share cells of this level with others, so many on average: if they would in any
   case, as there are few cells, or to judge by the pairs of sampled points in one cell. */
static int fills(const sample *s, int level, uint32_t first, uint32_t last, uint64_t points, int others) {
    const int drop = 3 * (s->finest - level);
    const double cells = (double)s->cells * (double)(UINT64_C(1) << level * s->dims);
    uint64_t sampled = 0, pairs = 0, in_cell = 0, before = UINT64_MAX;
    if (cells * others <= (double)points) return 1;
    for (size_t k = 0; k < s->count; k++) {
        const uint64_t code = s->points[k].code >> drop;
        if (s->points[k].mark < first || s->points[k].mark > last) continue;
        in_cell = code == before ? in_cell + 1 : 0;
        before = code;
        pairs += in_cell;
        sampled++;
    }
    return pairs && (double)pairs * 2 * (double)points >= others * (double)sampled * (double)sampled;
}

/* The last class that is worth a grid of its own. */
static int last_class(const sample *s, const uint64_t counts[NF_CLASSES]) {
    uint64_t left = 0;
    for (int c = 0; c < NF_CLASSES; c++) left += counts[c];
    for (int c = 0; c + 1 < NF_CLASSES; c++) {
        left -= counts[c];
        if (c + 1 > s->finest || !fills(s, c + 1, (uint32_t)c + 1, NF_CLASSES, left, OTHERS)) return c;
    }
    return NF_CLASSES - 1;
}

/* How often the cells can be halved for cutoffs down to `limit`, while `points` points of the classes [first, last] fill them. */
static uint32_t level_for(const sample *s, double edge, double limit, uint32_t first, uint32_t last,
                          uint64_t points) {
    int level = 0;
    for (; points && level < s->finest; level++) {
        const double finer = edge / (double)(UINT64_C(2) << level);
        if (finer < limit / 2 || !fills(s, level + 1, first, last, points, finer < limit ? MANY : OTHERS))
            break;
    }
    return (uint32_t)level;
}

/* Adds a grid of `points` points from number `from` on. */
static void add(nf_class_plan *plan, int grid, uint64_t from, uint64_t points, uint32_t level) {
    plan->from[grid] = from;
    plan->offsets[grid + 1] = plan->offsets[grid] + points;
    plan->levels[grid] = level;
}

/* The grids, of the last classes that are worth one. */
static nf_class_plan plan_of(const nf_classes *classes, const nf_class_cloud *cloud, const sample *s,
                             const uint64_t counts[NF_CLASSES]) {
    const int one_sided = classes->rule == NF_RADII_QUERY;
    nf_class_plan plan = {.last = 0};
    uint64_t n = 0, before = 0;
    for (int c = 0; c < NF_CLASSES; c++) n += counts[c];
    plan.last = n > UINT32_MAX / (NF_CLASSES + 1) ? 0 : last_class(s, counts);
    for (int c = 0; c < NF_CLASSES; c++) plan.counts[c < plan.last ? c : plan.last] += counts[c];
    for (int c = 0; c < NF_CLASSES; c++) {
        const uint32_t to = c == plan.last ? NF_CLASSES : (uint32_t)c;
        add(&plan, c, before, plan.counts[c],
            level_for(s, cloud->edge, classes->limits[c], (uint32_t)c, to, plan.counts[c]));
        before += plan.counts[c];
    }
    before = 0;
    for (int c = 0; c < NF_CLASSES; c++) {
        before += plan.counts[c];
        const int first = one_sided ? 0 : c + 1, asked = plan.counts[c] || cloud->has_queries;
        const uint64_t from = one_sided ? 0 : before, points = asked && c <= plan.last ? n - from : 0;
        add(&plan, NF_CLASSES + c, from, points,
            level_for(s, cloud->edge, classes->limits[c], (uint32_t)first, NF_CLASSES, points));
        /* Cells of query points, or of points whose candidates are all in the other grid, are those of their candidates. */
        if (one_sided || !plan.counts[c]) plan.levels[c] = plan.levels[NF_CLASSES + c];
    }
    return plan;
}

/* 1 if the cells of all grids can be numbered. */
static int has_numbers(const nf_class_plan *plan, const nf_class_cloud *cloud) {
    double cells = 0;
    for (int g = 0; g < NF_CLASS_GRIDS; g++)
        cells += (double)cloud->cells * (double)(UINT64_C(1) << plan->levels[g] * (uint32_t)cloud->dims);
    return cells <= 0x1p62;
}

nf_class_plan nf_classes_plan_for(const nf_classes *classes, const nf_class_cloud *cloud,
                                  const uint64_t counts[NF_CLASSES]) {
    sample s = {.count = cloud->sampled, .cells = cloud->cells, .dims = cloud->dims, .finest = cloud->finest};
    for (size_t k = 0; k < s.count; k++)
        s.points[k] = (coded){interleaved(cloud->sample[k].cell), cloud->sample[k].mark};
    qsort(s.points, s.count, sizeof *s.points, by_code);
    nf_class_plan plan = plan_of(classes, cloud, &s, counts);
    if (has_numbers(&plan, cloud)) return plan;
    s.finest = 0; /* one class, with the cells of the cloud */
    return plan_of(classes, cloud, &s, counts);
}
