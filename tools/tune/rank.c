/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Ranks the strategies of nearfield tune interact. */
#include "tune/interact.h"
#include "tune/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A strategy is beaten whose fastest of at least so many samples takes `times` as long as the best: the fastest, because a machine that does something
   else in between makes samples slower, and never faster. */
static const struct {
    int samples;
    double times;
} beaten[] = {{1, 16}, {2, 4}, {3, 1.5}};

double tune_median_of(const tune_strategy *s) {
    double values[TUNE_SAMPLES];
    memcpy(values, s->ms, (size_t)s->count * sizeof *values);
    return s->count ? tune_median(values, (size_t)s->count) : HUGE_VAL;
}

static int by_median(const void *a, const void *b) {
    const tune_strategy *x = a, *y = b;
    return (x->median > y->median) - (x->median < y->median);
}

void tune_rank(tune_strategy *strategies, size_t count) {
    for (size_t k = 0; k < count; k++) strategies[k].median = tune_median_of(&strategies[k]);
    qsort(strategies, count, sizeof *strategies, by_median);
}

int tune_is_by_name(const tune_strategy *s) { return strcmp(s->name, "symmetric") == 0; }

const tune_strategy *tune_choice(const tune_strategy *ranked, size_t count) {
    for (const tune_strategy *s = ranked; s < ranked + count && s->count; s++)
        if (!tune_is_by_name(s)) return s;
    return NULL;
}

int tune_is_beaten(const tune_strategy *s, double best) {
    double fastest = HUGE_VAL;
    for (int k = 0; k < s->count; k++) fastest = fmin(fastest, s->ms[k]);
    for (size_t k = 0; k < sizeof beaten / sizeof *beaten; k++)
        if (s->count >= beaten[k].samples && fastest > beaten[k].times * best) return 1;
    return 0;
}

double tune_beaten_part(const tune_strategy *ranked, size_t count) {
    double all = 0, part = 0;
    for (const tune_strategy *s = ranked; s < ranked + count; s++) {
        if (!s->count) continue;
        all += s->median;
        if (tune_is_beaten(s, ranked->median)) part += s->median;
    }
    return all > 0 ? part / all : 0;
}

/* ---- what a cloud will take ------------------------------------------------------------------------------ */

double tune_work(const interact_system *system) { return (double)system->n * (1 + system->density); }

static double ratio_of(double value, double known) { return known > 0 ? value / known : 1; }

static double making(const tune_spent *known, const interact_system *system) {
    return known->made * ratio_of((double)system->n, known->points);
}

double tune_seconds_for(const tune_spent *known, const interact_system *system) {
    const double more = fmax(1, ratio_of(tune_work(system), known->work)),
                 points = fmax(1, ratio_of((double)system->n, known->points)),
                 samples = (known->samples - known->rest) * more + known->rest * points;
    return fmax(making(known, system) + known->first + samples, tune_least_for(known, system));
}

double tune_least_for(const tune_spent *known, const interact_system *system) {
    const double rounds = 2.5; /* in sums: the first runs are three of each strategy, and a sample two */
    const double more = ratio_of(tune_work(system), known->work),
                 less = fmin(more, ratio_of((double)system->n, known->points));
    return making(known, system) + rounds * ((known->round - known->rest) * more + known->rest * less);
}

const char *tune_enough(double seconds, char text[TUNE_ENOUGH]) {
    if (seconds > 3600) snprintf(text, TUNE_ENOUGH, "more than an hour is needed");
    else snprintf(text, TUNE_ENOUGH, "about %.0f seconds are enough", ceil(seconds));
    return text;
}

uint64_t tune_smaller(const tune_spent *known, const interact_system *system) {
    const double step = 64, first = 1e6, next = fmax(step * known->work, first), work = tune_work(system);
    const double n = fmax(ceil(next / (1 + system->density)), ceil(ldexp(system->density, system->dims)));
    return work > next && n < (double)system->n ? (uint64_t)n : 0;
}
