/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of nearfield tune interact, which finds the fastest strategy for sums of a pair function. */
#ifndef NEARFIELD_TUNE_INTERACT_H
#define NEARFIELD_TUNE_INTERACT_H

#include "bench/interact/interact_trial.h"

enum { TUNE_STRATEGIES = 32, TUNE_SAMPLES = 15 };

/* ---- the ranking --------------------------------------------------------------------------------------- */

/* What was measured of a strategy. */
typedef struct tune_strategy {
    const char *name;
    double ms[TUNE_SAMPLES], median;
    int count;         /* of `ms`; 0: it was not measured */
    char refused[400]; /* why it cannot serve; "" if it can */
} tune_strategy;

/* The median of its samples; infinite without. */
double tune_median_of(const tune_strategy *strategy);

/* Ranks what was measured: the fastest first, then those without samples.  Sets the medians. */
void tune_rank(tune_strategy *strategies, size_t count);

/* 1 for the strategy that calls take by its name only (nearfield/interact.h). */
int tune_is_by_name(const tune_strategy *strategy);

/* The strategy to store: the fastest of those that calls take without a name; NULL if none of them was measured. */
const tune_strategy *tune_choice(const tune_strategy *ranked, size_t count);

/* 1 if a strategy is so much slower than the best median that measuring it again cannot change the choice. */
int tune_is_beaten(const tune_strategy *strategy, double best);

/* ---- the clouds ---------------------------------------------------------------------------------------- */

/* A run: one cloud after the other, until time is out, and its choice stored when all strategies were measured. */
typedef struct tune_sums {
    interaction *about; /* open */
    bench_device on;
    int quiet, finished, stored;        /* clouds that are finished, and those whose choice was stored */
    const char *names[TUNE_STRATEGIES]; /* what is measured */
    size_t name_count;
    int is_part; /* not all strategies are measured: nothing is stored */
    double end;  /* when time is out, in seconds of the clock */
    tune_strategy strategies[TUNE_STRATEGIES];
    size_t count;
    nf_strategy_use use; /* what the library takes for the cloud at hand */
    double
        *wanted[NF_SUMS_MOST]; /* the sums of the first strategy, by which those of the others are judged */
} tune_sums;

/* Complains about a cloud for which there is not enough memory, and returns an exit code. */
int tune_check_memory(const tune_sums *t, const interact_system *system);

/* Measures the strategies for one cloud, of which n, dims, density and type are given, prints them and stores the choice.  Complains, and
   returns an exit code. */
int tune_cloud(tune_sums *t, interact_system system);

/* The command; argv[0] is "interact". */
int command_tune_interact(int argc, char **argv);

#endif
