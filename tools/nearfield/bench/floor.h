/* The device's best rates, measured at the start: copies and arithmetic. */
#ifndef NEARFIELD_TOOL_BENCH_FLOOR_H
#define NEARFIELD_TOOL_BENCH_FLOOR_H

#include "device.h"

enum { BENCH_COPIES = 12, BENCH_RATES = 3 };

/* Bytes read plus bytes written, and the least device time of such a copy. */
typedef struct bench_copy {
    double bytes, ms;
} bench_copy;

typedef struct bench_floor {
    bench_copy copies[BENCH_COPIES]; /* ascending */
    int copy_count;
    double bytes_per_s; /* of the largest copy */
    /* multiplications and additions: uint32, float32, float64 (0: none) */
    double operations_per_s[BENCH_RATES];
} bench_floor;

int bench_measure_floor(bench_device *on, bench_floor *floor);

/* The least time for so many bytes and operations in a type; *arithmetic tells which of the two it is. */
double bench_floor_ms(const bench_floor *floor, double bytes, double operations, nf_type type,
                      int *arithmetic);

#endif
