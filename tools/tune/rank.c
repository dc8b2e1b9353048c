/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Ranks the strategies of nearfield tune interact. */
#include "text/grouped.h"
#include "tune/interact.h"
#include "tune/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A strategy is beaten whose fastest of at least so many samples takes `times` as long as the best: the fastest,
 * because a machine that does something else in between makes samples slower, and never faster. */
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

int tune_check_memory(const tune_sums *t, const interact_system *system) {
    const nf_function_info *info = nf_function_declares(t->about->program);
    const uint64_t element = nf_type_bytes(system->type), n = system->n,
                   rows = n * (uint64_t)system->dims * element;
    uint64_t numbers = 0; /* of a point's sums */
    for (int k = 0; k < info->sums; k++) numbers += info->sum[k].vector ? (uint64_t)system->dims : 1;
    /* On the device: both positions, the points in order and their indices, and the sums.  On the host: both positions, and the order in which
       they are made. */
    const bench_need need = {
        .device = 3 * rows + n * (4 + element * numbers), .largest = rows, .host = 2 * rows + 4 * n};
    char words[BENCH_SENTENCE], count[GROUPED];
    const char *why = bench_shortage(t->on.info, &need, words);
    return why ? complain(EXIT_MEMORY, "there is no memory for %s points: %s (--points takes fewer)",
                          grouped(n, count), why)
               : EXIT_DONE;
}
