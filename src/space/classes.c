#include "space/classes.h"

#include "space/cells.h"
#include "space/points.h"

#include <float.h>
#include <stdlib.h>

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

int nf_classes_finest(int dims, nf_type type, const uint32_t n[3]) {
    const uint64_t most = type == NF_FLOAT32 ? 1 << 13 : 1 << 20; /* cells along an axis (cells.cl) */
    int level = NF_CLASSES;
    for (int k = 0; k < dims; k++)
        while (level > 0 && (uint64_t)n[k] << level > most) level--;
    return level;
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

/* 1 if `points` points, those of the classes [first, last], share cells of this level with others, two on average: if they would in any
   case, as there are few cells, or to judge by the pairs of sampled points in one cell. */
static int fills(const sample *s, int level, uint32_t first, uint32_t last, uint64_t points) {
    enum { OTHERS = 2 };
    const int drop = 3 * (s->finest - level);
    const double cells = (double)s->cells * (double)(UINT64_C(1) << level * s->dims);
    uint64_t sampled = 0, pairs = 0, in_cell = 0, before = UINT64_MAX;
    if (cells * OTHERS <= (double)points) return 1;
    for (size_t k = 0; k < s->count; k++) {
        const uint64_t code = s->points[k].code >> drop;
        if (s->points[k].mark < first || s->points[k].mark > last) continue;
        in_cell = code == before ? in_cell + 1 : 0;
        before = code;
        pairs += in_cell;
        sampled++;
    }
    return pairs && (double)pairs * 2 * (double)points >= OTHERS * (double)sampled * (double)sampled;
}

/* The last class that is worth a grid of its own. */
static int last_class(const sample *s, const uint64_t counts[NF_CLASSES]) {
    uint64_t left = 0;
    for (int c = 0; c < NF_CLASSES; c++) left += counts[c];
    for (int c = 0; c + 1 < NF_CLASSES; c++) {
        left -= counts[c];
        if (c + 1 > s->finest || !fills(s, c + 1, (uint32_t)c + 1, NF_CLASSES, left)) return c;
    }
    return NF_CLASSES - 1;
}

int nf_classes_levels(const nf_classes *classes, double edge, int dims, int finest, uint64_t cells,
                      const nf_class_sample *points, size_t count, uint64_t counts[NF_CLASSES],
                      uint32_t levels[NF_CLASSES]) {
    sample s = {.count = count, .cells = cells, .dims = dims, .finest = finest};
    for (size_t k = 0; k < count; k++)
        s.points[k] = (coded){interleaved(points[k].cell), points[k].mark};
    qsort(s.points, count, sizeof *s.points, by_code);
    const int last = last_class(&s, counts);
    for (int c = last + 1; c < NF_CLASSES; c++) {
        counts[last] += counts[c];
        counts[c] = 0;
    }
    for (int c = 0; c < NF_CLASSES; c++) {
        const uint32_t to = c == last ? NF_CLASSES : (uint32_t)c;
        int level = 0;
        while (c <= last && level < finest &&
               edge / (double)(UINT64_C(2) << level) >= classes->limits[c] &&
               fills(&s, level + 1, (uint32_t)c, to, counts[c]))
            level++;
        levels[c] = (uint32_t)level;
    }
    return last;
}
