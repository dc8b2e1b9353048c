/* Plots as inline SVG; colours and fonts come from the page's style. */
#ifndef NEARFIELD_TOOL_BENCH_PLOT_H
#define NEARFIELD_TOOL_BENCH_PLOT_H

#include "bench.h"

enum { BENCH_SERIES = 12 };

/* The peers of a case, in the order of their colours. */
size_t bench_peers_of(const bench_report *report, const bench_case *what, nf_type precision,
                      const char *names[BENCH_SERIES]);

/* Time against n with the floor and the peers, both axes logarithmic. */
void bench_plot_times(const bench_report *report, const bench_case *what, nf_type precision, FILE *to);

/* Operations a second against operations a byte, below what the device can do; every case at its largest size. */
void bench_plot_roofline(const bench_report *report, FILE *to);

#endif
