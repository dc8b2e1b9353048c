#include "statistics.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the two nearest samples. */
static double quantile(const bench_times *times, double share) {
    const double at = share * (double)(times->count - 1);
    const int below = (int)at;
    const int above = below + 1 < times->count ? below + 1 : below;
    return times->ms[below] + (at - (double)below) * (times->ms[above] - times->ms[below]);
}

void bench_summarise(bench_times *times) {
    if (times->count <= 0) return;
    qsort(times->ms, (size_t)times->count, sizeof *times->ms, ascending);
    times->least = times->ms[0];
    times->lower = quantile(times, 0.25);
    times->median = quantile(times, 0.5);
    times->upper = quantile(times, 0.75);
}

double bench_spread(const bench_times *times) {
    return times->count > 0 && times->median > 0 ? 50 * (times->upper - times->lower) / times->median : 0;
}
