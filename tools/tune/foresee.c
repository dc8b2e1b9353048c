/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Whether nearfield tune interact has the memory and the time for a cloud. */
#include "system/clock.h"
#include "text/grouped.h"
#include "tune/interact.h"

#include <math.h>

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

/* Measures a cloud without report and store. */
static int measure_aside(tune_sums *t, interact_system *system) {
    static tune_sums aside; /* static because it is large */
    aside = *t;
    aside.quiet = aside.is_part = 1;
    const int code = tune_cloud(&aside, system);
    t->known = aside.known;
    return code;
}

int tune_foresee(tune_sums *t, const interact_system *system, int *fits) {
    int code = EXIT_DONE;
    for (*fits = 1; code == EXIT_DONE && *fits;) {
        interact_system smaller = *system;
        smaller.n = tune_smaller(&t->known, system);
        const double before = t->known.work, left = fmax(0, t->end - now_seconds());
        *fits = tune_least_for(&t->known, smaller.n ? &smaller : system) <= left;
        if (!smaller.n) break;
        if (*fits) code = measure_aside(t, &smaller);
        *fits &= t->known.work > before; /* otherwise it was not finished */
    }
    return code;
}
