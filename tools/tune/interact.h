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

/* Of the time of one sample of each strategy, the part of those that are beaten, 0 to 1; ranked. */
double tune_beaten_part(const tune_strategy *ranked, size_t count);

/* ---- the clouds ---------------------------------------------------------------------------------------- */

/* What a cloud took, in seconds: to make it, the first run of each strategy, which builds its kernels, and the samples, of which `round` are one
   of each strategy; as far as there was time.  Of a round `rest` is that of the strategies that are beaten: in sparse clouds these may take long for
   each cell or work-group, which does not grow with the density. */
typedef struct tune_spent {
    double made, first, round, samples, rest;
    double points, work; /* work: the neighbours of all its points, about */
} tune_spent;

/* The neighbours of all points of a cloud, about. */
double tune_work(const interact_system *system);

/* The seconds that are about enough for a cloud, and those that it takes at least once kernels are built, by those of another one: the time
   of the strategies that are not beaten grows with the work, and that of the others with the points. */
double tune_seconds_for(const tune_spent *known, const interact_system *system);
double tune_least_for(const tune_spent *known, const interact_system *system);

/* The points of the cloud that is to be measured next, so that it is known about how long this one takes: many times the work that is known,
   and many times less than its own; 0: enough is known.  A box is at least two cutoffs wide. */
uint64_t tune_smaller(const tune_spent *known, const interact_system *system);

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
    tune_spent spent;    /* by the cloud at hand, or the last one */
    tune_spent known;    /* by the cloud with the most work of those that were measured; zeros: none was */
    nf_strategy_use use; /* what the library takes for the cloud at hand */
    double
        *wanted[NF_SUMS_MOST]; /* the sums of the first strategy, by which those of the others are judged */
} tune_sums;

/* Complains about a cloud for which there is not enough memory, and returns an exit code. */
int tune_check_memory(const tune_sums *t, const interact_system *system);

/* *fits is 1 if the time that is left suffices for a cloud, as far as is known; of clouds with much more work than those that were measured, smaller ones
   are measured first.  Complains, and returns an exit code. */
int tune_foresee(tune_sums *t, const interact_system *system, int *fits);

/* Measures the strategies for one cloud, of which n, dims, density and type are given, prints them and stores the choice.  Complains, and
   returns an exit code. */
int tune_cloud(tune_sums *t, interact_system *system);

/* "about 90 seconds are enough", or "more than an hour is needed". */
enum { TUNE_ENOUGH = 64 };
const char *tune_enough(double seconds, char text[TUNE_ENOUGH]);

/* The command; argv[0] is "interact". */
int command_tune_interact(int argc, char **argv);

#endif
