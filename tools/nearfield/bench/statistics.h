/* Samples of a time, and what is said of them: median and quartiles. */
#ifndef NEARFIELD_TOOL_BENCH_STATISTICS_H
#define NEARFIELD_TOOL_BENCH_STATISTICS_H

enum { BENCH_SAMPLES = 101 };

typedef struct bench_times {
    double ms[BENCH_SAMPLES]; /* ascending once summarised */
    int count;
    double least, lower, median, upper;
} bench_times;

/* Sorts the samples and fills in least, lower quartile, median and upper quartile. */
void bench_summarise(bench_times *times);

/* Half the distance between the quartiles, in percent of the median; 0 without samples. */
double bench_spread(const bench_times *times);

#endif
