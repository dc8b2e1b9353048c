/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "job/timing.h"

double time_of_search(const double ms[STAGES]) {
    double sum = 0;
    for (int s = STAGE_BOUNDS; s <= STAGE_SORTED; s++) sum += ms[s];
    return sum;
}

static double work_of(const run_times *run) { return time_of_search(run->ms); }

const run_times *median_run(const run_times *runs, int count) {
    const int first = count > 1, others = count - first;
    for (int k = first; k < count; k++) {
        int below = 0; /* runs that took less time, or the same time and came before */
        for (int j = first; j < count; j++)
            below +=
                work_of(&runs[j]) < work_of(&runs[k]) || (j < k && !(work_of(&runs[j]) > work_of(&runs[k])));
        if (below == (others - 1) / 2) return &runs[k];
    }
    return &runs[count - 1];
}
