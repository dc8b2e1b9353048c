/* Awkward point sets by name: where grids, rounding, tiles and ranges are known to go wrong. */
#ifndef SUPPORT_CLOUDS_H
#define SUPPORT_CLOUDS_H

#include <nearfield/types.h>

/* Points in host memory, the same in every run, and the cutoff that makes them awkward. */
typedef struct support_cloud {
    const char *name; /* static storage */
    nf_points points;
    double cutoff;
    void *data; /* what points.host points to */
} support_cloud;

/* How many clouds the table has; each exists in 1, 2 and 3 dims and both precisions. */
extern const int support_cloud_count;

/* Cloud k; NULL data stands for a row that this precision cannot hold.  Released with support_cloud_free. */
support_cloud support_cloud_make(int k, int dims, nf_type type);

/* The row of that name; fails the test when there is none. */
int support_cloud_named(const char *name);

/* n points, uniform in the unit cube. */
support_cloud support_cloud_uniform(uint64_t n, int dims, nf_type type, double cutoff, uint64_t seed);

/* n points from x, y, z in double, packed to `dims` of `type`. */
support_cloud support_cloud_of(const char *name, const double *xyz, uint64_t n, int dims, nf_type type,
                               double cutoff);

void support_cloud_free(support_cloud *cloud);

/* Uniform in [0, 1). */
double support_uniform(uint64_t *state);

#endif
