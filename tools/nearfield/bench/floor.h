/* The device's best rates, measured at the start: copies and arithmetic. */
#ifndef NEARFIELD_TOOL_BENCH_FLOOR_H
#define NEARFIELD_TOOL_BENCH_FLOOR_H

#include "device.h"

enum { BENCH_COPIES = 12, BENCH_RATES = 3 };

typedef struct bench_floor {
    /* Bytes read plus bytes written, and the least device time of such a copy; ascending. */
    double copy_bytes[BENCH_COPIES], copy_ms[BENCH_COPIES];
    int copies;
    double bytes_per_s; /* of the largest copy */
    /* multiplications and additions: uint32, float32, float64 (0: none) */
    double operations_per_s[BENCH_RATES];
} bench_floor;

int bench_measure_floor(bench_device *on, bench_floor *floor);

/* The name and the place in operations_per_s of the rate for a type. */
const char *bench_rate_name(int rate);
int bench_rate_of(nf_type type);

/* The least time for so many bytes and operations in a type; *arithmetic tells which of the two it is. */
double bench_floor_ms(const bench_floor *floor, double bytes, double operations, nf_type type,
                      int *arithmetic);

#endif
