/* Ranks the strategies of nearfield tune interact. */
#include "interact.h"
#include "tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A strategy is beaten that is VERY times as slow as the best, or BEATEN times after SURE samples. */
static const double VERY = 4, BEATEN = 1.5;
enum { SURE = 3 };

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
    const double median = tune_median_of(s);
    return s->count > 0 && (median > VERY * best || (s->count >= SURE && median > BEATEN * best));
}

double tune_seconds_for(const tune_spent *known, double work) {
    return known->first + known->samples * fmax(1, known->work > 0 ? work / known->work : 1);
}
